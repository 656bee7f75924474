"""Hands: what fees ask of each hand, as arrays; a block of them is worked on at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands by row: context, players (-1 where not told), whether the round opened (-1 likewise).

    ``left`` are the players still in after the flop, -1 where not told.
    ``tested`` are those whose fees can be told; ``aggregated`` have totals only. ``free`` open a
    new game and owe nothing.
    """

    context: Ints
    players: Ints
    left: Ints
    opening: Ints
    tested: Bools
    aggregated: Bools
    free: Bools

    def block(self, first: int, last: int) -> Hands:
        """Return the hands of some rows."""
        return Hands(*(getattr(self, name)[first:last] for name in Hands.__slots__))


def counts_of(hands: pd.DataFrame, name: str) -> Ints:
    """Return a column of small numbers, -1 where the log does not state it."""
    if name not in hands:
        return np.full(len(hands), -1, dtype=np.int64)
    values: Ints = hands[name].to_numpy().astype(np.int64)
    return values


def rows_of(hand: Ints, first: int, last: int) -> slice:
    """Return the rows of records, which are in the order of their hands, of some hands."""
    start, end = np.searchsorted(hand, (first, last))
    return slice(int(start), int(end))


def in_hand_order(hand: Ints, keep: Bools) -> Ints | None:
    """Return the rows to keep in the order of their hands; None where that is all, as it stands."""
    rows = None if keep.all() else np.flatnonzero(keep)
    kept = hand if rows is None else hand[rows]
    if (kept[1:] < kept[:-1]).any():
        order = np.argsort(kept, kind="stable")
        return order if rows is None else rows[order]
    return rows
