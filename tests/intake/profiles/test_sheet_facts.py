"""Facts: what holds for a whole sheet, and whose word counts most."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import EVENING, HANDS, TIME_ONLY, fault, log_from, records, rule, starts, told
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log


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


MONTHLY = HANDS.replace("started_at: Start", "started_at: {date: Day, time: Start}")
BY_NAME = "{month: {sheet_name: '{}'}}"


def monthly(tmp_path: Path, name: str, *days: Any, facts: str = BY_NAME, **keys: str) -> Log:
    """A log of hands at half past seven on days of the month that a sheet is named after."""
    rows = [["Hand", "Day", "Start"], *[[n, day, "19:30"] for n, day in enumerate(days, start=1)]]
    path = xlsx(tmp_path / "Log 2026.xlsx", {name: rows})
    return log_from(path, rule(MONTHLY, facts=facts, **keys))


def days(log: Log) -> list[str]:
    return [f"{start:%Y-%m-%d}" for (start,) in records(log, "hands", "started_at")]


@pytest.mark.parametrize(
    "name", ["March 2026", "Mar 26", "MAR. 2026", "2026-03", "03-2026", "Mar '26", "March, 2026"]
)
def test_a_sheet_for_each_month_has_rows_with_the_day_alone(tmp_path: Path, name: str) -> None:
    log = monthly(tmp_path, name, 1, 2.0, "03", "4th", "Thu 5", date(2026, 3, 31))
    assert told(log) == []
    assert days(log) == [f"2026-03-{day:02d}" for day in (1, 2, 3, 4, 5, 31)]


def test_the_year_of_a_month_may_stand_in_the_name_of_the_file(tmp_path: Path) -> None:
    facts = "{month: {sheet_name: '{}'}, year: {file_name: 'Log {}.xlsx'}}"
    assert days(monthly(tmp_path, "Feb", 28, facts=facts)) == ["2026-02-28"]
    constant = monthly(tmp_path, "Feb", 28, constants="{year: 2024}")
    assert days(constant) == ["2024-02-28"]


def test_dates_may_leave_out_a_year_that_is_stated_elsewhere(tmp_path: Path) -> None:
    facts = "{year: {file_name: 'Log {}.xlsx'}}"
    text = rule(MONTHLY, facts=facts, top="dates: month_first")
    rows = [
        ["Hand", "Day", "Start"],
        *[[n, day, "19:30"] for n, day in enumerate(("3/14", "Mar 15", "16-Mar", "3/17/2026"))],
    ]
    log = log_from(xlsx(tmp_path / "Log 2026.xlsx", {"N": rows}), text)
    assert (told(log), days(log)) == ([], [f"2026-03-{day}" for day in (14, 15, 16, 17)])


@pytest.mark.parametrize(
    ("day", "kind"),
    [
        (30, "not a date"),
        (0, "not a date"),
        (1.5, "not a number"),
        (-1, "not a number"),
        ("1/2", "ambiguous date"),
        ("Tue 1", "not a date"),
        (True, "not a date"),
        (date(2026, 3, 1), "date and month disagree"),
        (date(2025, 2, 1), "date and month disagree"),
        (None, "missing"),
        ("total", "not a date"),
    ],
)
def test_what_is_no_day_of_the_month_is_told(tmp_path: Path, day: Any, kind: str) -> None:
    log = monthly(tmp_path, "February 2026", 1, day)
    assert [(where, what) for where, what, _ in told(log)] == [("B3", kind)]
    assert days(log) == ["2026-02-01"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("February", "a month without a year"),
        ("Febtober 2026", "not a month"),
        ("2026-13", "not a month"),
        ("March 1826", "not a month"),
        ("Sheet1", "not a month"),
    ],
)
def test_a_name_that_is_no_month_is_told(tmp_path: Path, name: str, kind: str) -> None:
    log = monthly(tmp_path, name, 1)
    assert (fault(log, kind).column, fault(log, "sheet set aside").value) == ("month", "1 rows")


def test_a_month_of_another_year_than_the_file_says_is_told(tmp_path: Path) -> None:
    facts = "{month: {sheet_name: '{}'}, year: {file_name: 'Log {}.xlsx'}}"
    log = monthly(tmp_path, "March 2025", 1, facts=facts)
    assert fault(log, "month and year disagree").expected == "a month of 2026"


def test_the_last_night_of_a_month_goes_past_midnight(tmp_path: Path) -> None:
    rows = [["Hand", "Day", "Start"], [1, 31, "23:50"], [2, 31, "0:10"]]
    path = xlsx(tmp_path / "a.xlsx", {"Dec 2025": rows})
    log = log_from(path, rule(MONTHLY, facts=BY_NAME, past_midnight="'06:00'"))
    assert days(log) == ["2025-12-31", "2026-01-01"]


def test_the_month_may_stand_in_a_cell_as_a_date(tmp_path: Path) -> None:
    rows = [[date(2026, 3, 1)], ["Hand", "Day", "Start"], [1, 7, "19:30"]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    text = rule(MONTHLY, facts="{month: {cell: A1}}", header="{row: 2}")
    assert days(log_from(path, text)) == ["2026-03-07"]
