"""Planting violations of the settlement checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.settling import CIRCLES, Bets, Order, cover, order_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.steps import Ints

_FEWEST: Final = 3


def excess(plot: Plot) -> None:
    """PAY-EXCESS: a winning wager is paid so much that the player-dealer loses more than put up.

    Only in games that bind the position to what was put up. PAY-UNCOVERED may come with it, since
    nothing covered what was paid beyond.
    """
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in _covered_hands(plot):
        results = wagers["result"][rows]
        if not plot.setup(hand).covers_only or not (results > 0).any():
            continue
        row = int(rows[results > 0][0])
        up = int(hands["player_dealer_wager"][hand])
        more = up + DOLLAR - int(results.sum())
        wagers["result"][row] += more
        lost = f"the player-dealer loses {dollars(up + DOLLAR)} with {dollars(up)} put up"
        seat = int(wagers["seat"][row])
        plot.plant(hand, f"{lost}; PAY-UNCOVERED may come with it", seat=seat, amount=more)


def uncovered(plot: Plot) -> None:
    """PAY-UNCOVERED: wagers are settled in full that the player-dealer's money does not cover.

    Less is put up than is collected and paid together, but no less than the hand costs or brings
    the player-dealer on the whole, so that PAY-EXCESS does not speak. Nothing is returned.
    """
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in _covered_hands(plot):
        results = wagers["result"][rows]
        moved, net = int(np.abs(results).sum()), abs(int(results.sum()))
        up = max(net, moved // 2 // DOLLAR * DOLLAR)
        if not order_of(plot.setup(hand).game).returns or not 0 < up < moved:
            continue
        hands["player_dealer_wager"][hand] = up
        what = f"{dollars(moved)} settled with {dollars(up)} put up, nothing returned"
        plot.plant(hand, what, seat=int(wagers["seat"][rows[0]]), amount=moved - up)


def order(plot: Plot) -> None:
    """PAY-ORDER: money runs out and goes round from the wrong end, the first wagers uncovered."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in _covered_hands(plot):
        rules = order_of(plot.setup(hand).game)
        seats = wagers["seat"][rows].tolist()
        if not (rules.returns and rules.stated) or len(set(seats)) < max(_FEWEST, len(rows)):
            continue
        circles = np.array([int(plot.draft.names.text(each)) for each in seats], dtype=np.int64)
        action = int(plot.draft.names.text(int(hands["action_seat"][hand])))
        amounts = wagers["amount"][rows]
        up = int(amounts.sum()) // 2 // DOLLAR * DOLLAR
        bets = Bets(np.zeros(len(rows), dtype=np.int64), circles, amounts, 1)
        back = Order(rules.starts, not rules.clockwise, rules.stated, rules.returns)
        start = np.array([_last_circle(rules, circles, action)])
        covered = cover(back, bets, start, np.array([up]))
        signs = np.sign(wagers["result"][rows])
        wagers["result"][rows] = np.where(signs == 0, -1, signs) * covered
        wagers["returned"][rows] = amounts - covered
        hands["player_dealer_wager"][hand] = up
        what = f"{dollars(up)} put up covers wagers from the last seat backwards"
        plot.plant(hand, what, seat=int(hands["action_seat"][hand]))


def _last_circle(rules: Order, circles: Ints, action: int) -> int:
    steps = (circles - action) if rules.clockwise else (action - circles)
    return int(circles[np.argmax(steps % CIRCLES)])


def _covered_hands(plot: Plot) -> Iterator[tuple[int, Ints]]:
    """Yield hands in which all wagers were covered, with the rows of their wagers."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand in plot.free_hands(hands["player_dealer_wager"] != NULL):
        rows = plot.draft.rows_of("wagers", hand)
        if not (wagers["returned"][rows] > 0).any():
            yield hand, rows
