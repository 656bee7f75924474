"""Columns of words: the words of some rows, and rows by what word they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from feeaudit.core.arrays import Bools, Codes, Ints, Words


def fee_word(fee: str) -> str:
    """Return what a fee is called before the word fee: ``no-flop``, blank for the base fee."""
    return "" if fee == "base" else fee.replace("_", "-")


def plain_words(words: Any) -> pd.Series:
    """Return words as a column of plain objects.

    Left alone, pandas makes texts of its own kind of them, and whoever goes through a column has
    each made anew.
    """
    return pd.Series(words, dtype=object)


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
    column = frame[name].array
    codes, words = column.codes[rows], column.categories.to_numpy(dtype=object)
    if not len(words):
        return np.full(len(codes), "", dtype=object)
    # A night has thousands of names and a finding asks for one: they are not gone through.
    found: Words = words[codes]
    found[codes < 0] = ""
    return found


def is_among(column: pd.Series, words: Collection[str]) -> Bools:
    """Tell which names of a column are among some words; a blank is not."""
    names = column.array
    among = np.array([*(str(word) in words for word in names.categories), False])
    found: Bools = among[names.codes]
    return found


def word_codes(frame: pd.DataFrame, name: str, words: tuple[str, ...]) -> Codes:
    """Return a column that is never blank as places in a list of words; -1 for other words."""
    places = {word: place for place, word in enumerate(words)}
    column = frame[name].array
    table = [places.get(word, -1) for word in column.categories.tolist()]
    # No list of words is longer than a byte tells apart, and a log has millions of rows.
    codes: Codes = np.array(table, dtype=np.int8)[column.codes]
    return codes
