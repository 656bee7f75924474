"""Hands in which money ran out: their wagers, as arrays to be put in the order of settlement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.identity import seat_names, seat_numbers
from feeaudit.audit.settlement.tally import moved, tally_of
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.numbering import numbered
from feeaudit.rules.settlement import RESULTS

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.settlement import PrintedOrder


NO_SEAT: Final = -1
_LAST: Final = np.iinfo(np.int64).max
_FIRST: Final = np.iinfo(np.int64).min


class SettlingTurns(NamedTuple):
    """When the turn of each wager is: at the table, and among those of its bettor at its seat.

    Each at the earliest and at the latest, for a kind of wager may have no place in print.
    """

    early: Ints
    late: Ints
    early_at_seat: Ints
    late_at_seat: Ints

    def after(self, late: int, passed: int, *, one_bettor: bool) -> bool:
        """Tell whether the turn of a wager is surely after that of another."""
        at_seat = self.early_at_seat[late] > self.late_at_seat[passed]
        return bool(self.early[late] > self.late[passed] or (one_bettor and at_seat))


@dataclass(frozen=True, slots=True)
class ShortHands:
    """The hands in which part of a wager was returned while others were, or may be, won or lost.

    ``action`` and ``dealer`` are the numbers of their seats, ``seats`` more than any. The other
    arrays are by wager, hand after hand: ``of`` is the place of its hand in ``hands``, ``record``
    its row among the log's wagers, ``kind`` the number of its kind among ``kinds``, ``spot`` that
    of the bettor at a seat, -1 where the log does not tell bettors apart.
    """

    hands: Ints
    of: Ints
    record: Ints
    seat: Ints
    kind: Ints
    spot: Ints
    lost: Bools
    won: Bools
    returned: Bools
    kinds: tuple[str, ...]
    seats: int
    action: Ints
    dealer: Ints

    @property
    def settled(self) -> Bools:
        """Which wagers lost or won."""
        return self.lost | self.won

    def numbered(self) -> Bools:
        """Tell in which hands every wager that matters stands on a numbered seat."""
        good = np.ones(len(self.hands), dtype=bool)
        good[self.of[(self.settled | self.returned) & (self.seat == NO_SEAT)]] = False
        return good

    def only(self, hands: Bools) -> ShortHands:
        """Return some of these hands."""
        mine = hands[self.of]
        places = np.cumsum(hands) - 1
        return replace(
            self,
            of=places[self.of[mine]],
            **{name: getattr(self, name)[hands] for name in ("hands", "action", "dealer")},
            **{
                name: getattr(self, name)[mine]
                for name in ("record", "seat", "kind", "lost", "won", "returned")
            },
            spot=_dense(self.spot[mine]),
        )

    def broken(self, order: PrintedOrder, direction: str) -> Bools:
        """Tell in which hands a wager was settled after money had run out for an earlier one.

        Seats come one after the other, and at a seat each bettor's wagers; between two bettors of
        one seat nothing is printed.
        """
        turns = self.turns(order, direction)
        broken = self._passed(self.of, turns.early, turns.late)[: len(self.hands)]
        return broken | self.broken_at_a_seat(order)

    def broken_at_a_seat(self, order: PrintedOrder) -> Bools:
        """Tell in which hands that is so of one bettor's wagers at a seat, wherever it starts."""
        turns = self.turns(order, order.directions[0])
        at_seat = self._passed(self.spot, turns.early_at_seat, turns.late_at_seat)
        broken = np.zeros(len(self.hands), dtype=bool)
        broken[self.of[at_seat[self.spot]]] = True
        return broken

    def turns(self, order: PrintedOrder, direction: str) -> SettlingTurns:
        """Return when the turn of each wager is."""
        away = self.seat - np.maximum(self.first_seat(order.starts), 0)[self.of]
        seat = (away if direction == "clockwise" else -away) % self.seats
        spans = [[order.span(kind, result) for kind in self.kinds] for result in RESULTS]
        places = np.array(spans, dtype=np.int64)[self._results(order), self.kind]
        rounds, ranks = places[..., 0], places[..., 1]
        table = rounds * self.seats + seat[:, None]
        at_seat = rounds * order.ranks + ranks
        return SettlingTurns(table[:, 0], table[:, 1], at_seat[:, 0], at_seat[:, 1])

    def _results(self, order: PrintedOrder) -> Ints:
        """Return for each wager what became of the hand at its seat, as its place in RESULTS.

        A hand of which one wager lost and another won (it was split, say) may be of either. One
        that lost without the wager of those who stay in folded: what it lost went first, the rest
        had its turn.
        """
        at_seat = self.of * self.seats + self.seat
        shows = np.array([kind in order.on_hand for kind in self.kinds], dtype=bool)[self.kind]
        losing, winning = (
            np.isin(at_seat, at_seat[shows & which]) for which in (self.lost, self.won)
        )
        found = np.where(losing == winning, 0, np.where(losing, 1, 2))
        if order.raises:
            stays = np.array([kind in order.raises for kind in self.kinds], dtype=bool)[self.kind]
            stayed = np.isin(at_seat, at_seat[stays])
            found[(found == 1) & ~stayed & self.lost] = RESULTS.index("folded")
        return found

    def _passed(self, group: Ints, early: Ints, late: Ints) -> Bools:
        """Tell in which groups a wager was settled whose turn is after that of one returned."""
        # The last place is for wagers without a group, and is never found.
        count = 2 + max(len(self.hands), int(group.max(initial=0)))
        last, first = np.full(count, _FIRST), np.full(count, _LAST)
        np.maximum.at(last, group[self.settled], early[self.settled])
        np.minimum.at(first, group[self.returned], late[self.returned])
        passed: Bools = last > first
        passed[-1] = False
        return passed

    def same_bettor(self, one: int, other: int) -> bool:
        """Tell whether two wagers are surely of one bettor at one seat."""
        return bool(self.spot[one] == self.spot[other] >= 0)

    def first_seat(self, starts: str) -> Ints:
        """Return the seat where settlement starts, NO_SEAT where the log does not tell."""
        if starts == "action_button":
            return self.action
        if starts == "left_of_player_dealer":
            return np.where(self.dealer == NO_SEAT, NO_SEAT, self.dealer + 1)
        # Seat 1 is left of the house dealer; counted down from 0, the last seat comes first.
        return np.full(len(self.hands), starts == "left_of_house_dealer", dtype=np.int64)


