"""Near misses of the drop and log checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot

TOLERANCE: Final = DOLLAR
_NUMBERS: Final = 100


def drop(plot: Plot) -> None:
    """DROP-MATCH: a box is counted short by exactly what a count may differ."""
    counts = plot.draft["counts"]
    tables = plot.draft.counted
    for row in plot.shuffled(counts["amount"] > TOLERANCE):
        sitting = int(counts["sitting"][row])
        if sitting not in tables:
            tables.add(sitting)
            counts["amount"][row] -= TOLERANCE
            first = int(np.flatnonzero(plot.draft.ids.sitting == sitting)[0])
            plot.plant_record(first, f"box counted {dollars(TOLERANCE)} short, which is allowed")


def sequence(plot: Plot) -> None:
    """LOG-SEQUENCE: a table's numbers begin at a hundred and one, without a gap."""
    ids = plot.draft.ids
    done: set[int] = set()
    for hand in plot.free_hands(ids.number == 1):
        sitting = int(ids.sitting[hand])
        if sitting not in done:
            done.add(sitting)
            ids.number[ids.sitting == sitting] += _NUMBERS
            plot.plant(hand, "the table's numbers begin at a hundred and one")


def time(plot: Plot) -> None:
    """LOG-TIME: a hand ends at the very moment the next one starts."""
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["hand"] < len(hands["hand"]) - 1):
        # Between two options the next one is posted as the last hand of the one before ends.
        same = all(hands[name][hand + 1] == hands[name][hand] for name in ("sitting", "setup"))
        if same and plot.draft.free(hand + 1):
            hands["ended_at"][hand] = hands["started_at"][hand + 1]
            plot.plant(hand, "ends as the next hand starts", also=(hand + 1,))


def duplicate(plot: Plot) -> None:
    """LOG-DUPLICATE: two bettors on one hand place the same wager and pay the same fee."""
    wagers, fees = plot.draft["wagers"], plot.draft["collections"]
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        rows = plot.draft.rows_of("wagers", hand)
        pairs = np.column_stack([wagers["wager"][rows], wagers["amount"][rows]])
        taken = plot.draft.rows_of("collections", hand)
        same_fee = np.unique(fees["amount"][taken]).size < len(taken)
        if len(np.unique(pairs, axis=0)) < len(rows) and same_fee:
            plot.plant(hand, "two wagers and two fees of the same amount")


def orphan(plot: Plot) -> None:
    """LOG-ORPHAN: a fee by the period names no hand, and belongs to a table all the same."""
    fees = plot.draft["collections"]
    for row in plot.shuffled((fees["hand"] == NULL) & (fees["table"] != NULL)):
        near = int(fees["near"][row])
        if plot.draft.free(near):
            player = int(fees["player"][row])
            what = "a fee by the period without a hand"
            plot.plant_record(near, what, seat=int(fees["seat"][row]), player=player)


def value(plot: Plot) -> None:
    """LOG-VALUE: a wager is given back to the last cent, and wins and loses nothing."""
    wagers = plot.draft["wagers"]
    whole = (wagers["returned"] == wagers["amount"]) & (wagers["result"] == 0)
    for row in plot.shuffled(whole):
        hand = int(wagers["hand"][row])
        if plot.draft.free(hand):
            plot.plant(hand, "a wager given back whole", seat=int(wagers["seat"][row]))
