"""Checks of options: plain references, and laws that hold for any log."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, few_orders, found, log_of, shuffled

from feeaudit.audit.case import Case
from feeaudit.audit.checks.options import CHECKS
from feeaudit.audit.options.single_fees import sums_among, sums_of

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.check import Check
    from feeaudit.book.model import Book

BY_ID = {check.id: check for check in CHECKS}
GAME = {"cardroom": "mortimers", "game": "three-card-poker-6-card-bonus"}


# An amount that no option of the game prints.
WRONG = 4.25


@st.composite
def nights(draw: st.DrawFn) -> dict[str, Any]:
    """Some hands at two tables, with ends and fees, and some placards."""
    hands = []
    for place in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, 30))
        # Fees enough that a table may well show more rates than the five it is allowed.
        fees = draw(st.lists(st.sampled_from([0.5, 1, 2, 3, 4, 5, 6, 7, WRONG]), unique=True))
        hands.append(
            GAME
            | {
                "id": f"h{place + 1}",
                "table": draw(st.sampled_from("AB")),
                "option": draw(st.sampled_from(["1", "2", "3", "99"])),
                "at": at,
                "ended_at": at + draw(st.integers(0, 6)),
                "collected": [{"payer": "player_dealer", "amount": fee} for fee in fees],
            }
        )
    placard = st.fixed_dictionaries(
        {
            "table": st.sampled_from("AB"),
            "option": st.sampled_from(["1", "2", "3"]),
            "posted_at": st.integers(0, 30),
            "minimum": st.sampled_from([5, 10]),
        }
    )
    postings = [GAME | each for each in draw(st.lists(placard, max_size=4))]
    return {"hands": hands, "postings": postings, "tables": ["postings", "collections"]}


@pytest.mark.slow
@few_orders
@given(body=nights(), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_finding(
    body: dict[str, Any], order: Random, book: Book
) -> None:
    log = log_of(body)
    case, other = Case(log, book), Case(shuffled(log, order), book)
    for check in CHECKS:
        assert _told(check, case) == _told(check, other)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(body=nights())
def test_every_pair_of_hands_and_placards_compared_finds_the_same_clashes(
    body: dict[str, Any], book: Book
) -> None:
    outcome = BY_ID["OPT-MIXED"].run(case_of(body, book))
    hands = body["hands"]
    expected = {
        later["id"]
        for place, later in enumerate(hands)
        for other, earlier in enumerate(hands)
        if later["table"] == earlier["table"]
        and later["option"] != earlier["option"]
        and (earlier["at"], earlier["ended_at"], other) < (later["at"], later["ended_at"], place)
        and later["at"] < earlier["ended_at"]
    }
    posted: dict[tuple[str, int], set[str]] = {}
    for each in body["postings"]:
        posted.setdefault((each["table"], each["posted_at"]), set()).add(each["option"])
    inside = [
        hand["id"]
        for hand in hands
        for (table, at), options in posted.items()
        if hand["table"] == table
        and hand["option"] not in options
        and hand["at"] < at < hand["ended_at"]
    ]
    ids = [hand["id"] for hand in hands]
    told = [ids[each] for each in outcome.findings["hand"]]
    assert sorted(told) == sorted([*expected, *inside])


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(body=nights())
def test_the_last_placard_before_each_hand_decides(body: dict[str, Any], book: Book) -> None:
    findings = BY_ID["OPT-LIMIT"].run(case_of(body, book)).findings
    expected = []
    for hand in body["hands"]:
        earlier = [
            each
            for each in body["postings"]
            if each["table"] == hand["table"] and each["posted_at"] <= hand["at"]
        ]
        last = max((each["posted_at"] for each in earlier), default=None)
        up = {each["option"] for each in earlier if each["posted_at"] == last}
        if up and hand["option"] not in up:
            expected.append(hand["id"])
    ids = [hand["id"] for hand in body["hands"]]
    assert sorted(ids[each] for each in findings["hand"] if each >= 0) == sorted(expected)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(body=nights())
def test_amounts_counted_by_hand_exceed_the_rates_allowed_at_the_same_tables(
    body: dict[str, Any], book: Book
) -> None:
    findings = BY_ID["OPT-RATES"].run(case_of(body, book)).findings
    amounts: dict[tuple[str, str], set[float]] = {}
    for hand in body["hands"]:
        if hand["option"] != "99":
            key = hand["table"], hand["option"]
            taken = {each["amount"] for each in hand["collected"]}
            amounts.setdefault(key, set()).update(taken - {WRONG})
    expected = [key for key, found_there in amounts.items() if len(found_there) > 5]
    told = [
        (body["hands"][each]["table"], body["hands"][each]["option"]) for each in findings["hand"]
    ]
    assert sorted(told) == sorted(expected)


def test_an_option_is_judged_by_the_edition_in_force_on_its_day(book: Book) -> None:
    (room,) = [each for each in book.cardrooms if each.cardroom == "mortimers"]
    dated = tuple(
        replace(each, effective_from=date(2026, 2, 10)) if each.schedule == GAME["game"] else each
        for each in room.schedules
    )
    later = replace(book, cardrooms=(replace(room, schedules=dated),))
    hands = [
        GAME | {"option": 1, "at": "2026-02-09 20:00:00"},
        GAME | {"option": 1, "at": "2026-02-10 20:00:00"},
        GAME | {"option": 1, "at": "2026-02-11 02:00:00"},
    ]
    case = case_of({"hands": hands}, later)
    facts = found(case, BY_ID["OPT-UNKNOWN"].run(case).findings)
    assert [fact["hand"] for fact in facts] == ["h1"]
    assert "February 9, 2026" in facts[0]["message"]


@given(fees=st.sets(st.integers(1, 30), max_size=4), most=st.integers(0, 120))
def test_sums_of_fees_are_what_several_of_them_make(fees: set[int], most: int) -> None:
    reachable = {0: 0}
    for total in range(1, most + 1):
        counts = [reachable[total - fee] + 1 for fee in fees if total - fee in reachable]
        if counts:
            reachable[total] = max(counts)
    expected = [total for total, many in reachable.items() if many > 1 and total not in fees]
    assert list(sums_of(fees, most)) == expected


@given(fees=st.sets(st.integers(1, 30), max_size=4), unit=st.sampled_from([1, 25, 50]))
def test_sums_are_told_among_amounts_without_counting_up_to_them(fees: set[int], unit: int) -> None:
    printed = {fee * unit for fee in fees}
    amounts = range(1, 2000)
    assert sorted(sums_among(amounts, printed)) == list(sums_of(printed, 1999))


def test_a_fee_of_a_thousand_million_is_judged_at_once() -> None:
    assert sums_among([100, 700, 10**14, 10**14 + 1], {50, 100, 200}) == {700, 10**14}


def test_a_fee_that_no_integer_could_number_with_its_table_is_judged(book: Book) -> None:
    hands = [
        GAME | {"option": 1, "table": each, "collected": {"player_dealer": 1}} for each in "ABCD"
    ]
    log = log_of({"hands": hands})
    amounts = pa.array([100, 100, 9 * 10**18, 100])
    place = log.tables["collections"].column_names.index("amount")
    fees = log.tables["collections"].set_column(place, "amount", amounts)
    case = Case(replace(log, tables=dict(log.tables) | {"collections": fees}), book)
    assert BY_ID["OPT-RATES"].run(case).findings.empty


def _told(check: Check, case: Case) -> list[tuple[Any, ...]]:
    facts = check.run(case).findings
    ids = np.append(case.hands["hand_id"].to_numpy(), "")
    told = zip(
        ids[facts["hand"]], facts["at"], facts["until"], facts["review"], facts["message"],
        facts["lines"], facts["row"], facts["component"], strict=True,
    )  # fmt: skip
    return sorted(told)
