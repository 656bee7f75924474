"""Twins: records of a hand that are the same as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.core.arrays import Ints, Numbers


_MIX: Final = np.uint32(0x9E3779B1)
_BITS: Final = 32
# So many rows at a time stay within the processor's caches.
_BLOCK: Final = 65_536


def numbers_of(column: pd.Series) -> Numbers:
    """Return the numbers of a column, or those that its names go by."""
    named = isinstance(column.dtype, pd.CategoricalDtype)
    numbers: Numbers = (column.cat.codes if named else column).to_numpy()
    return numbers


def twins(hand: Ints, columns: Sequence[Numbers]) -> Ints:
    """Return the rows that are the same as another of their hand in all columns.

    A few that are not may be among them: what the columns hold is mixed into one number.
    """
    found = [
        rows.start + _twins(hand[rows], [column[rows] for column in columns])
        for rows in _blocks(hand)
    ]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _blocks(hand: Ints) -> Iterator[slice]:
    """Yield rows that have whole hands; where hands are not in order, all rows at once."""
    in_order = bool((hand[1:] >= hand[:-1]).all())
    start = 0
    while start < len(hand):
        last = hand[min(start + _BLOCK, len(hand)) - 1]
        end = int(np.searchsorted(hand, last, "right")) if in_order else len(hand)
        yield slice(start, end)
        start = end


def _twins(hand: Ints, columns: Sequence[Numbers]) -> Ints:
    mixed = np.zeros(len(hand), dtype=np.uint32)
    for column in columns:
        mixed ^= column.astype(np.uint32)
        mixed *= _MIX
    key = (hand << _BITS) | mixed
    order = np.argsort(key, kind="stable")
    key = key[order]
    same = np.flatnonzero(key[1:] == key[:-1])
    twice = np.zeros(len(key), dtype=bool)
    twice[order[same]] = True
    twice[order[same + 1]] = True
    return np.flatnonzero(twice)
