"""Checks of the log itself: their cases, what a case cannot state, and rows in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from casebook import case_of, found
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.audit.case import Case
from feeaudit.audit.checks.log import CHECKS
from feeaudit.book.load import read_book
from feeaudit.intake.log import ZONE, Fault, Log, SourceFile
from feeaudit.intake.tables import TABLES, schema_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.check import Check

BY_ID = {check.id: check for check in CHECKS}
BOOK = read_book(folder("schedules"))


def test_a_wager_and_an_offer_of_a_hand_that_is_not_there() -> None:
    hand = {"wagers": {1: {"base": 5}}, "offers": [[1, "accept"]]}
    log = case_of(_night([hand]), BOOK).log
    hands = log.hands.set_column(0, "hand_id", pa.array(["another"]))
    case = Case(replace(log, tables=log.tables | {"hands": hands}), BOOK)
    told = [fact["message"] for fact in found(case, BY_ID["LOG-ORPHAN"].run(case).findings)]
    assert told == [
        "1 wager of $5.00 names hand h1, which is not among the hands",
        "1 offer names hand h1, which is not among the hands",
    ]


def test_the_seats_of_hands_that_are_not_there_are_let_be() -> None:
    log = case_of(_night([{"wagers": {"front": {"base": 5}}}]), BOOK).log
    hands = log.hands.set_column(0, "hand_id", pa.array(["another"]))
    case = Case(replace(log, tables=log.tables | {"hands": hands}), BOOK)
    assert not len(BY_ID["LOG-VALUE"].run(case).findings)


def test_what_intake_set_aside_is_told_by_file_and_kind() -> None:
    log = case_of(_night([{}]), BOOK).log
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
    night = _night([{"wagers": {1: {"Bet": 5}}} for _ in range(21)])
    case = case_of(night, BOOK)
    facts = found(case, BY_ID["LOG-VALUE"].run(case).findings)
    assert [fact["hand"] for fact in facts] == ["h1"]
    assert "(21 such records on the day)" in str(facts[0]["message"])


def test_a_few_faults_are_told_one_by_one() -> None:
    night = _night([{"wagers": {1: {"Bet": 5}}} for _ in range(20)])
    case = case_of(night, BOOK)
    assert len(BY_ID["LOG-VALUE"].run(case).findings) == 20


def test_hands_from_two_files_that_overlap() -> None:
    log = case_of(_night([{}, {}]), BOOK).log
    again = log.hands.set_column(
        log.hands.column_names.index("source"), "source", pa.array([1, 1], pa.int32())
    )
    both = pa.concat_tables([log.hands, again]).unify_dictionaries()
    sources = (SourceFile("one.csv"), SourceFile("two.csv"))
    case = Case(replace(log, tables={"hands": both}, sources=sources), BOOK)
    facts = found(case, BY_ID["LOG-DUPLICATE"].run(case).findings)
    assert [(fact["source"], fact["row"]) for fact in facts] == [(1, 2), (1, 3)]
    assert all("already stands in one.csv" in str(fact["message"]) for fact in facts)


_HANDS = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.sampled_from([f"T1-{number:03d}" for number in range(1, 12)]),
            "at": st.integers(0, 30),
            "ended_at": st.integers(0, 30),
            "table": st.sampled_from(["T1", "T2"]),
            "players": st.integers(0, 30),
            "wagers": st.dictionaries(
                st.sampled_from([1, 2, 3, "x"]),
                st.dictionaries(
                    st.sampled_from(["base", "bass"]),
                    st.fixed_dictionaries(
                        {
                            "amount": st.integers(0, 3),
                            "result": st.integers(-4, 4),
                            "player": st.sampled_from(["P1", "P2"]),
                        }
                    ),
                ),
            ),
            "collected": st.lists(
                st.fixed_dictionaries(
                    {
                        "payer": st.sampled_from(["player", "player_dealer"]),
                        "seat": st.integers(1, 3),
                        "amount": st.integers(0, 2),
                        "taken_at": st.integers(0, 50),
                    }
                )
            ),
        }
    ),
    min_size=1,
    max_size=9,
)


@settings(deadline=None, max_examples=40)
@given(hands=_HANDS, order=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_finding(hands: list[dict[str, Any]], order: Any) -> None:
    log = case_of(_night(hands), BOOK).log
    # Of a hand that is logged twice, records belong to either row, so each hand stands once here.
    if len({hand["id"] for hand in hands}) < len(hands):
        shuffled = _shuffled(log, order)
        assert _told(BY_ID["LOG-DUPLICATE"], log) == _told(BY_ID["LOG-DUPLICATE"], shuffled)
        return
    for check in CHECKS:
        assert _told(check, log) == _told(check, _shuffled(log, order))


@settings(deadline=None, max_examples=40)
@given(size=st.integers(4, 60), gone=st.integers(1, 58), first=st.integers(0, 10**6))
def test_one_missing_number_is_always_found(size: int, gone: int, first: int) -> None:
    numbers = [number for number in range(first, first + size + 1) if number != first + gone]
    hands = [{"id": f"T1-{number:03d}", "at": place} for place, number in enumerate(numbers)]
    case = case_of(_night(hands), BOOK)
    outcome = BY_ID["LOG-SEQUENCE"].run(case)
    assert len(outcome.findings) == (1 if gone < size else 0)
    assert outcome.tested.all()


def _night(hands: list[dict[str, Any]]) -> dict[str, Any]:
    defaults = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    return {"defaults": defaults, "hands": hands}


def _fault(row: int, column: str, kind: str, value: str) -> Fault:
    return Fault("wagers.csv", "", row, column, "", kind, value, "something else")


def _shuffled(log: Log, order: Any) -> Log:
    tables = {}
    for name, table in log.tables.items():
        places = list(range(table.num_rows))
        order.shuffle(places)
        tables[name] = table.take(places)
    return replace(log, tables=tables)


def _told(check: Check, log: Log) -> list[tuple[str, ...]]:
    case = Case(log, BOOK)
    facts = found(case, check.run(case).findings)
    # Tables are numbered as they come, so the number of one may differ.
    return sorted(
        tuple(str(value) for key, value in fact.items() if key != "table_code") for fact in facts
    )


@pytest.mark.parametrize("present", [("hands",), tuple(TABLES)], ids=["no tables", "empty tables"])
def test_a_log_without_hands_gives_nothing(present: tuple[str, ...]) -> None:
    tables = {name: schema_of(name, ZONE).empty_table() for name in present}
    for check in CHECKS:
        outcome = check.run(Case(Log(tables), BOOK))
        assert outcome.findings.empty
        assert len(outcome.tested) == 0
