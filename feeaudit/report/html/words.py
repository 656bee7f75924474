"""Words of the page: text from a log made safe to read, times and days as people say them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

_CLIP: Final = 96
_EPOCH: Final = date(1970, 1, 1)
# Marks that turn the direction of the text after them, and controls that no eye can see.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]"
)


def shown(text: str) -> str:
    """Return text with its unseen marks written out, so that it reads as what it is.

    A mark that turns the writing direction could make an amount or a name read backwards; in
    evidence it is shown as ``[U+202E]`` instead of obeyed.
    """
    return _UNSEEN.sub(lambda mark: f"[U+{ord(mark.group()):04X}]", text)


def clipped(text: str, length: int = _CLIP) -> str:
    """Return text for a place of one line: long text is cut, and its length told."""
    clean = shown(text)
    if len(clean) <= length:
        return clean
    return f"{clean[: length // 2]}… ({len(text):,} characters)"


def local(micros: int, zone: str) -> datetime:
    """Return a time in the zone."""
    # Whole seconds first: a float of microseconds would round.
    instant = datetime.fromtimestamp(micros // 1_000_000, UTC)
    return instant.astimezone(ZoneInfo(zone))


def clock(micros: int, zone: str) -> str:
    """Return the time of day, ``13:05``; blank where no time is told."""
    return f"{local(micros, zone):%H:%M}" if micros > 0 else ""


def moment(micros: int, zone: str) -> str:
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


def given_date(text: str) -> str:
    """Return the audit's date in words where it is a date; as it was given otherwise."""
    try:
        return date_words(date.fromisoformat(text))
    except ValueError:
        return shown(text)


def period(first: int, last: int, zone: str) -> str:
    """Return from when to when, a date that is the same told once."""
    if first <= 0:
        return "no time is told"
    start, end = local(first, zone), local(last, zone)
    if start.date() == end.date():
        return f"{date_words(start.date())}, {start:%H:%M} to {end:%H:%M}"
    return f"{moment(first, zone)} to {moment(last, zone)}"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its word: ``1 hand``, ``2,000 hands``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def joined(parts: Iterable[str]) -> str:
    """Return parts as a list in a sentence: ``a, b and c``."""
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def place_name(cardroom: str) -> str:
    """Return a cardroom's id as a heading: ``lucky-chances`` is ``Lucky Chances``."""
    return clipped(" ".join(each.capitalize() for each in cardroom.split("-")))


def slugs(kind: str, names: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return an anchor for each name, made of its plain letters; no two are the same."""
    found: dict[tuple[str, ...], str] = {}
    taken: dict[str, int] = {}
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", "-".join(name).lower()).strip("-")[:60]
        base = f"{kind}-{plain}" if plain else kind
        taken[base] = taken.get(base, 0) + 1
        found[name] = base if taken[base] == 1 else f"{base}.{taken[base]}"
    return found


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
