"""Words that people read on page and paper: names cut to their place, times, days and counts."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from feeaudit.report.characters import shown
from feeaudit.report.plain_values import local

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.report.basis import Basis

_CLIP: Final = 96
_EPOCH: Final = date(1970, 1, 1)
# What the two amounts of a finding are where they are not the fee owed and the fee taken.
_NO_FEES: Final = {"DROP": ("logged", "counted"), "PAY": ("put up", "used")}


def clipped(text: str, length: int = _CLIP) -> str:
    """Return text for a place of one line: long text is cut, and its length told."""
    clean = shown(text)
    if len(clean) <= length:
        return clean
    return f"{clean[: length // 2]}… ({len(text):,} characters)"


def dotted(text: str, length: int) -> str:
    """Return text for a narrow place, where a cut is shown by dots alone."""
    return f"{text[: length - 1]}…" if len(text) > length else text


def amount_names(check: str) -> tuple[str, str]:
    """Return what a check's findings hold as owed and as taken: the two are not always fees."""
    return _NO_FEES.get(check.partition("-")[0], ("owed", "taken"))


def clock(micros: int, zone: str) -> str:
    """Return the time of day, ``13:05``; blank where no time is told."""
    return f"{local(micros, zone):%H:%M}" if micros > 0 else ""


def moment_words(micros: int, zone: str) -> str:
    """Return a time in words, ``6 March 2026, 13:05``; blank where no time is told."""
    if micros <= 0:
        return ""
    when = local(micros, zone)
    return f"{date_words(when.date())}, {when:%H:%M}"


def date_words(day: date) -> str:
    """Return a date as people write it, ``6 March 2026``, whatever the locale."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def day_words(day: int) -> str:
    """Return a gaming day (since 1970) in words: ``Friday 6 March 2026``."""
    if day < 0:
        return "no day"
    when = _EPOCH + timedelta(days=day)
    return f"{_WEEKDAYS[when.weekday()]} {date_words(when)}"


def audit_date(basis: Basis) -> str:
    """Return the audit's date in words where it is a date; as it was given otherwise."""
    day = basis.audited_on
    return date_words(day) if day else shown(basis.date)


def period(first: int, last: int, zone: str) -> str:
    """Return from when to when, a date that is the same told once."""
    if first <= 0:
        return "no time is told"
    start, end = local(first, zone), local(last, zone)
    if start.date() == end.date():
        return f"{date_words(start.date())}, {start:%H:%M} to {end:%H:%M}"
    return f"{moment_words(first, zone)} to {moment_words(last, zone)}"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its word: ``1 hand``, ``2,000 hands``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def joined(parts: Iterable[str], by: str = "and") -> str:
    """Return parts as a list in a sentence: ``a, b and c``."""
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} {by} {last}" if most else last


def place_name(cardroom: str) -> str:
    """Return a cardroom's id as a heading: ``lucky-chances`` is ``Lucky Chances``."""
    return clipped(" ".join(each.capitalize() for each in cardroom.split("-")))


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
