"""Hands that take several rows each: bets above fees, paired by the number of the hand."""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import EVENING, HANDS, fault, hand_ids, log_from, records, rule, told
from support.spreadsheets import xlsx

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from feeaudit.intake.log import Log

PAIRED = (
    HANDS
    + """\
wagers:
  for: 1-2
  when: amount
  constants: {seat: "{n}", wager: base}
  columns: {amount: "Seat {n}"}
collections:
  for: 1-2
  when: amount
  constants: {seat: "{n}", payer: player, fee: base}
  columns: {amount: {header: "Seat {n}", row: 2}}
"""
)
HEADER = ["Hand", "Start", "Seat 1", "Seat 2"]


def paired(
    tmp_path: Path, *rows: list[Any], merged: Sequence[str] = (), text: str = PAIRED, **keys: str
) -> Log:
    path = xlsx(tmp_path / "a.xlsx", {"N": [HEADER, *rows]}, merged={"N": merged})
    return log_from(path, rule(text, rows_per_hand="2", **keys))


def seen(log: Log) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The bets and the fees by hand and seat."""
    columns = ("hand_id", "seat", "amount")
    return records(log, "wagers", *columns), records(log, "collections", *columns)


def test_bets_above_fees_are_one_hand(tmp_path: Path) -> None:
    log = paired(
        tmp_path,
        [1, EVENING, 25, 50],
        [None, None, 1, 2],
        [2, EVENING + timedelta(minutes=2), None, 75],
        [None, None, None, 0.5],
    )
    assert told(log) == []
    assert seen(log) == (
        [("1", "1", 2500), ("1", "2", 5000), ("2", "2", 7500)],
        [("1", "1", 100), ("1", "2", 200), ("2", "2", 50)],
    )
    assert records(log, "collections", "row") == [(2,), (2,), (4,)]


def test_the_number_may_be_repeated_or_merged_over_the_rows_of_a_hand(tmp_path: Path) -> None:
    repeated = paired(tmp_path, [1, EVENING, 25], [1, EVENING, 1], [2, EVENING, 5], [2, None, 2])
    merged = paired(
        tmp_path,
        *([1, EVENING, 25], [None, None, 1], [2, EVENING, 5], [None, None, 2]),
        merged=["A2:A3", "B2:B3", "A4:A5", "B4:B5"],
    )
    assert told(repeated) == told(merged) == []
    assert (
        seen(repeated)
        == seen(merged)
        == ([("1", "1", 2500), ("2", "1", 500)], [("1", "1", 100), ("2", "1", 200)])
    )


def test_a_row_of_fees_may_be_blank(tmp_path: Path) -> None:
    log = paired(tmp_path, [1, EVENING, 25], [], [2, EVENING, 5], [None, None, 2], [3, EVENING, 5])
    assert told(log) == []
    assert seen(log)[1] == [("2", "1", 200)]
    assert hand_ids(log) == ["1", "2", "3"]


def test_a_missing_row_does_not_move_the_fees_of_the_hands_below(tmp_path: Path) -> None:
    log = paired(
        tmp_path,
        *([1, EVENING, 25], [2, EVENING, 50], [None, None, 2], [3, EVENING, 5], [None, None, 3]),
    )
    found = fault(log, "hand of too few rows")
    assert (found.address, found.value) == ("A2", "1")
    assert found.expected == "2 rows for each hand; row 3 is not one of this hand"
    assert seen(log)[1] == [("2", "1", 200), ("3", "1", 300)]


def test_a_row_too_many_is_told_and_moves_nothing(tmp_path: Path) -> None:
    log = paired(
        tmp_path,
        *([1, EVENING, 25], [None, None, 1], [None, None, 9], [2, EVENING, 5], [None, None, 2]),
    )
    found = fault(log, "row of no hand")
    assert (found.address, found.expected) == ("A4", "Hand in the first of the 2 rows of a hand")
    assert found.set_aside
    assert seen(log)[1] == [("1", "1", 100), ("2", "1", 200)]


def test_a_total_is_not_the_second_row_of_the_hand_above(tmp_path: Path) -> None:
    rows: list[list[Any]] = [[1, EVENING, 25], [None, None, 1], [2, EVENING, 5]]
    rows.append(["Total", None, 30])
    log = paired(tmp_path, *rows, skip="{words: Total}")
    assert fault(log, "hand of too few rows").address == "A4"
    assert (hand_ids(log), seen(log)[1]) == (["1"], [("1", "1", 100)])


def test_a_bad_cell_in_the_second_row_sets_its_hand_aside_and_is_named(tmp_path: Path) -> None:
    log = paired(tmp_path, [1, EVENING, 25], [None, None, "one"], [2, EVENING, 5])
    assert told(log) == [("C3", "not an amount", "one")]
    assert fault(log, "hand set aside").expected.startswith("N!C3 repaired;")
    assert hand_ids(log) == ["2"]


def test_each_line_of_the_headings_may_head_one_row(tmp_path: Path) -> None:
    text = PAIRED.replace("started_at: Start", "started_at: {date: Date, time: Start}")
    text = text.replace("hand_id: Hand", "hand_id: Hand, ended_at: {time: End, row: 2}")
    text = text.replace('amount: "Seat {n}"', 'amount: "Seat {n} Bet"').replace(
        'header: "Seat {n}"', 'header: "Seat {n} Fee"'
    )
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "N": [
                ["Hand", "Date", "Start", "Seat 1 Bet", "Seat 2 Bet", "Seat 3 Bet"],
                [None, None, "End", "Seat 1 Fee", "Seat 2 Fee", None],
                [1, "2026-03-01", time(23, 58), 25, 50],
                [None, None, time(0, 3), 1, "$2"],
            ]
        },
    )
    log = log_from(path, rule(text, rows_per_hand="2", header="{lines: 2}"))
    assert told(log) == [("F2", "column not used", "Seat 3 Bet")]
    assert seen(log)[1] == [("1", "1", 100), ("1", "2", 200)]
    assert [f"{at:%d %H:%M}" for (at,) in records(log, "hands", "ended_at")] == ["02 00:03"]


def test_cells_beside_the_second_row_are_told_too(tmp_path: Path) -> None:
    log = paired(tmp_path, [1, EVENING, 25, 5], [None, None, 1, 1, "late"])
    assert told(log) == [("E3", "cell without a heading", "late")]


@pytest.mark.parametrize("last", [[2, EVENING, 5], [2, EVENING, 5, 6]])
def test_the_last_hand_may_end_with_the_sheet(tmp_path: Path, last: list[Any]) -> None:
    log = paired(tmp_path, [1, EVENING, 25], [None, None, 1], last)
    assert (hand_ids(log), told(log)) == (["1", "2"], [])
