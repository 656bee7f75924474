"""Checks of settlement: laws that hold for any hand, and what a case cannot state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, few_orders, found, shuffled
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.settlement import CHECKS
from feeaudit.audit.settlement.tally import tally_of

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.check import Check

BOOK = shipped_book()
ORDER = next(each for each in CHECKS if each.id == "PAY-ORDER")
PAI_GOW: dict[str, Any] = {
    "cardroom": "lucky-chances",
    "game": "pai-gow-poker",
    "option": 1,
    "action_seat": 1,
}


@pytest.mark.slow
@few_orders
@given(
    wagers=st.lists(
        st.tuples(
            st.integers(1, 8),
            st.integers(1, 200),
            st.integers(-200, 400),
            st.integers(0, 200),
        ),
        min_size=1,
        max_size=8,
    ),
    put_up=st.integers(0, 400),
    button=st.integers(1, 8),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_rows_changes_no_finding(
    wagers: list[tuple[int, int, int, int]], put_up: int, button: int, order: Random
) -> None:
    case = case_of(_hand(wagers, put_up, button), BOOK)
    other = Case(shuffled(case.log, order), BOOK)
    for check in CHECKS:
        assert _told(check, case) == _told(check, other)


@settings(deadline=None, max_examples=40)
@given(
    bets=st.lists(st.tuples(st.integers(1, 200), st.booleans()), min_size=1, max_size=7),
    put_up=st.integers(1, 600),
    button=st.integers(1, 7),
)
def test_settling_in_turn_until_money_runs_out_is_never_found(
    bets: list[tuple[int, bool]], put_up: int, button: int
) -> None:
    left = put_up
    wagers = []
    for place, (amount, wins) in enumerate(bets):
        covered = min(amount, left)
        left -= covered
        seat = (button - 1 + place) % 7 + 1
        wagers.append((seat, amount, covered if wins else -covered, amount - covered))
    case = case_of(_hand(wagers, put_up, button), BOOK)
    for check in CHECKS:
        outcome = check.run(case)
        assert outcome.findings.empty
        assert not outcome.untested


def _hand(wagers: list[tuple[int, int, int, int]], put_up: int, button: int) -> dict[str, object]:
    seats: dict[int, dict[str, list[dict[str, int]]]] = {}
    for seat, amount, result, returned in wagers:
        bet = {"amount": amount, "result": result, "returned": returned}
        seats.setdefault(seat, {"base": []})["base"].append(bet)
    hand = {
        "cardroom": "lucky-chances",
        "game": "pai-gow-poker",
        "option": 1,
        "player_dealer_wager": put_up,
        "action_seat": button,
        "wagers": seats,
    }
    return {"hands": [hand]}


def _told(check: Check, case: Case) -> list[tuple[str, ...]]:
    facts = found(case, check.run(case).findings)
    return sorted(tuple(map(str, fact.values())) for fact in facts)


@pytest.mark.parametrize(("result", "known"), [(50, True), (None, False)])
def test_an_order_is_untested_where_a_result_is_blank(result: int | None, *, known: bool) -> None:
    hand = {
        "cardroom": "lucky-chances",
        "game": "pai-gow-poker",
        "option": 1,
        "action_seat": 1,
        "wagers": {
            1: {"base": {"amount": 50, "result": 0, "returned": 50}},
            2: {"base": {"amount": 50, "result": result}},
        },
    }
    outcome = ORDER.run(case_of({"hands": [hand]}, BOOK))
    assert len(outcome.findings) == known
    assert outcome.tested.tolist() == [known]
    assert any(hands.any() for hands in outcome.untested.values()) == (not known)


@pytest.mark.parametrize(("seat", "known"), [("2", True), ("B", False)])
def test_an_order_is_untested_where_a_seat_has_no_number(seat: str, *, known: bool) -> None:
    wagers: dict[Any, Any] = {1: {"base": {"amount": 50, "returned": 50}}}
    wagers |= {seat: {"base": {"amount": 50, "result": 50}}}
    outcome = ORDER.run(case_of({"hand": PAI_GOW | {"wagers": wagers}}, BOOK))
    assert len(outcome.findings) == known
    assert outcome.tested.tolist() == [known]


def test_wagers_of_a_hand_that_is_not_logged_are_not_those_of_another() -> None:
    """Seat 3 was paid after money ran out at seat 2, but in a hand that the log does not have."""
    first = {1: {"base": {"amount": 50, "result": 50}}, 2: {"base": {"amount": 50, "returned": 50}}}
    second = {3: {"base": {"amount": 50, "result": 50}}}
    hands = [PAI_GOW | {"wagers": wagers} for wagers in (first, second)]
    log = case_of({"hands": hands}, BOOK).log
    case = Case(replace(log, tables=log.tables | {"hands": log.tables["hands"].slice(0, 1)}), BOOK)
    for check in CHECKS:
        assert check.run(case).findings.empty
    assert tally_of(case).paid.tolist() == [5000]


@pytest.mark.parametrize(
    ("returned", "result", "paid", "collected"),
    [
        (0, 50, 5000, 0),
        (0, -50, 0, 5000),
        (49.99, 50, 5000, 0),
        (50, 50, 0, 0),
        (49.99, -50, 0, 1),
        (50, -50, 0, 0),
        (0, 0.01, 1, 0),
        (0, -60, 0, 5000),
    ],
)
def test_a_wager_that_was_wholly_returned_neither_wins_nor_loses(
    returned: float, result: float, paid: int, collected: int
) -> None:
    bet = {"amount": 50, "result": result, "returned": returned}
    tally = tally_of(case_of({"hand": PAI_GOW | {"wagers": {1: {"base": bet}}}}, BOOK))
    assert (tally.paid.tolist(), tally.collected.tolist()) == ([paid], [collected])
    assert tally.returned.tolist() == [returned > 0]


def test_a_log_without_wagers_is_untested() -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    case = case_of({"hands": [hand]}, BOOK)
    for check in CHECKS:
        outcome = check.run(case)
        assert outcome.findings.empty
        assert not outcome.tested.any()
        assert np.logical_or.reduce(list(outcome.untested.values())).all()
