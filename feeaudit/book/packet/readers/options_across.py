"""Options across: each option has a column, and the rows are headed by what they hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading, Words, heading
from feeaudit.book.packet.printed_figures import is_blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
Schedule Option\t1\t2\t3
Table Limit\t$5 - $100\t$10 - $200\t$25 - $300
Player Fee\t$0.50\t$1.00\t$2.00
Player-Dealer Fee\t$1.00\t$2.00\t$3.00
"""
UNEVEN_LINES = "the lines of this table do not have their values under one another: which is whose?"
_LEAST_ROWS = 2
_NUMBER = re.compile(r"(?:option )?#?(\d{1,3})", re.IGNORECASE)


def turned_grids(paper: Paper, words: Words, names: frozenset[str], taken: set[int]) -> list[Grid]:
    """Return tables whose options stand across, turned so that each is a row."""
    found: list[Grid] = []
    block: list[PaperLine] = []
    above: list[PaperLine] = []
    for line in [*paper.lines, None]:
        inside = line is not None and line.tabular and line.number not in taken
        if inside and line is not None and (block or _begins(line, words, names)):
            block.append(line)
            continue
        if line is not None and line.blank:
            continue
        if block:
            grid = _turned(block, above, words, names)
            if grid is not None:
                found.append(grid)
                above = []
            block = []
        if line is not None and not line.tabular:
            above.append(line)
    return found


def _begins(line: PaperLine, words: Words, names: frozenset[str]) -> bool:
    first = heading(line.cells[0], words, names)
    numbers = [cell for cell in line.cells[1:] if not is_blank(cell)]
    return (
        first.role == "key"
        and first.means == "option"
        and len(numbers) > 1
        and all(_NUMBER.fullmatch(cell) for cell in numbers)
    )


def _turned(
    block: Sequence[PaperLine], above: Sequence[PaperLine], words: Words, names: frozenset[str]
) -> Grid | None:
    columns = tuple(heading(line.cells[0], words, names) for line in block)
    known = [each for each in columns if each.role in {"key", "basis", "fee"}]
    fees = [each for each in known if each.role == "fee"]
    if len(block) < _LEAST_ROWS or not fees or len(known) * 2 <= len(columns):
        return None
    width = max(len(line.cells) for line in block)
    filled = {
        tuple(place for place, cell in enumerate(line.cells) if place and not is_blank(cell))
        for line in block
    }
    doubts = (UNEVEN_LINES,) if len(filled) > 1 else ()
    rows = []
    for place in range(1, width):
        cells = tuple(
            PrintedCell(line.cells[place] if place < len(line.cells) else "", line.number)
            for line in block
        )
        if any(not cell.blank for cell in cells):
            rows.append(GridRow(cells, block[0].number, doubts))
    header = tuple(line.number for line in block)
    return Grid(_unknown_left_out(columns), header[:1], tuple(above), rows, layout="options across")


def _unknown_left_out(columns: tuple[PacketHeading, ...]) -> tuple[PacketHeading, ...]:
    return tuple(each if each.role != "blank" else PacketHeading("unknown") for each in columns)
