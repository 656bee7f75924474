"""Cells: what a spreadsheet stores becomes exactly what a column of the log holds, or is refused.

Nothing is guessed: ``1.5k``, ``~20`` and ``20-25`` are refused, and a stored number is an amount
only if it is the nearest double of a whole number of cents.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from feeaudit.intake.tables import MONEY, NO, SEAT, YES, seat_name

if TYPE_CHECKING:
    from feeaudit.intake.tables import Column

_LARGEST_AMOUNT = 10**12
_LARGEST_COUNT = 2**31 - 1
_LARGEST_EXACT = 2**53
_SHOWN = 200

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

_SIGNS = re.compile(r"(?P<minus>-\s*\$?\s*|\$\s*-\s*)|\$?\s*")
_POINT = re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+|(?=\.[0-9]))(?:\.([0-9]{1,2}))?")
_COMMA = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+|(?=,[0-9]))(?:,([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Unread:
    """A cell whose value the file does not hold: a failed formula, or one never calculated."""

    shown: str
    kind: str
    expected: str


Cell = str | float | bool | date | datetime | time | timedelta | Unread | None
Value = str | int | bool | datetime | None


class Refused(Exception):  # noqa: N818 - it says what became of the cell
    """A cell does not hold what its column expects; ``place`` is another column at fault."""

    def __init__(self, kind: str, expected: str, place: int = -1) -> None:
        self.kind = kind
        self.expected = expected
        self.place = place
        super().__init__(f"{kind}; expected {expected}")


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


def value_of(column: Column, cell: Cell, decimal: str) -> Value:
    """Return what a cell means in a column other than a time; blank is None."""
    if is_blank(cell):
        return None
    cell = readable(cell)
    kind = column.kind.name
    if kind in {"money", "signed"}:
        return cents(cell, decimal, signed=column.kind is not MONEY)
    if kind == "count":
        return count(cell)
    if kind == "yes_no":
        return truth(cell)
    if kind == "choice":
        return choice(cell, column)
    return seat_name(name(cell)) if column.kind is SEAT else name(cell)


def readable(cell: Cell) -> Cell:
    """Return a cell, refusing one that shows a formula's failure instead of a value."""
    if isinstance(cell, Unread):
        raise Refused(cell.kind, cell.expected)
    if isinstance(cell, str) and cell.strip().lower() in _FAILED:
        raise Refused("formula error", "a value; repair the formula")
    return cell


def cents(cell: Cell, decimal: str = "point", *, signed: bool = False) -> int:
    """Return an amount as cents."""
    if isinstance(cell, bool) or not isinstance(cell, (int, float, str)):
        raise Refused("not an amount", MONEY.expected)
    amount = _cents_of_text(cell, decimal) if isinstance(cell, str) else _cents_of_number(cell)
    if amount < 0 and not signed:
        raise Refused("a negative amount", "an amount of zero or more")
    return amount


def _cents_of_number(number: float) -> int:
    if not abs(number) < _LARGEST_AMOUNT:
        raise Refused("not an amount", MONEY.expected)
    amount = round(number * 100)
    if amount / 100 != number:
        raise Refused("not whole cents", f"{MONEY.expected}; the cell stores {number!r}")
    return amount


def _cents_of_text(text: str, decimal: str) -> int:
    text = text.strip()
    bracketed = text.startswith("(") and text.endswith(")")
    if bracketed:
        text = text[1:-1].strip()
    sign = _SIGNS.match(text)
    rest = text[sign.end() :] if sign else text
    match = (_COMMA if decimal == "comma" else _POINT).fullmatch(rest)
    minus = bool(sign and sign["minus"])
    if match is None or (bracketed and minus):
        raise Refused("not an amount", MONEY.expected)
    whole, fraction = match[1], match[2] or ""
    digits = re.sub(r"[^0-9]", "", whole) or "0"
    if len(digits) > len(str(_LARGEST_AMOUNT)) - 1:
        raise Refused("not an amount", MONEY.expected)
    amount = int(digits) * 100 + int(fraction.ljust(2, "0"))
    return -amount if bracketed or minus else amount


def count(cell: Cell) -> int:
    """Return a whole number, zero or more."""
    if isinstance(cell, str) and re.fullmatch(r"[0-9]{1,9}", cell.strip()):
        return int(cell)
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        whole = 0 <= cell <= _LARGEST_COUNT and cell == int(cell)
        if whole:
            return int(cell)
    raise Refused("not a number", "a whole number")


def truth(cell: Cell) -> bool:
    """Return yes or no."""
    if isinstance(cell, bool):
        return cell
    word = shown(cell).strip().lower()
    if word not in YES + NO:
        raise Refused("not yes or no", "yes or no")
    return word in YES


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
