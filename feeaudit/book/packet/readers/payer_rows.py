"""A row for each payer: one column of fees, and a column beside it that says whose each is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import DAMAGED, Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PAYERS, Words, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
Option\tTable Limit\tPosition\tFee
1\t$5 - $100\tPlayer\t$1.00
\t\tPlayer-Dealer\t$2.00
2\t$10 - $200\tPlayer\t$2.00
\t\tPlayer-Dealer\t$3.00
"""
_TWO = 2


def by_payer(grid: Grid, words: Words) -> Grid:
    """Return a table with a column of fees for each payer, where a column names the payers."""
    fees = grid.columns_that("fee")
    payers = _payer_column(grid, words)
    if payers is None or len(fees) != 1 or grid.columns[fees[0]].means:
        return grid
    priced = [*grid.columns_that("basis"), fees[0]]
    kept = [place for place in range(len(grid.columns)) if place not in {payers, *priced}]
    whose = [_payer(row.cell(payers).text, words) for row in grid.rows]
    names = list(dict.fromkeys(whose))
    columns = [grid.columns[place] for place in kept]
    for name in names:
        columns += [grid.columns[place] for place in priced]
        columns[-1] = replace(columns[-1], means=name)
    rows: list[GridRow] = []
    for row, name in zip(grid.rows, whose, strict=True):
        spread = _spread(
            row, kept, [priced if each == name else [-1] * len(priced) for each in names]
        )
        if rows and len(priced) == 1 and _goes_on(rows[-1], spread, len(kept)):
            rows[-1] = _together(rows[-1], spread)
        else:
            rows.append(spread)
    return replace(grid, columns=tuple(columns), rows=rows, layout="payer rows")


def _payer_column(grid: Grid, words: Words) -> int | None:
    """Return the column that names a payer on every row, and more than one of them."""
    for place, column in enumerate(grid.columns):
        if column.role not in {"unknown", "remark"} and column.means != "player":
            continue
        named = {_payer(row.cell(place).text, words) for row in grid.rows}
        if "" not in named and len(named) >= _TWO:
            return place
    return None


def _payer(text: str, words: Words) -> str:
    read = heading(text, words, frozenset())
    return read.means if read.role == "fee" and read.means in PAYERS else ""


def _spread(row: GridRow, kept: Sequence[int], priced: Sequence[Sequence[int]]) -> GridRow:
    places = [*kept, *(place for payer in priced for place in payer)]
    cells = [row.cell(place) if place >= 0 else PrintedCell("", row.line) for place in places]
    # A row that begins with the name of a payer looks like one whose cells have run together.
    doubts = tuple(why for why in row.doubts if why != DAMAGED)
    return GridRow(tuple(cells), row.line, doubts)


def _goes_on(last: GridRow, row: GridRow, kept: int) -> bool:
    """Tell whether a row names nothing new and prices another payer than the one above it."""
    named = any(not cell.blank for cell in row.cells[:kept])
    pairs = zip(last.cells[kept:], row.cells[kept:], strict=True)
    return not named and not any(not one.blank and not other.blank for one, other in pairs)


def _together(last: GridRow, row: GridRow) -> GridRow:
    pairs = zip(last.cells, row.cells, strict=True)
    cells = tuple(other if one.blank else one for one, other in pairs)
    return GridRow(cells, last.line, (*last.doubts, *row.doubts))
