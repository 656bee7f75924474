"""Rows: which of them are records, and what their blanks mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import (
    EVENING,
    HANDS,
    WIDE,
    WIDE_HEADER,
    hand_ids,
    log_from,
    records,
    rule,
    told,
)
from support.spreadsheets import xlsx

if TYPE_CHECKING:
    from pathlib import Path


def test_blank_rows_totals_repeated_headings_and_notes_are_no_hands(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Night": [
                WIDE_HEADER,
                [1, EVENING, 25, 1],
                [],
                ["Subtotal", None, 25, 1],
                WIDE_HEADER,
                [2, EVENING, 25, 1],
                ["TOTAL:", None, 50, 2],
                [],
                ["Checked by: Kim"],
                ["All in order"],
            ]
        },
    )
    text = rule(WIDE, skip="{words: [Total, Subtotal]}", end="{words: Checked by}")
    log = log_from(path, text)
    assert (hand_ids(log), told(log)) == (["1", "2"], [])


def test_a_row_of_one_whose_name_begins_like_a_total_is_a_hand(tmp_path: Path) -> None:
    names = ["Sumner", "Sum", "SUM:", "Sums of the night", "Sum2"]
    rows = [[name, n, EVENING] for n, name in enumerate(names)]
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Player", "Hand", "Start"], *rows]})
    log = log_from(path, rule(skip="{words: Sum}"))
    assert (hand_ids(log), told(log)) == (["0", "4"], [])


def test_words_may_end_in_a_mark(tmp_path: Path) -> None:
    rows = [["Hand", "Start"], [1, EVENING], ["#2", EVENING]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(skip="{words: '#'}"))
    assert (hand_ids(log), told(log)) == (["1"], [])


def test_a_total_without_a_label_is_known_by_the_blank_in_its_column(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [None, None, 25, 1]]})
    log = log_from(path, rule(WIDE, skip="{column: Hand, blank: yes}"))
    assert (hand_ids(log), told(log)) == (["1"], [])


def test_a_hand_without_its_number_is_no_total(tmp_path: Path) -> None:
    rows = [WIDE_HEADER, [1, EVENING, 25, 1], [None, EVENING, 250, 9], [None, None, 275, 10]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(WIDE, skip="{column: Hand, blank: yes}"))
    assert (hand_ids(log), told(log)) == (["1"], [("A3", "missing", "")])
    named = rule(WIDE, skip="{words: Total, column: Hand}")
    rows[3] = ["Total", EVENING, 275, 10]
    assert told(log_from(xlsx(path, {"N": rows}), named)) == [("A3", "missing", "")]


def test_an_unannounced_total_is_told_and_not_dropped(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [None, None, 25, 1]]})
    log = log_from(path, rule(WIDE))
    assert told(log) == [("A3", "missing", ""), ("B3", "missing", "")]


def test_a_row_with_nothing_but_a_remark_is_no_hand(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Remark"], [1, EVENING, "x"], [None, None, "dealer change"]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule())
    assert (hand_ids(log), told(log)) == (["1"], [])


def test_a_record_below_the_end_of_the_data_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, EVENING], [], [], ["Kim"], [2, EVENING]]},
    )
    log = log_from(path, rule(end="{blank_rows: 2}"))
    assert (hand_ids(log), told(log)) == (
        ["1"],
        [("A6", "row after the end of the data", "2")],
    )


def test_cells_that_stand_for_those_below_are_filled_down(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "N": [
                ["Table", "Hand", "Start"],
                ["T4", 1, EVENING],
                [None, 2, EVENING],
                ["T5", 3, EVENING],
            ]
        },
    )
    text = HANDS.replace("hand_id: Hand", "hand_id: Hand, table: Table").replace('table: "4", ', "")
    log = log_from(path, rule(text, fill_down="Table"))
    assert records(log, "hands", "hand_id", "table") == [("1", "T4"), ("2", "T4"), ("3", "T5")]
    assert told(log_from(path, rule(text))) == [("A3", "missing", "")]


def test_marks_for_nothing_are_nothing(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, "-", "-", 25, "N/A"]]})
    log = log_from(path, rule(WIDE, top="blank: ['-', n/a]"))
    assert (records(log, "wagers", "seat"), records(log, "collections", "seat")) == ([("2",)], [])
    assert [address for address, *_ in told(log_from(path, rule(WIDE)))] == ["C2", "D2", "F2"]


def test_cells_beside_the_records_without_a_heading_are_told(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Start", None, "Remark"],
        [1, EVENING, "void", "x"],
        [2, EVENING, None, None, None, "fee given back"],
        [3, EVENING, None, None, None, "2.00"],
        [None, None, None, None, "checked by Kim"],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule())
    assert hand_ids(log) == ["1", "2", "3"]
    assert told(log) == [
        ("C2", "cell without a heading", "void"),
        ("F3", "cell without a heading", "fee given back"),
    ]
    assert not any(fault.set_aside for fault in log.faults)
    assert "not used; 1 more below" in str(log.faults[1])


def test_what_a_merged_cell_covers_is_told_and_not_taken_for_blank(tmp_path: Path) -> None:
    rows = [
        WIDE_HEADER,
        [1, EVENING, 25, 1, 25, 1],
        [2, EVENING, 25, None, 25, 1],
        [3, EVENING, 25, 1, None, 1],
        ["Total", None, 75, 2, 50, 3],
    ]
    merged = {"N": ["D2:D3", "C4:E4", "A5:B5"]}
    path = xlsx(tmp_path / "a.xlsx", {"N": rows}, merged=merged)
    log = log_from(path, rule(WIDE, skip="{words: Total}"))
    assert hand_ids(log) == ["1"]
    assert told(log) == [
        ("D3", "merged cell", ""),
        ("E4", "merged cell", ""),
        ("D4", "merged cell", ""),
    ]
    assert "split D2:D3" in str(log.faults[0])


def test_a_merged_cell_may_stand_for_its_rows_where_the_profile_says_so(tmp_path: Path) -> None:
    rows = [["Table", "Hand", "Start"], ["T4", 1, EVENING], [None, 2, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows}, merged={"N": ["A2:A3"]})
    text = HANDS.replace("hand_id: Hand", "hand_id: Hand, table: Table").replace('table: "4", ', "")
    log = log_from(path, rule(text, fill_down="Table"))
    assert (records(log, "hands", "table"), told(log)) == ([("T4",), ("T4",)], [])
    assert told(log_from(path, rule(text))) == [("A3", "merged cell", "")]


OPTION = HANDS.replace("started_at", "option: {header: Option, optional: yes}, started_at")


def options(tmp_path: Path, *cells: Any, **keys: str) -> tuple[list[Any], list[str]]:
    """The options read from a column, and what was told of it."""
    rows = [["Hand", "Start", "Option"], *[[n, EVENING, cell] for n, cell in enumerate(cells)]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(OPTION, **keys))
    return [option for (option,) in records(log, "hands", "option")], [
        f"{where} {kind}" for where, kind, _ in told(log)
    ]


@pytest.mark.parametrize("mark", ['"', "''", "\u201d", "\u3003", "ditto", ' " '])
def test_a_ditto_mark_repeats_the_cell_above_where_the_profile_says(
    tmp_path: Path, mark: str
) -> None:
    cells = (3, mark, mark, 5, mark)
    assert options(tmp_path, *cells, ditto="Option") == (["3", "3", "3", "5", "5"], [])
    assert options(tmp_path, *cells, fill_down="Option") == (["3", "3", "3", "5", "5"], [])


def test_a_ditto_mark_is_no_value_where_the_profile_does_not_say_what_it_means(
    tmp_path: Path,
) -> None:
    assert options(tmp_path, 3, '"', 5) == (["3", "5"], ["C3 ditto mark"])


def test_a_blank_repeats_the_cell_above_only_under_fill_down(tmp_path: Path) -> None:
    assert options(tmp_path, 3, None, 5, None, ditto="Option")[0] == ["3", None, "5", None]
    assert options(tmp_path, 3, None, 5, '"', fill_down="Option")[0] == ["3", "3", "5", "5"]


def test_a_ditto_mark_below_nothing_is_told(tmp_path: Path) -> None:
    assert options(tmp_path, '"', 3, None, '"', ditto="Option") == (
        ["3", None],
        ["C2 ditto mark", "C5 ditto mark"],
    )
