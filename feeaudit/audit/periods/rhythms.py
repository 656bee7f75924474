"""Rhythms: how long a period lasts and when it begins, under every reading of the print."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.shared import shared
from feeaudit.book.catalogue import schedules_of
from feeaudit.rules.fee_doubts import offer_anomalies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Anomaly
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context, Offer


class Rhythm(NamedTuple):
    """Periods of so many minutes, by the clock or from wherever a player's periods begin."""

    minutes: int
    clock: bool


@dataclass(frozen=True, slots=True)
class Rhythms:
    """The rhythms that the readings of an option admit; none where it has no time fee.

    ``firm`` tells that every reading has the fee. ``doubts`` are the anomalies that leave the
    rhythm open, by their ids.
    """

    each: tuple[Rhythm, ...] = ()
    firm: bool = True
    doubts: tuple[str, ...] = ()

    @property
    def clock(self) -> bool:
        """Tell whether periods follow the clock, however the print is read."""
        return bool(self.each) and all(rhythm.clock for rhythm in self.each)

    @property
    def longest(self) -> int:
        """The longest period, in minutes; 0 without any."""
        return max((rhythm.minutes for rhythm in self.each), default=0)

    def joined(self, other: Rhythms) -> Rhythms:
        """Return what holds where either may: a table changes its option."""
        return Rhythms(
            tuple(sorted({*self.each, *other.each})),
            self.firm and other.firm,
            tuple(sorted({*self.doubts, *other.doubts})),
        )


@shared
def rhythms_of(case: Case) -> list[Rhythms]:
    """Return the rhythms of each context, worked out once."""
    return [_of_context(each) for each in case.contexts]


def timed_hands(case: Case) -> Bools:
    """Return which hands were played under a fee for a period."""
    timed = np.array([bool(each.each) for each in rhythms_of(case)], dtype=bool)
    return timed[case.hands["context"].to_numpy()] if len(timed) else case.no_hand


def perhaps_timed_hands(case: Case) -> dict[str, Bools]:
    """Return the hands whose option cannot be told, by the reason, where some have such a fee."""
    open_ones = [each.problem if _may_be_timed(each) else "" for each in case.contexts]
    context = case.hands["context"].to_numpy()
    return {
        why: np.array([each == why for each in open_ones], dtype=bool)[context]
        for why in sorted({*filter(None, open_ones)})
    }


def _may_be_timed(context: Context) -> bool:
    if not context.kind or context.cardroom is None or context.game is None:
        return False
    return any(
        ladder.component == "time"
        for schedule in schedules_of(context.cardroom, context.game)
        for option in schedule.options
        for ladder in option.ladders
    )


def _of_context(context: Context) -> Rhythms:
    charged = [bool(reading.levies_of("time")) for reading in context.readings]
    if not any(charged):
        return Rhythms()
    found = {rhythm for offer in context.offers for rhythm in _of_offer(context, offer)}
    doubts = {each.id for offer in context.offers for each in _open(context, offer)}
    return Rhythms(tuple(sorted(found)), all(charged), tuple(sorted(doubts)))


def _of_offer(context: Context, offer: Offer) -> Iterator[Rhythm]:
    term = offer.term
    if term is None or term.period is None:
        return
    for chosen in product(*(each.readings for each in _open(context, offer))):
        minutes = next((each.period for each in chosen if each.period), term.period)
        starts = next((each.period_starts for each in chosen if each.period_starts), "")
        yield Rhythm(minutes, (starts or term.period_starts) == "clock")


def _open(context: Context, offer: Offer) -> list[Anomaly]:
    """Return the anomalies of which some reading changes the period of an option."""
    return [
        each
        for each in offer_anomalies(context, offer)
        if any(reading.period or reading.period_starts for reading in each.readings)
    ]
