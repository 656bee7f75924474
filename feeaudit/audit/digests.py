"""Hand ids as 64-bit digests: enough to route records to their hands, eight bytes a hand.

Two ids may share a digest, so nothing is concluded from one: it only picks the part of the log in
which the ids themselves are compared.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa

Digests = np.ndarray[tuple[int], np.dtype[np.uint64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]

_WORD: Final = 8
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_FOLD: Final = np.uint64(29)
_BYTES: Final = np.array([(1 << (8 * count)) - 1 for count in range(_WORD + 1)], dtype=np.uint64)
"""Masks for the first so many bytes of a word."""


def digests(ids: pa.ChunkedArray | pa.Array) -> Digests:
    """Return the digest of each text; of a blank, that of the empty text."""
    chunks = ids.chunks if isinstance(ids, pa.ChunkedArray) else [ids]
    parts = [_digests(chunk.cast(pa.string())) for chunk in chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint64)


def _digests(ids: pa.StringArray) -> Digests:
    _, places, content = ids.buffers()
    bounds = np.frombuffer(places, np.int32)[ids.offset : ids.offset + len(ids) + 1]
    start, size = bounds[:-1].astype(np.int64), np.diff(bounds)
    text = np.frombuffer(content or b"", np.uint8)
    padded = np.concatenate([text, np.zeros(_WORD, np.uint8)])
    words = np.ndarray((len(text) + 1,), dtype="<u8", buffer=padded.data, strides=(1,))
    mixed = size.astype(np.uint64) * _MIX
    for place in range(0, int(size.max(initial=0)), _WORD):
        left = size - place
        kept = words[np.minimum(start + place, len(text))] & _BYTES[np.clip(left, 0, _WORD)]
        stirred = (mixed ^ kept) * _MIX
        # A text that has ended is left alone: its digest must not depend on its neighbours' length.
        mixed = np.where(left > 0, stirred ^ (stirred >> _FOLD), mixed)
    return mixed


def holds(known: Digests, ids: list[str]) -> Bools:
    """Tell which ids are (with near certainty) among the known ones, which are in order."""
    wanted = digests(pa.array(ids, pa.string()))
    if not len(known):
        return np.zeros(len(wanted), dtype=bool)
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found: Bools = known[place] == wanted
    return found
