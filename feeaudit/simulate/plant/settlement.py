"""Planting violations of the settlement checks."""

from __future__ import annotations

from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True, eq=False)
class Ordered:
    """A hand with one sure order of settlement: its wagers, each on a circle of its own."""

    hand: int
    rows: Ints
    order: Order
    bets: Bets
    action: Ints


def excess(plot: Plot) -> None:
    """PAY-EXCESS: a winning wager is paid so much that the player-dealer loses more than put up.

    Only in games that bind the position to what was put up. Where uncovered wagers are to be
    returned PAY-UNCOVERED comes with it, since nothing covered what was paid beyond.
    """
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    for hand, rows in covered_hands(plot):
        results = wagers["result"][rows]
        if not plot.setup(hand).covers_only or not (results > 0).any():
            continue
        row = int(rows[results > 0][0])
        up = int(hands["player_dealer_wager"][hand])
        more = up + DOLLAR - int(results.sum())
        wagers["result"][row] += more
        what = f"the player-dealer loses {dollars(up + DOLLAR)} with {dollars(up)} put up"
        plot.plant(hand, what, seat=int(wagers["seat"][row]), amount=more)
        if order_of(plot.setup(hand).game).returns:
            plot.comes_with_it(hand, "PAY-UNCOVERED")


def uncovered(plot: Plot) -> None:
    """PAY-UNCOVERED: wagers are settled that the player-dealer's money does not cover.

    Money put up serves once, and what it does not cover is returned. By turns money serves twice,
    to pay one and against the next who loses; or a dollar of an uncovered wager is kept; or too
    little is put up for what all lose together, where PAY-EXCESS comes with it.
    """
    ways = (_used_twice, _dollar_kept, _all_kept)
    for hand in plot.free_hands(plot.draft["hands"]["player_dealer_wager"] != NULL):
        rows = plot.draft.rows_of("wagers", hand)
        if order_of(plot.setup(hand).game).returns:
            first = plot.done % len(ways)
            any(way(plot, hand, rows) for way in (*ways[first:], *ways[:first]))


def _used_twice(plot: Plot, hand: int, rows: Ints) -> bool:
    """Put up what the larger side comes to, winners or losers, a dollar short of nothing more."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    results = wagers["result"][rows]
    lost, won = -int(results[results < 0].sum()), int(results[results > 0].sum())
    if plot.draft.returned(hand) or min(lost, won) == 0:
        return False
    hands["player_dealer_wager"][hand] = max(lost, won)
    what = f"{dollars(lost)} collected and {dollars(won)} paid"
    _note_uncovered(plot, hand, f"{what} with {dollars(max(lost, won))} put up", min(lost, won))
    return True


def _dollar_kept(plot: Plot, hand: int, rows: Ints) -> bool:
    """Of a wager that was given back in part, keep a dollar more than the money covers."""
    wagers = plot.draft["wagers"]
    losing = (wagers["returned"][rows] >= DOLLAR) & (wagers["result"][rows] < 0)
    if not losing.any() or int(np.abs(wagers["result"][rows]).sum()) < _put_up(plot, hand):
        return False
    row = int(rows[losing][0])
    wagers["returned"][row] -= DOLLAR
    wagers["result"][row] -= DOLLAR
    _note_uncovered(plot, hand, "a dollar kept of what the money does not cover", DOLLAR)
    return True


def _all_kept(plot: Plot, hand: int, rows: Ints) -> bool:
    """Put up half of what all wagers lose together."""
    hands, wagers = plot.draft["hands"], plot.draft["wagers"]
    results = wagers["result"][rows]
    lost = -int(results.sum())
    up = lost // 2 // DOLLAR * DOLLAR
    if (results > 0).any() or plot.draft.returned(hand) or not 0 < up < lost:
        return False
    hands["player_dealer_wager"][hand] = up
    _note_uncovered(plot, hand, f"{dollars(lost)} collected with {dollars(up)} put up", lost - up)
    return True


def _put_up(plot: Plot, hand: int) -> int:
    return int(plot.draft["hands"]["player_dealer_wager"][hand])


def _note_uncovered(plot: Plot, hand: int, what: str, amount: int) -> None:
    seat = int(plot.draft["hands"]["player_dealer_seat"][hand])
    plot.plant(hand, f"{what}, nothing more returned", seat=seat, amount=amount)
    net = int(plot.draft["wagers"]["result"][plot.draft.rows_of("wagers", hand)].sum())
    if plot.setup(hand).covers_only and abs(net) > _put_up(plot, hand):
        plot.comes_with_it(hand, "PAY-EXCESS")


def order(plot: Plot) -> None:
    """PAY-ORDER: money runs out and goes round from the wrong end, the first wagers uncovered."""
    for each in ordered_hands(plot):
        up = int(each.bets.amount.sum()) // 2 // DOLLAR * DOLLAR
        back = replace(each.order, clockwise=not each.order.clockwise)
        run_short(plot, each, up, cover(back, each.bets, _last_circle(each), np.array([up])))
        what = f"{dollars(up)} put up covers wagers from the last seat backwards"
        plot.plant(each.hand, what, seat=int(plot.draft["hands"]["action_seat"][each.hand]))


def _last_circle(ordered: Ordered) -> Ints:
    circles = ordered.bets.circle
    steps = circles - ordered.action
    ahead = (steps if ordered.order.clockwise else -steps) % CIRCLES
    return circles[[np.argmax(ahead)]]


def ordered_hands(plot: Plot) -> Iterator[Ordered]:
    """Yield covered hands of which the print says who comes first should the money run out."""
    hands, wagers, names = plot.draft["hands"], plot.draft["wagers"], plot.draft.names
    for hand, rows in covered_hands(plot):
        rules = order_of(plot.setup(hand).game)
        seats = wagers["seat"][rows].tolist()
        if not (rules.returns and rules.stated) or len(set(seats)) < max(_FEWEST, len(rows)):
            continue
        circles = np.array([int(names.text(each)) for each in seats], dtype=np.int64)
        bets = Bets(np.zeros(len(rows), dtype=np.int64), circles, wagers["amount"][rows], 1)
        action = np.array([int(names.text(int(hands["action_seat"][hand])))])
        yield Ordered(hand, rows, rules, bets, action)


def run_short(plot: Plot, ordered: Ordered, up: int, covered: Ints) -> None:
    """Let so much be put up and cover parts of the wagers; the rest of them is returned."""
    hands, wagers, rows = plot.draft["hands"], plot.draft["wagers"], ordered.rows
    signs = np.sign(wagers["result"][rows])
    wagers["result"][rows] = np.where(signs == 0, -1, signs) * covered
    wagers["returned"][rows] = ordered.bets.amount - covered
    hands["player_dealer_wager"][ordered.hand] = up


def covered_hands(plot: Plot) -> Iterator[tuple[int, Ints]]:
    """Yield hands in which all wagers were covered, with the rows of their wagers."""
    for hand in plot.free_hands(plot.draft["hands"]["player_dealer_wager"] != NULL):
        if not plot.draft.returned(hand):
            yield hand, plot.draft.rows_of("wagers", hand)
