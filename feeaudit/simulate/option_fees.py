"""The fees of an option under every defensible reading of its schedule, and where they agree.

How a fee is charged and what a ladder owes is asked of the rules. A simulated hand is priced under
all readings, and kept only where they agree, so that a clean log holds nothing that the print
leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.rules.ladder_arrays import Ladders, compiled
from feeaudit.rules.readings import option_readings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.model import Game, Ladder, Option, Schedule, Term
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.readings import OptionReading

SLOT_GRAINS: Final = ("wager", "seat", "player")


class NotSimulable(Exception):  # noqa: N818 - it says what the option is
    """No clean hand of this option can be made; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class OptionPrice:
    """What a ladder owes where one fee is settled: of amounts in cents, or of players."""

    ladder: Ladder
    pieces: Ladders

    def fees_for(self, amounts: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the fee of each amount and whether it is settled; zero where it is not."""
        pieces = self.pieces
        found = pieces.pieces(np.zeros_like(amounts), amounts)
        settled = (pieces.least[found] == pieces.most[found]) & ~pieces.unpriced[found]
        return np.where(settled, pieces.least[found], 0), settled

    def fee_for(self, amount: int) -> int | None:
        """Return the fee of one amount, or None where it is not settled."""
        fees, settled = self.fees_for(np.array([amount], dtype=np.int64))
        return int(fees[0]) if settled[0] else None

    @property
    def bounds(self) -> tuple[int, ...]:
        """Return the printed bounds, inclusive, without open ends."""
        ends = [each for tier in self.ladder.tiers for each in (tier.low, tier.high)]
        return tuple(sorted({each for each in ends if each is not None}))


def price_of(ladder: Ladder) -> OptionPrice:
    """Return what a ladder owes."""
    return OptionPrice(ladder, compiled([ladder]))


@dataclass(frozen=True, slots=True, eq=False)
class Rate:
    """One reading of one fee: how it is charged, and how much."""

    levy: Levy
    price: OptionPrice

    @property
    def per(self) -> str:
        """Return what owes it by itself."""
        return self.levy.per

    @property
    def basis(self) -> str:
        """Return what picks the tier."""
        return self.levy.basis

    def counts(self, wager: str) -> bool:
        """Tell whether a wager is charged, or added up."""
        return self.levy.counts(wager)


@dataclass(frozen=True, eq=False)
class OptionFee:
    """One fee of an option: its rate by each reading, as printed first."""

    rates: tuple[Rate, ...]

    @property
    def printed(self) -> Rate:
        """Return the rate as printed."""
        return self.rates[0]

    @cached_property
    def component(self) -> str:
        """Return which component of the schedule it is."""
        return self.printed.levy.component

    @cached_property
    def payer(self) -> str:
        """Return who pays it."""
        return self.printed.levy.payer

    @cached_property
    def fee(self) -> str:
        """Return the log's word for what is paid."""
        return self.printed.levy.fee

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """Return when it is taken, as printed; no moment that a reading rules out."""
        readings = [rate.levy.moments for rate in self.rates]
        return tuple(
            moment
            for moment in self.printed.levy.moments
            if all(moment in stated for stated in readings if stated)
        )

    @cached_property
    def admissible(self) -> frozenset[str]:
        """Return when some reading lets it be taken; nothing where one states no moment."""
        readings = [rate.levy.moments for rate in self.rates]
        return frozenset(each for moments in readings for each in moments if all(readings))

    @cached_property
    def from_pot(self) -> int:
        """Return the pot from which on it is owed."""
        return self.printed.levy.from_pot

    @cached_property
    def shortfall(self) -> str:
        """Return who pays what the payer lacks."""
        return self.printed.levy.shortfall

    @cached_property
    def by_slot(self) -> bool:
        """Tell whether it is owed for single wagers, seats or players, not for the whole hand."""
        return self.printed.per in SLOT_GRAINS

    @cached_property
    def free(self) -> bool:
        """Tell whether nothing is ever owed, however the schedule is read."""
        return all(rate.basis == "flat" and not rate.levy.fees for rate in self.rates)


def fees_of(schedule: Schedule, option: Option, term: Term, game: Game) -> tuple[OptionFee, ...]:
    """Return the fees of an option that can be more than nothing; raise NotSimulable if it must."""
    readings = list(option_readings(schedule, option, term, game))
    for ladder in readings[0].unstated:
        raise NotSimulable(f"no printed terms say how its {ladder.component} fee is charged")
    fees = [_option_fee(readings, levy) for levy in readings[0].levies]
    return tuple(fee for fee in fees if not fee.free)


def _option_fee(readings: Sequence[OptionReading], printed: Levy) -> OptionFee:
    component = printed.component
    if printed.after_flop:
        raise NotSimulable("simulated hands do not say how many players were left after the flop")
    rates = tuple(_rate(reading, printed) for reading in readings)
    if len({rate.per in SLOT_GRAINS for rate in rates}) > 1:
        raise NotSimulable(f"its readings charge the {component} fee to different parties")
    if len({rate.levy.payer for rate in rates}) > 1:
        raise NotSimulable(f"its readings have different payers pay the {component} fee")
    return OptionFee(rates)


def _rate(reading: OptionReading, printed: Levy) -> Rate:
    component = printed.component
    for levy in reading.levies_of(component):
        if (levy.from_pot, levy.stage) == (printed.from_pot, printed.stage):
            if all(tier.fee is None for tier in levy.ladder.tiers):
                raise NotSimulable(f"no {component} fee of it can be read")
            return Rate(levy, price_of(levy.ladder))
    raise NotSimulable(f"one of its readings has no {component} fee")


def slot_fees(rate: Rate, kinds: tuple[str, ...], amounts: IntArray) -> tuple[IntArray, BoolArray]:
    """Return fees by hand, slot and charged thing, and which slots are settled.

    ``amounts`` is cents by hand, slot and wager kind; a slot is one bettor on one betting circle.
    """
    counted = amounts[:, :, [place for place, kind in enumerate(kinds) if rate.counts(kind)]]
    if rate.per != "wager":
        counted = counted.sum(axis=2, keepdims=True)
    fees, settled = rate.price.fees_for(counted)
    nothing = counted == 0
    return np.where(nothing, 0, fees), (settled | nothing).all(axis=2)


def slots_settled(
    fees: Sequence[OptionFee], kinds: tuple[str, ...], amounts: IntArray
) -> BoolArray:
    """Tell for each slot whether every reading settles its fees, and to the same amount."""
    good = np.ones(amounts.shape[:2], dtype=np.bool_)
    for fee in fees:
        first = slot_fees(fee.printed, kinds, amounts)[0].sum(axis=2)
        for rate in fee.rates:
            owed, settled = slot_fees(rate, kinds, amounts)
            good &= settled & (owed.sum(axis=2) == first)
    return good


def hand_fees(rate: Rate, kinds: tuple[str, ...], amounts: IntArray) -> tuple[IntArray, BoolArray]:
    """Return what each hand as a whole owes, and which are settled."""
    counted = [place for place, kind in enumerate(kinds) if rate.counts(kind)]
    return rate.price.fees_for(amounts[:, :, counted].sum(axis=(1, 2)))


def hands_settled(
    fees: Sequence[OptionFee], kinds: tuple[str, ...], amounts: IntArray
) -> BoolArray:
    """Tell for each hand whether every reading settles what it owes, and to the same amount."""
    good = np.ones(amounts.shape[0], dtype=np.bool_)
    for fee in fees:
        if len(fee.rates) == 1 and fee.printed.basis == "flat":
            continue
        first, _ = hand_fees(fee.printed, kinds, amounts)
        for rate in fee.rates:
            owed, settled = hand_fees(rate, kinds, amounts)
            good &= settled & (owed == first)
    return good
