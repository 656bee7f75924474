"""Near misses of the settlement checks: the last dollar put up is used, and none beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.plant.settlement import covered_hands, ordered_hands, run_short
from feeaudit.simulate.settling import cover, order_of

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot


def excess(plot: Plot) -> None:
    """PAY-EXCESS: nobody loses, and the player-dealer loses exactly what was put up."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in covered_hands(plot):
        results = wagers["result"][rows]
        up = int(results.sum())
        if plot.setup(hand).covers_only and up > 0 and not (results < 0).any():
            hands["player_dealer_wager"][hand] = up
            plot.plant(hand, f"the player-dealer loses exactly the {dollars(up)} put up")


def uncovered(plot: Plot) -> None:
    """PAY-UNCOVERED: what is collected and what is paid are together exactly what was put up."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in covered_hands(plot):
        results = wagers["result"][rows]
        up = int(np.abs(results).sum())
        both = (results < 0).any() and (results > 0).any()
        if order_of(plot.setup(hand).game).returns and both:
            hands["player_dealer_wager"][hand] = up
            plot.plant(hand, f"exactly the {dollars(up)} put up are collected and paid")


def order(plot: Plot) -> None:
    """PAY-ORDER: the money runs out exactly between two seats, and the rest is returned."""
    for each in ordered_hands(plot):
        first = cover(each.order, each.bets, each.action, np.array([DOLLAR])) > 0
        up = int(each.bets.amount[first].sum())
        run_short(plot, each, up, cover(each.order, each.bets, each.action, np.array([up])))
        plot.plant(each.hand, f"{dollars(up)} put up covers exactly the first seat")
