"""Several values in a cell: a whole ladder printed in one row.

The amounts of a ladder stand one after the other in one cell, its fees in another, or fees and
amounts in one: ``$1 for wager of $5 to $100 $2 for wager of $101 or more``. Only where every word
of a cell is understood and the numbers agree is it taken apart.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading

if TYPE_CHECKING:
    from collections.abc import Sequence

TAUGHT = ("lucky-chances",)
EXAMPLE = """
Min/Max Bet\tPlayer Collection Fee\tPlayer/Dealer Collection Fee\tTotal Bets
$5 - $200\t$1 for wager of $5 to $100 $2 for wager of $101 or more\t$1 $2\t$5 - $300 $301 or more
"""
_MONEY = r"\$ ?(?:\d[\d,]*(?:\.\d\d)?|\.\d\d)"
_TIER = rf"{_MONEY} ?(?:(?:-|to) ?{_MONEY}|\+|or more|or higher)"
_PAIR = re.compile(rf"({_MONEY}) (?:for|on) (?:a )?wagers? (?:of|from) ({_TIER})", re.IGNORECASE)
_PIECES = {
    "fee": re.compile(_MONEY),
    "basis": re.compile(rf"{_TIER}|{_MONEY}", re.IGNORECASE),
}


def taken_apart(grid: Grid) -> Grid:
    """Return a table with one value a cell, where its cells can be taken apart."""
    if not any(_crowded(row, grid.columns) for row in grid.rows):
        return grid
    paired = _with_pairs(grid)
    rows = [part for row in paired.rows for part in _parts(row, paired.columns)]
    return Grid(paired.columns, grid.header, grid.above, rows, grid.doubts, "several values")


def _crowded(row: GridRow, columns: Sequence[PacketHeading]) -> bool:
    return any(
        _PAIR.match(cell.text) or len(_pieces(cell, column) or ()) > 1
        for cell, column in zip(row.cells, columns, strict=False)
    )


def _with_pairs(grid: Grid) -> Grid:
    """Return a table in which amounts that stand beside their fees have a column of their own."""
    paired = [
        place
        for place, column in enumerate(grid.columns)
        if column.role == "fee" and any(_PAIR.match(row.cell(place).text) for row in grid.rows)
    ]
    if not paired:
        return grid
    columns: list[PacketHeading] = []
    for place, column in enumerate(grid.columns):
        if place in paired:
            columns.append(PacketHeading("basis", "wager", text=column.text))
        columns.append(column)
    rows = [replace(row, cells=tuple(_split(row, paired, len(grid.columns)))) for row in grid.rows]
    return Grid(tuple(columns), grid.header, grid.above, rows, grid.doubts)


def _split(row: GridRow, paired: Sequence[int], width: int) -> list[PrintedCell]:
    cells: list[PrintedCell] = []
    for place in range(max(width, len(row.cells))):
        cell = row.cell(place)
        if place in paired:
            pairs = _PAIR.findall(cell.text)
            whole = not _PAIR.sub("", cell.text).strip(" ,;")
            bounds = "\n".join(bound for _, bound in pairs) if whole else ""
            fees = "\n".join(fee for fee, _ in pairs) if whole else cell.text
            cells += [PrintedCell(bounds, cell.line), PrintedCell(fees, cell.line)]
        else:
            cells.append(cell)
    return cells


def _parts(row: GridRow, columns: Sequence[PacketHeading]) -> list[GridRow]:
    """Return a row as several where its cells hold several values each."""
    pieces = [
        (_pieces(cell, column) if column.role in _PIECES else None) or [cell.text]
        for cell, column in zip(row.cells, columns, strict=False)
    ]
    longest = max(map(len, pieces), default=1)
    if longest == 1:
        return [row]
    rows = []
    for part in range(longest):
        cells = tuple(
            PrintedCell(each[part] if part < len(each) else "", row.line) for each in pieces
        )
        rows.append(GridRow(cells, row.line, row.doubts))
    return rows


def _pieces(cell: PrintedCell, column: PacketHeading) -> list[str] | None:
    """Return the values of a cell that holds several and nothing else."""
    if "\n" in cell.text:
        return cell.text.split("\n")
    form = _PIECES.get(column.role)
    if form is None or cell.blank:
        return None
    found = [match[0].strip() for match in form.finditer(cell.text)]
    rest = form.sub("", cell.text).strip(" ,;")
    return found if len(found) > 1 and not rest else None
