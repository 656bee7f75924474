"""Ladders as arrays: each amount is priced by its own ladder, however large a slip makes it."""

from __future__ import annotations

import numpy as np

from feeaudit.book.model import Ladder, Tier
from feeaudit.rules.ladder_arrays import compiled

LOW = Ladder("player_dealer", "action", (Tier(1, 100, 50, 1), Tier(101, None, 100, 2)))
HIGH = Ladder("player_dealer", "action", (Tier(1, 100, 300, 3), Tier(101, None, 700, 4)))


def test_an_amount_beyond_all_money_falls_in_the_last_tier_of_its_own_ladder() -> None:
    ladders = compiled([LOW, HIGH, LOW])
    pieces = ladders.pieces(np.arange(3), np.full(3, 10**18))
    assert [ladders.fees[each] for each in pieces.tolist()] == [(100,), (700,), (100,)]
