"""Newcomers: who sat down between two periods, where the schedule prints a fee for that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.periods.accounts import GRACE, LATE, MINUTE
from feeaudit.audit.periods.ledger import midnights
from feeaudit.audit.periods.payments import payments_of
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.rhythms import timed_hands
from feeaudit.audit.periods.stays import stays_of, units_of
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.stays import StayUnits
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context


Rows = tuple[int, ...]


class Newcomer(NamedTuple):
    """Somebody whose first hand came so long after a period began, and what is printed for it.

    ``sure`` is told of those who joined a game in play
    and are no guests of earlier in the day: whether others are new players is not said. ``paid``
    are the places of their charges since the period began, among the period fees (-1 elsewhere).
    """

    unit: int
    player: str
    at: int
    after: int
    least: int
    most: int
    sure: bool
    doubts: tuple[str, ...]
    paid: Rows
    source: int
    row: int


@shared
def newcomers_of(case: Case) -> tuple[Newcomer, ...]:
    """Return who joined between two periods, worked out once."""
    fees = [_printed(each) for each in case.contexts]
    timed = timed_hands(case)
    if not any(fees) or not timed.any():
        return ()
    return tuple(_Tables(case, units_of(case, timed), fees).newcomers())


def _printed(context: Context) -> frozenset[int]:
    """Return what the readings print for a new player; nothing unless all of them do."""
    read = [
        {fee for levy in reading.levies_of("new_player") for fee in levy.fees}
        for reading in context.readings
    ]
    return frozenset[int]().union(*read) if all(read) else frozenset()


class _Tables:
    """The tables of a case: their hands in order, and when fees for periods were taken there."""

    def __init__(self, case: Case, units: StayUnits, fees: list[frozenset[int]]) -> None:
        self.case, self.units, self.fees = case, units, fees
        self.payments = payments_of(case)
        self.periods = period_fees(case)
        places = self.payments.places_of(case, self.periods.record)
        self.payer = np.append(self.payments.key, -1)[places]
        self.row_at = {place: row for row, place in enumerate(places.tolist()) if place >= 0}
        self.midnights = midnights(case, units.first)
        self.hands = {number: self._hands(number) for number in distinct(units.table).tolist()}

    def newcomers(self) -> Iterator[Newcomer]:
        context, started = (self.case.hands[name].to_numpy() for name in ("context", "started_at"))
        for stay in stays_of(self.case, self.units).itertuples():
            unit = int(stay.unit)
            hands = self.hands[int(self.units.table[unit])]
            place = int(np.searchsorted(started[hands], max(stay.start, self.units.first[unit])))
            if place == len(hands) or started[hands[place]] > stay.end:
                continue
            printed = self.fees[context[hands[place]]]
            first = int(started[hands[place]])
            who = (str(stay.cardroom), str(stay.player))
            begun, until = self._period(unit, int(stay.start), first, who)
            if not printed or not begun:
                continue
            since = max(int(stay.start), int(self.units.first[unit]))
            rhythms = self.units.rhythms[unit]
            opening = begun < self.units.first[unit] and since - self.units.first[unit] <= GRACE
            if opening and self.case.log.since is not None:
                continue  # Some hours of a log were asked for: the table did not open with them.
            paid = self._paid(unit, who, (begun, until), first)
            if opening and self._whole(paid, begun):
                continue  # The table collected when the period began, before its first hand.
            yield Newcomer(
                unit=unit,
                player=str(stay.player),
                at=first,
                after=since - begun,
                least=min(printed),
                most=max(printed),
                sure=rhythms.firm and len(rhythms.each) == 1 and not opening and not stay.again,
                doubts=rhythms.doubts,
                paid=paid,
                source=int(stay.source),
                row=int(stay.row),
            )

    def _period(self, unit: int, start: int, first: int, who: tuple[str, str]) -> tuple[int, int]:
        """Return when the period began that somebody joined, and when the next begins; 0 for none.

        Where the clock does not tell, a round of collection does that the dealer has ended by then;
        what the newcomer alone paid is none.
        """
        rhythms = self.units.rhythms[unit]
        length = rhythms.longest * MINUTE
        if rhythms.clock:
            midnight = int(self.midnights[unit])
            begun = midnight + (start - midnight) // length * length
            between = start > begun and first < begun + length
            return (begun, begun + length) if between else (0, 0)
        fees = self.periods
        here = (fees.table == self.units.table[unit]) & (fees.fee == 0)
        here &= self.payer != self.payments.key_of(*who)
        # A round before the table changed to this fee began none of its periods.
        rounds = fees.at[here & (fees.at > self.units.first[unit] - LATE) & (fees.at <= first)]
        begun = int(rounds.max(initial=0))
        return (begun, begun + length) if begun and start - begun > GRACE else (0, 0)

    def _whole(self, paid: Rows, begun: int) -> bool:
        """Tell whether one of the charges is for a whole period, taken as it began."""
        fees = self.periods
        return any(
            row >= 0 and fees.fee[row] == 0 and fees.at[row] <= begun + GRACE for row in paid
        )

    def _hands(self, table: int) -> Ints:
        """Return the hands of a table in order."""
        started = self.case.hands["started_at"].to_numpy()
        hands = np.flatnonzero(self.case.hands["table_code"].to_numpy() == table)
        return hands[np.argsort(started[hands], kind="stable")]

    def _paid(self, unit: int, who: tuple[str, str], period: tuple[int, int], first: int) -> Rows:
        """Return the charges that may be for the rest of a period, here or elsewhere."""
        since, until = period[0] - GRACE, period[1] - GRACE - 1
        rhythms = self.units.rhythms[unit]
        if not rhythms.clock:
            since, until = first - rhythms.longest * MINUTE - LATE, first + LATE
        mine = self.payments.within(self.payments.key_of(*who), since, until)
        rows = [self.row_at.get(place, -1) for place in mine]
        here = self.units.table[unit]
        return tuple(row if row >= 0 and self.periods.table[row] == here else -1 for row in rows)
