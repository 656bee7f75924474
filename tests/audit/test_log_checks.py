"""Checks of the log itself: what a case cannot state, and rows in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import few_orders, found, log_of, shuffled
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.log import CHECKS
from feeaudit.intake.log import Fault, Log, SourceFile

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.check import Check

BY_ID = {check.id: check for check in CHECKS}
BOOK = shipped_book()


def test_a_wager_and_an_offer_of_a_hand_that_is_not_there() -> None:
    hand = {"wagers": {1: {"base": 5}}, "offers": [[1, "accept"]]}
    case = Case(_without_hand(_log([{}, hand]), "h2"), BOOK)
    told = [fact["message"] for fact in found(case, BY_ID["LOG-ORPHAN"].run(case).findings)]
    assert told == [
        "1 wager of $5.00 names hand h2, which is not in the hands table",
        "1 offer names hand h2, which is not in the hands table",
    ]


def test_the_seats_of_hands_that_are_not_there_are_let_be() -> None:
    seated = {"wagers": {seat: {"base": 5} for seat in range(1, 10)}}
    log = _log([seated, {"wagers": {"oops": {"base": 5}}}])
    assert len(_told(BY_ID["LOG-VALUE"], Case(log, BOOK))) == 1
    assert len(_told(BY_ID["LOG-VALUE"], Case(_without_hand(log, "h2"), BOOK))) == 0


def test_of_two_hands_that_start_at_one_moment_the_one_logged_first_comes_first() -> None:
    log = _log([{"at": "19:30", "ended_at": "19:31"}, {"at": "19:30", "ended_at": "19:31"}])
    other = replace(log, tables={**log.tables, "hands": log.hands.take(pa.array([1, 0]))})
    for each in (log, other):
        case = Case(each, BOOK)
        (fact,) = found(case, BY_ID["LOG-TIME"].run(case).findings)
        assert (fact["hand"], "while h1 at the same table" in fact["message"]) == ("h2", True)


def test_what_intake_set_aside_is_told_by_file_and_kind() -> None:
    log = _log([{}])
    faults = (
        _fault(9, "amount", "not an amount", "ten"),
        _fault(4, "amount", "not an amount", "five"),
        _fault(4, "returned", "not an amount", "none"),
        _fault(5, "seat", "missing", ""),
        replace(_fault(7, "colour", "column not used", "red"), set_aside=False),
    )
    sources = (SourceFile("case.csv"), SourceFile("wagers.csv"))
    case = Case(replace(log, faults=faults, sources=sources), BOOK)
    facts = found(case, BY_ID["LOG-VALUE"].run(case).findings)
    assert [(fact["source"], fact["row"], fact["review"]) for fact in facts] == [
        (1, 4, True),
        (1, 5, True),
    ]
    assert "2 rows were set aside from wagers.csv: not an amount (amount, returned)" in str(
        facts[0]["message"]
    )
    assert "1 row was set aside from wagers.csv: missing (seat)" in str(facts[1]["message"])


def test_a_fault_that_a_table_has_all_day_is_told_once() -> None:
    case = Case(_log([{"wagers": {1: {"Bet": 5}}, "repeat": 21}]), BOOK)
    facts = found(case, BY_ID["LOG-VALUE"].run(case).findings)
    assert [fact["hand"] for fact in facts] == ["h1"]
    assert "(21 such records on the day)" in str(facts[0]["message"])


def test_a_few_faults_are_told_one_by_one() -> None:
    case = Case(_log([{"wagers": {1: {"Bet": 5}}, "repeat": 20}]), BOOK)
    assert len(BY_ID["LOG-VALUE"].run(case).findings) == 20


def test_hands_from_two_files_that_overlap() -> None:
    log = _log([{}, {}])
    again = log.hands.set_column(
        log.hands.column_names.index("source"), "source", pa.array([1, 1], pa.int32())
    )
    both = pa.concat_tables([log.hands, again]).unify_dictionaries()
    sources = (SourceFile("one.csv"), SourceFile("two.csv"))
    case = Case(replace(log, tables={"hands": both}, sources=sources), BOOK)
    facts = found(case, BY_ID["LOG-DUPLICATE"].run(case).findings)
    assert [(fact["source"], fact["row"]) for fact in facts] == [(1, 2), (1, 3)]
    assert all("it is already in one.csv" in str(fact["message"]) for fact in facts)


def test_of_two_hands_that_start_at_once_the_one_of_the_later_row_is_told() -> None:
    log = _log([{"at": 0, "ended_at": 9}, {"at": 0, "ended_at": 9}, {"at": 9, "ended_at": 10}])
    backward = log.hands.take(pa.array([2, 1, 0]))
    for hands in (log.hands, backward):
        case = Case(replace(log, tables=log.tables | {"hands": hands}), BOOK)
        facts = found(case, BY_ID["LOG-TIME"].run(case).findings)
        assert [fact["hand"] for fact in facts] == ["h2"]


_WAGER = st.fixed_dictionaries(
    {
        "amount": st.integers(0, 3),
        "result": st.integers(-4, 4),
        "player": st.sampled_from(["P1", "P2"]),
    }
)
_FEE = st.fixed_dictionaries(
    {
        "payer": st.sampled_from(["player", "player_dealer"]),
        "seat": st.integers(1, 3),
        "amount": st.integers(0, 2),
        "taken_at": st.integers(0, 50),
    }
)
_HAND = st.fixed_dictionaries(
    {
        "late": st.sampled_from([0, 0, 0, 0, 3]),
        "lasted": st.integers(-1, 4),
        "table": st.sampled_from(["T1"] * 5 + ["T2"]),
        "players": st.integers(0, 30),
        "wagers": st.dictionaries(
            st.sampled_from([1, 2, 3, "x"]),
            st.dictionaries(
                st.sampled_from(["base", "bass"]),
                st.lists(_WAGER, min_size=1, max_size=1) | _WAGER.map(lambda each: [each, each]),
            ),
        ),
        "collected": st.lists(_FEE),
    }
)
_LOST = st.lists(_FEE.map(lambda fee: fee | {"fee": "base", "hand_id": "T1-099"}), max_size=3)


def _numbered(hands: list[dict[str, Any]], gap: int) -> list[dict[str, Any]]:
    """Return hands numbered as they were played, about two minutes apart, with one number left out."""
    played = []
    for place, hand in enumerate(hands):
        at = 2 * place + hand["late"]
        facts = {key: value for key, value in hand.items() if key not in {"late", "lasted"}}
        times = {"at": at, "ended_at": at + hand["lasted"]}
        played.append(facts | times | {"id": f"T1-{place + (place >= gap):03d}"})
    return played


@pytest.mark.slow
@few_orders
@given(
    hands=st.lists(_HAND, min_size=1, max_size=9) | st.lists(_HAND, min_size=7, max_size=9),
    gap=st.integers(0, 9),
    lost=_LOST,
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_rows_changes_no_finding(
    hands: list[dict[str, Any]], gap: int, lost: list[dict[str, Any]], order: Random
) -> None:
    log = _log(_numbered(hands, gap), collections=lost)
    case, other = Case(log, BOOK), Case(shuffled(log, order), BOOK)
    for check in CHECKS:
        assert _told(check, case) == _told(check, other)


@pytest.mark.slow
@few_orders
@given(hands=st.lists(_HAND, min_size=1, max_size=5), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_hand_that_is_logged_twice(
    hands: list[dict[str, Any]], order: Random
) -> None:
    """Its records belong to either row, so that other checks may tell of one or the other."""
    log = _log(_numbered(hands, 9) * 2)
    told = _told(BY_ID["LOG-DUPLICATE"], Case(log, BOOK))
    assert len(told) >= len(hands)
    assert told == _told(BY_ID["LOG-DUPLICATE"], Case(shuffled(log, order), BOOK))


@settings(deadline=None, max_examples=40)
@given(data=st.data(), size=st.integers(4, 60), first=st.integers(0, 10**6))
def test_one_missing_number_is_always_found(data: st.DataObject, size: int, first: int) -> None:
    numbers = list(range(first, first + size + 1))
    numbers.remove(first + data.draw(st.integers(1, size - 1)))
    assert _numbers_found_missing(numbers) == 1


@settings(deadline=None, max_examples=10)
@given(size=st.integers(4, 60), first=st.integers(0, 10**6))
def test_numbers_that_count_up_by_one_are_never_found(size: int, first: int) -> None:
    assert _numbers_found_missing(list(range(first, first + size))) == 0


def _numbers_found_missing(numbers: list[int]) -> int:
    hands = [{"id": f"T1-{number:03d}", "at": place} for place, number in enumerate(numbers)]
    outcome = BY_ID["LOG-SEQUENCE"].run(Case(_log(hands), BOOK))
    assert outcome.tested.all()
    return len(outcome.findings)


def _log(hands: list[dict[str, Any]], **others: Any) -> Log:
    defaults = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    return log_of({"defaults": defaults, "hands": hands, **others})


def _without_hand(log: Log, gone: str) -> Log:
    """Return a log whose records of a hand have lost it."""
    hands = log.hands.filter(pc.not_equal(log.hands["hand_id"], gone))
    return replace(log, tables=log.tables | {"hands": hands})


def _fault(row: int, column: str, kind: str, value: str) -> Fault:
    return Fault("wagers.csv", "", row, column, "", kind, value, "something else")


def _told(check: Check, case: Case) -> list[tuple[str, ...]]:
    facts = found(case, check.run(case).findings)
    return sorted(tuple(map(str, fact.values())) for fact in facts)
