"""Bets without action: whether the player-dealer owes a player's fee on a bet of their own.

Some rules let the player-dealer put a bet without action on an empty seat and do not say whether
it pays. A log shows such a bet where it names the player-dealer as the bettor of another seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import people
from feeaudit.rules.fee_doubts import free_bets

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Words


def without_action(case: Case, rows: pd.DataFrame) -> tuple[Bools, Words]:
    """Tell which fees are on a bet that owes nothing, or may; with the anomalies that say which.

    These are blank where it is settled that such a bet pays nothing.
    """
    free, doubts = np.zeros(len(rows), dtype=bool), np.full(len(rows), "", dtype=object)
    if not len(rows):
        return free, doubts
    hand, player = rows["hand"].to_numpy(), rows["player"].cat.codes.to_numpy()
    holder = people(case).codes("hands.player_dealer")[hand]
    own = (player >= 0) & (player == holder) & (rows["payer"] == "player").to_numpy()
    context = case.hands["context"].to_numpy()[hand]
    for row in np.flatnonzero(own).tolist():
        stated = free_bets(case.contexts[context[row]])
        free[row] = stated is not None
        doubts[row] = ", ".join(stated or ())
    return free, doubts
