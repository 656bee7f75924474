"""FEE-TIME: a fee for a period was wrong, charged twice or not charged.

A player pays once a period, whichever seats and tables of the cardroom the period is spent at. Each
gaming day is looked at by itself.

Finding     seated from 19:00 to 21:00 under a half-hour fee, charged at 19:30 and at 20:30 only
Finding     charged at 19:30, moved to another table, charged there at 19:40
Finding     charged as a new player at 19:40 and again at 19:45
Finding     sat down at 19:40, between two half hours, without the fee that is printed for it
No finding  moved to another seat at 19:40, charged at 19:30 and at 20:00
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.findings import of_charges, of_stays
from feeaudit.audit.periods.newcomers import joined_free
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.repeats import NEEDS, charged_again, timed_hands
from feeaudit.audit.periods.stays import MINUTE, charged_of, units_of, unpaid
from feeaudit.book.lookup import amount_text
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.stays import Charged, Units


@check(
    id="FEE-TIME",
    title="A fee for a period is wrong, missing or charged twice",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("collections", *NEEDS),
    next_step="Compare the seating log with the time collections of that player.",
)
def period_fee_wrong(case: Case) -> Outcome:
    """A player's fee for a period differs from the schedule, is missing or was taken twice."""
    cover = Cover(timed_hands(case))
    if not cover.tested.any() or cover.lacks(case.lacking(*NEEDS)):
        return cover.outcome()
    _set_aside_unsaid(case, cover)
    units, charged = units_of(case, cover.tested), charged_of(case)
    return cover.outcome(
        _amounts(case),
        _unprinted(case),
        _twice(case),
        _missed(case, units, charged),
        _joined(case, units, charged),
    )


def _set_aside_unsaid(case: Case, cover: Cover) -> None:
    """Leave out the tables where a fee does not say when or by whom it was paid.

    Nobody there can be said to have paid nothing.
    """
    fees, collections = period_fees(case), case.collections
    blank = {
        "collections.taken_at": collections["taken_at"].to_numpy()[fees.record] == MISSING,
        "collections.player": words_of(collections, "player", fees.record) == "",
    }
    for name, rows in blank.items():
        there = np.isin(case.hands["table_code"].to_numpy(), fees.table[rows])
        cover.set_aside(there, f"{name} is blank")


def _amounts(case: Case) -> pd.DataFrame:
    """Return the charges whose amount no reading admits for the players seated then.

    Not those taken again too soon: all of such a charge is too much already. Nor those waived:
    FEE-WAIVER asks by what right.
    """
    fees = period_fees(case)
    wrong = np.setdiff1d(np.flatnonzero(fees.misfit & ~fees.excused), charged_again(case).rows)
    owed, most, taken = fees.owed[wrong], fees.owed_most[wrong], fees.taken[wrong]

    def tell(who: str, fee: str, row: int) -> str:
        players = amount_text("players", int(fees.prices.players[row]))
        printed = " or ".join(map(dollars, sorted(fees.prices.price(row).amounts)))
        paid = dollars(int(fees.taken[row]))
        return f"{who}: the {fee} with {players} is {printed}, {paid} was taken"

    over, under = np.maximum(taken - most, 0), np.maximum(owed - taken, 0)
    return of_charges(case, wrong, tell, owed=owed, owed_most=most, over=over, under=under)


def _unprinted(case: Case) -> pd.DataFrame:
    fees = period_fees(case)

    def tell(who: str, fee: str, row: int) -> str:
        players = amount_text("players", int(fees.prices.players[row]))
        taken = f"a {fee} of {dollars(int(fees.taken[row]))} was taken"
        return f"{who}: {taken} with {players} seated, for whom none is printed"

    return of_charges(case, np.flatnonzero(fees.unprinted), tell, review=True)


def _twice(case: Case) -> pd.DataFrame:
    """Return the time fees taken from a player too soon after the one before, at any table."""
    again = charged_again(case)
    soon = zip(again.since // MINUTE, again.period // MINUTE, again.before, again.here, strict=True)
    of_row = dict(zip(again.rows.tolist(), soon, strict=True))

    def tell(who: str, _fee: str, row: int) -> str:
        gap, length, other, own = of_row[row]
        there = f", the first time at table {other}" if other != own and other else ""
        return f"{who}: charged again after {gap} of {length} minutes{there}"

    over = period_fees(case).taken[again.rows]
    return of_charges(case, again.rows, tell, owed=0, owed_most=0, over=over)


def _missed(case: Case, units: Units, charged: Charged) -> pd.DataFrame:
    """Return stretches of a stay in which a whole period and more passed without a charge."""
    return of_stays(
        case,
        units,
        unpaid(case, units, charged),
        lambda gap: (
            f"{gap.player}: seated {gap.length // MINUTE} minutes without the fee of"
            f" {int(units.longest[gap.unit]) // MINUTE} minutes"
        ),
        "time",
    )


def _joined(case: Case, units: Units, charged: Charged) -> pd.DataFrame:
    """Return who sat down between two periods and paid no fee for it."""
    free = joined_free(case, units, charged)
    least, most = [each.least for each in free], [each.most for each in free]
    return of_stays(
        case,
        units,
        free,
        lambda each: (
            f"{each.player}: sat down {each.after // MINUTE} minutes into a period and paid no"
            f" new-player fee of {' or '.join(map(dollars, sorted({each.least, each.most})))}"
        ),
        "new_player",
        owed=least,
        owed_most=most,
        under=least,
    )
