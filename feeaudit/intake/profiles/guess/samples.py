"""Samples of a column: how many of its cells read as one kind of value or another."""

from __future__ import annotations

import re
from itertools import pairwise
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
from feeaudit.intake.profiles.guess.log_words import log_word
from feeaudit.intake.tables import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feeaudit.core.dialect import Dialect

# What repeats the cell above.
DITTO = {'"', "''", "\u201d", "\u3003", "ditto", "do."}
NOTHING = {"-", "--", "—", "n/a", "na", "none", "nil", "$-", "$ -"} | DITTO
_COMMA_CENTS = re.compile(r"\$?\s?[0-9]{1,3}(?:\.?[0-9]{3})*,[0-9]{2}")
_POINT_CENTS = re.compile(r"\$?\s?[0-9]{1,3}(?:,?[0-9]{3})*\.[0-9]{2}")
# One bet for two seats, as people write it: 3/4, 3&4, 3-4.
SHARED_SEAT = re.compile(r"(?:seats? ?)?([0-9]{1,2}) ?(?:[/&+,-]|and) ?([0-9]{1,2})", re.IGNORECASE)
_SEAT = re.compile(r"[0-9]{1,3}[A-Za-z]?|\S")
_MOST_SEATS = 30


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
        "reason": _reason,
        "running": name,
        "tally": lambda cell: count(readable(cell)),
        "payer": _listed("payer"),
        "fee_kind": _listed("fee"),
        "response": _listed("response"),
        "count_kind": _listed("kind"),
        "seat_role": _listed("role"),
    }
    if kind in {"running", "tally"} and _runs(filled) != (kind == "running"):
        return 0.0
    reads = sum(_reads(readers[kind], cell) for cell in filled)
    return reads / len(filled) if filled else 0.0


def _reads(reader: Callable[[Cell], object], cell: Cell) -> bool:
    try:
        reader(cell)
    except Refused:
        return isinstance(cell, Unread)
    return True


def _runs(filled: list[Cell]) -> bool:
    """Tell whether cells count up by one from row to row, as numbers of hands do."""
    numbers = [cell for cell in filled if isinstance(cell, (int, float))]
    if not numbers:
        texts = [shown(cell).strip() for cell in filled]
        numbers = [int(text) for text in texts if text.isdecimal()]
    steps = sum(after - before == 1 for before, after in pairwise(numbers))
    return steps * 2 > len(numbers) - 1 or (len(numbers) == 1 and numbers[0] == 1)


def _listed(column: str) -> Callable[[Cell], object]:
    def read(cell: Cell) -> None:
        if not log_word(column, shown(cell)):
            raise Refused("not a word of the log", "a word of the log")

    return read


def _seat(cell: Cell) -> None:
    if isinstance(cell, str) and SHARED_SEAT.fullmatch(cell.strip()):
        return
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


def _reason(cell: Cell) -> None:
    """Refuse a yes or no: why a fee was waived takes more words."""
    _word(cell)
    if len(shown(cell).strip()) < 4:  # noqa: PLR2004 - yes, no, y, n
        raise Refused("not a reason", "a reason")


def is_ditto(cell: Cell) -> bool:
    """Tell whether a cell holds a mark that repeats the cell above."""
    return isinstance(cell, str) and cell.strip().casefold() in DITTO


def is_nothing(cell: Cell) -> bool:
    """Tell whether a cell holds a mark that people write for nothing."""
    return isinstance(cell, str) and cell.strip().casefold() in NOTHING


def decimal_mark(cells: Iterable[Cell]) -> str:
    """Return which mark written amounts have before the cents."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    comma = sum(_COMMA_CENTS.fullmatch(text) is not None for text in texts)
    point = sum(_POINT_CENTS.fullmatch(text) is not None for text in texts)
    return "comma" if comma > point else "point"
