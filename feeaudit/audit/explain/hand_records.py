"""The records of some hands, by hand: fetched at once, so that no finding scans the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import named, words_of
from feeaudit.audit.identity import people
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints

Records = dict[int, list[tuple[Any, ...]]]


class HandRows(NamedTuple):
    """The rows of a table that belong to hands, one hand after the other, and how many of each."""

    rows: Ints
    many: Ints

    @property
    def hand(self) -> Ints:
        """The place of each row's hand among those that were asked for."""
        return np.repeat(np.arange(len(self.many)), self.many)

    def order(self, keys: Sequence[Ints]) -> Ints:
        """Return what puts the rows of each hand in the order of keys, the first before others."""
        columns = [self.hand, *keys]
        # Logs mostly have them in order already, and to see that takes a tenth of sorting them.
        if _in_order_by(columns):
            return np.arange(len(self.rows))
        return np.lexsort(columns[::-1])


def _in_order_by(columns: Sequence[Ints]) -> bool:
    """Tell whether rows are in the order of columns, the first before others."""
    same = np.ones(max(len(columns[0]) - 1, 0), dtype=bool)
    for column in columns:
        if (same & (column[1:] < column[:-1])).any():
            return False
        same &= column[1:] == column[:-1]
    return True


class Worded(NamedTuple):
    """A column of words: the different ones, and the number of each row's."""

    words: list[str]
    codes: Ints

    def rank(self, key: Callable[[str], Any] = str) -> Ints:
        """Return for each row the place of its word among those of all rows, by a key."""
        # A log names thousands of people, and a few rows only some of them.
        used = distinct(self.codes)
        keys = [key(self.words[code]) for code in used.tolist()]
        places = {each: place for place, each in enumerate(sorted(set(keys)))}
        ranks = np.zeros(len(self.words), dtype=np.int64)
        ranks[used] = [places[each] for each in keys]
        found: Ints = ranks[self.codes]
        return found


def rows_of_hands(case: Case, table: str, hands: Ints) -> HandRows:
    """Return the rows of a table of the log that belong to hands, as they stand there."""
    order, hand = _in_order(case, table)
    first = np.searchsorted(hand, hands, side="left")
    count = np.searchsorted(hand, hands, side="right") - first
    places = np.repeat(first - np.cumsum(count) + count, count) + np.arange(int(count.sum()))
    return HandRows(places if order is None else order[places], count)


def worded(frame: pd.DataFrame, name: str, rows: Ints) -> Worded:
    """Return the words of some rows of a column, blank where the log tells none."""
    if name not in frame:
        return Worded([""], np.zeros(len(rows), dtype=np.int64))
    column = frame[name]
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = column.array.codes[rows].astype(np.int64)
        words = column.array.categories.tolist()
    else:
        codes, found = pd.factorize(column.array[rows].to_numpy(dtype=object))
        words = found.tolist()
    # The last word is that of the code -1.
    return Worded([*words, ""], codes)


def records_of(case: Case, table: str, hands: Ints, columns: Sequence[str]) -> Records:
    """Return the records of a table of the log that belong to hands, each as the columns say.

    Absent words are blank, absent amounts None. Of wagers, ``own`` tells the player-dealer's, and
    ``person`` is the one name of whoever ``player`` spells.
    """
    frame = getattr(case, table)
    rows, many = rows_of_hands(case, table, hands)
    records = list(zip(*(_values(case, frame, name, rows) for name in columns), strict=True))
    upto = np.cumsum(many)
    bounds = zip((upto - many).tolist(), upto.tolist(), strict=True)
    return {
        each: records[start:end] for each, (start, end) in zip(hands.tolist(), bounds, strict=True)
    }


@shared
def _in_order(case: Case, table: str) -> tuple[Ints | None, Ints]:
    """Return the order of records by hand, None where they are in it already, and the hands."""
    hand = getattr(case, table)["hand"].to_numpy()
    if (hand[1:] >= hand[:-1]).all():
        return None, hand
    order = np.argsort(hand, kind="stable")
    return order, hand[order]


def _values(case: Case, frame: pd.DataFrame, name: str, rows: Any) -> list[Any]:
    if name == "own":
        return list(wagers_of(case).own[rows].tolist())
    if name == "person":
        return named(people(case).words, people(case).numbers("wagers.player", rows)).tolist()
    if name not in frame:
        return [None] * len(rows)
    column = frame[name]
    if isinstance(column.dtype, pd.CategoricalDtype):
        return words_of(frame, name, rows).tolist()
    if column.dtype.kind in "iu":
        return [None if each == MISSING else each for each in column.to_numpy()[rows].tolist()]
    return list(column.take(rows))
