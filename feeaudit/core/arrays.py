"""Arrays: the types of columns and small tables, the numbers of a column, and pairs of numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
Words = np.ndarray[tuple[int], np.dtype[np.object_]]
Digests = np.ndarray[tuple[int], np.dtype[np.uint64]]
Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]
SmallInts = np.ndarray[tuple[int], np.dtype[np.int8]]
HalfInts = np.ndarray[tuple[int], np.dtype[np.int32]]
Codes = np.ndarray[tuple[int], np.dtype[np.signedinteger[Any]]]
"""Numbers of words, as narrow as they can be."""
Numbers = np.ndarray[tuple[int], np.dtype[Any]]
IntTable = np.ndarray[tuple[int, int], np.dtype[np.int64]]
BoolTable = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
IntArray = np.ndarray[Any, np.dtype[np.int64]]
"""Numbers in any number of dimensions: by hand, seat and kind of wager, for instance."""
BoolArray = np.ndarray[Any, np.dtype[np.bool_]]

_ROOM: Final = 1 << 23
"""Numbers in so narrow a range are counted off in a table of all of them, which is quicker."""


def distinct(values: Numbers) -> Ints:
    """Return the different numbers of a column of whole numbers, ascending.

    NumPy's own hashes them, which takes a hundred times as long where they are in order already,
    as columns of a log mostly are.
    """
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    low, high = int(values.min()), int(values.max())
    if high - low < min(_ROOM, 8 * len(values)):
        seen = np.zeros(high - low + 1, dtype=bool)
        seen[values.astype(np.int64) - low] = True
        return np.flatnonzero(seen) + low
    ordered = values if (values[1:] >= values[:-1]).all() else np.sort(values, kind="stable")
    fresh = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    found: Ints = ordered[fresh].astype(np.int64)
    return found


def extent(numbers: Numbers) -> int:
    """Return how many numbers from 0 on have all of a column among them; -1 is none of them."""
    return int(numbers.max(initial=-1)) + 1


# Days since 1970, told apart from one another for longer than anybody keeps a log.
MOST_DAYS: Final = 1 << 24


def paired(first: Numbers, second: Numbers, size: int) -> Ints:
    """Return each pair as one number, in the order of pairs.

    The second of a pair is one of so many from 0 on, or -1 for none of them.
    """
    pairs: Ints = first * np.int64(size + 1) + second + 1
    return pairs


def parted(pairs: Ints, size: int) -> tuple[Ints, Ints]:
    """Return the first and the second of each pair that ``paired`` made one number of."""
    first, second = np.divmod(pairs, size + 1)
    return first, second - 1
