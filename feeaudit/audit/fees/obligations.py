"""What hands owed: for each reading, everything that owes a fee, charge by charge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.fees.units import FeeUnits, chosen, free_of_charge, joined
from feeaudit.core.arrays import paired
from feeaudit.core.groups import groups_of
from feeaudit.rules.levies import ONLY_WITHOUT, PER, SKIPPED, WAIVED, class_of

if TYPE_CHECKING:
    from feeaudit.audit.fees.fee_wagers import FeeWagers
    from feeaudit.audit.fees.hands import Hands
    from feeaudit.audit.fees.places import Places
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.charge_arrays import ChargeArray, ChargeArrays

_HAND, _WAGER, _SEAT, _PLAYER = range(len(PER))


@dataclass(frozen=True, slots=True)
class Obligations:
    """The arrays of some hands from which their obligations are worked out.

    ``here`` are the contexts that these hands have: a block of a log that stands table by table has
    few of them, and most charges are none of theirs.
    """

    arrays: ChargeArrays
    places: Places
    bets: FeeWagers
    hands: Hands
    coarse: Ints
    here: Bools

    @property
    def context(self) -> Ints:
        """The context of each hand."""
        return self.hands.context

    def under(self, reading: int) -> FeeUnits:
        """Return what owes a fee under one reading."""
        somewhere = np.logical_or.reduce(self.arrays.applies[reading], axis=1) & self.here
        if not somewhere.any():
            return joined([])
        held = somewhere[self.context] & self.hands.tested
        some = self.bets.of_hands(held)
        parts = []
        for charge in self.arrays.readings[reading]:
            for per in range(len(PER)):
                rows = charge.charged & (charge.per == per) & somewhere
                if rows.any():
                    parts.extend(self._charge_units(charge, rows, per, held, some))
        return joined(parts)

    def _charge_units(
        self, charge: ChargeArray, rows: Bools, per: int, held: Bools, some: FeeWagers
    ) -> list[FeeUnits]:
        if per == _HAND:
            hand = np.flatnonzero(rows[self.context] & held)
            amount = self._hand_amounts(charge, rows, hand, some)
            place = np.zeros(len(hand), dtype=np.int64)
        else:
            hand, place, amount = self._grouped(charge, rows, per, some)
        context = self.context[hand]
        # A hand may be told without the number of players that picks its tier.
        unknown = amount < 0
        ladders = self.arrays.ladders
        looked_up = np.where(charge.flat[context] | unknown, 0, amount)
        piece = ladders.pieces(charge.ladder[context], looked_up)
        klass = self.arrays.classes(charge)[context]
        units = FeeUnits(
            hand,
            klass,
            self.places.settled(hand, klass, place, self.coarse),
            ladders.least[piece],
            ladders.most[piece],
            ladders.unpriced[piece] | unknown,
            piece,
            amount,
        )
        return self._conditions(charge, units)

    def _hand_amounts(self, charge: ChargeArray, rows: Bools, hand: Ints, bets: FeeWagers) -> Ints:
        """Return what picks the tier of a fee on the hand: its players or its counted wagers."""
        by_players = charge.by_players[self.context[hand]]
        players = self.hands.players[hand]
        if charge.after_flop.any():
            counted_late = charge.after_flop[self.context[hand]]
            players = np.where(counted_late, self.hands.left[hand], players)
        if by_players.all():
            return players
        counted = (charge.counted & rows[:, None]).ravel()[bets.cell]
        total = bets.by_hand(bets.amount * counted)[hand]
        return np.where(by_players, players, total) if by_players.any() else total

    def _grouped(
        self, charge: ChargeArray, rows: Bools, per: int, bets: FeeWagers
    ) -> tuple[Ints, Ints, Ints]:
        """Return the wagers that are charged, each by itself or added up for a seat or a player."""
        width = self.places.width
        mine = np.flatnonzero((charge.counted & rows[:, None]).ravel()[bets.cell])
        if self.hands.aggregated.any():
            mine = mine[~self.hands.aggregated[bets.hand[mine]]]
        hand, amount = bets.hand[mine], bets.amount[mine]
        seat, player = bets.seat[mine], bets.player[mine]
        klass = self.arrays.classes(charge)[self.context[hand]]
        place = self.places.place(hand, klass, seat, player)
        if per == _WAGER:
            return hand, place, amount
        by_seat = (seat + 1) * np.int64(width)
        alone = np.where(player >= 0, player + 1, by_seat)
        group = alone if per == _PLAYER else by_seat + player + 1
        groups = groups_of(paired(hand, group, self.places.room))
        # Whoever pays once for several seats does so at the first, whichever the log has first.
        first = groups.first
        place = groups.least(place) if per == _PLAYER else place[first]
        return hand[first], place, groups.sums(amount)

    def _conditions(self, charge: ChargeArray, units: FeeUnits) -> list[FeeUnits]:
        """Apply what the opening round, the pot and the antes do to a fee, and a new game."""
        if self.hands.free.any():
            units = free_of_charge(units, self.hands.free[units.hand])
        if charge.opening.any():
            unopened = self.hands.opening[units.hand] == 0
            rule = charge.opening[self.context[units.hand]]
            units = free_of_charge(units, (rule == WAIVED) & unopened)
            gone = ((rule == SKIPPED) & unopened) | ((rule == ONLY_WITHOUT) & ~unopened)
            units = chosen(units, ~gone)
        if charge.from_pot:
            pot = self.bets.by_hand(self.bets.amount)
            units = free_of_charge(units, pot[units.hand] < charge.from_pot)
        return self._shortfall(charge, units) if charge.shortfall.any() else [units]

    def _shortfall(self, charge: ChargeArray, units: FeeUnits) -> list[FeeUnits]:
        """Split a fee between the antes and the button, which pays what they lack."""
        split = charge.shortfall[self.context[units.hand]]
        antes = self._antes(charge)[units.hand]
        covered = np.where(split, np.minimum(units.least, antes), units.least)
        rest = units.least - covered
        button = np.full(len(rest), class_of("button", "base"))
        return [
            replace(units, least=covered, most=np.where(split, covered, units.most)),
            chosen(replace(units, klass=button, least=rest, most=rest), split),
        ]

    def _antes(self, charge: ChargeArray) -> Ints:
        """Return the antes of each hand: as wagered, else what its players posted by the stakes."""
        antes = np.zeros(len(self.context), dtype=np.int64)
        if "ante" in self.bets.kinds:
            ante = self.bets.kind == self.bets.kinds.index("ante")
            antes = self.bets.by_hand(self.bets.amount * ante)
        most = charge.antes[self.context]
        players = np.maximum(self.hands.players, 0)
        posting = np.where(most > 0, np.minimum(players, most), players)
        posted = charge.ante[self.context] * posting
        return np.where(antes > 0, antes, posted)
