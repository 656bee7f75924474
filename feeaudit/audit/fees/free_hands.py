"""Opening hands: where a new game's first hands are free of collection, as some rules print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context

# A game is new when its table stood idle this long or played another game before.
NEW_GAME_AFTER = 30 * 60 * 1_000_000


def free_hands(case: Case, rows: pd.DataFrame) -> Bools:
    """Return which rows are of hands that open a new game and may go without collection."""
    if not len(rows):
        return np.zeros(0, dtype=bool)
    free = _opening_hands(case)
    chosen: Bools = free[rows["hand"].to_numpy()]
    return chosen


@shared
def _opening_hands(case: Case) -> Bools:
    allowed = np.array([_allowed(each) for each in case.contexts], dtype=np.int64)
    hands = case.hands
    many = allowed[hands["context"].to_numpy()]
    if not many.any():
        return case.no_hand
    order = order_of_play(case).hand
    table = hands["table_code"].to_numpy()[order]
    time = hands["started_at"].to_numpy()[order]
    game = case.games[order]
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (
        (table[1:] != table[:-1])
        | (game[1:] != game[:-1])
        | (time[1:] - time[:-1] > NEW_GAME_AFTER)
    )
    start = np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order)) - start
    free: Bools = place < many
    return free


def _allowed(context: Context) -> int:
    """Return how many opening hands a context frees of collection."""
    rules = context.rules("free_hands")
    return max((rule.hands or 0 for rule in rules), default=0)
