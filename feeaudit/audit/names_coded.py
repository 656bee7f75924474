"""Names of one table by the numbers that another table of the log gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    import pandas as pd

    from feeaudit.core.arrays import Bools, Ints


def codes_as_in(column: pd.Series, model: pd.Series) -> Ints:
    """Return a column of names in the codes of another one; -1 for blanks and names it lacks."""
    places = {word: place for place, word in enumerate(map(str, model.cat.categories))}
    table = [places.get(word, -1) for word in map(str, column.cat.categories)]
    numbers = np.array([*table, -1], dtype=np.int64)
    codes: Ints = numbers[column.cat.codes.to_numpy()]
    return codes


def is_among(column: pd.Series, words: Collection[str]) -> Bools:
    """Tell which names of a column are among some words; a blank is not."""
    among = np.array([*(str(word) in words for word in column.cat.categories), False])
    found: Bools = among[column.cat.codes.to_numpy()]
    return found
