"""Whether the wagers of short hands were settled in the order that their games print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.settlement.printed_rules import printed_rules
from feeaudit.audit.settlement.short_hands import NO_SEAT
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.settlement.short_hands import ShortHands
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.settlement import PrintedOrder, SettlementRules

_COLUMN: Final = {
    "action_button": "hands.action_seat",
    "left_of_player_dealer": "hands.player_dealer_seat",
}
_TAKEN: Final = frozenset({"left_of_house_dealer", "right_of_house_dealer"})
"""Starts at a seat that no log names: seats are taken to be numbered from the dealer's left."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """Short hands as the printed orders judge them; the arrays are by hand.

    ``broken`` is by every order, ``review`` by some only; ``doubts`` are the anomalies on whose
    reading that depends. ``undirected`` is broken one way round, where none is printed.
    ``culprit`` is the first order that is broken; ``enough`` tells where money did not run out.
    """

    broken: Bools
    review: Bools
    undirected: Bools
    enough: Bools
    culprit: Any
    doubts: Any
    unplaced: dict[str, Bools]


def judgment(case: Case, short: ShortHands) -> Judgment:
    """Judge the short hands of each game by its printed orders."""
    count = len(short.hands)
    judged = Judgment(
        broken=np.zeros(count, dtype=bool),
        review=np.zeros(count, dtype=bool),
        undirected=np.zeros(count, dtype=bool),
        enough=_enough(case, short),
        culprit=np.full(count, None, dtype=object),
        doubts=np.full(count, None, dtype=object),
        unplaced={column: np.zeros(count, dtype=bool) for column in _COLUMN.values()},
    )
    for rules, mine in _by_rules(case, short):
        _judge(judged, short.only(mine), rules, np.flatnonzero(mine))
    return judged


def _by_rules(case: Case, short: ShortHands) -> Iterator[tuple[SettlementRules, Bools]]:
    """Yield each set of rules with the short hands that were played under it."""
    rules = printed_rules(case)
    of_hand = rules.of_hand[short.hands]
    for number in distinct(of_hand).tolist():
        if rules.each[number].starts:
            yield rules.each[number], of_hand == number


def _judge(judged: Judgment, short: ShortHands, rules: SettlementRules, at: Ints) -> None:
    """Write down which hands of one set of rules keep to its printed orders."""
    orders = rules.orders
    for starts in rules.starts:
        column = _COLUMN.get(starts)
        if column is not None:
            judged.unplaced[column][at] |= short.first_seat(starts) == NO_SEAT
    tried = [_broken(short, each) for _, each in orders]
    surely = np.array([each[0] for each in tried])
    perhaps = np.array([each[1] for each in tried])
    some, every = surely.any(axis=0), surely.all(axis=0)
    sure = every if _TAKEN.isdisjoint(rules.starts) else _broken_at_a_seat(short, rules)
    doubt = some & ~sure
    judged.broken[at] = every & ~doubt
    judged.review[at] = doubt
    judged.undirected[at] = perhaps.any(axis=0) & ~some
    worlds = [world for world, _ in orders]
    for place in np.flatnonzero(some).tolist():
        holds = surely[:, place].tolist()
        judged.culprit[at[place]] = orders[holds.index(True)][1][0]
        judged.doubts[at[place]] = rules.deciding(worlds, holds)


def _broken(short: ShortHands, orders: tuple[PrintedOrder, ...]) -> tuple[Bools, Bools]:
    """Return the hands that break all of some orders, whichever way they go or one way at least.

    Without an order nothing is broken.
    """
    surely = perhaps = np.full(len(short.hands), bool(orders))
    for order in orders:
        ways = [short.broken(order, way) for way in order.directions]
        surely = surely & np.logical_and.reduce(ways)
        perhaps = perhaps & np.logical_or.reduce(ways)
    return surely, perhaps


def _broken_at_a_seat(short: ShortHands, rules: SettlementRules) -> Bools:
    """Return the hands that break every printed order with one bettor's wagers at a seat."""
    broken = np.full(len(short.hands), fill_value=True)
    for _, orders in rules.orders:
        at_seat = [short.broken_at_a_seat(each) for each in orders]
        broken &= bool(orders) & np.logical_and.reduce(at_seat)
    return broken


def _enough(case: Case, short: ShortHands) -> Bools:
    """Tell in which short hands what was put up would have covered all that was returned."""
    tally, returned = tally_of(case), np.zeros(len(short.hands), dtype=np.int64)
    np.add.at(returned, short.of, case.wagers["returned"].to_numpy()[short.record] * short.returned)
    used = (tally.collected + tally.paid)[short.hands]
    enough: Bools = tally.put_up[short.hands] >= used + returned
    return enough & ~tally.blank[short.hands]


def passed_and_late(case: Case, short: ShortHands, judged: Judgment, place: int) -> tuple[int, int]:
    """Return the rows of the first wager that was returned and the last that was settled."""
    order: PrintedOrder = judged.culprit[place]
    one = np.zeros(len(short.hands), dtype=bool)
    one[place] = True
    hand = short.only(one)
    turns = hand.turns(order, order.directions[0])
    source, row = (case.wagers[name].to_numpy()[hand.record] for name in ("source", "row"))
    # Equals are told apart by where they stand in the log, so that no order of rows matters.
    in_turn = np.lexsort((row, source, turns.early_at_seat, turns.early)).tolist()
    passed, late = next(
        (passed, late)
        for passed in in_turn
        for late in reversed(in_turn)
        if hand.returned[passed]
        and hand.settled[late]
        and turns.after(late, passed, one_bettor=hand.same_bettor(late, passed))
    )
    return int(hand.record[passed]), int(hand.record[late])
