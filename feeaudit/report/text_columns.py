"""Columns of text: what is told of each value is made once, and Arrow puts the rows together.

A bad night's findings are seven million cells, of which most hold one of a few values.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from feeaudit.core.arrays import Bools, Bytes, Codes, Ints, Words

# Of fewer, to look which differ takes longer than to tell each.
_FEW: Final = 200
Texts = Callable[[slice], pa.Array]
"""The texts of some rows of a column: not all of a column's stand in memory at once."""


def texts_of(values: Any, tell: Callable[[list[Any]], Iterable[str] | pa.Array]) -> Texts:
    """Return the text of each value of a column; ``tell`` is asked once for all different ones.

    Of values that hardly recur, such as ids and sentences, those of some rows are told at a time.
    """
    codes, different = np.zeros(0, dtype=np.int64), values
    if len(values) > _FEW:
        codes, different = pd.factorize(values, use_na_sentinel=False)
    if 2 * len(different) > len(codes):
        return lambda rows: pa.array(tell(values[rows].tolist()), pa.string())
    texts = pa.array(tell(different.tolist()), pa.string())
    return lambda rows: texts.take(pa.array(codes[rows]))


class Lists(NamedTuple):
    """A column of lists: what they hold, each once, the numbers of it, and where each list ends."""

    held: list[Any]
    codes: Codes
    ends: Codes

    @property
    def sizes(self) -> Ints:
        """Return how much each list holds."""
        return np.diff(self.ends)

    def joined(self, texts: Iterable[str] | pa.Array, between: str) -> pa.Array:
        """Return the texts of what each row lists, joined; ``texts`` are those of what is held."""
        told = pa.array(texts, pa.string()).take(pa.array(self.codes))
        return pc.binary_join(pa.ListArray.from_arrays(pa.array(self.ends), told), between)


def lists_of(lists: Sequence[Collection[Any]] | Words) -> Lists:
    """Return a column of lists, in which the same often recurs."""
    known: dict[Any, int] = {}
    codes = [known.setdefault(each, len(known)) for each in chain.from_iterable(lists)]
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return Lists([*known], np.array(codes, dtype=np.int32), ends)


def bytes_of(texts: pa.Array) -> tuple[Bytes, Ints]:
    """Return the bytes of texts, one text after the other, and where each ends, after a 0."""
    _, ends, held = texts.buffers()
    ends = np.frombuffer(ends, dtype=np.int32)[: len(texts) + 1].astype(np.int64)
    return np.frombuffer(held or b"", dtype=np.uint8)[: ends[-1]], ends


def rows_at(places: Ints, ends: Ints, rows: int) -> Bools:
    """Tell in which of so many texts some places of their bytes are."""
    found = np.zeros(rows, dtype=bool)
    found[np.searchsorted(ends[1:], places, side="right")] = True
    return found


def replaced(texts: pa.Array, rows: Bools, by: Iterable[str]) -> pa.Array:
    """Return texts with others in some of their rows."""
    if not rows.any():
        return texts
    return pc.replace_with_mask(texts, pa.array(rows), pa.array(by, pa.string()))


def joined_lists(
    lists: Sequence[Collection[Any]] | Words,
    tell: Callable[[list[Any]], Iterable[str] | pa.Array],
    ends: str,
) -> Texts:
    """Return the texts of what each row lists, with commas and between two brackets."""

    def some(rows: slice) -> pa.Array:
        part = lists_of(lists[rows])
        return pc.binary_join_element_wise(ends[0], part.joined(tell(part.held), ", "), ends[1], "")

    return some


def slices(count: int, most: int) -> list[slice]:
    """Return what cuts so many rows into stretches of so many at the most."""
    return [slice(start, min(start + most, count)) for start in range(0, count, most)]
