"""The check of the drop: its cases, its explanations, and that no order of rows changes a finding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from casebook import case_of, found
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.audit.case import Case
from feeaudit.audit.checks.drop import CHECKS
from feeaudit.audit.checks.drop.explanation import FeeKind, explanation
from feeaudit.book.load import read_book
from feeaudit.intake.log import ZONE, Log
from feeaudit.intake.tables import TABLES, schema_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from typing import Any

    from feeaudit.audit.check import Check

BOOK = read_book(folder("schedules"))


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


@settings(deadline=None, max_examples=40)
@given(
    kinds=st.lists(
        st.builds(
            FeeKind, st.sampled_from(["a", "b", "c"]), st.integers(1, 500), st.integers(1, 9)
        ),
        unique_by=lambda each: (each.name, each.amount),
    ),
    difference=st.integers(1, 5000),
    short=st.booleans(),
)
def test_an_explanation_adds_up(kinds: list[FeeKind], difference: int, short: bool) -> None:
    told = explanation(difference, kinds, short=short)
    total = 0
    for part in told.split(" and ") if told else []:
        number, _, rest = part.partition(" ")
        total += int(number.replace(",", "")) * round(float(rest.rpartition("$")[2]) * 100)
    assert total in {0, difference}


@pytest.mark.parametrize(("first", "second"), [(2, 1), (1, 2)])
def test_a_hand_may_be_played_while_both_boxes_are_changed_one_after_the_other(
    first: int, second: int
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
    assert CHECKS[0].run(case_of(body, BOOK)).findings.empty


@settings(deadline=None, max_examples=40)
@given(
    hands=st.lists(
        st.tuples(st.sampled_from(["T1", "T2"]), st.integers(0, 300), st.integers(0, 3)),
        min_size=1,
        max_size=12,
    ),
    counted=st.lists(st.integers(0, 12), min_size=4, max_size=4),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_rows_changes_no_finding(
    hands: list[tuple[str, int, int]], counted: list[int], order: Any
) -> None:
    log = case_of(_night(hands, counted), BOOK).log
    for check in CHECKS:
        assert _told(check, log) == _told(check, _shuffled(log, order))


@settings(deadline=None, max_examples=40)
@given(
    hands=st.lists(
        st.tuples(st.sampled_from(["T1", "T2"]), st.integers(0, 299), st.integers(0, 3)),
        min_size=1,
        max_size=12,
    )
)
def test_boxes_that_hold_what_was_logged_are_never_found(hands: list[tuple[str, int, int]]) -> None:
    held = [
        sum(fee for name, at, fee in hands if name == table and begins <= at < begins + 150)
        for table in ("T1", "T2")
        for begins in (0, 150)
    ]
    outcome = CHECKS[0].run(case_of(_night(hands, held), BOOK))
    assert outcome.findings.empty
    assert outcome.tested.all()


def _night(hands: list[tuple[str, int, int]], counted: list[int]) -> dict[str, Any]:
    periods = [(table, begins) for table in ("T1", "T2") for begins in (0, 150)]
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
            for (table, begins), amount in zip(periods, counted, strict=True)
            if any(name == table for name, *_ in hands)
        ],
    }


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
    return sorted(tuple(map(str, fact.values())) for fact in facts)


@pytest.mark.parametrize("present", [("hands",), tuple(TABLES)], ids=["no tables", "empty tables"])
def test_a_log_without_hands_gives_nothing(present: tuple[str, ...]) -> None:
    tables = {name: schema_of(name, ZONE).empty_table() for name in present}
    for check in CHECKS:
        outcome = check.run(Case(Log(tables), BOOK))
        assert outcome.findings.empty
        assert len(outcome.tested) == 0
