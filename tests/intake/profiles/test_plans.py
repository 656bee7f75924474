"""Plans: headings that a sheet lacks, has twice, or has beyond what the profile names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from profiled import EVENING, WIDE, WIDE_HEADER, fault, log_from, records, rule, told
from spreadsheets import xlsx

if TYPE_CHECKING:
    from pathlib import Path


def test_a_missing_column_sets_the_sheet_aside_and_names_what_is_there(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Began"], [1, EVENING], [2, EVENING]]})
    log = log_from(path, rule())
    assert fault(log, "missing column").expected == "a column headed 'Start'; found 'Hand', 'Began'"
    assert fault(log, "sheet set aside").value == "2 rows"


def test_a_heading_that_two_columns_have_is_told_with_both(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Start"], [1, EVENING, EVENING]]})
    found = fault(log_from(path, rule()), "duplicate header")
    assert (found.address, found.set_aside) == ("C1", True)
    assert "not columns B and C" in found.expected


def test_a_heading_that_nobody_uses_may_come_twice_but_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Note", "note"], [1, EVENING, "a", "b"]]}
    )
    log = log_from(path, rule())
    assert (fault(log, "duplicate header").set_aside, log.hands.num_rows) == (False, 1)


def test_a_seat_that_the_profile_does_not_name_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [[*WIDE_HEADER, "Seat 3 Bet"], [1, EVENING, 25, 1, 25, 1, 99]]}
    )
    found = fault(log_from(path, rule(WIDE)), "column not used")
    assert (found.value, found.address, found.set_aside) == ("Seat 3 Bet", "G1", False)


def test_a_sheet_may_have_fewer_seats_than_the_profile(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER[:4], [1, EVENING, 25, 1]]})
    log = log_from(path, rule(WIDE))
    assert (records(log, "wagers", "seat"), told(log)) == ([("1",)], [])


def test_half_a_seat_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Seat 1 Player"], [1, EVENING, "Kim"]]}
    )
    assert "missing column" in [kind for _, kind, _ in told(log_from(path, rule(WIDE)))]
