"""Names of one table by the numbers that another table of the log gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.core.arrays import Ints


def codes_as_in(column: pd.Series, model: pd.Series) -> Ints:
    """Return a column of names in the codes of another one; -1 for blanks and names it lacks."""
    places = {word: place for place, word in enumerate(map(str, model.cat.categories))}
    table = [places.get(word, -1) for word in map(str, column.cat.categories)]
    numbers = np.array([*table, -1], dtype=np.int64)
    codes: Ints = numbers[column.cat.codes.to_numpy()]
    return codes
