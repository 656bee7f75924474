"""The cells of a column by number: what is asked of a cell is asked once of each different one.

A sheet of a hundred thousand hands has millions of cells and few that differ, so whatever takes
Python's time is done by what differs, and the rest by arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.core.arrays import Bools, HalfInts, Ints, Words
    from feeaudit.intake.cells.cell import Cell

_BLANK = 0


@dataclass(slots=True)
class CellColumn:
    """Cells as places in a list of those that differ; the first of these is the blank."""

    different: list[Cell]
    codes: HalfInts

    @classmethod
    def of(cls, cells: Sequence[Cell], is_blank: Callable[[Cell], bool]) -> CellColumn:
        """Return cells by number; those that are blank are all the same."""
        different, codes = _numbered(cells)
        blank = np.fromiter(map(is_blank, different), bool, len(different))
        number = np.where(blank, _BLANK, np.cumsum(~blank)).astype(np.int32)
        filled = [each for each, nothing in zip(different, blank, strict=True) if not nothing]
        return cls([None, *filled], number[codes])

    @property
    def filled(self) -> Bools:
        """Which cells are not blank."""
        filled: Bools = self.codes != _BLANK
        return filled

    def cells(self) -> list[Cell]:
        """Return the cells one by one, blanks as None."""
        cells: list[Cell] = words(self.different)[self.codes].tolist()
        return cells

    def are(self, test: Callable[[Cell], bool]) -> Bools:
        """Tell which cells pass a test."""
        passing: Bools = np.fromiter(map(test, self.different), bool, len(self.different))
        return passing[self.codes]

    def take(self, places: Ints, is_blank: Callable[[Cell], bool]) -> CellColumn:
        """Return some of the cells, of which more may count as blank."""
        blank = np.fromiter(map(is_blank, self.different), bool, len(self.different))
        codes = self.codes[places]
        return CellColumn(self.different, np.where(blank[codes], _BLANK, codes).astype(np.int32))

    def mark(self, places: Ints, cell: Cell) -> None:
        """Put one cell in several places."""
        self.codes = self.codes.copy()
        self.codes[places] = len(self.different)
        self.different = [*self.different, cell]

    def repeat_above(self, marked: Bools, *, blanks: bool) -> None:
        """Let cells marked so repeat the cell above, and blank ones where said; not a blank."""
        repeats = marked | ~self.filled if blanks else marked
        said = np.maximum.accumulate(np.where(repeats, 0, np.arange(len(self.codes))))
        above = np.where(repeats[said], _BLANK, self.codes[said])
        self.codes = np.where(repeats & (above != _BLANK), above, self.codes).astype(np.int32)


def words(values: Sequence[object]) -> Words:
    """Return values as an array of what they are, whatever NumPy would make of them."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _numbered(cells: Sequence[Cell]) -> tuple[list[Cell], HalfInts]:
    """Return the cells that differ, and for each cell which of them it is."""
    if bool in set(map(type, cells)):
        # True equals 1 in Python, but not in a sheet.
        kinds = {(type(cell), cell): cell for cell in cells}
        numbers = dict(zip(kinds, range(len(kinds)), strict=True))
        found = (numbers[type(cell), cell] for cell in cells)
        return list(kinds.values()), np.fromiter(found, np.int32, len(cells))
    different = list(dict.fromkeys(cells))
    number = dict(zip(different, range(len(different)), strict=True))
    return different, np.fromiter(map(number.__getitem__, cells), np.int32, len(cells))
