"""Hand ids as columns: runs of equal ones, and 64-bit digests, eight bytes a hand.

Two ids may share a digest, so nothing is concluded from one: it only picks the hand, or the part of
the log, whose ids are then compared themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from feeaudit.core.arrays import Bools, Digests, Ints


_WORD: Final = 8
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_FOLD: Final = np.uint64(29)
_BYTES: Final = np.array([(1 << (8 * count)) - 1 for count in range(_WORD + 1)], dtype=np.uint64)
"""Masks for the first so many bytes of a word."""


def digests(ids: pa.ChunkedArray | pa.Array) -> Digests:
    """Return the digest of each text; of a blank, that of the empty text."""
    parts = [_digests(chunk) for chunk in _chunks(ids)]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint64)


def runs_of(ids: pa.ChunkedArray | pa.Array) -> tuple[pa.Array, Ints]:
    """Return the texts of runs of equal ones, and how long each run is."""
    runs = [pc.run_end_encode(chunk, run_end_type=pa.int64()) for chunk in _chunks(ids)]
    if not runs:
        return pa.array([], pa.string()), np.empty(0, dtype=np.int64)
    sizes = [np.diff(run.run_ends.to_numpy(zero_copy_only=False), prepend=0) for run in runs]
    return pa.concat_arrays([run.values for run in runs]), np.concatenate(sizes)


def _chunks(ids: pa.ChunkedArray | pa.Array) -> list[pa.StringArray]:
    chunks = ids.chunks if isinstance(ids, pa.ChunkedArray) else [ids]
    return [chunk.cast(pa.string()) for chunk in chunks if len(chunk)]


def _digests(ids: pa.StringArray) -> Digests:
    _, places, content = ids.buffers()
    bounds = np.frombuffer(places, np.int32)[ids.offset : ids.offset + len(ids) + 1]
    size = np.diff(bounds)
    text = np.frombuffer(content or b"", np.uint8)
    mixed = size.astype(np.uint64) * _MIX
    if (size == size[0]).all():
        table = text[bounds[0] : bounds[-1]].reshape(len(ids), size[0])
        for words in _words_of_table(table):
            mixed = _stirred(mixed, words)
        return mixed
    for place, words in enumerate(_words(text, bounds[:-1], size)):
        # A text that has ended is left alone: its digest must not depend on its neighbours' length.
        mixed = np.where(size > place * _WORD, _stirred(mixed, words), mixed)
    return mixed


def _stirred(mixed: Digests, words: Digests) -> Digests:
    stirred = (mixed ^ words) * _MIX
    return stirred ^ (stirred >> _FOLD)


def _words_of_table(text: NDArray[np.uint8]) -> Iterator[Digests]:
    """Yield texts of one length eight bytes at a time, as numbers."""
    count, size = text.shape
    padded = np.zeros((count, -(-size // _WORD) * _WORD), dtype=np.uint8)
    padded[:, :size] = text
    yield from padded.view("<u8").T


def _words(
    text: NDArray[np.uint8], start: NDArray[np.int32], size: NDArray[np.int32]
) -> Iterator[Digests]:
    """Yield texts of any length eight bytes at a time, as numbers."""
    padded = np.concatenate([text, np.zeros(_WORD, np.uint8)])
    words = np.ndarray((len(text) + 1,), dtype="<u8", buffer=padded.data, strides=(1,))
    for place in range(0, int(size.max(initial=0)), _WORD):
        kept = _BYTES[np.clip(size - place, 0, _WORD)]
        yield words[np.minimum(start.astype(np.int64) + place, len(text))] & kept


def holds(known: Digests, ids: list[str]) -> Bools:
    """Tell which ids are (with near certainty) among the known ones, which are in order."""
    wanted = digests(pa.array(ids, pa.string()))
    if not len(known):
        return np.zeros(len(wanted), dtype=bool)
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found: Bools = known[place] == wanted
    return found
