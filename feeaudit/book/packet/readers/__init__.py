"""Layouts of fee tables, one small reader each.

Some find or reshape tables (a lost table, options across, tables side by side, several values in
a cell, a sentence); the others read one column of fees, in the order in which a column tries them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.packet_headings import plain_names
from feeaudit.book.packet.readers import (
    fee_list,
    flattened,
    hand_prose,
    option_titles,
    options_across,
    payer_rows,
    several_values,
    tiers_across,
    tiers_down,
)
from feeaudit.book.packet.readers import side_by_side as pairs
from feeaudit.book.packet.readers.count_rows import COUNT_ROWS
from feeaudit.book.packet.readers.counts_across import COUNTS_ACROSS
from feeaudit.book.packet.readers.flat import FLAT
from feeaudit.book.packet.readers.jackpot import JACKPOT
from feeaudit.book.packet.readers.ladder import LADDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.grids import Grid
    from feeaudit.book.packet.packet_headings import Words
    from feeaudit.book.packet.packet_lines import Paper
    from feeaudit.book.packet.readers.interface import ColumnLayout

LAYOUTS: tuple[ColumnLayout, ...] = (JACKPOT, COUNTS_ACROSS, COUNT_ROWS, LADDER, FLAT)


def layouts(without: str = "") -> tuple[ColumnLayout, ...]:
    """Return the readers of columns, but for those that only one document taught."""
    return tuple(each for each in LAYOUTS if list(each.taught) != [without])


def with_others(
    paper: Paper, grids: Sequence[Grid], words: Words, names: Sequence[str], without: str = ""
) -> list[Grid]:
    """Return tables together with those that are laid out in other ways, in print order."""
    plain = plain_names(names)
    taken = lines_of(grids)
    found = [
        shaped
        for grid in option_titles.named(grids)
        for shaped in _reshaped(payer_rows.by_payer(grid, words), without)
    ]
    turned = options_across.turned_grids(paper, words, plain, taken)
    turned += tiers_down.turned_ladders(paper, words, plain, taken | lines_of(turned))
    turned += tiers_across.turned_tiers(paper, words, plain, taken | lines_of(turned))
    taken |= lines_of(turned)
    lost = []
    if list(flattened.TAUGHT) != [without]:
        lost = flattened.flattened_grids(paper, words, plain, taken)
    listed = fee_list.listed_grids(paper, taken | lines_of(lost))
    every = [*found, *turned, *lost, *listed]
    return sorted((grid for grid in every if grid.rows), key=lambda grid: grid.header[0])


def stated(paper: Paper, grids: Sequence[Grid], without: str = "") -> list[FeeTable]:
    """Return the fees that sentences state."""
    if list(hand_prose.TAUGHT) == [without]:
        return []
    return list(hand_prose.stated_fees(paper, lines_of(grids)))


def lines_of(grids: Sequence[Grid]) -> set[int]:
    """Return the lines that tables are printed on."""
    lines = {line for grid in grids for line in grid.header}
    return lines | {cell.line for grid in grids for row in grid.rows for cell in row.cells}


def _reshaped(grid: Grid, without: str) -> list[Grid]:
    parts = pairs.split(grid)
    if list(several_values.TAUGHT) == [without]:
        return parts
    return [several_values.taken_apart(part) for part in parts]
