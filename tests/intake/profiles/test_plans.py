"""Plans: headings that a sheet lacks, has twice, or has beyond what the profile names."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

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
    told,
)
from support.spreadsheets import xlsx

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
    header = [*WIDE_HEADER[:4], "Seat 2 Player"]
    path = xlsx(tmp_path / "a.xlsx", {"N": [header, [1, EVENING, 25, 1, "Kim"]]})
    found = fault(log_from(path, rule(WIDE)), "missing column")
    assert found.expected.startswith("a column headed 'Seat 2 Bet'; found ")


def test_a_heading_with_two_other_numbers_is_no_further_seat(tmp_path: Path) -> None:
    twice = WIDE.replace("Seat {n} Bet", "Seat {n} Bet {n}")
    header = ["Hand", "Start", "Seat 1 Bet 1", "Seat 1 Fee", "Seat 3 Bet 4", "Seat 5 Bet 5"]
    path = xlsx(tmp_path / "a.xlsx", {"N": [header, [1, EVENING, 25, 1, 25, 25]]})
    assert fault(log_from(path, rule(twice)), "column not used").value == "Seat 5 Bet 5"


def test_a_heading_of_many_figures_is_compared_at_once(tmp_path: Path) -> None:
    many = WIDE.replace("Seat {n} Bet", "{n}" * 40)
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "1" * 40, "7" * 100 + "x"]]})
    began = monotonic()
    assert ("", "missing column", "") in told(log_from(path, rule(many)))
    assert monotonic() - began < 5


OPTIONAL_BET = "wagers: {columns: {seat: Seat, amount: {header: Bet, optional: yes}}, constants: {wager: base}}"


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (HANDS.replace("hand_id: Hand", "hand_id: {header: No, optional: yes}"), "'No'"),
        (
            HANDS.replace("hand_id: Hand", "hand_id: {header: No, optional: yes}").replace(
                "hands:", "hands:\n  when: hand_id"
            ),
            "'No'",
        ),
        (HANDS + OPTIONAL_BET, "'Bet'"),
    ],
)
def test_what_a_record_needs_is_not_optional(tmp_path: Path, text: str, lacking: str) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Seat"], [1, EVENING, 3]]})
    log = log_from(path, rule(text))
    assert fault(log, "missing column").expected.startswith(f"a column headed {lacking};")
    assert fault(log, "sheet set aside").value == "1 rows"


def test_what_a_record_needs_may_lack_where_something_else_says_it(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Seat"], [1, EVENING, 3]]})
    text = HANDS.replace('table: "4", ', "").replace(
        "hand_id: Hand", "hand_id: Hand, table: {header: Table, optional: yes}"
    )
    log = log_from(path, rule(text), table="7")
    assert (records(log, "hands", "hand_id", "table"), log.faults) == ([("1", "7")], ())


def test_without_the_column_that_tells_whether_there_is_a_record_there_is_none(
    tmp_path: Path,
) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Seat"], [1, EVENING, 3]]})
    log = log_from(path, rule(HANDS + OPTIONAL_BET.replace("{columns", "{when: amount, columns")))
    assert (hand_ids(log), log.table("wagers").num_rows, log.faults) == (["1"], 0, ())
