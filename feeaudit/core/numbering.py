"""Numbering rows of small codes: the distinct rows and the number of each row's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import Ints, IntTable

# A table of all possible numbers beats sorting as long as it is not much larger than the column.
_ROOM = 1 << 23
_ROOM_A_ROW = 16


def numbered(columns: Sequence[Ints]) -> tuple[Ints, IntTable]:
    """Return the number of each row among the distinct ones, and these, sorted.

    Columns are codes from -1 up. They are packed into one number; where few numbers are possible a
    table of all of them is quicker than sorting.
    """
    sizes = [int(each.max(initial=-1)) + 2 for each in columns]
    packed = columns[0] + np.int64(1)
    for column, size in zip(columns[1:], sizes[1:], strict=True):
        packed *= size
        packed += column
        packed += 1
    room = int(np.prod(sizes, dtype=object))
    if room <= min(_ROOM, _ROOM_A_ROW * len(packed)):
        seen = np.zeros(room, dtype=bool)
        seen[packed] = True
        keys = np.flatnonzero(seen)
        # The numbers of the keys fit half the room; of the table only what they touch is used.
        place = np.empty(room, dtype=np.int32)
        place[keys] = np.arange(len(keys))
        number: Ints = place[packed]
    else:
        keys, number = sorted_out(packed)
    return number.astype(np.int64, copy=False), _unpacked(keys, sizes)


def sorted_out(packed: Ints) -> tuple[Ints, Ints]:
    """Return the different numbers of a column, ascending, and the place of each row's."""
    fresh = changes(packed)
    if (packed[1:] >= packed[:-1]).all():
        return packed[fresh], np.cumsum(fresh) - 1
    # Most columns have far fewer different numbers than rows: to look these up and to sort only
    # what differs takes a tenth of sorting all.
    codes, different = pd.factorize(packed)
    keys = np.sort(different)
    return keys, np.searchsorted(keys, different)[codes]


def number_of(columns: Sequence[Ints]) -> Ints:
    """Return the same number for rows that are the same, whatever whole numbers columns hold."""
    number = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        number, _ = numbered([number, column - column.min(initial=0)])
    return number


def _unpacked(keys: Ints, sizes: Sequence[int]) -> IntTable:
    columns = []
    for size in reversed(sizes):
        columns.append(keys % size - 1)
        keys = keys // size
    return np.column_stack(columns[::-1])
