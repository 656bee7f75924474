"""Sums on a sheet: columns that add up others, fees repeated row by row, units of amounts."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Refused, amount
from feeaudit.intake.cells.cell import is_blank, readable, shown
from feeaudit.intake.profiles.guess.samples import is_nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.profiles.guess.layout import Layout

Cents = list[int | None]
# No approved fee of one hand comes near this, in dollars; amounts in cents all do.
_NO_FEE = 50_00
_QUARTER = 25


def cents_of(cell: Cell, dialect: Dialect) -> int | None:
    """Return the cents of an amount, or None where a cell holds none."""
    if is_blank(cell) or is_nothing(cell):
        return None
    try:
        return amount(readable(cell), dialect, signed=True)
    except Refused:
        return None


def column_cents(layout: Layout, place: int, dialect: Dialect) -> Cents:
    """Return the amounts of a column, record by record."""
    return [cents_of(cell, dialect) for cell in layout.column(place)]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A column beside the sum of others: in how many rows it is the sum, and where first not.

    ``sums`` are how many different sums it has been equal to: one may be a coincidence.
    """

    compared: int
    equal: int
    sums: int
    odd_row: int
    odd_total: int
    odd_sum: int

    @property
    def is_sum(self) -> bool:
        """Tell whether the column is the sum of the others in every row."""
        return 0 < self.compared == self.equal

    @property
    def mostly(self) -> bool:
        """Tell whether it is their sum in most rows."""
        return self.equal * 2 > self.compared


def compared(layout: Layout, total: int, parts: Sequence[int], dialect: Dialect) -> Comparison:
    """Return how a column compares with the sum of others."""
    columns = [column_cents(layout, place, dialect) for place in parts]
    rows = equal = 0
    sums = set()
    odd = (-1, 0, 0)
    for at, stated in enumerate(column_cents(layout, total, dialect)):
        added = sum(column[at] or 0 for column in columns)
        if stated is None:
            continue
        rows += 1
        equal += stated == added
        if stated == added and sum(bool(column[at]) for column in columns) > 1:
            sums.add(added)
        if stated != added and odd[0] < 0:
            odd = (layout.body.records[at], stated, added)
    return Comparison(rows, equal, len(sums), *odd)


@dataclass(frozen=True, slots=True)
class Repetition:
    """A fee column beside the hands of its rows: on how many rows each, and how alike."""

    repeated: bool
    by_bet: bool
    added: int
    added_once: int


def repetition(
    layout: Layout, fee: int, hands: list[str], bets: Cents, dialect: Dialect
) -> Repetition:
    """Return whether the rows of each hand state one fee, and whether the bets explain it."""
    fees = column_cents(layout, fee, dialect)
    by_hand: dict[str, list[int]] = {}
    by_bet: dict[int | None, set[int]] = {}
    blank = False
    for hand, taken, bet in zip(hands, fees, bets, strict=True):
        blank = blank or taken is None
        if taken is not None:
            by_hand.setdefault(hand, []).append(taken)
            by_bet.setdefault(bet, set()).add(taken)
    several = [each for each in by_hand.values() if len(each) > 1]
    same = bool(several) and all(len(set(each)) == 1 for each in by_hand.values())
    return Repetition(
        repeated=same,
        by_bet=all(len(each) == 1 for each in by_bet.values()),
        added=sum(taken or 0 for taken in fees),
        added_once=sum(each[0] for each in by_hand.values()),
    )


def look_like_cents(cells: list[Cell], dialect: Dialect) -> bool:
    """Tell whether fees are so large that they can hardly be dollars: whole numbers of quarters."""
    found = [each for cell in cells if (each := cents_of(cell, dialect))]
    if not found or any("$" in shown(cell) for cell in cells):
        return False
    whole = all(each % 100 == 0 and each // 100 % _QUARTER == 0 for each in found)
    return whole and median(found) >= _NO_FEE
