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
        return np.lexsort((*reversed(keys), self.hand))


class Worded(NamedTuple):
    """A column of words: the different ones, and the number of each row's."""

    words: list[str]
    codes: Ints

    def rank(self, key: Callable[[str], Any] = str) -> Ints:
        """Return for each row the place of its word among all, in the order of a key."""
        keys = [key(word) for word in self.words]
        places = {each: place for place, each in enumerate(sorted(set(keys)))}
        ranks: Ints = np.array([places[each] for each in keys], dtype=np.int64)[self.codes]
        return ranks


def rows_of_hands(case: Case, table: str, hands: Ints) -> HandRows:
    """Return the rows of a table of the log that belong to hands, as they stand there."""
    hand = getattr(case, table)["hand"].to_numpy()
    order = _order(case, table)
    sorted_hand = hand if order is None else hand[order]
    first = np.searchsorted(sorted_hand, hands, side="left")
    count = np.searchsorted(sorted_hand, hands, side="right") - first
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
        codes, found = pd.factorize(column.to_numpy(dtype=object)[rows])
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
def _order(case: Case, table: str) -> Ints | None:
    """Return the order of records by hand; None where they are in it already."""
    hand = getattr(case, table)["hand"].to_numpy()
    return None if (hand[1:] >= hand[:-1]).all() else np.argsort(hand, kind="stable")


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
