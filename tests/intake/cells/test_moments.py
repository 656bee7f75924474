"""Dates and times in cells: exactly as stated, or refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
from support.profiled import WALL

from feeaudit.core.dialect import Dialect, Refused
from feeaudit.intake.cells.cell import Unread, clock, day, moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.intake.cells.cell import Cell


@pytest.mark.parametrize(
    ("cell", "order", "expected"),
    [
        ("2026-03-01", "", date(2026, 3, 1)),
        ("2026/3/1", "", date(2026, 3, 1)),
        ("3/1/2026", "month_first", date(2026, 3, 1)),
        ("3/1/26", "month_first", date(2026, 3, 1)),
        ("3/1/2026", "day_first", date(2026, 1, 3)),
        ("1-Mar-2026", "", date(2026, 3, 1)),
        ("Mar 1, 2026", "", date(2026, 3, 1)),
        ("Sunday 3/1/2026", "month_first", date(2026, 3, 1)),
        ("Sunday, March 1st, 2026", "", date(2026, 3, 1)),
        (date(2026, 3, 1), "", date(2026, 3, 1)),
        (WALL("2026-03-01"), "", date(2026, 3, 1)),
    ],
)
def test_a_date_is_read_as_stated(cell: Cell, order: str, expected: date) -> None:
    assert day(cell, Dialect(dates=order)) == expected


@pytest.mark.parametrize(
    ("cell", "order", "kind"),
    [
        ("3/1/2026", "", "ambiguous date"),
        ("13/1/2026", "month_first", "not a date"),
        ("2026-02-30", "", "not a date"),
        ("Monday 3/1/2026", "month_first", "not a date"),
        ("tomorrow", "month_first", "not a date"),
        ("1 Marsh 2026", "", "not a date"),
        (46082.0, "", "not a date"),
        (date(1900, 1, 1), "", "not a date"),
        (WALL("2026-03-01 19:30"), "", "not a date"),
        (time(1, 0), "", "not a date"),
    ],
)
def test_a_date_that_could_be_another_is_refused(cell: Cell, order: str, kind: str) -> None:
    with pytest.raises(Refused, match=kind):
        day(cell, Dialect(dates=order))


@pytest.mark.parametrize(
    ("cell", "hours"),
    [
        (time(19, 30), 19.5),
        ("19:30", 19.5),
        ("7:30 PM", 19.5),
        ("7:30p", 19.5),
        ("12:30 a.m.", 0.5),
        ("12:30 PM", 12.5),
        ("25:30", 25.5),
        (timedelta(hours=25.5), 25.5),
        (WALL("1900-01-01 01:30"), 25.5),
    ],
)
def test_a_time_of_day_is_read_as_stated(cell: Cell, hours: float) -> None:
    assert clock(cell) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "cell", ["1930", "7.30", "13:30 PM", "48:00", "12:60", "noon", 0.8125, True]
)
def test_a_time_that_must_be_guessed_is_refused(cell: Cell) -> None:
    with pytest.raises(Refused):
        clock(cell)


@pytest.mark.parametrize(
    ("cell", "order", "expected"),
    [
        ("2026-03-01 19:30:00", "", "2026-03-01 19:30"),
        ("2026-03-01T19:30", "", "2026-03-01 19:30"),
        ("3/1/2026 7:30 PM", "month_first", "2026-03-01 19:30"),
        ("Mar 1, 2026 7:30:15 pm", "", "2026-03-01 19:30:15"),
        ("2026-03-01 25:30", "", "2026-03-02 01:30"),
    ],
)
def test_a_date_and_time_is_read_as_stated(cell: Cell, order: str, expected: str) -> None:
    assert moment(cell, Dialect(dates=order)) == WALL(expected)


def test_an_offset_that_is_stated_is_kept() -> None:
    assert moment("2026-03-01T19:30:00Z") == datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def test_a_bare_date_is_midnight_only_in_a_column_of_times() -> None:
    assert moment(date(2026, 3, 2), midnights=True) == WALL("2026-03-02")
    with pytest.raises(Refused, match="a date without a time"):
        moment(date(2026, 3, 2))


@pytest.mark.parametrize("reader", [day, clock, moment])
@pytest.mark.parametrize("cell", ["#N/A", " #ref! ", Unread("", "formula error", "a value")])
def test_a_formula_that_failed_is_neither_date_nor_time(
    reader: Callable[[Cell], object], cell: Cell
) -> None:
    with pytest.raises(Refused, match="formula error"):
        reader(cell)
