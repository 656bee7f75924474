"""The types of arrays: columns of numbers, truth values and words, and small tables of these."""

from __future__ import annotations

from typing import Any

import numpy as np

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
Words = np.ndarray[tuple[int], np.dtype[np.object_]]
Digests = np.ndarray[tuple[int], np.dtype[np.uint64]]
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
