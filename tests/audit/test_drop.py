"""The check of the drop: its explanations, boxes changed in the midst of play, rows in any order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, few_orders, found, shuffled
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.drop import CHECKS
from feeaudit.audit.drop.reasons import FeeKind, explanation
from feeaudit.core.money import cents

if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from feeaudit.audit.check import Check

BOOK = shipped_book()


def test_one_kind_of_fee_is_preferred_to_two() -> None:
    kinds = [FeeKind("player", 100, 300), FeeKind("player-dealer", 200, 90)]
    assert explanation(4100, kinds, short=True) == "41 player fees at $1.00"


def test_the_fewest_fees_are_preferred() -> None:
    kinds = [FeeKind("player", 50, 300), FeeKind("player", 100, 300), FeeKind("pot", 400, 9)]
    assert explanation(400, kinds, short=True) == "1 pot fee at $4.00"


def test_no_more_fees_can_be_missing_than_were_logged() -> None:
    kinds = [FeeKind("player", 100, 3), FeeKind("player-dealer", 200, 2)]
    assert explanation(400, kinds, short=True) == "2 player-dealer fees at $2.00"
    assert explanation(800, kinds, short=True) == ""
    assert explanation(800, kinds, short=False) == "4 player-dealer fees at $2.00"


def test_two_kinds_of_fee_explain_a_difference_of_up_to_fifty_fees() -> None:
    kinds = [FeeKind("player", 100, 90), FeeKind("pot", 1001, 90)]
    fifty = explanation(4900 + 1001, kinds, short=True)
    assert fifty == "49 player fees at $1.00 and 1 pot fee at $10.01"
    assert explanation(5000 + 1001, kinds, short=True) == ""


def test_no_more_fees_of_either_of_two_kinds_can_be_missing_than_were_logged() -> None:
    kinds = [FeeKind("player", 100, 2), FeeKind("pot", 1001, 2)]
    both = "2 player fees at $1.00 and 2 pot fees at $10.01"
    assert explanation(200 + 2002, kinds, short=True) == both
    assert explanation(300 + 2002, kinds, short=True) == ""
    assert explanation(200 + 3003, kinds, short=True) == ""
    assert explanation(200 + 3003, kinds, short=False) == both.replace("2 pot", "3 pot")


def test_of_two_kinds_of_one_amount_the_first_by_name_is_missing_less_often() -> None:
    kinds = [FeeKind("player", 100, 2), FeeKind("pot", 100, 2)]
    assert explanation(300, kinds, short=True) == "1 player fee at $1.00 and 2 pot fees at $1.00"


@st.composite
def shortages(draw: st.DrawFn) -> tuple[int, list[FeeKind]]:
    """Draw the kinds of fees of a period, and what some of one or two kinds come to."""
    kinds = draw(
        st.lists(
            st.builds(
                FeeKind, st.sampled_from(["a", "b", "c"]), st.integers(1, 500), st.integers(1, 9)
            ),
            min_size=1,
            max_size=5,
            unique_by=lambda each: (each.name, each.amount),
        )
    )
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2, unique=True))
    return sum(each.amount * draw(st.integers(1, each.number)) for each in chosen), kinds


@settings(deadline=None, max_examples=100)
@given(shortage=shortages(), short=st.booleans())
def test_what_one_or_two_kinds_of_fee_come_to_is_explained_by_fees_that_add_up(
    shortage: tuple[int, list[FeeKind]], short: bool
) -> None:
    difference, kinds = shortage
    logged = {(each.name, each.amount): each.number for each in kinds}
    told = re.findall(
        r"(\d[\d,]*) (\w) fees? at \$(\d+\.\d\d)", explanation(*shortage, short=short)
    )
    fees = [(int(many.replace(",", "")), name, cents(amount)) for many, name, amount in told]
    assert sum(many * amount for many, _, amount in fees) == difference
    assert all(not short or many <= logged[name, amount] for many, name, amount in fees)


@settings(deadline=None, max_examples=40)
@given(difference=st.integers(1, 5000), short=st.booleans())
def test_an_odd_cent_is_explained_by_no_whole_dollars(difference: int, short: bool) -> None:
    kinds = [FeeKind("player", 100, 90), FeeKind("player-dealer", 200, 90)]
    assert bool(explanation(difference, kinds, short=short)) == (difference % 100 == 0)


@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [(2, 1, 0), (1, 2, 0), (3, 0, 2), (0, 3, 2), (2, 2, 1), (1, 1, 1)],
)
def test_a_hand_may_be_played_while_both_boxes_are_changed_one_after_the_other(
    first: int, second: int, wrong: int
) -> None:
    """The last hand before the change goes on from 13:59 to 14:02: its fee may lie in either."""
    table = {"cardroom": "mortimers", "table": "T1"}
    jackpot = [{"payer": "pot", "fee": "jackpot", "amount": 1}]
    hand = {"cardroom": "mortimers", "game": "texas-holdem", "option": 1, "collected": jackpot}
    hours = [("13:00", "13:02"), ("13:59", "14:02"), ("15:00", "15:02")]
    counts = [
        ("12:00", "14:00", 0, "collection"),
        ("12:00", "14:01", first, "jackpot"),
        ("14:00", "16:00", 0, "collection"),
        ("14:01", "16:00", second, "jackpot"),
    ]
    body = {
        "hands": [hand | {"at": begin, "ended_at": end} for begin, end in hours],
        "counts": [
            table | dict(zip(("from", "to", "amount", "kind"), each, strict=True))
            for each in counts
        ],
    }
    assert len(CHECKS[0].run(case_of(body, BOOK)).findings) == wrong


PERIODS = [(table, begins) for table in ("T1", "T2") for begins in (0, 150)]


def hands_until(last: int) -> st.SearchStrategy[list[tuple[str, int, int]]]:
    """Draw hands by table, minute and fee."""
    hand = st.tuples(st.sampled_from(["T1", "T2"]), st.integers(0, last), st.integers(0, 3))
    return st.lists(hand, min_size=1, max_size=12)


@pytest.mark.slow
@few_orders
@given(
    hands=hands_until(300),
    counted=st.lists(st.integers(0, 12), min_size=4, max_size=4),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_rows_changes_no_finding(
    hands: list[tuple[str, int, int]], counted: list[int], order: Random
) -> None:
    case = case_of(_night(hands, counted), BOOK)
    other = Case(shuffled(case.log, order), BOOK)
    for check in CHECKS:
        assert _told(check, case) == _told(check, other)


@settings(deadline=None, max_examples=40)
@given(hands=hands_until(299))
def test_boxes_that_hold_what_was_logged_are_never_found(hands: list[tuple[str, int, int]]) -> None:
    held = [
        sum(fee for name, at, fee in hands if name == table and begins <= at < begins + 150)
        for table, begins in PERIODS
    ]
    outcome = CHECKS[0].run(case_of(_night(hands, held), BOOK))
    assert outcome.findings.empty
    assert outcome.tested.all()


def _night(hands: list[tuple[str, int, int]], counted: list[int]) -> dict[str, Any]:
    return {
        "defaults": {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1},
        "hands": [
            {"table": table, "at": at, "wagers": {1: {"base": 20}}, "collected": {"player": fee}}
            for table, at, fee in hands
        ],
        "counts": [
            {
                "cardroom": "lucky-chances",
                "table": table,
                "from": begins,
                "to": begins + 150,
                "amount": amount,
                "kind": "collection",
            }
            for (table, begins), amount in zip(PERIODS, counted, strict=True)
            if any(name == table for name, *_ in hands)
        ],
    }


def _told(check: Check, case: Case) -> list[tuple[str, ...]]:
    facts = found(case, check.run(case).findings)
    return sorted(tuple(map(str, fact.values())) for fact in facts)
