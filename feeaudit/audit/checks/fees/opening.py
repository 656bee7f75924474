"""Opening hands: where a new game's first hands are free of collection, as some rules print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.book.rules import rules_for

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
# A game is new when its table stood idle this long or played another game before.
NEW_GAME_AFTER = 30 * 60 * 1_000_000


def free_hands(case: Case, rows: pd.DataFrame) -> Bools:
    """Return which rows are of hands that open a new game and may go without collection."""
    free = case.shared("opening_hands", _opening_hands)
    chosen: Bools = free[rows["hand"].to_numpy()]
    return chosen


def _opening_hands(case: Case) -> Bools:
    allowed = np.array([_allowed(each) for each in case.situations], dtype=np.int64)
    hands = case.hands
    many = allowed[hands["situation"].to_numpy()]
    if not many.any():
        return case.no_hand
    order = np.lexsort((hands["started_at"].to_numpy(), hands["table_code"].to_numpy()))
    table = hands["table_code"].to_numpy()[order]
    time = hands["started_at"].to_numpy()[order]
    game = hands["game"].cat.codes.to_numpy()[order]
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


def _allowed(situation: Situation) -> int:
    """Return how many opening hands a situation frees of collection."""
    if situation.cardroom is None:
        return 0
    return max(
        (
            rule.hands or 0
            for offer in situation.offers
            for rule in rules_for(offer.schedule, situation.cardroom, "free_hands")
        ),
        default=0,
    )
