"""Twins: records of a hand that are the same as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.checks.log.places import Ints

Numbers = np.ndarray[tuple[int], np.dtype[Any]]

_MIX: Final = np.uint32(0x9E3779B1)
_BITS: Final = 32


def numbers_of(column: pd.Series) -> Numbers:
    """Return the numbers of a column, or those that its names go by."""
    named = isinstance(column.dtype, pd.CategoricalDtype)
    numbers: Numbers = (column.cat.codes if named else column).to_numpy()
    return numbers


def twins(hand: Numbers, columns: Sequence[Numbers]) -> Ints:
    """Return the rows that are the same as another of their hand in all columns.

    A few that are not may be among them: what the columns hold is mixed into one number.
    """
    mixed = np.zeros(len(hand), dtype=np.uint32)
    for column in columns:
        mixed ^= column.astype(np.uint32)
        mixed *= _MIX
    key = (hand.astype(np.int64) << _BITS) | mixed
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order[1:]] == key[order[:-1]])
    twice = np.zeros(len(key), dtype=bool)
    twice[order[same]] = True
    twice[order[same + 1]] = True
    return np.flatnonzero(twice)
