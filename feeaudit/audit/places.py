"""Names and words as numbers that agree over the tables of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


def word_codes(frame: pd.DataFrame, name: str, words: tuple[str, ...]) -> Ints:
    """Return a column of words as places in a list of words; -1 for others."""
    if name not in frame or not len(frame):
        return np.full(len(frame), -1, dtype=np.int64)
    places = [words.index(each) if each in words else -1 for each in frame[name].cat.categories]
    table = np.array([*places, -1], dtype=np.int64)
    codes: Ints = table[frame[name].cat.codes.to_numpy()]
    return codes


def shared_codes(
    wagers: pd.DataFrame, collections: pd.DataFrame, hands: pd.DataFrame, name: str, dealer: str
) -> tuple[tuple[str, ...], dict[str, Ints]]:
    """Return one numbering of names over three tables."""
    frames = {
        "wagers": (wagers, name),
        "collections": (collections, name),
        "hands": (hands, dealer),
    }
    words: dict[str, int] = {}
    for frame, column in frames.values():
        if column in frame:
            for word in frame[column].cat.categories.tolist():
                words.setdefault(word, len(words))
    codes = {}
    for key, (frame, column) in frames.items():
        if column in frame and len(frame):
            table = [words[word] for word in frame[column].cat.categories.tolist()]
            numbers = np.array([*table, -1], dtype=np.int64)
            codes[key] = numbers[frame[column].cat.codes.to_numpy()]
        else:
            codes[key] = np.full(len(frame), -1, dtype=np.int64)
    return tuple(words), codes
