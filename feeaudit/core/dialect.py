"""The one reading of amounts, counts, dates and times, wherever they are written.

A dialect states what a place of writing takes. The same text in the same dialect has the same
meaning, or is refused for the same reason, in a log, a profile, a hand history, a quote and the
book. Nothing is guessed: ``1.500`` may be fifteen hundred or a dollar fifty, 3/1/2026 is a date
only where somebody said which figure is the month, and only 0 to 9 are figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from typing import Final

LARGEST_AMOUNT: Final = 10**12  # dollars: far above any wager, far below what 64 bits of cents hold
LARGEST_COUNT: Final = 2**31 - 1
# What a sum of a night's amounts may be off by, in dollars, after a program added them up in
# binary; nobody charges a fraction of a cent that small. Large sums lose their last digits as well.
FLOAT_ERROR: Final = 1e-9
FLOAT_DIGITS: Final = 2.0**-50
_PRINTED_DIGITS: Final = 17  # the most that a binary number is printed with
YEARS: Final = range(1990, 2200)
YES: Final = ("yes", "y", "true", "1")
NO: Final = ("no", "n", "false", "0")

AMOUNT: Final = "an amount such as 25 or 25.50"
CENTS: Final = "an amount in whole cents such as 150 for $1.50, without a dollar sign"
MOMENT: Final = "a date and time such as 2026-03-01 19:30:00"
PLAIN_AMOUNT: Final = r"[0-9]{1,9}(?:\.[0-9]{1,2})?"
_DAY: Final = "a date such as 2026-03-01"
_CLOCK_TIME: Final = "a time of day such as 19:30 or 7:30 PM"
_LONGEST: Final = 100  # characters; nothing that anybody writes as one figure is longer


@dataclass(frozen=True, slots=True)
class Dialect:
    """What figures look like in one place of writing.

    ``decimal`` is the sign before the cents, ``point`` or ``comma``; the other one groups
    thousands. ``dates`` is the order of 3/1/2026, ``month_first`` or ``day_first``; unsaid, such a
    date is refused. ``blanks`` are words that mean nothing was written. Where ``midnights`` is
    said, a date alone is the beginning of its day and not a time left out. A ``plain`` dialect
    takes bare figures only: 1250.00, up to nine before the point, 2026-03-01, yes; no dollar sign,
    no thousands, no blanks around them, no minus. Where ``cents`` is said, amounts are stated in
    cents: 150 is a dollar fifty. Dates may leave out the ``year`` where it is known, and also the
    ``month``; 0 is not known.
    """

    decimal: str = "point"
    dates: str = ""
    blanks: frozenset[str] = frozenset()
    midnights: bool = False
    plain: bool = False
    cents: bool = False
    year: int = 0
    month: int = 0


# A log, and a hand that a person asks about in the words of one.
LOG: Final = Dialect(midnights=True)
# The book, configurations and profiles: kept by hand, compared with paper, so written one way only.
BOOK: Final = Dialect(plain=True)


class Refused(ValueError):  # noqa: N818 - it says what became of the text
    """A text does not hold what is expected; ``place`` is another column at fault."""

    def __init__(self, kind: str, expected: str, place: int = -1) -> None:
        self.kind = kind
        self.expected = expected
        self.place = place
        super().__init__(f"{kind}; expected {expected}")


def amount(value: object, dialect: Dialect = LOG, *, signed: bool = False) -> int:
    """Return the cents of an amount, written or stored as a number."""
    if dialect.cents:
        cents = _whole_cents(value, dialect)
    elif isinstance(value, str):
        cents = _written(value, dialect)
    elif isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        cents = _stored(value)
    else:
        raise Refused("not an amount", AMOUNT)
    if cents < 0 and not signed:
        raise Refused("a negative amount", f"{AMOUNT}, zero or more")
    return cents


def _whole_cents(value: object, dialect: Dialect) -> int:
    """Return an amount that is stated in cents; a dollar sign or a fraction says it is none."""
    if isinstance(value, str):
        if "$" in value:
            raise Refused("not in cents", CENTS)
        value = value.strip().removesuffix("¢").rstrip()
    hundredths = amount(value, replace(dialect, cents=False), signed=True)
    if hundredths % 100:
        raise Refused("not in cents", CENTS)
    return hundredths // 100


def _stored(number: float | Decimal) -> int:
    """Return the cents of a number, if it is whole cents but for what binary arithmetic loses."""
    try:
        if not -LARGEST_AMOUNT < number < LARGEST_AMOUNT:
            raise Refused("not an amount", AMOUNT)
    except InvalidOperation:  # a Decimal that is no number
        raise Refused("not an amount", AMOUNT) from None
    cents: int = round(number * 100)
    if isinstance(number, Decimal):
        error = float(number - Decimal(cents).scaleb(-2))
        binary = len(number.as_tuple().digits) <= _PRINTED_DIGITS
    else:
        error, binary = number - cents / 100, True
    if abs(error) > binary * max(FLOAT_ERROR, abs(float(number)) * FLOAT_DIGITS):
        raise Refused("not whole cents", f"{AMOUNT}; it is {number}")
    return cents


# A sign, a dollar sign and blanks between, in the orders people write them.
_SIGNS: Final = re.compile(r"(?P<minus>-\s*\$?\s*|\$\s*-\s*)|\+?\s*\$?\s*")
_FIGURES: Final = {
    mark: re.compile(
        rf"(?P<whole>[1-9][0-9]{{0,2}}(?:{between}[0-9]{{3}})+|[0-9]+|(?={point}[0-9]))"
        rf"(?:{point}(?P<part>[0-9]*))?"
    )
    for mark, point, between in (("point", r"\.", ","), ("comma", ",", r"\."))
}
_PLAIN: Final = re.compile(PLAIN_AMOUNT)
_THOUSANDS: Final = 3


def _written(text: str, dialect: Dialect) -> int:
    if dialect.plain:
        if _PLAIN.fullmatch(text) is None:
            raise Refused("not an amount", AMOUNT)
        whole, _, part = text.partition(".")
        return int(whole) * 100 + int(part.ljust(2, "0"))
    text = text.strip()
    bracketed = text.startswith("(") and text.endswith(")")
    figures = text[1:-1].strip() if bracketed else text
    sign = _SIGNS.match(figures)
    minus = bool(sign and sign["minus"])
    rest = figures[sign.end() :] if sign else figures
    match = _FIGURES[dialect.decimal].fullmatch(rest) if len(rest) <= _LONGEST else None
    if match is None or (bracketed and rest != figures.lstrip("$").lstrip()):
        raise Refused("not an amount", AMOUNT)
    cents = _cents(re.sub(r"[^0-9]", "", match["whole"]) or "0", match["part"] or "")
    return -cents if bracketed or minus else cents


def _cents(whole: str, part: str) -> int:
    """Return the cents of figures before and after the mark.

    Three figures after it may be thousands. More than three are how a program prints a number:
    databases give amounts four decimals, and binary sums have many.
    """
    if len(part) == _THOUSANDS:
        raise Refused(
            "ambiguous amount", f"{AMOUNT}; three digits after the separator may be thousands"
        )
    return _stored(Decimal(f"{whole}.{part}"))


def number(text: str) -> Decimal:
    """Return a number as data formats write it, where the sign before a fraction is a point."""
    if not re.fullmatch(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,4})?", text):
        raise Refused("not a number", "a number such as 30 or 30.5")
    return Decimal(text)


def count(value: object) -> int:
    """Return a whole number, zero or more."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value.strip()):
        return int(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        whole = 0 <= value <= LARGEST_COUNT and value == int(value)
        if whole:
            return int(value)
    raise Refused("not a number", "a whole number")


def truth(text: str, dialect: Dialect = LOG) -> bool:
    """Return a written yes or no."""
    word = text if dialect.plain else text.strip().lower()
    known = 1 if dialect.plain else None
    if word in YES[:known]:
        return True
    if word in NO[:known]:
        return False
    raise Refused("not yes or no", "yes or no")


_MONTHS: Final = {
    month: place
    for place, months in enumerate(
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
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_YEAR_FIRST: Final = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_YEAR_LAST: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_DAY_MONTH: Final = re.compile(
    r"([0-9]{1,2})[- ]([a-z]{3,9})\.?[-, ]+([0-9]{4}|[0-9]{2})", re.IGNORECASE | re.ASCII
)
_MONTH_DAY: Final = re.compile(
    r"([a-z]{3,9})\.?[- ]([0-9]{1,2})(?:st|nd|rd|th)?,? +([0-9]{4})", re.IGNORECASE | re.ASCII
)
_WEEKDAY: Final = re.compile(
    r"(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +(?=\S)", re.IGNORECASE | re.ASCII
)
_DAY_ALONE: Final = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
_NO_YEAR: Final = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}")
_NAMED_NO_YEAR: Final = re.compile(
    r"[0-9]{1,2}[- ][a-z]{3,9}\.?|[a-z]{3,9}\.?[- ][0-9]{1,2}(?:st|nd|rd|th)?",
    re.IGNORECASE | re.ASCII,
)
_MONTH_NAMED: Final = re.compile(
    r"([a-z]{3,9})\.?(?:[-,/ ]*'?([0-9]{4}|[0-9]{2}))?", re.IGNORECASE | re.ASCII
)
_MONTH_FIGURES: Final = re.compile(
    r"([0-9]{4})[-/. ]([0-9]{1,2})|([0-9]{1,2})[-/. ]([0-9]{4})", re.ASCII
)


def day(text: str, dialect: Dialect = LOG) -> date:
    """Return a written date."""
    if dialect.plain:
        if _ISO.fullmatch(text) is None:
            raise Refused("not a date", _DAY)
    else:
        text = text.strip()
    if len(text) > _LONGEST:
        raise Refused("not a date", _DAY)
    weekday = _WEEKDAY.match(text)
    found = _found(text[weekday.end() :] if weekday else text, dialect)
    stated = _WEEKDAYS[found.weekday()]
    if weekday and not stated.lower().startswith(weekday[1].lower()):
        raise Refused("not a date", f"{stated}, the weekday of {found}")
    return of_our_time(found)


def _found(text: str, dialect: Dialect) -> date:
    """Return a written date, which may leave out what the dialect knows."""
    if dialect.month and (match := _DAY_ALONE.fullmatch(text)):
        return day_of_month(int(match[1]), dialect)
    whole = _with_year(text, dialect.year) if dialect.year else text
    return known_month(_on_calendar(*_calendar(whole, dialect.dates)), dialect)


def _on_calendar(year: int, month: int, of_month: int) -> date:
    try:
        return date(year, month, of_month)
    except ValueError:
        raise Refused("not a date", "a day that is on the calendar") from None


def day_of_month(number: int, dialect: Dialect) -> date:
    """Return a day of the month that a dialect knows."""
    return _on_calendar(dialect.year, dialect.month, number)


def known_month(found: date, dialect: Dialect) -> date:
    """Return a date, refusing one of another month or year than the dialect knows."""
    if dialect.year not in {0, found.year} or dialect.month not in {0, found.month}:
        month = f"{dialect.year}-{dialect.month:02d}" if dialect.month else dialect.year
        raise Refused("date and month disagree", f"a day of {month}")
    return found


def _with_year(text: str, year: int) -> str:
    """Return a date with the year that it leaves out, as in 3/14, Mar 14 and 14 Mar."""
    if match := _NO_YEAR.fullmatch(text):
        return f"{text}{match[1]}{year}"
    return f"{text}, {year}" if _NAMED_NO_YEAR.fullmatch(text) else text


def month(text: str) -> tuple[int, int]:
    """Return the year of a written month, 0 where it has none, and its number."""
    text = text.strip()
    if match := _MONTH_NAMED.fullmatch(text):
        of_year, number = (_year(match[2]) if match[2] else 0), _MONTHS.get(match[1].lower(), 0)
        if number and of_year in {0, *YEARS}:
            return of_year, number
    if match := _MONTH_FIGURES.fullmatch(text):
        of_year, number = int(match[1] or match[4]), int(match[2] or match[3])
        if 1 <= number <= 12 and of_year in YEARS:  # noqa: PLR2004 - the months of a year
            return of_year, number
    raise Refused("not a month", "a month such as March 2026 or 2026-03")


def year(text: str) -> int:
    """Return a written year."""
    if not re.fullmatch(r"[0-9]{4}", text.strip()) or int(text) not in YEARS:
        raise Refused("not a year", f"a year from {YEARS.start} to {YEARS.stop - 1}")
    return int(text)


def of_our_time(found: date) -> date:
    """Return a date, refusing one that a mistake made: no log is older than cardrooms' records."""
    if found.year not in YEARS:
        raise Refused("not a date", f"a year from {YEARS.start} to {YEARS.stop - 1}")
    return found


def _calendar(text: str, order: str) -> tuple[int, int, int]:
    """Return year, month and day of a written date."""
    if match := _YEAR_FIRST.fullmatch(text):
        return int(match[1]), int(match[3]), int(match[4])
    if match := _YEAR_LAST.fullmatch(text):
        if not order:
            raise Refused(
                "ambiguous date", "2026-03-01, or a profile that says 'dates: month_first'"
            )
        first, second = int(match[1]), int(match[3])
        month, of_month = (first, second) if order == "month_first" else (second, first)
        return _year(match[4]), month, of_month
    if match := _DAY_MONTH.fullmatch(text):
        return _year(match[3]), _month(match[2]), int(match[1])
    if match := _MONTH_DAY.fullmatch(text):
        return int(match[3]), _month(match[1]), int(match[2])
    raise Refused("not a date", _DAY)


def _year(digits: str) -> int:
    return int(digits) + (2000 if len(digits) < len("2026") else 0)


def _month(word: str) -> int:
    found = _MONTHS.get(word.lower())
    if found is None:
        raise Refused("not a date", _DAY)
    return found


_CLOCK: Final = re.compile(
    r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?\s*(?:([ap])\.?(?:m\.?)?)?",
    re.IGNORECASE,
)
_HOURS: Final = 48


def clock(text: str) -> timedelta:
    """Return a written time of day since midnight; 25:30 is half past one of the next day."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise Refused("not a time", _CLOCK_TIME)
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if match[5]:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - the hours of a clock face
            raise Refused("not a time", "an hour from 1 to 12 before AM or PM")
        hour = hour % 12 + (12 if match[5].lower() == "p" else 0)
    if hour >= _HOURS or minute >= 60 or second >= 60:  # noqa: PLR2004 - an hour, a minute
        raise Refused("not a time", _CLOCK_TIME)
    micro = int((match[4] or "").ljust(6, "0"))
    return timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)


_DAY_AND_CLOCK: Final = re.compile(
    r"(?P<day>.*\S)(?:\s+|(?<=[0-9])T(?=[0-9]))(?P<clock>[0-9]{1,2}:[0-9]{2}[^Z+-]*?)"
    r"\s*(?P<offset>Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
# Data formats may leave out the minutes; after a date in any other form an hour alone is none.
_DAY_AND_HOUR: Final = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ T](?P<clock>[0-9]{2})"
    r"(?P<offset>Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)


def moment(text: str, dialect: Dialect = LOG) -> datetime:
    """Return a written date and time; it has an offset only where the text states one."""
    text = text.strip()
    if len(text) > _LONGEST:
        raise Refused("not a time", MOMENT)
    match = _DAY_AND_CLOCK.fullmatch(text) or _DAY_AND_HOUR.fullmatch(text)
    if match is None:
        return midnight(_alone(text, dialect))
    of_day = match["clock"]
    wall = midnight(day(match["day"], dialect)) + clock(of_day if ":" in of_day else f"{of_day}:00")
    if match["offset"] is None:
        return wall
    stated = wall.replace(tzinfo=_zone(match["offset"]))
    of_our_time(stated.astimezone(UTC))
    return stated


def _alone(text: str, dialect: Dialect) -> date:
    """Return a date without a time, where it stands for the beginning of its day."""
    try:
        found = day(text, dialect)
    except Refused as refused:
        if refused.kind == "ambiguous date" and dialect.midnights:
            raise
        raise Refused("not a time", MOMENT) from None
    if not dialect.midnights:
        raise Refused("a date without a time", MOMENT)
    return found


def _zone(offset: str) -> timezone:
    if offset == "Z":
        return UTC
    hours, minutes = int(offset[1:3]), int(offset[3:].lstrip(":") or 0)
    if hours >= 24 or minutes >= 60:  # noqa: PLR2004 - a day, an hour
        raise Refused("not a time", MOMENT)
    length = timedelta(hours=hours, minutes=minutes)
    return timezone(-length if offset[0] == "-" else length)


def midnight(found: date) -> datetime:
    """Return the beginning of a day, as a wall-clock time; the zone comes later."""
    return datetime(found.year, found.month, found.day)  # noqa: DTZ001
