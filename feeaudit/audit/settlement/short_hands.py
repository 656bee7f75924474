"""Hands in which money ran out: their wagers, as arrays to be put in the order of settlement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.identity import seat_names, seat_numbers
from feeaudit.audit.played_games import games_of, of_games
from feeaudit.audit.settlement.tally import moved, tally_of
from feeaudit.rules.settlement import is_banked, ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.settlement import Ranks


NO_SEAT: Final = -1
_LAST: Final = np.iinfo(np.int64).max
_FIRST: Final = np.iinfo(np.int64).min


@dataclass(frozen=True, slots=True)
class ShortHands:
    """The hands in which part of a wager was returned while others were, or may be, won or lost.

    ``action`` and ``dealer`` are the numbers of their seats, ``seats`` more than any. The other
    arrays are by wager, hand after hand: ``of`` is the place of its hand in ``hands``, ``record``
    its row among the log's wagers. ``early`` and ``late`` are where its kind stands in the printed
    order, at the earliest and at the latest; ``listed`` whether it is there at all.
    """

    hands: Ints
    of: Ints
    record: Ints
    seat: Ints
    settled: Bools
    returned: Bools
    early: Ints
    late: Ints
    listed: Bools
    ordered: Bools
    width: int
    seats: int
    action: Ints
    dealer: Ints

    def numbered(self) -> Bools:
        """Tell in which hands every wager that matters stands on a numbered seat."""
        good = np.ones(len(self.hands), dtype=bool)
        good[self.of[(self.settled | self.returned) & (self.seat == NO_SEAT)]] = False
        return good

    def broken(self, start: Ints, direction: str) -> Bools:
        """Tell in which hands a wager was settled after money had run out for an earlier one.

        Seat by seat, each seat's wagers in their order, as most rules print it.
        """
        turn = self.turn(start, direction) * self.width
        return self._passed(turn + self.early, turn + self.late)

    def broken_by_seats(self, start: Ints, direction: str) -> Bools:
        """Tell in which hands the seats alone are out of order, whatever the kinds."""
        turn = self.turn(start, direction)
        return self._passed(turn, turn)

    def right_by_kinds(self, start: Ints, direction: str) -> Bools:
        """Tell which hands are in order if each kind goes round the table before the next."""
        turn = self.turn(start, direction)
        passed = self._passed(
            np.where(self.listed, self.early * self.seats + turn, _FIRST),
            np.where(self.listed, self.late * self.seats + turn, _LAST),
        )
        return self.ordered & ~passed

    def turn(self, start: Ints, direction: str) -> Ints:
        """Return how many seats after the start each wager's is, going round in a direction."""
        away = self.seat - start[self.of]
        return (away if direction == "clockwise" else -away) % self.seats

    def wagers_of(self, place: int) -> Ints:
        """Return the places of a hand's wagers in these arrays."""
        first, last = np.searchsorted(self.of, [place, place + 1])
        return np.arange(first, last)

    def _passed(self, settled: Ints, returned: Ints) -> Bools:
        last = np.full(len(self.hands), _FIRST)
        first = np.full(len(self.hands), _LAST)
        np.maximum.at(last, self.of[self.settled], settled[self.settled])
        np.minimum.at(first, self.of[self.returned], returned[self.returned])
        passed: Bools = last > first
        return passed


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
    of = np.searchsorted(hands, hand[record])
    names, numbers = seat_names(case), seat_numbers(case)
    seat = numbers[names.codes("wagers.seat", record)]
    action = numbers[names.codes("hands.action_seat", hands)]
    dealer = numbers[names.codes("hands.player_dealer_seat", hands)]
    early, late, listed, width = _kind_ranks(case, hands[of], record)
    ordered = of_games(case, lambda each: is_banked(each) and _is_ordered(each.game))
    return ShortHands(
        hands=hands,
        of=of,
        record=record,
        seat=seat,
        settled=((money.lost > 0) | (money.won > 0))[money.against],
        returned=money.returned[money.against] > 0,
        early=early,
        late=late,
        listed=listed,
        ordered=ordered[hands],
        width=width,
        seats=2 + max(int(each.max(initial=0)) for each in (seat, action, dealer)),
        action=action,
        dealer=dealer,
    )


def _is_ordered(game: Game | None) -> bool:
    return game is not None and bool(ranks(game).earliest)


def _kind_ranks(case: Case, hand: Ints, record: Ints) -> tuple[Ints, Ints, Bools, int]:
    """Return where each wager's kind stands; a kind that is not listed breaks no order."""
    kinds = [str(each) for each in case.wagers["wager"].cat.categories]
    games, of_hand = games_of(case)
    orders = [ranks(each.game) if each.game else None for each in games]
    latest = [max(each.latest.values(), default=0) for each in orders if each]
    width = 2 + max(latest, default=0)
    game, kind = of_hand[hand], case.wagers["wager"].cat.codes.to_numpy()[record]

    def looked_up(rank: Callable[[Ranks | None, str], int]) -> Ints:
        table = np.array([[rank(each, word) for word in kinds] for each in orders], dtype=np.int64)
        return table[game, kind] if len(record) else np.empty(0, dtype=np.int64)

    early = looked_up(lambda each, word: each.earliest.get(word, 0) if each else 0)
    late = looked_up(lambda each, word: each.latest.get(word, width - 1) if each else width - 1)
    listed = looked_up(lambda each, word: int(each is not None and word in each.latest))
    return early, late, listed.astype(bool), width
