"""One cell: what is stored becomes exactly what a column of the log holds, or is refused.

Text is read by the one reader of all texts, in a dialect. What a spreadsheet stores as a number, a
date or a time needs no dialect. Times are wall-clock times of the cardroom; the zone comes later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from feeaudit.core import dialect as written
from feeaudit.core.dialect import LOG, Refused, known_month, midnight, of_our_time
from feeaudit.intake.tables import MONEY, SEAT, TIME, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.tables import Column

_LARGEST_EXACT = 2**53
_SHOWN = 200
_EXCEL_BEGINS = datetime(1899, 12, 31)  # noqa: DTZ001 - where Excel counts days from, no instant
_EXCEL_FIRST_YEAR = 1900
_TWO_DAYS = timedelta(days=2)

_FAILED = {
    "#n/a",
    "#ref!",
    "#div/0!",
    "#value!",
    "#name?",
    "#num!",
    "#null!",
    "#spill!",
    "#calc!",
    "#getting_data",
}


@dataclass(frozen=True, slots=True)
class Unread:
    """A cell whose value the file does not hold: a failed formula, or one never calculated."""

    shown: str
    kind: str
    expected: str


Cell = str | float | bool | date | datetime | time | timedelta | Unread | None
Value = str | int | bool | datetime | None


def is_blank(cell: Cell) -> bool:
    """Tell whether a cell holds nothing."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def shown(cell: Cell) -> str:
    """Return a cell as a person would see it, cut to a readable length."""
    if isinstance(cell, Unread):
        return cell.shown
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _LARGEST_EXACT:
        return str(int(cell))
    text = "" if cell is None else str(cell)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def value_of(column: Column, cell: Cell, dialect: Dialect) -> Value:
    """Return what a cell means in a column; blank is None."""
    if is_blank(cell):
        return None
    return _READERS[column.kind.name](column, readable(cell), dialect)


def readable(cell: Cell) -> Cell:
    """Return a cell, refusing one that shows a formula's failure instead of a value."""
    if isinstance(cell, Unread):
        raise Refused(cell.kind, cell.expected)
    if isinstance(cell, str) and cell.strip().lower() in _FAILED:
        raise Refused("formula error", "a value; repair the formula")
    return cell


def choice(cell: Cell, column: Column) -> str:
    """Return one of a column's words, however it is spaced and capitalised."""
    word = re.sub(r"[\s-]+", "_", name(cell).lower())
    if word not in column.choices:
        raise Refused(f"not a {column.name}", column.expected)
    return word


def name(cell: Cell) -> str:
    """Return a name; a number is its digits, but a date is what Excel made of something else."""
    if isinstance(cell, str):
        return cell.strip()
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        what = "a truth value" if isinstance(cell, bool) else "a date or time"
        raise Refused("not a name", f"a name; the cell holds {what}: format it as text")
    if not abs(cell) < _LARGEST_EXACT:
        raise Refused("not a name", "a name; so long a number loses digits: format it as text")
    return str(int(cell)) if cell == int(cell) else repr(cell)


def day(cell: Cell, dialect: Dialect = LOG) -> date:
    """Return a date; a time of day beside it is refused."""
    cell = readable(cell)
    if isinstance(cell, str):
        return written.day(cell, dialect)
    if dialect.month and isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return written.day_of_month(written.count(cell), dialect)
    if not isinstance(cell, date):
        raise Refused("not a date", "a date such as 2026-03-01; format the cell as a date")
    if isinstance(cell, datetime):
        if cell.time() != time():
            raise Refused("not a date", "a date without a time")
        cell = cell.date()
    return known_month(of_our_time(cell), dialect)


def month(cell: Cell) -> tuple[int, int]:
    """Return year and number of a month; a stored date is one of its days."""
    cell = readable(cell)
    if isinstance(cell, date):
        return of_our_time(cell).year, cell.month
    return written.month(shown(cell))


def clock(cell: Cell) -> timedelta:
    """Return a time of day since midnight; 25:30 is half past one of the next day."""
    cell = readable(cell)
    if isinstance(cell, datetime) and cell.year <= _EXCEL_FIRST_YEAR:
        cell = cell - _EXCEL_BEGINS
    if isinstance(cell, time):
        return datetime.combine(date.min, cell) - datetime.combine(date.min, time())
    if isinstance(cell, timedelta):
        if timedelta() <= cell < _TWO_DAYS:
            return cell
        raise Refused("not a time", "a time of day below 48:00")
    if isinstance(cell, str):
        return written.clock(cell)
    raise Refused("not a time", "a time of day such as 19:30; format the cell as a time")


def has_date(cell: Cell) -> bool:
    """Tell whether a stored time says its day as well, as cells shown as times often do."""
    return isinstance(cell, datetime) and cell.year > _EXCEL_FIRST_YEAR


def moment(cell: Cell, dialect: Dialect = LOG, *, midnights: bool = False) -> datetime:
    """Return a date and time; it has an offset only where the cell states one.

    Excel stores midnight as a bare date. ``midnights`` says that the column holds times, so that
    a bare date in it is midnight and not a time left out.
    """
    cell = readable(cell)
    if isinstance(cell, datetime):
        if cell.year in {_EXCEL_BEGINS.year, _EXCEL_FIRST_YEAR}:
            raise Refused("a time without a date", TIME.expected)
        of_our_time(cell)
        return cell
    if isinstance(cell, date) and midnights:
        return midnight(of_our_time(cell))
    if isinstance(cell, str):
        return written.moment(cell, dialect)
    what = "a date without a time" if isinstance(cell, date) else "not a time"
    raise Refused(what, TIME.expected)


def truth(cell: Cell, dialect: Dialect = LOG) -> bool:
    """Return yes or no."""
    return cell if isinstance(cell, bool) else written.truth(shown(cell), dialect)


def _amount(column: Column, cell: Cell, dialect: Dialect) -> Value:
    return written.amount(cell, dialect, signed=column.kind is not MONEY)


def _name(column: Column, cell: Cell, _dialect: Dialect) -> Value:
    return seat_name(name(cell)) if column.kind is SEAT else name(cell)


_READERS: dict[str, Callable[[Column, Cell, Dialect], Value]] = {
    "id": _name,
    "name": _name,
    "text": _name,
    "choice": lambda column, cell, _dialect: choice(cell, column),
    "money": _amount,
    "signed": _amount,
    "yes_no": lambda _column, cell, dialect: truth(cell, dialect),
    "count": lambda _column, cell, _dialect: written.count(cell),
    "time": lambda _column, cell, dialect: moment(cell, dialect, midnights=dialect.midnights),
}
