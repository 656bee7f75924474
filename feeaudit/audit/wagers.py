"""The one view of a log's wagers: who bet what where, and which are the player-dealer's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.columns import named
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.seating import seat_of_person
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import paired
from feeaudit.intake.tables import AGGREGATE

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Codes, Ints, Words


STRANGE_WAGER: Final = "a wager of the hand is of a kind the game does not have"
"""Why neither its fee nor its limits can be determined; LOG-VALUE names the wager."""


@dataclass(frozen=True, eq=False)
class Wagers:
    """The wagers of a log as columns, people and seats by the numbers they have in all its tables.

    ``hand`` is -1 for an orphan, ``player`` for nobody named, ``kind`` for a blank; ``own`` are the
    player-dealer's. ``total`` is the number of the seat that stands for all of a table, -1 where
    there is none.
    """

    hand: Ints
    seat: Codes
    player: Codes
    amount: Ints
    kind: Codes
    kinds: tuple[str, ...]
    own: Bools
    total: int

    @cached_property
    def placed(self) -> Bools:
        """Which players placed on a hand; sheets fill the columns of empty seats with zeros."""
        placed: Bools = (self.hand >= 0) & ~self.own & (self.amount > 0)
        return placed

    def summed(self, hands: int) -> Bools:
        """Tell which of so many hands have totals for the whole table instead of single wagers."""
        summed = np.zeros(hands, dtype=bool)
        if self.total >= 0:
            summed[self.hand[self.placed & (self.seat == self.total)]] = True
        return summed


@shared
def wagers_of(case: Case) -> Wagers:
    """Return the wagers of a case."""
    frame, seats = case.wagers, seat_names(case)
    hand, kinds = frame["hand"].to_numpy(), frame["wager"].cat
    return Wagers(
        hand=hand,
        seat=seats.codes("wagers.seat"),
        player=people(case).codes("wagers.player"),
        amount=frame["amount"].to_numpy(),
        kind=kinds.codes.to_numpy(),
        kinds=tuple(map(str, kinds.categories)),
        own=_own(case, hand),
        total=seats.words.index(AGGREGATE) if AGGREGATE in seats.words else -1,
    )


def _own(case: Case, hand: Ints) -> Bools:
    """Tell which wagers are the player-dealer's own: on that seat, or by that name.

    Where a hand names only the person, wagers by that name are; of those without a name, wagers on
    the seat where the log seats that person.
    """
    bank = seat_names(case).codes("hands.player_dealer_seat")
    seat = seat_names(case).codes("wagers.seat")
    # The last place is for wagers without a hand.
    own: Bools = (np.append(bank, bank.dtype.type(-1))[hand] == seat) & (seat >= 0)
    holder = people(case).codes("hands.player_dealer")
    by_name = (holder >= 0) & (bank < 0)
    if not by_name.any():
        return own
    rows = np.flatnonzero(np.append(by_name, False)[hand])
    of, player = hand[rows], people(case).codes("wagers.player", rows)
    own[rows] = player == holder[of]
    nameless = rows[player < 0]
    if len(nameless):
        hands, of = np.unique(hand[nameless], return_inverse=True)
        placed = seat[nameless]
        own[nameless] = (_bank_seats(case, hands)[of] == placed) & (placed >= 0)
    return own


def _bank_seats(case: Case, hands: Ints) -> Ints:
    """Return the seat that the log gives each player-dealer whom hands name, -1 for none."""
    table, time = (case.hands[name].to_numpy()[hands] for name in ("table_code", "started_at"))
    return seat_of_person(case, table, people(case).numbers("hands.player_dealer", hands), time)


def spelled_on_wagers(case: Case, hand: Ints, player: Codes) -> Words:
    """Return the names of players who wagered on hands, as the wagers there spell them."""
    wagers, names = wagers_of(case), people(case)
    rows = np.flatnonzero(np.isin(wagers.hand, hand) & wagers.placed)
    key = paired(wagers.hand[rows], wagers.player[rows], len(names))
    logged = names.as_logged("wagers.player", rows)
    order = np.lexsort((logged, key))
    place = np.searchsorted(key[order], paired(hand, player, len(names)))
    return named(names.words, logged[order][place])
