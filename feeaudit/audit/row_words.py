"""Words of the log's columns, fetched for the rows that are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from feeaudit.core.arrays import Ints, Words


def fee_word(fee: str) -> str:
    """Return what a fee is called before the word fee: ``no-flop``, blank for the base fee."""
    return "" if fee == "base" else fee.replace("_", "-")


def named(words: Sequence[str], codes: Ints) -> Words:
    """Return the words of codes, blank for -1."""
    found: Words = np.array([*words, ""], dtype=object)[codes]
    return found


def table_of(frame: pd.DataFrame, rows: Any) -> dict[str, Any]:
    """Return the table that records name, for findings about them; it may have no hands."""
    return {
        "table_code": frame["table_code"].to_numpy()[rows],
        "cardroom": words_of(frame, "cardroom", rows),
        "table": words_of(frame, "table", rows),
    }


def words_of(frame: pd.DataFrame, name: str, rows: Any) -> Words:
    """Return the words of some rows of a column, blank where the log tells none."""
    if name not in frame:
        return np.full(len(rows), "", dtype=object)
    column = frame[name].cat
    return named(column.categories.tolist(), column.codes.to_numpy()[rows])
