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

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import words_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.findings import fee_names, of_charges, payers, priced
from feeaudit.audit.periods.newcomers import joined_free
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.prices import Moments, prices_at
from feeaudit.audit.periods.repeats import NEEDS, charged_again, timed_hands
from feeaudit.audit.periods.stays import MINUTE, charged_of, units_of, unpaid
from feeaudit.book.lookup import amount_text
from feeaudit.core.money import dollars
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.newcomers import Joined
    from feeaudit.audit.periods.stays import Charged, Gap, Units
    from feeaudit.core.arrays import Bools


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
    hands, lacking = timed_hands(case), case.lacking(*NEEDS)
    if not hands.any() or lacking:
        return Outcome(findings_frame(), case.no_hand, {lacking: hands} if hands.any() else {})
    untested = _untold(case, hands)
    told = hands & ~np.logical_or.reduce([case.no_hand, *untested.values()])
    units, charged = units_of(case, told), charged_of(case)
    found = [
        _amounts(case),
        _unpriced(case),
        _twice(case),
        _missed(case, units, charged),
        _joined(case, units, charged),
    ]
    return Outcome(pd.concat(found, ignore_index=True), told, untested)


def _untold(case: Case, hands: Bools) -> dict[str, Bools]:
    """Return the hands at tables where a fee does not say when or by whom it was paid.

    Nobody there can be said to have paid nothing.
    """
    fees, collections = period_fees(case), case.collections
    blank = {
        "collections.taken_at": collections["taken_at"].to_numpy()[fees.record] == MISSING,
        "collections.player": words_of(collections, "player", fees.record) == "",
    }
    untested = {}
    for name, rows in blank.items():
        there = np.isin(case.hands["table_code"].to_numpy(), fees.table[rows])
        untested[f"{name} is blank"] = hands & there
        hands = hands & ~there
    return untested


def _amounts(case: Case) -> pd.DataFrame:
    """Return the charges whose amount no reading admits for the players seated then.

    Not those taken again too soon: all of such a charge is too much already. Nor those waived:
    FEE-WAIVER asks by what right.
    """
    fees = period_fees(case)
    pairs, of = np.unique(np.stack([fees.prices.choice, fees.taken]), axis=1, return_inverse=True)
    amounts = [(fees.prices.printed[choice].amounts, taken) for choice, taken in pairs.T.tolist()]
    misfit = np.array([bool(each) and taken not in each for each, taken in amounts], dtype=bool)
    wrong = np.flatnonzero(misfit[of] & ~fees.excused)
    wrong = np.setdiff1d(wrong, charged_again(case).rows)
    owed, most, taken = fees.owed[wrong], fees.owed_most[wrong], fees.taken[wrong]
    told = [
        f"{who}: the {fee} with {amount_text('players', int(fees.prices.players[row]))} is"
        f" {' or '.join(map(dollars, sorted(fees.prices.price(row).amounts)))},"
        f" {dollars(int(fees.taken[row]))} was taken"
        for who, fee, row in zip(
            payers(case, wrong), fee_names(case, wrong), wrong.tolist(), strict=True
        )
    ]
    return of_charges(
        case,
        wrong,
        told,
        owed=owed,
        owed_most=most,
        over=np.maximum(taken - most, 0),
        under=np.maximum(owed - taken, 0),
    )


def _unpriced(case: Case) -> pd.DataFrame:
    """Return the charges for which the option prints nothing with so many players seated."""
    fees = period_fees(case)
    bare = fees.prices.of_each(
        each.kind == "printed" and not each.amounts for each in fees.prices.printed
    )
    open_ = np.flatnonzero((bare > 0) & (fees.taken > 0) & (fees.prices.players >= 0))
    told = [
        f"{who}: a {fee} of {dollars(int(fees.taken[row]))} was taken with"
        f" {amount_text('players', int(fees.prices.players[row]))} seated, for whom none is printed"
        for who, fee, row in zip(payers(case, open_), fee_names(case, open_), open_, strict=True)
    ]
    return of_charges(case, open_, told, review=np.ones(len(open_), dtype=bool))


def _twice(case: Case) -> pd.DataFrame:
    """Return the time fees taken from a player too soon after the one before, at any table."""
    again = charged_again(case)
    told = [
        f"{who}: charged again after {int(gap) // MINUTE} of {int(length) // MINUTE} minutes"
        + (f", the first time at table {other}" if other != own and other else "")
        for who, gap, length, other, own in zip(
            payers(case, again.rows),
            again.since,
            again.period,
            again.before,
            again.here,
            strict=True,
        )
    ]
    nothing = np.zeros(len(again.rows), dtype=np.int64)
    over = period_fees(case).taken[again.rows]
    return of_charges(case, again.rows, told, owed=nothing, owed_most=nothing, over=over)


def _missed(case: Case, units: Units, charged: Charged) -> pd.DataFrame:
    """Return stretches of a stay in which a whole period and more passed without a charge."""
    gaps = unpaid(case, units, charged)
    told = [
        f"{gap.player}: seated {gap.length // MINUTE} minutes without the fee of"
        f" {int(units.longest[gap.unit]) // MINUTE} minutes"
        for gap in gaps
    ]
    return _of_stays(case, units, gaps, told, "time")


def _joined(case: Case, units: Units, charged: Charged) -> pd.DataFrame:
    """Return who sat down between two periods and paid no fee for it."""
    free = joined_free(case, units, charged)
    told = [
        f"{each.player}: sat down {each.after // MINUTE} minutes into a period and paid no"
        f" new-player fee of {' or '.join(map(dollars, sorted({each.least, each.most})))}"
        for each in free
    ]
    least = np.array([each.least for each in free], dtype=np.int64)
    most = np.array([each.most for each in free], dtype=np.int64)
    return _of_stays(case, units, free, told, "new_player", owed=least, owed_most=most, under=least)


def _of_stays(
    case: Case,
    units: Units,
    stays: Sequence[Gap | Joined],
    told: list[str],
    fee: str,
    **facts: Any,
) -> pd.DataFrame:
    """Return findings about stays at a table for which nothing was taken."""
    unit = np.array([each.unit for each in stays], dtype=np.int64)
    at = np.array([each.at for each in stays], dtype=np.int64)
    moments = Moments(units.table[unit], at, units.day[unit])
    prices = prices_at(case, moments, np.full(len(stays), PERIOD_FEES.index(fee)))
    return findings_frame(
        len(stays),
        table_code=moments.table,
        at=at,
        player=np.array([each.player for each in stays], dtype=object),
        payer=_word("player", len(stays)),
        component=_word(fee, len(stays)),
        taken=np.zeros(len(stays), dtype=np.int64),
        message=np.array(told, dtype=object),
        source=np.array([each.source for each in stays], dtype=np.int64),
        row=np.array([each.row for each in stays], dtype=np.int64),
        **priced(case, prices, np.arange(len(stays))),
        **facts,
    )


def _word(word: str, count: int) -> Any:
    return np.full(count, word, dtype=object)
