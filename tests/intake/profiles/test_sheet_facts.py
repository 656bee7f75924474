"""Facts: what holds for a whole sheet, and whose word counts most."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING

import pytest
from support.profiled import EVENING, HANDS, TIME_ONLY, fault, log_from, records, rule, starts, told
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("facts", "sheet", "file"),
    [
        ("{date: {cell: B1}}", "N", "a.xlsx"),
        ('{date: {cell: A1, pattern: "Night of {}"}}', "N", "a.xlsx"),
        ('{date: {sheet_name: "{}"}}', "2026-03-01", "a.xlsx"),
        ('{date: {file_name: "*-{}.xlsx"}}', "N", "night-03.01.2026.xlsx"),
    ],
)
def test_the_date_comes_from_a_cell_the_sheet_or_the_file(
    tmp_path: Path, facts: str, sheet: str, file: str
) -> None:
    rows = [["Night of 3/1/2026", date(2026, 3, 1)], ["Hand", "Start"], [1, time(20, 0)]]
    text = rule(TIME_ONLY, top="dates: month_first", header="{row: 2}", facts=facts)
    assert starts(log_from(xlsx(tmp_path / file, {sheet: rows}), text)) == ["01 20:00"]


def test_a_fact_that_cannot_be_read_sets_the_sheet_aside(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["soon"], ["Hand", "Start"], [1, time(20, 0)]]})
    log = log_from(path, rule(TIME_ONLY, header="{row: 2}", facts="{date: {cell: A1}}"))
    assert told(log) == [("", "sheet set aside", "1 rows"), ("A1", "not a date", "soon")]
    assert log.hands.num_rows == 0


def test_a_sheet_named_otherwise_than_the_profile_says_is_set_aside(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": body, "Annex": body})
    facts = '{table: {sheet_name: "Table {}"}}'
    log = log_from(path, rule(HANDS.replace('table: "4", ', ""), facts=facts))
    odd = fault(log, "not as the profile says")
    assert (odd.sheet, odd.value, odd.expected) == ("Annex", "Annex", "'Table {}'")
    assert log.hands.num_rows == 1


def test_what_no_profile_knows_cannot_be_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, EVENING]]})
    with pytest.raises(UnusableLog, match="'casino' cannot be given"):
        log_from(path, rule(), casino="x")
    with pytest.raises(UnusableLog, match="date 'soon': not a date"):
        log_from(path, rule(), date="soon")


def test_the_word_of_the_sheet_counts_more_than_what_was_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"T9": [["Hand", "Start"], [1, EVENING]]})
    text = rule(
        HANDS.replace('table: "4", ', ""),
        top="constants: {table: '1'}",
        facts='{table: {sheet_name: "T{}"}}',
    )
    assert records(log_from(path, text, table="2"), "hands", "table") == [("9",)]
    without = rule(HANDS.replace('table: "4", ', ""), top="constants: {table: '1'}")
    assert records(log_from(path, without, table="2"), "hands", "table") == [("2",)]
