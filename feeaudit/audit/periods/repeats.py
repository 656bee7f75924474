"""Fees for a period that the player had paid for already; such a charge owes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.prices import periods
from feeaudit.audit.periods.stays import SLACK, charged_of, units_of
from feeaudit.audit.shared import shared
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, Words


NEEDS = ("collections.taken_at", "collections.player", "seats.to")


@dataclass(frozen=True, slots=True)
class Again:
    """Charges within a period that was paid: places among the period fees, and how soon.

    ``before`` is the table of the charge before, ``here`` that of this one.
    """

    rows: Ints
    since: Ints
    period: Ints
    before: Words
    here: Words


def timed_hands(case: Case) -> Bools:
    """Return which hands were played under a fee for a period."""
    timed = np.array([bool(each) for each in periods(case)], dtype=bool)
    return timed[case.hands["context"].to_numpy()] if len(timed) else case.no_hand


@shared
def charged_again(case: Case) -> Again:
    """Return the charges that came too soon, at any table; worked out once."""
    timed = timed_hands(case)
    if not timed.any() or case.lacking("collections", *NEEDS):
        none, nobody = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=object)
        return Again(none, none, none, nobody, nobody)
    fees, units, charged = period_fees(case), units_of(case, timed), charged_of(case)
    unit = units.of(fees.table, fees.day)
    period = np.where(unit >= 0, units.shortest[unit], 0)
    here = np.array([*units.names, ""], dtype=object)[unit]
    since, before = charged.since_last(case, fees.record, ("time",))
    since_any, before_any = charged.since_last(case, fees.record, PERIOD_FEES)
    # Whoever paid at the table in this period is no new player of it.
    joining = (fees.fee == PERIOD_FEES.index("new_player")) & (before_any == here)
    since, before = np.where(joining, since_any, since), np.where(joining, before_any, before)
    due = joining | (fees.fee == PERIOD_FEES.index("time"))
    rows = np.flatnonzero(due & (since >= 0) & (since < period - SLACK))
    return Again(rows, since[rows], period[rows], before[rows], here[rows])
