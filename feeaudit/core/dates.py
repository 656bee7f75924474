"""Dates and times as people write them: American unless a site says otherwise.

Machine formats have ISO dates of their own; nothing here depends on a locale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import date, datetime

STYLES: Final = {
    "american": "March 6, 2026, 7:08 PM; 3/6/2026 in tables",
    "iso": "2026-03-06 19:08",
    "day-first": "6 March 2026, 19:08; 6 Mar 2026 in tables",
}
AMERICAN: Final = "american"
_NOON: Final = 12
_SHORT: Final = 3


def long_date(day: date, style: str = AMERICAN) -> str:
    """Return a date for a sentence: ``March 6, 2026``."""
    if style == "iso":
        return day.isoformat()
    month = _MONTHS[day.month - 1]
    if style == "day-first":
        return f"{day.day} {month} {day.year}"
    return f"{month} {day.day}, {day.year}"


def short_date(day: date, style: str = AMERICAN) -> str:
    """Return a date for a table: ``3/6/2026``."""
    if style == "iso":
        return day.isoformat()
    if style == "day-first":
        return f"{day.day} {short_month(day)} {day.year}"
    return f"{day.month}/{day.day}/{day.year}"


def short_month(day: date) -> str:
    """Return the month of a date in three letters: ``Mar``."""
    return _MONTHS[day.month - 1][:_SHORT]


def weekday_date(day: date, style: str = AMERICAN) -> str:
    """Return a date with its day of the week: ``Friday, March 6, 2026``."""
    comma = "" if style == "day-first" else ","
    return f"{_WEEKDAYS[day.weekday()]}{comma} {long_date(day, style)}"


def time_of_day(when: datetime, style: str = AMERICAN, *, seconds: bool = False) -> str:
    """Return the time of day: ``7:08 PM``, with seconds where asked for."""
    tail = f":{when.second:02d}" if seconds else ""
    if style != AMERICAN:
        return f"{when.hour:02d}:{when.minute:02d}{tail}"
    half = "AM" if when.hour < _NOON else "PM"
    return f"{when.hour % _NOON or _NOON}:{when.minute:02d}{tail} {half}"


def hour_of_day(hour: int, style: str = AMERICAN) -> str:
    """Return a full hour for the head of a column: ``7 PM``."""
    if style != AMERICAN:
        return f"{hour:02d}"
    return f"{hour % _NOON or _NOON} {'AM' if hour < _NOON else 'PM'}"


def long_moment(when: datetime, style: str = AMERICAN) -> str:
    """Return a date and time for a sentence: ``March 6, 2026, 7:08 PM``."""
    between = " " if style == "iso" else ", "
    return f"{long_date(when.date(), style)}{between}{time_of_day(when, style)}"


def short_moment(when: datetime, style: str = AMERICAN, *, seconds: bool = False) -> str:
    """Return a date and time for a table: ``3/6/2026 7:08 PM``."""
    return f"{short_date(when.date(), style)} {time_of_day(when, style, seconds=seconds)}"


_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
