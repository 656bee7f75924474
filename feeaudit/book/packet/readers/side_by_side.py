"""Two tables side by side: the header is printed twice in one line, and each row is two rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow

if TYPE_CHECKING:
    from collections.abc import Sequence

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
Option\tTable Limit\tPlayer Fee\tOption\tTable Limit\tPlayer Fee
1\t$5 - $100\t$1.00\t3\t$25 - $200\t$2.00
2\t$10 - $100\t$1.00\t4\t$50 - $300\t$3.00
"""
UNEVEN = "two tables are side by side under headers that differ"
_NAMING = ("option", "limit")


def split(grid: Grid) -> list[Grid]:
    """Return the tables that stand side by side; the left one first, as it is read."""
    starts = _starts(grid)
    if len(starts) < 2:  # noqa: PLR2004 - one start is one table
        return [grid]
    ends = [*starts[1:], len(grid.columns)]
    return [
        _part(grid, start, end, first=not place)
        for place, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]


def _starts(grid: Grid) -> list[int]:
    for means in _NAMING:
        columns = grid.columns_that("key", means)
        if columns:
            return columns
    return []


def _part(grid: Grid, start: int, end: int, *, first: bool) -> Grid:
    columns = grid.columns[start:end]
    rows = [
        GridRow(row.cells[start:end], row.line, row.doubts)
        for row in grid.rows
        if _filled(row.cells[start:end])
    ]
    part = Grid(columns, grid.header, grid.above if first else (), rows, layout="side by side")
    others = grid.columns[: end - start] if not first else grid.columns[end:]
    alike = [each.means for each in columns] == [each.means for each in others][: len(columns)]
    if not alike:
        part.rows = [GridRow(row.cells, row.line, (*row.doubts, UNEVEN)) for row in part.rows]
    return part


def _filled(cells: Sequence[object]) -> bool:
    return any(not getattr(cell, "blank", True) for cell in cells)
