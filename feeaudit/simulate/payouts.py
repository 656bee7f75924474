"""Payouts of player-dealer hands: what the position puts up, who wins, and what is given back.

The player-dealer puts up enough to pay every wager, except that now and then the money does not
cover all: then it covers wagers in the order of settlement and what it does not cover is returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.bet_shapes import DOLLAR

if TYPE_CHECKING:
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.draft_frames import Frame, Names
    from feeaudit.simulate.setups import Setup

CIRCLES: Final = 20
_SHORT: Final = 0.05
_PUSHES: Final = 0.06
_WINS: Final = 0.52
_ROUNDED: Final = 100 * DOLLAR
_BONUS_LOSES: Final = 0.88
_PAYS: Final = (1, 3, 8, 25)
_PAID: Final = (0.4, 0.4, 0.17, 0.03)


@dataclass(frozen=True, slots=True)
class Order:
    """Where settlement starts, which way it goes, and whether uncovered money is returned."""

    starts: str
    clockwise: bool
    stated: bool
    returns: bool


@dataclass(frozen=True, slots=True, eq=False)
class Bets:
    """Wagers to be settled: the place of their hand among so many, circle, kind and amount."""

    hand: IntArray
    circle: IntArray
    kind: IntArray
    amount: IntArray
    hands: int

    def summed(self, values: IntArray) -> IntArray:
        """Return a sum for each hand."""
        sums = np.zeros(self.hands, dtype=np.int64)
        np.add.at(sums, self.hand, values)
        return sums

    def distinct(self, values: IntArray) -> IntArray:
        """Return how many different values each hand has."""
        width = int(values.max(initial=0)) + 1
        found = np.unique(self.hand * width + values) // width
        return np.bincount(found, minlength=self.hands)


def order_of(game: Game) -> Order:
    """Return the order of settlement; a place left of the player-dealer satisfies either start."""
    starts = [each.starts for each in game.settlement if each.starts]
    directions = {each.direction for each in game.settlement} - {""}
    left = "left_of_player_dealer"
    return Order(
        starts=left if left in starts else (starts[0] if starts else ""),
        clockwise=directions != {"counter_clockwise"},
        stated=bool(starts) and len(directions) == 1,
        returns=any("returned" in each.uncovered for each in game.settlement),
    )


def settle(
    setup: Setup, hands: Frame, wagers: Frame, names: Names, rng: np.random.Generator
) -> None:
    """Fill in action seat, player-dealer's wager, results and returns of one setup's hands."""
    order = order_of(setup.game)
    numbers = _seat_numbers(names)
    bets = Bets(
        hand=np.searchsorted(hands["hand"], wagers["hand"]).astype(np.int64),
        circle=numbers[wagers["seat"]],
        kind=wagers["wager"],
        amount=wagers["amount"],
        hands=len(hands["hand"]),
    )
    action = _action_seats(order, bets, numbers[hands["player_dealer_seat"]], rng)
    result = _results(setup, wagers, names, rng)
    bet = bets.summed(bets.amount)
    # Money put up serves once: it covers what is paid and, beside it, what is collected.
    enough = -(-np.maximum(bets.summed(np.abs(result)), bet) // _ROUNDED) * _ROUNDED
    short = _short_hands(order, bets, rng)
    part = bet // DOLLAR * rng.integers(30, 80, bets.hands) // 100 * DOLLAR
    up = np.where(short, np.maximum(part, DOLLAR), enough)
    covered = np.where(short[bets.hand], cover(order, bets, action, up), bets.amount)
    wagers["result"] = np.where(short[bets.hand], np.sign(result) * covered, result)
    wagers["returned"] = bets.amount - covered
    hands["player_dealer_wager"] = up
    if order.starts:
        codes = names.codes(str(each) for each in range(1, CIRCLES))
        hands["action_seat"] = codes[action - 1]


def cover(order: Order, bets: Bets, action: IntArray, up: IntArray) -> IntArray:
    """Return how much of each wager is covered when money goes round in the order of settlement."""
    steps = bets.circle - action[bets.hand]
    place = (steps if order.clockwise else -steps) % CIRCLES
    rows = np.lexsort((place, bets.hand))
    owner, ordered = bets.hand[rows], bets.amount[rows]
    running = np.cumsum(ordered) - ordered
    first = np.minimum(np.searchsorted(owner, np.arange(bets.hands)), len(rows) - 1)
    before = running - running[first][owner]
    covered = np.empty_like(ordered)
    covered[rows] = np.clip(up[owner] - before, 0, ordered)
    return covered


def _seat_numbers(names: Names) -> IntArray:
    """Return the number of each name that is a seat's, else zero."""
    codes = [names.code(str(number)) for number in range(CIRCLES)]
    numbers = np.zeros(len(names.texts), dtype=np.int64)
    numbers[codes] = np.arange(CIRCLES)
    return numbers


def _action_seats(order: Order, bets: Bets, dealer: IntArray, rng: np.random.Generator) -> IntArray:
    """Return the number of the seat where the action starts: always one with a wager."""
    if order.starts == "left_of_player_dealer":
        key = (bets.circle - dealer[bets.hand]) % CIRCLES
    elif order.starts == "left_of_house_dealer":
        key = bets.circle
    elif order.starts == "right_of_house_dealer":
        key = CIRCLES - bets.circle
    else:
        key = rng.integers(1000, size=len(bets.circle))
    best = np.full(bets.hands, np.iinfo(np.int64).max)
    np.minimum.at(best, bets.hand, key * CIRCLES + bets.circle)
    return best % CIRCLES


def _results(setup: Setup, wagers: Frame, names: Names, rng: np.random.Generator) -> IntArray:
    """Return what each wager wins or loses: at even money, bonus bets at longer odds."""
    chance = rng.random(len(wagers["hand"]))
    sign = np.where(chance < _PUSHES, 0, np.where(chance < _WINS, 1, -1))
    bonuses = [names.code(each.wager) for each in setup.game.wagers if each.role == "bonus"]
    bonus = np.isin(wagers["wager"], np.array(bonuses, dtype=np.int64))
    odds = rng.choice(_PAYS, size=len(chance), p=_PAID)
    long = np.where(chance < _BONUS_LOSES, -1, odds)
    return (np.where(bonus, long, sign) * wagers["amount"]).astype(np.int64)


def _short_hands(order: Order, bets: Bets, rng: np.random.Generator) -> BoolArray:
    """Tell which hands are not covered: only where one order of settlement is sure.

    That is where each circle has one wager, and all are of a kind: whether kinds go round the table
    one after the other is not always printed.
    """
    chosen = rng.random(bets.hands) < _SHORT
    if not (order.returns and order.stated):
        return np.zeros(bets.hands, dtype=np.bool_)
    count = np.bincount(bets.hand, minlength=bets.hands)
    one_a_circle = count == bets.distinct(bets.circle)
    short: BoolArray = chosen & one_a_circle & (bets.distinct(bets.kind) == 1) & (count > 1)
    return short
