"""Samples of a column: how many of its cells read as one kind of value or another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Refused, amount, count, truth
from feeaudit.intake.cells.cell import (
    Cell,
    Unread,
    clock,
    day,
    has_date,
    is_blank,
    moment,
    name,
    readable,
    shown,
)
from feeaudit.intake.tables import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feeaudit.core.dialect import Dialect

NOTHING = {"-", "--", "—", "n/a", "na", "none", "nil", "$-", "$ -"}
_WRITTEN = re.compile(r"(?<![0-9])([0-9]{1,2})[-/.]([0-9]{1,2})[-/.](?:[0-9]{4}|[0-9]{2})(?![0-9])")
_COMMA_CENTS = re.compile(r"\$?\s?[0-9]{1,3}(?:\.?[0-9]{3})*,[0-9]{2}")
_POINT_CENTS = re.compile(r"\$?\s?[0-9]{1,3}(?:,?[0-9]{3})*\.[0-9]{2}")
_SEAT = re.compile(r"[0-9]{1,3}[A-Za-z]?|\S")
_MOST_SEATS = 30
_MONTHS = 12


def fit(cells: Iterable[Cell], kind: str, dialect: Dialect) -> float:
    """Return which share of the filled cells reads as a kind of value; 0 where none is filled."""
    filled = [cell for cell in cells if not is_blank(cell) and not is_nothing(cell)]
    readers: dict[str, Callable[[Cell], object]] = {
        "money": lambda cell: amount(readable(cell), dialect),
        "signed": lambda cell: amount(readable(cell), dialect, signed=True),
        "moment": lambda cell: moment(cell, dialect, midnights=True),
        "date": lambda cell: day(cell, dialect),
        "clock": lambda cell: has_date(cell) or clock(cell),
        "count": lambda cell: count(readable(cell)),
        "yes_no": lambda cell: truth(shown(readable(cell))),
        "name": name,
        "seat": _seat,
        "person": _person,
        "word": _word,
    }
    reads = sum(_reads(readers[kind], cell) for cell in filled)
    return reads / len(filled) if filled else 0.0


def _reads(reader: Callable[[Cell], object], cell: Cell) -> bool:
    try:
        reader(cell)
    except Refused:
        return isinstance(cell, Unread)
    return True


def _seat(cell: Cell) -> None:
    text = seat_name(name(cell))
    if not _SEAT.fullmatch(text) or (text.isdecimal() and int(text) > _MOST_SEATS):
        raise Refused("not a seat", "a seat")


def _person(cell: Cell) -> None:
    is_named = isinstance(cell, str) and re.search(r"[A-Za-z]", cell) and len(cell) >= 2  # noqa: PLR2004
    if not is_named or seat_name(name(cell)).isdecimal():
        raise Refused("not a person", "a name")


def _word(cell: Cell) -> None:
    if not isinstance(cell, str) or not re.search(r"[A-Za-z]", cell):
        raise Refused("not a word", "a word")


def is_nothing(cell: Cell) -> bool:
    """Tell whether a cell holds a mark that people write for nothing."""
    return isinstance(cell, str) and cell.strip().casefold() in NOTHING


def date_order(cells: Iterable[Cell]) -> tuple[str, str]:
    """Return the order of written dates, and a sentence that says how it was found."""
    texts = (cell for cell in cells if isinstance(cell, str))
    seen = [match for text in texts if (match := _WRITTEN.search(text))]
    if not seen:
        return "", ""
    day_first = next((match[0] for match in seen if int(match[1]) > _MONTHS), "")
    month_first = next((match[0] for match in seen if int(match[2]) > _MONTHS), "")
    if day_first and month_first:
        both = f"Dates are written both ways, {month_first!r} and {day_first!r}"
        return "month_first", f"{both}; month first is assumed. Check it."
    if day_first:
        return "day_first", f"Dates are written day first: {day_first!r} and others like it."
    if month_first:
        return "month_first", f"Dates are written month first: {month_first!r} and others like it."
    return (
        "month_first",
        f"Dates such as {seen[0][0]!r} could be read both ways; month first is assumed. Check it.",
    )


def decimal_mark(cells: Iterable[Cell]) -> str:
    """Return which mark written amounts have before the cents."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    comma = sum(_COMMA_CENTS.fullmatch(text) is not None for text in texts)
    point = sum(_POINT_CENTS.fullmatch(text) is not None for text in texts)
    return "comma" if comma > point else "point"
