"""Hand ids as numbers: ``T1-0042`` is number 42 behind the prefix ``T1-``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


UNNUMBERED: Final = -1
_DIGITS: Final = "0123456789"
_MOST_DIGITS: Final = 15


@dataclass(frozen=True, slots=True)
class Numbering:
    """For each hand the prefix of its id (a code) and its number, UNNUMBERED where it has none."""

    prefix: Ints
    number: Ints
    prefixes: tuple[str, ...]
    digits: Ints

    def text(self, hand: int, number: int) -> str:
        """Return the id that a number would have beside a hand's."""
        digits = f"{number:0{int(self.digits[hand])}d}"
        return f"{self.prefixes[self.prefix[hand]]}{digits}"


@shared
def numbering_of(case: Case) -> Numbering:
    """Return how the hands of a log are numbered, worked out once."""
    ids = case.log.hands.column("hand_id").combine_chunks()
    if isinstance(ids, pa.ChunkedArray):
        ids = pa.concat_arrays(ids.chunks) if ids.num_chunks else pa.array([], pa.string())
    bare = pc.ascii_rtrim(ids, characters=_DIGITS)
    stem, digits = _sizes(bare), _sizes(ids) - _sizes(bare)
    number = np.full(len(ids), UNNUMBERED, dtype=np.int64)
    usable = (digits > 0) & (digits <= _MOST_DIGITS)
    text = ids.cast(pa.binary())
    # Ids have few different stems in length, so each length is cut off for all its ids at once.
    for length in np.flatnonzero(np.bincount(stem[usable])).tolist():
        mine = np.flatnonzero(usable & (stem == length))
        chosen = text if len(mine) == len(text) else text.take(pa.array(mine))
        cut = pc.binary_slice(chosen, length, length + _MOST_DIGITS)
        number[mine] = cut.view(pa.string()).cast(pa.int64()).to_numpy()
    encoded = bare.dictionary_encode()
    prefix: Ints = encoded.indices.to_numpy().astype(np.int64)
    return Numbering(prefix, number, tuple(encoded.dictionary.to_pylist()), digits)


def _sizes(texts: pa.StringArray) -> Ints:
    sizes: Ints = pc.binary_length(texts).to_numpy(zero_copy_only=False).astype(np.int64)
    return sizes
