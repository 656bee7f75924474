"""Sheets whose hands stand side by side, a column each."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import (
    EVENING,
    HANDS,
    WIDE,
    WIDE_HEADER,
    fault,
    hand_ids,
    log_from,
    records,
    rule,
    starts,
    told,
)
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path


def side_by_side(*columns: list[Any]) -> list[list[Any]]:
    height = max(map(len, columns))
    return [
        [column[row] if row < len(column) else None for column in columns] for row in range(height)
    ]


def test_hands_that_stand_side_by_side_are_read_like_rows(tmp_path: Path) -> None:
    rows = side_by_side(WIDE_HEADER, [1, EVENING, 25, 1, 50, 2], [], [2, EVENING, None, None, 5, 1])
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(WIDE, transposed="yes"))
    assert told(log) == []
    assert records(log, "wagers", "hand_id", "seat", "amount") == [
        ("1", "1", 2500),
        ("1", "2", 5000),
        ("2", "2", 500),
    ]
    assert records(log, "hands", "hand_id", "row") == [("1", 2), ("2", 4)]


def test_a_bad_cell_is_named_where_it_stands_in_the_file(tmp_path: Path) -> None:
    rows = side_by_side(WIDE_HEADER, [1, EVENING, 25, "one"], [2, EVENING, 25, 1])
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(WIDE, transposed="yes"))
    found = fault(log, "not an amount")
    assert (found.row, found.column, found.address, found.value) == (4, "Seat 1 Fee", "B4", "one")
    aside = fault(log, "hand set aside")
    assert "N!B4 repaired" in aside.expected
    assert "1 of hands (column B)" in aside.expected
    assert hand_ids(log) == ["2"]


def test_a_cell_that_states_a_fact_has_the_address_of_the_file(tmp_path: Path) -> None:
    rows = [["Date", None, date(2026, 3, 1)], [], ["Hand", 1, 2], ["Start", time(23, 50), "0:10"]]
    text = rule(
        HANDS.replace("started_at: Start", "started_at: {time: Start}"),
        transposed="yes",
        facts="{date: {cell: C1}}",
    )
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), text)
    assert starts(log) == ["01 23:50", "02 00:10"]


def test_labels_may_stand_in_a_further_column(tmp_path: Path) -> None:
    rows = [["Pit 2", "Hand", 1, 2], [None, "Start", EVENING, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    by_number = log_from(path, rule(transposed="yes", header="{row: 2}"))
    found = log_from(path, rule(transposed="yes", header="{find: [Hand, Start]}"))
    assert hand_ids(by_number) == hand_ids(found) == ["1", "2"]


def test_a_label_that_is_missing_or_there_twice_is_told_as_a_row(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": side_by_side(["Hand", "Began"], [1, EVENING])})
    log = log_from(path, rule(transposed="yes"))
    assert fault(log, "missing column").expected == "a row headed 'Start'; found 'Hand', 'Began'"
    path = xlsx(tmp_path / "b.xlsx", {"N": side_by_side(["Hand", "Start", "Start"], [1, EVENING])})
    found = fault(log_from(path, rule(transposed="yes")), "duplicate header")
    assert (found.address, found.expected) == (
        "A3",
        "one of that name, not rows 2 and 3; rename one",
    )


def test_merged_cells_are_covered_the_other_way_round(tmp_path: Path) -> None:
    rows = [["Hand", 1, 2], ["Start", EVENING, EVENING], ["Option", 5, None]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows}, merged={"N": ["B3:C3"]})
    text = HANDS.replace("started_at", "option: Option, started_at")
    log = log_from(path, rule(text, transposed="yes"))
    assert told(log) == [("C3", "merged cell", "")]
    assert "split B3:C3" in fault(log, "merged cell").expected
    filled = log_from(path, rule(text, transposed="yes", fill_down="Option"))
    assert records(filled, "hands", "option") == [("5",), ("5",)]


def test_one_workbook_may_have_sheets_of_both_kinds(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Side": side_by_side(["Hand", "Start"], [1, EVENING], [2, "soon"]),
            "Long": [["Hand", "Start"], [3, EVENING], [4, EVENING]],
        },
    )
    text = rule(names="Side", transposed="yes") + rule(names="Long").partition("sheets:\n")[2]
    log = log_from(path, text)
    assert (hand_ids(log), told(log)) == (["1", "3", "4"], [("C2", "not a time", "soon")])


def test_a_sheet_too_long_to_have_its_hands_side_by_side_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Hand,Start\n" * 1001, encoding="utf-8")
    with pytest.raises(UnusableLog, match="more than 1,000 rows, so its hands are not side"):
        log_from(path, rule(transposed="yes"))
