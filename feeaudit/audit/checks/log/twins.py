"""Twins: records that are the same as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.checks.log.places import Ints

Numbers = np.ndarray[tuple[int], np.dtype[Any]]

_MIX: Final = np.uint32(0x9E3779B1)
_BITS: Final = 20
_REST: Final = np.uint32(32 - _BITS)


def numbers_of(column: pd.Series) -> Numbers:
    """Return the numbers of a column, or those that its names go by."""
    named = isinstance(column.dtype, pd.CategoricalDtype)
    numbers: Numbers = (column.cat.codes if named else column).to_numpy()
    return numbers


def twins(columns: Sequence[Numbers]) -> Ints:
    """Return the rows that are the same as another in all columns, and a few that are not.

    The first bits of what they are mixed to pick them out at the cost of one look at each row.
    """
    mixed = np.zeros(len(columns[0]), dtype=np.uint32)
    for column in columns:
        mixed ^= column.astype(np.uint32)
        mixed *= _MIX
    ordered = np.sort(mixed)
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    chosen = np.zeros(1 << _BITS, dtype=bool)
    chosen[twice >> _REST] = True
    return np.flatnonzero(chosen[mixed >> _REST])
