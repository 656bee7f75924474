"""Who sat down between two periods, where the schedule prints a fee for that, and paid nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.stays import MINUTE, SLACK, stays_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.stays import Charged, Units
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context

# By then the dealer has been round the table for the period that has just begun.
ROUND: Final = 5 * MINUTE


class Joined(NamedTuple):
    """Somebody whose first hand came so long after a period began, and what is printed for it."""

    unit: int
    cardroom: str
    player: str
    at: int
    after: int
    least: int
    most: int
    source: int
    row: int


def joined_free(case: Case, units: Units, charged: Charged) -> list[Joined]:
    """Return who joined between two periods without a charge, here or elsewhere in the period."""
    fees = [_printed(each) for each in case.contexts]
    if not any(fees):
        return []
    return [
        each
        for each in _between(case, units, fees)
        if not _paid(charged, each, int(units.longest[each.unit]))
    ]


def _printed(context: Context) -> frozenset[int]:
    """Return what the readings print for a new player; nothing unless all of them do."""
    read = [
        {fee for levy in reading.levies_of("new_player") for fee in levy.fees}
        for reading in context.readings
    ]
    return frozenset[int]().union(*read) if read and all(read) else frozenset()


def _between(case: Case, units: Units, fees: list[frozenset[int]]) -> Iterator[Joined]:
    """Yield those whose first hand lies between two rounds of collection at their table."""
    context, started = (case.hands[name].to_numpy() for name in ("context", "started_at"))
    tables = {number: _table(case, number) for number in np.unique(units.table).tolist()}
    for stay in stays_of(case, units).itertuples():
        hands, rounds = tables[int(units.table[stay.unit])]
        place = int(np.searchsorted(started[hands], stay.start))
        if place == len(hands) or not fees[context[hands[place]]]:
            continue
        first = int(started[hands[place]])
        begun = rounds[: int(np.searchsorted(rounds, first, "right"))]
        # A round before the table changed to this fee began none of its periods.
        begun = begun[begun > units.first[stay.unit] - SLACK]
        if len(begun) and stay.start - begun[-1] > ROUND:
            printed = fees[context[hands[place]]]
            yield Joined(
                unit=int(stay.unit),
                cardroom=str(stay.cardroom),
                player=str(stay.player),
                at=first,
                after=int(stay.start - begun[-1]),
                least=min(printed),
                most=max(printed),
                source=int(stay.source),
                row=int(stay.row),
            )


def _table(case: Case, number: int) -> tuple[Ints, Ints]:
    """Return the hands of a table in order, and when fees for periods were taken there."""
    started = case.hands["started_at"].to_numpy()
    hands = np.flatnonzero(case.hands["table_code"].to_numpy() == number)
    fees = period_fees(case)
    rounds = np.unique(fees.at[(fees.table == number) & (fees.fee == 0)])
    return hands[np.argsort(started[hands], kind="stable")], rounds


def _paid(charged: Charged, joined: Joined, period: int) -> bool:
    """Tell whether somebody was charged about the first hand, or in the period before it."""
    key = charged.key(joined.cardroom, joined.player)
    at = charged.frame["at"].to_numpy()[charged.frame["key"].to_numpy() == key]
    return bool(((at > joined.at - period - SLACK) & (at <= joined.at + SLACK)).any())
