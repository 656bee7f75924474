"""Names and words as numbers that agree over the tables of a log, as narrow as they can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.core.arrays import Codes


def _codes(frame: pd.DataFrame, name: str, places: dict[str, int]) -> Codes:
    kind = np.min_scalar_type(-len(places) - 1)
    if name not in frame or not len(frame):
        return np.full(len(frame), -1, dtype=kind)
    table = [places.get(word, -1) for word in frame[name].cat.categories.tolist()]
    codes: Codes = np.array([*table, -1], dtype=kind)[frame[name].cat.codes.to_numpy()]
    return codes


def shared_codes(
    wagers: pd.DataFrame, collections: pd.DataFrame, hands: pd.DataFrame, name: str, dealer: str
) -> tuple[tuple[str, ...], dict[str, Codes]]:
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
    codes = {key: _codes(frame, column, words) for key, (frame, column) in frames.items()}
    return tuple(words), codes
