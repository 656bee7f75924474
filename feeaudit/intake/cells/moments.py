"""Dates and times in cells: stored or written, exactly as stated, or refused.

3/1/2026 is a date only where the profile says which figure is the month. Times are wall-clock times
of the cardroom; the zone comes later.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import Refused, readable
from feeaudit.intake.tables import TIME

if TYPE_CHECKING:
    from feeaudit.intake.cells.cell import Cell

_MONTHS = {
    month: number
    for number, months in enumerate(
        (
            ("jan", "january"),
            ("feb", "february"),
            ("mar", "march"),
            ("apr", "april"),
            ("may",),
            ("jun", "june"),
            ("jul", "july"),
            ("aug", "august"),
            ("sep", "sept", "september"),
            ("oct", "october"),
            ("nov", "november"),
            ("dec", "december"),
        ),
        start=1,
    )
    for month in months
}
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_YEARS = range(1990, 2200)
_EXCEL_BEGINS = datetime(1899, 12, 31)  # noqa: DTZ001 - where Excel counts days from, no instant
_EXCEL_FIRST_YEAR = 1900
_TWO_DAYS = timedelta(days=2)

_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_DAY_MONTH = re.compile(r"([0-9]{1,2})[- ]([a-z]{3,9})\.?[-, ]+([0-9]{4}|[0-9]{2})", re.IGNORECASE)
_MONTH_DAY = re.compile(
    r"([a-z]{3,9})\.?[- ]([0-9]{1,2})(?:st|nd|rd|th)?,? +([0-9]{4})", re.IGNORECASE
)
_WEEKDAY = re.compile(r"(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +(?=\S)", re.IGNORECASE)
_CLOCK = re.compile(
    r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?\s*(?:([ap])\.?(?:m\.?)?)?",
    re.IGNORECASE,
)
_DAY_AND_CLOCK = re.compile(r"(.*\S)(?:\s+|(?<=[0-9])T(?=[0-9]))([0-9]{1,2}:[0-9]{2}.*)")


def day(cell: Cell, order: str = "") -> date:
    """Return a date; a time of day beside it is refused."""
    cell = readable(cell)
    if isinstance(cell, str):
        return _day_of_text(cell.strip(), order)
    if not isinstance(cell, date):
        raise Refused("not a date", "a date such as 2026-03-01; format the cell as a date")
    if isinstance(cell, datetime):
        if cell.time() != time():
            raise Refused("not a date", "a date without a time")
        cell = cell.date()
    return _of_our_time(cell)


def _of_our_time(found: date) -> date:
    if found.year not in _YEARS:
        raise Refused("not a date", f"a year from {_YEARS.start} to {_YEARS.stop - 1}")
    return found


def _day_of_text(text: str, order: str) -> date:
    weekday = _WEEKDAY.match(text)
    rest = text[weekday.end() :] if weekday else text
    year, month, number = _figures(rest, order)
    try:
        found = date(year, month, number)
    except ValueError:
        raise Refused("not a date", "a day that is on the calendar") from None
    stated = _WEEKDAYS[found.weekday()]
    if weekday and not stated.lower().startswith(weekday[1].lower()):
        raise Refused("not a date", f"{stated}, the weekday of {found}")
    return _of_our_time(found)


def _figures(text: str, order: str) -> tuple[int, int, int]:
    """Return year, month and day of a written date."""
    if match := _YEAR_FIRST.fullmatch(text):
        return int(match[1]), int(match[3]), int(match[4])
    if match := _YEAR_LAST.fullmatch(text):
        if not order:
            raise Refused(
                "ambiguous date", "2026-03-01, or a profile that says 'dates: month_first'"
            )
        first, second = int(match[1]), int(match[3])
        month, number = (first, second) if order == "month_first" else (second, first)
        return _year(match[4]), month, number
    if match := _DAY_MONTH.fullmatch(text):
        return _year(match[3]), _month(match[2]), int(match[1])
    if match := _MONTH_DAY.fullmatch(text):
        return int(match[3]), _month(match[1]), int(match[2])
    raise Refused("not a date", "a date such as 2026-03-01")


def _year(digits: str) -> int:
    return int(digits) + (2000 if len(digits) < len("2026") else 0)


def _month(word: str) -> int:
    number = _MONTHS.get(word.lower())
    if number is None:
        raise Refused("not a date", "a date such as 2026-03-01")
    return number


def clock(cell: Cell) -> timedelta:
    """Return a time of day since midnight; 25:30 is half past one of the next day."""
    cell = readable(cell)
    if isinstance(cell, datetime) and cell.year <= _EXCEL_FIRST_YEAR:
        cell = cell - _EXCEL_BEGINS
    if isinstance(cell, time):
        return timedelta(
            hours=cell.hour,
            minutes=cell.minute,
            seconds=cell.second,
            microseconds=cell.microsecond,
        )
    if isinstance(cell, timedelta):
        if timedelta() <= cell < _TWO_DAYS:
            return cell
        raise Refused("not a time", "a time of day below 48:00")
    if isinstance(cell, str):
        return _clock_of_text(cell.strip())
    raise Refused("not a time", "a time of day such as 19:30; format the cell as a time")


def _clock_of_text(text: str) -> timedelta:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise Refused("not a time", "a time of day such as 19:30 or 7:30 PM")
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if match[5]:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - the hours of a clock face
            raise Refused("not a time", "an hour from 1 to 12 before AM or PM")
        hour = hour % 12 + (12 if match[5].lower() == "p" else 0)
    if hour >= 48 or minute >= 60 or second >= 60:  # noqa: PLR2004 - two days, an hour, a minute
        raise Refused("not a time", "a time of day such as 19:30 or 7:30 PM")
    micro = int((match[4] or "").ljust(6, "0"))
    return timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)


def has_date(cell: Cell) -> bool:
    """Tell whether a stored time says its day as well, as cells shown as times often do."""
    return isinstance(cell, datetime) and cell.year > _EXCEL_FIRST_YEAR


def moment(cell: Cell, order: str = "", *, midnights: bool = False) -> datetime:
    """Return a date and time; it has an offset only where the cell states one.

    Excel stores midnight as a bare date. ``midnights`` says that the column holds times, so that
    a bare date in it is midnight and not a time left out.
    """
    cell = readable(cell)
    if isinstance(cell, datetime):
        if cell.year not in _YEARS:
            raise Refused("a time without a date", TIME.expected)
        return cell
    if isinstance(cell, date) and midnights:
        return midnight(_of_our_time(cell))
    if isinstance(cell, str):
        return _moment_of_text(cell.strip(), order)
    what = "a date without a time" if isinstance(cell, date) else "not a time"
    raise Refused(what, TIME.expected)


def _moment_of_text(text: str, order: str) -> datetime:
    try:
        stated = datetime.fromisoformat(text)
    except ValueError:
        stated = None
    if stated is not None and stated.tzinfo is not None:
        _of_our_time(stated)
        return stated
    match = _DAY_AND_CLOCK.fullmatch(text)
    if match is None:
        raise Refused("not a time", TIME.expected)
    return midnight(_day_of_text(match[1], order)) + _clock_of_text(match[2])


def midnight(found: date) -> datetime:
    """Return the beginning of a day, as a wall-clock time."""
    return datetime(found.year, found.month, found.day)  # noqa: DTZ001 - the zone comes later
