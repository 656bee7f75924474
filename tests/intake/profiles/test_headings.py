"""Headings: over several lines, wherever they stand, under other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.profiled import (
    EVENING,
    HANDS,
    WIDE,
    fault,
    hand_ids,
    log_from,
    records,
    rule,
    starts,
    told,
)
from support.spreadsheets import xlsx

if TYPE_CHECKING:
    from pathlib import Path


def test_merged_and_two_line_headers_below_a_title_are_read_as_one(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Night": [
                ["Mortimer's, Table 4"],
                [],
                ["Hand", "Start", "Seat 1", None, "Seat 2", None],
                [None, None, "Bet", "Fee", "Bet", "Fee"],
                [1, EVENING, 25, 1, 50, 2],
            ]
        },
        merged={"Night": ["A1:F1", "A3:A4", "B3:B4", "C3:D3", "E3:F3"]},
    )
    log = log_from(path, rule(WIDE, header="{row: 3, lines: 2}"))
    assert (told(log), records(log, "wagers", "seat", "amount")) == ([], [("1", 2500), ("2", 5000)])


def test_a_group_heading_that_is_not_merged_is_carried_where_the_profile_says(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "Hand,Start,Seat 1,,Seat 2,\n,,Bet,Fee,Bet,Fee\n1,2026-03-01 19:30,25,1,50,2\n",
        encoding="utf-8",
    )
    log = log_from(path, rule(WIDE, header="{row: 1, lines: 2, carry: yes}"))
    assert records(log, "collections", "seat", "amount") == [("1", 100), ("2", 200)]
    uncarried = log_from(path, rule(WIDE, header="{row: 1, lines: 2}"))
    assert "'Seat 1 Fee'" in fault(uncarried, "missing column").expected


def test_headings_are_found_wherever_they_stand(tmp_path: Path) -> None:
    early = [["Hand", "Start"], [1, EVENING]]
    late = [["Mortimer's"], [], ["Shift", 2], ["Hand", "Start"], [2, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Early": early, "Late": late})
    log = log_from(path, rule(header="{find: [Hand, Start]}"))
    assert hand_ids(log) == ["1", "2"]


def test_a_sheet_without_the_headings_looked_for_is_set_aside_and_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"A": [["Hand", "Start"], [1, EVENING]], "B": [["x"], [2]]})
    log = log_from(path, rule(header="{find: [Hand, Start]}"))
    assert fault(log, "header not found").sheet == "B"
    assert hand_ids(log) == ["1"]


def test_columns_are_known_by_other_names_and_by_letter(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["HAND  no.", "when"], [1, EVENING]]})
    renamed = HANDS.replace("Hand,", "[Hand, Hand No.],").replace("Start", "{letter: B}")
    log = log_from(path, rule(renamed))
    assert (hand_ids(log), starts(log)) == (["1"], ["01 19:30"])


def test_a_sheet_without_headings_is_read_by_letters(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [[1, EVENING]]})
    letters = HANDS.replace("Hand,", "{letter: A},").replace("Start", "{letter: b}")
    log = log_from(path, rule(letters, header="{row: 0}"))
    assert (hand_ids(log), starts(log)) == (["1"], ["01 19:30"])
