"""Places: where a player's fee is looked for, by seat, by player, by both, or by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import people, seat_names
from feeaudit.core.arrays import Bools, BoolTable, Codes, Ints, distinct
from feeaudit.rules.levies import CLASSES, FEES, PER

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.charge_arrays import ChargeArrays


Named = tuple[Ints, "Codes", "Codes"]
PLAYER_CLASSES = len(FEES)
"""Classes below this are owed by players, each at a place; others by the hand."""
_PLAYER = PER.index("player")


@dataclass(frozen=True, slots=True)
class Places:
    """At which grain a log tells seats and players apart.

    A place is ``(seat + 1) * width + player + 1``; 0 is the hand as a whole, -1 not told.
    ``blurred`` are the spots, hand and seat as one number, where it is not told who paid for whom.
    ``spread`` are the hands in which somebody bet on several seats, where fees name seats only.
    """

    seats: tuple[str, ...]
    players: tuple[str, ...]
    by_seat: bool
    by_player: bool
    once_a_player: BoolTable
    any_once: bool
    context: Ints
    blurred: Ints
    spread: Bools

    def block(self, first: int, last: int) -> Places:
        """Return the places of the hands of some rows, which are numbered anew from 0."""
        start, end = np.searchsorted(self.blurred, np.array([first, last]) * self._spots)
        blurred = self.blurred[start:end] - first * self._spots
        spread = self.spread[first:last]
        return replace(self, context=self.context[first:last], blurred=blurred, spread=spread)

    @property
    def width(self) -> int:
        """How many players there is room for beside a seat."""
        return len(self.players) + 2

    @property
    def room(self) -> int:
        """How many places there are."""
        return (len(self.seats) + 3) * (self.width + 1)

    def place(self, hand: Ints, klass: Ints, seat: Ints, player: Ints) -> Ints:
        """Return the place of each record; -1 where the log does not tell it."""
        if not self.by_seat and not self.by_player:
            return np.full(len(seat), -1, dtype=np.int64)
        blurred = np.isin(hand, self.blurred // self._spots) if len(self.blurred) else None
        if not self.by_seat:
            return _alone(player, blurred)
        told = player + 1 if self.by_player else 0
        if blurred is not None:
            told = np.where(np.isin(self._spot(hand, seat), self.blurred), 0, told)
        both: Ints = np.where(seat >= 0, (seat + 1) * np.int64(self.width) + told, -1)
        if self.any_once and self.by_player:
            # Owed once a player over all seats, so that the seat does not matter.
            once = self.once_a_player[self.context[hand], klass]
            if once.any():
                named = player >= 0 if blurred is None else (player >= 0) | blurred
                both = np.where(once & named, _alone(player, blurred), both)
        return both

    def over_seats(self, hand: Ints, klass: Ints) -> Bools:
        """Tell which fees are owed once for several seats, by somebody whom no fee names."""
        if not self.spread.any():
            return np.zeros(len(hand), dtype=bool)
        over: Bools = self.spread[hand] & self.once_a_player[self.context[hand], klass]
        return over

    def with_spread(self, wagered: Named) -> Places:
        """Return the places of a log with these wagers."""
        if self.by_player or not self.by_seat or not self.any_once:
            return self
        hand, seat, player = wagered
        known = player >= 0
        pairs = np.unique(np.stack([hand[known], player[known], seat[known]]), axis=1)
        again = (pairs[:2, 1:] == pairs[:2, :-1]).all(axis=0)
        spread = np.zeros(len(self.context), dtype=bool)
        spread[pairs[0, 1:][again]] = True
        return replace(self, spread=spread)

    def with_blurred(self, wagered: Named, paid: Named) -> Places:
        """Return the places of a log whose wagers and fees name these players.

        A blank may be anybody, so it is not told who is who where one stands beside the fee of
        somebody who, by the names alone, did not wager there.
        """
        blank = self._hands_with_blanks(wagered) | self._hands_with_blanks(paid)
        if not blank.any():
            return self
        owing, paying = (self._named(*each, blank) for each in (wagered, paid))
        named = np.concatenate([owing, paying])
        nameless = named[named % self.width == 0] // self.width
        strangers = np.setdiff1d(paying, owing, assume_unique=True) // self.width
        return replace(
            self,
            blurred=np.intersect1d(distinct(nameless), distinct(strangers), assume_unique=True),
        )

    def _hands_with_blanks(self, named: Named) -> Bools:
        hand, _, player = named
        blank = np.zeros(len(self.context), dtype=bool)
        blank[hand[player < 0]] = True
        return blank

    def _named(self, hand: Ints, seat: Codes, player: Codes, wanted: Bools) -> Ints:
        """Return spots of some hands, each with a player named there (0 for a blank), once."""
        rows = np.flatnonzero(wanted[hand])
        spot = self._spot(hand[rows], seat[rows] if self.by_seat else np.int64(-1))
        return distinct(spot * self.width + player[rows] + 1)

    @property
    def _spots(self) -> int:
        return len(self.seats) + 1

    def _spot(self, hand: Ints, seat: Codes | np.int64) -> Ints:
        spot: Ints = hand * np.int64(self._spots) + seat + 1
        return spot

    def settled(self, hand: Ints, klass: Ints, place: Ints, coarse: Ints) -> Ints:
        """Return places, 0 where fees are compared for the hand as a whole."""
        whole = (klass >= PLAYER_CLASSES) | (place < 0)
        if len(coarse):
            whole |= np.isin(hand * CLASSES + klass, coarse)
        settled: Ints = np.where(whole, 0, place)
        return settled

    def key(self, hand: Ints, klass: Ints, place: Ints) -> Ints:
        """Return one number for a hand, a class and a place."""
        packed: Ints = (hand * CLASSES + klass) * self.room + place
        return packed


def _alone(player: Ints, blurred: Bools | None) -> Ints:
    """Return the place of a player over all seats; -1 where nobody is told."""
    told = player >= 0 if blurred is None else (player >= 0) & ~blurred
    return np.where(told, player + 1, -1)


def places_of(case: Case, arrays: ChargeArrays) -> Places:
    """Return how places are told in a log."""
    once = _once_a_player(arrays, len(case.contexts))
    return Places(
        seats=seat_names(case).words,
        players=people(case).words,
        by_seat=case.has("collections.seat", "wagers"),
        by_player=case.has("collections.player", "wagers.player"),
        once_a_player=once,
        any_once=bool(once.any()),
        context=case.hands["context"].to_numpy(),
        blurred=np.empty(0, dtype=np.int64),
        spread=case.no_hand,
    )


def _once_a_player(arrays: ChargeArrays, contexts: int) -> BoolTable:
    once = np.zeros((contexts, CLASSES), dtype=bool)
    for reading in arrays.readings:
        for charge in reading:
            rows = np.flatnonzero(charge.charged & (charge.per == _PLAYER))
            once[rows, arrays.classes(charge)[rows]] = True
    return once
