"""The records of some hands, by hand: fetched at once, so that no finding scans the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.columns import named, words_of
from feeaudit.audit.identity import people
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints

Records = dict[int, list[tuple[Any, ...]]]


def records_of(case: Case, table: str, hands: Ints, columns: Sequence[str]) -> Records:
    """Return the records of a table of the log that belong to hands, each as the columns say.

    Absent words are blank, absent amounts None. Of wagers, ``own`` tells the player-dealer's, and
    ``person`` is the one name of whoever ``player`` spells.
    """
    frame = getattr(case, table)
    hand = frame["hand"].to_numpy()
    order = _order(case, table)
    sorted_hand = hand if order is None else hand[order]
    first = np.searchsorted(sorted_hand, hands, side="left")
    count = np.searchsorted(sorted_hand, hands, side="right") - first
    upto = np.cumsum(count)
    places = np.repeat(first - upto + count, count) + np.arange(int(count.sum()))
    rows = places if order is None else order[places]
    records = list(zip(*(_values(case, frame, name, rows) for name in columns), strict=True))
    bounds = zip((upto - count).tolist(), upto.tolist(), strict=True)
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
