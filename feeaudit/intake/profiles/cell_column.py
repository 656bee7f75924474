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
    def of(cls, cells: Sequence[Cell] | Words) -> CellColumn:
        """Return cells by number; those that are blank are all the same."""
        different, codes = numbered(cells)
        blank = np.array(
            [not cell.strip() if type(cell) is str else cell is None for cell in different],
            dtype=bool,
        )
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

    def take(self, places: Ints) -> CellColumn:
        """Return some of the cells."""
        return CellColumn(self.different, self.codes[places])

    def blank_out(self, test: Callable[[Cell], bool]) -> None:
        """Let the cells that pass a test be blank."""
        self.codes = np.where(self.are(test), _BLANK, self.codes).astype(np.int32)

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


def numbered(cells: Sequence[Cell] | Words) -> tuple[list[Cell], HalfInts]:
    """Return the cells that differ, and for each cell which of them it is."""
    import pandas as pd  # noqa: PLC0415 - heavy

    array = cells if isinstance(cells, np.ndarray) else words(cells)
    codes, different = pd.factorize(array, use_na_sentinel=True)
    found: list[Cell] = different.tolist()
    # True equals 1 in Python, but not in a sheet.
    if not {0, 1}.isdisjoint(found) and bool in set(map(type, array)):
        return _numbered_by_kind(array)
    absent = codes < 0
    if absent.any():
        if any(cell is not None for cell in array[absent]):  # a number that is none
            return _numbered_by_kind(array)
        codes = np.where(absent, len(found), codes)
        found.append(None)
    return found, codes.astype(np.int32)


def _numbered_by_kind(cells: Words) -> tuple[list[Cell], HalfInts]:
    numbers: dict[tuple[type, Cell], int] = {}
    codes = [numbers.setdefault((type(cell), cell), len(numbers)) for cell in cells]
    return [cell for _, cell in numbers], np.array(codes, dtype=np.int32)