def short_hands(case: Case) -> ShortHands:
    """Return the hands of player-dealer games in which money ran out."""
    tally = tally_of(case)
    hand = case.wagers["hand"].to_numpy()
    settled = (tally.collected + tally.paid > 0) | tally.blank
    short = tally.returned & case.player_dealer_hands & settled
    hands = np.flatnonzero(short)
    # The last place is for wagers without a hand.
    record = np.flatnonzero(np.append(short, False)[hand])
    record = record[np.argsort(hand[record], kind="stable")]
    money = moved(case, record)
    record = record[money.against]
    names, numbers = seat_names(case), seat_numbers(case)
    seat = numbers[names.codes("wagers.seat", record)]
    action = numbers[names.codes("hands.action_seat", hands)]
    dealer = numbers[names.codes("hands.player_dealer_seat", hands)]
    of, wagers = np.searchsorted(hands, hand[record]), wagers_of(case)
    kind = wagers.kind[record].astype(np.int64)
    return ShortHands(
        hands=hands,
        of=of,
        record=record,
        seat=seat,
        kind=kind,
        spot=_spots(of, seat, wagers.player[record].astype(np.int64), kind),
        lost=money.lost[money.against] > 0,
        won=money.won[money.against] > 0,
        returned=money.returned[money.against] > 0,
        kinds=wagers.kinds,
        seats=2 + max(int(each.max(initial=0)) for each in (seat, action, dealer)),
        action=action,
        dealer=dealer,
    )


def _spots(of: Ints, seat: Ints, player: Ints, kind: Ints) -> Ints:
    """Return the number of each bettor at a seat; -1 where a kind stands there twice unnamed."""
    spot, _ = numbered([of, seat, player])
    twice, keys = numbered([of, seat, player, kind])
    several = (np.bincount(twice, minlength=len(keys)) > 1)[twice] & (player < 0)
    spot[np.isin(spot, spot[several])] = -1
    return spot


def _dense(spot: Ints) -> Ints:
    """Return numbers without gaps for those that are told."""
    told = spot >= 0
    dense = np.full(len(spot), -1, dtype=np.int64)
    dense[told] = np.unique(spot[told], return_inverse=True)[1]
    return dense
