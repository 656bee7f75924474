"""Planting violations of the drop and log checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import MINUTE, NULL

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

_SHORT: Final = 20 * DOLLAR
_JUST_SHORT: Final = DOLLAR + 1


def drop(plot: Plot) -> None:
    """DROP-MATCH: a box is counted short of, or over, what was collected into it.

    By twenty dollars, or by one dollar and a cent, which is more than many rooms let pass.
    """
    counts = plot.draft["counts"]
    taken = plot.draft.counted
    for row in plot.shuffled(counts["amount"] >= _SHORT):
        sitting = int(counts["sitting"][row])
        if sitting in taken:
            continue
        taken.add(sitting)
        off = (-_SHORT, _SHORT, -_JUST_SHORT)[plot.done % 3]
        counts["amount"][row] += off
        words = "over" if off > 0 else "short of"
        what = f"box counted {dollars(abs(off))} {words} what was collected"
        first = int(np.flatnonzero(plot.draft.ids.sitting == sitting)[0])
        plot.plant_record(first, what, amount=off)


def sequence(plot: Plot) -> None:
    """LOG-SEQUENCE: a number is left out, and the table's later hands go on after the gap."""
    ids = plot.draft.ids
    for hand in plot.free_hands(ids.number > 1):
        later = (ids.sitting == ids.sitting[hand]) & (ids.number >= ids.number[hand])
        ids.number[later] += 1
        plot.plant(hand, "the number before this hand is missing from the table's sequence")


def time(plot: Plot) -> None:
    """LOG-TIME: a hand is recorded as ended a minute before it started."""
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["hand"] != NULL):
        hands["ended_at"][hand] = hands["started_at"][hand] - MINUTE
        plot.plant(hand, "ended a minute before it started")


def duplicate(plot: Plot) -> None:
    """LOG-DUPLICATE: a hand is recorded twice under the same id, its wagers and fees only once."""
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["hand"] != NULL):
        plot.draft.copy_row("hands", hand)
        plot.plant(hand, "the hand is recorded twice")


def orphan(plot: Plot) -> None:
    """LOG-ORPHAN: a wager is recorded for a hand that is not in the log.

    The planted record names the id that no hand bears.
    """
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["ring"] != NULL):
        stray = plot.draft.ids.stray(f"GONE-{plot.done + 1:04d}")
        seat, player = _first_seat(plot, hand)
        kind = plot.setup(hand).game.wagers[0].wager
        plot.draft.add(
            "wagers",
            hand=stray,
            seat=seat,
            player=player,
            wager=plot.draft.names.code(kind),
            amount=5 * DOLLAR,
        )
        what = "a wager recorded for a hand that is not in the log"
        plot.plant_record(hand, what, hand=stray, seat=seat, amount=5 * DOLLAR)


def value(plot: Plot) -> None:
    """LOG-VALUE: a wager is recorded under a name that is no wager of the game."""
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["ring"] != NULL):
        if _counts_everything(plot.setup(hand)):
            continue
        seat, player = _first_seat(plot, hand)
        plot.draft.add(
            "wagers",
            hand=hand,
            seat=seat,
            player=player,
            wager=plot.draft.names.code("unheard_of"),
            amount=5 * DOLLAR,
        )
        what = "a wager 'unheard_of', which the game does not have"
        plot.plant(hand, what, seat=seat, amount=5 * DOLLAR)


def _counts_everything(setup: Setup) -> bool:
    """Tell whether a fee adds up all wagers, or the pot, so that a strange one would count."""
    return any(
        levy.from_pot or (not rate.wagers and rate.basis == "table_action")
        for levy in setup.levies
        for rate in levy.rates
    )


def _first_seat(plot: Plot, hand: int) -> tuple[int, int]:
    """Return a seat and its player, not the player-dealer's."""
    ring = int(plot.draft["hands"]["ring"][hand])
    place = 1 if int(plot.draft["hands"]["turn"][hand]) == 0 else 0
    return plot.draft.rings.seats[ring][place], plot.draft.rings.people[ring][place]
