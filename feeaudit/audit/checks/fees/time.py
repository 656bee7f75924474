"""FEE-TIME: a fee for a period was wrong, taken once too often or not taken.

A player pays once a period, whichever seats and tables of the cardroom the period is spent at: the
charges of a stay are held against the periods that it spans, each gaming day by itself. Periods
begin on the clock where the schedule says so. Where it gives a length alone, they may begin when
the player sat down, with the first charge, or between the two, whatever fits the charges best.

A charge pays the period in which it is taken, or the next one if that begins within five minutes:
dealers collect between two hands. A further charge in a period is one too many, and all of it is
over. It is for review if it is nearer to the next period, which nothing else paid, or if the
period before was not paid. A fee is missing if the player sat ten minutes into the period, and if
the log tells so: of a stay whose end is not logged, nothing after the last charge is missing.
Without a log of seats nothing is known to be missing (untested), and a charge is one too many if no
stay explains it: whoever sat there before the first charge may have owed for that, too (review).

Finding     seated from 19:00 to 21:00 under a half-hour fee, charged at 19:30 and at 20:30 only
Finding     half-hour fees taken at 19:00, 19:20, 19:40 and 20:00: one too many
Finding     charged at 19:30, moved to another table, charged there at 19:40
Finding     charged as a new player at 19:40 and again at 19:45
Finding     sat down at 19:40, between two half hours, without the fee that is printed for it
Finding     sat down at 19:40, between two half hours, and paid the fee of a whole one
For review  $5.00 with six seated and five dealt in, where six owe $11.00 and five $5.00
No finding  moved to another seat at 19:40, charged at 19:30 and at 20:00
No finding  charged at 19:00, at 19:39 and at 20:02 under a half-hour fee
For review  charged at 19:00 and at 19:20 for the half hour that begins at 19:30
For review  charged at 20:00, and gone from the table at 19:45 by the seating log
For review  charged every 30 minutes where the document says both 30 and 40
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.accounts import GRACE, MINUTE
from feeaudit.audit.periods.findings import doubts_text, of_charges, of_stays, priced
from feeaudit.audit.periods.ledger import NEEDS, ledger_of
from feeaudit.audit.periods.newcomers import newcomers_of
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.prices import Moments, prices_at
from feeaudit.audit.periods.rhythms import perhaps_timed_hands, timed_hands
from feeaudit.audit.periods.stays import units_of
from feeaudit.book.lookup import amount_text
from feeaudit.core.arrays import MOST_DAYS, paired
from feeaudit.core.money import dollars
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.ledger import Again, Gap
    from feeaudit.audit.periods.newcomers import Newcomer
    from feeaudit.audit.periods.stays import StayUnits
    from feeaudit.core.arrays import Bools, Ints

_OTHERWISE_COUNTED: Final = (
    "; it is the fee for the number that the seats or a hand nearby show, and the schedule does not"
    " say which players are counted"
)


@check(
    id="FEE-TIME",
    title="Time fee wrong, missing or charged twice",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.SCHEDULE,
    needs=("collections", *NEEDS, "seats.to"),
    next_step="Compare the seating log with the time collections of that player.",
)
def period_fee_wrong(case: Case) -> Outcome:
    """A player's fee for a period differs from the schedule, is missing or was taken twice."""
    cover = Cover(timed_hands(case), perhaps_timed_hands(case))
    if not cover.tested.any() or cover.lacks(case.lacking(*NEEDS)):
        return cover.outcome()
    _set_aside_unsaid(case, cover)
    units = units_of(case, timed_hands(case))
    told = np.isin(_days(units.table, units.day), _days_of_hands(case)[cover.tested])
    # Fees taken too often can be told from the fees alone, fees not taken only of who sat there.
    cover.lacks(case.lacking("seats.to"))
    joined = newcomers_of(case)
    whole = _whole_fees(case, joined)
    return cover.outcome(
        _amounts(case, {*ledger_of(case).extra.tolist(), *whole}),
        _unprinted(case),
        _again(case),
        _missed(case, units, told),
        _joined(case, units, told),
        _joined_for_whole(case, whole),
    )


def _set_aside_unsaid(case: Case, cover: Cover) -> None:
    """Leave out the days of a table on which a fee does not say when or by whom it was paid.

    Nobody there can be said to have paid nothing. A fee that tells no day may be of any.
    """
    fees, collections = period_fees(case), case.collections
    undated = np.isin(case.hands["table_code"].to_numpy(), case.tables_with_undated_charges)
    blank = {
        "taken_at": collections["taken_at"].to_numpy()[fees.record] == MISSING,
        "player": words_of(collections, "player", fees.record) == "",
    }
    cover.set_aside(undated, "collections.taken_at is blank")
    for name, rows in blank.items():
        there = np.isin(_days_of_hands(case), _days(fees.table[rows], fees.day[rows]))
        cover.set_aside(there, f"collections.{name} is blank")


def _days_of_hands(case: Case) -> Ints:
    return _days(case.hands["table_code"].to_numpy(), case.hands["day"].to_numpy())


def _days(table: Ints, day: Ints) -> Ints:
    """Return tables and their gaming days as one number each."""
    return paired(table, day, MOST_DAYS)


def _amounts(case: Case, aside: set[int]) -> pd.DataFrame:
    """Return the charges whose amount no reading admits for the players there then.

    One that is right for another count of them (those seated, or those dealt in before or after)
    is for review: no schedule says who is counted. Not those of which all is too much, or that are
    held against another fee: they stand aside. Nor those waived: FEE-WAIVER asks by what right.
    """
    fees = period_fees(case)
    wrong = np.setdiff1d(np.flatnonzero(fees.misfit & ~fees.excused), [*aside])
    owed, most, taken = fees.owed[wrong], fees.owed_most[wrong], fees.taken[wrong]

    def tell(who: str, fee: str, row: int) -> str:
        many = int(fees.prices.players[row])
        players = f"with {amount_text('players', many)}" if many >= 0 else "for any number seated"
        printed = " or ".join(map(dollars, sorted(fees.prices.price(row).amounts)))
        paid = dollars(int(fees.taken[row]))
        why = _OTHERWISE_COUNTED if recounted[row] else ""
        return f"{who}: the {fee} {players} is {printed}, {paid} was taken{why}"

    recounted = fees.recounted
    over, under = np.maximum(taken - most, 0), np.maximum(owed - taken, 0)
    return of_charges(
        case,
        wrong,
        tell,
        review=recounted[wrong],
        owed=owed,
        owed_most=most,
        over=over,
        under=under,
    )


def _unprinted(case: Case) -> pd.DataFrame:
    fees = period_fees(case)

    def tell(who: str, fee: str, row: int) -> str:
        players = amount_text("players", int(fees.prices.players[row]))
        taken = f"a {fee} of {dollars(int(fees.taken[row]))} was taken"
        return f"{who}: {taken} with {players} at the table, for whom none is printed"

    return of_charges(case, np.flatnonzero(fees.unprinted), tell, review=True)


def _again(case: Case) -> pd.DataFrame:
    """Return the charges that pay no period of their own, at any table."""
    found = ledger_of(case).again
    of_row = {each.row: each for each in found}
    fees = period_fees(case)
    rows = np.array([*of_row], dtype=np.int64)
    named = {number: table for (_, table), number in case.table_numbers.items()}

    def tell(who: str, _fee: str, row: int) -> str:
        return f"{who}: {_what_again(of_row[row], named[int(fees.table[row])])}"

    sure = _sure(found)
    return of_charges(
        case,
        rows,
        tell,
        review=~sure,
        doubt=[doubts_text(each) for each in found],
        owed=np.where(sure, 0, fees.owed[rows]),
        owed_most=np.where(sure, 0, fees.owed_most[rows]),
        over=np.where(sure, fees.taken[rows], 0),
    )


def _what_again(each: Again, here: str) -> str:
    """Return what is wrong with a charge that pays no period of its own."""
    if each.absent:
        return "charged while the seating log shows the player away from the table"
    if each.shift > 0:
        return f"charged {each.shift // MINUTE} minutes before a period of {each.minutes} minutes"
    if each.shift < 0:
        return (
            f"charged {-each.shift // MINUTE} minutes after a period of {each.minutes} minutes"
            " began that no other fee paid for: collected late, or charged twice"
        )
    there = f", the first time at table {each.before}" if each.before not in {"", here} else ""
    otherwise = "; under another reading, or if the previous fee was late, it was due"
    unsure = "" if each.sure else otherwise
    return f"charged again after {each.since // MINUTE} of {each.minutes} minutes{there}{unsure}"


def _sure(found: Iterable[Again | Gap | Newcomer]) -> Bools:
    return np.array([each.sure for each in found], dtype=bool)


def _missed(case: Case, units: StayUnits, told: Bools) -> pd.DataFrame:
    """Return stretches of a stay with periods that nothing paid, and what is printed for these."""
    gaps = [each for each in ledger_of(case).gaps if told[each.unit]]
    owed, most, facts = _printed(case, units, gaps)
    sure = _sure(gaps) & (owed > 0)
    gaps = [each._replace(sure=bool(known)) for each, known in zip(gaps, sure, strict=True)]
    amounts = dict(zip(gaps, zip(owed.tolist(), most.tolist(), strict=True), strict=True))

    def tell(gap: Gap) -> str:
        fees = f"{len(gap.marks)} fee{'s' if len(gap.marks) > 1 else ''}"
        least, greatest = amounts[gap]
        worth = " or ".join(map(dollars, sorted({least, greatest}))) if greatest else "unknown"
        return (
            f"{gap.player}: seated {gap.length // MINUTE} minutes without the fee of {gap.minutes}"
            f" minutes; {fees} not taken, {worth}"
        )

    under = np.where(sure, owed, 0)
    return of_stays(gaps, tell, "time", owed=owed, owed_most=most, under=under, **facts)


def _printed(case: Case, units: StayUnits, gaps: list[Gap]) -> tuple[Ints, Ints, dict[str, Any]]:
    """Return the least and the most that the periods of gaps cost, and where that is printed."""
    of = np.repeat(np.arange(len(gaps)), [len(each.marks) for each in gaps])
    unit = np.array([each.unit for each in gaps], dtype=np.int64)
    marks = np.array([mark for each in gaps for mark in each.marks], dtype=np.int64)
    moments = Moments(units.table[unit[of]], marks, units.day[unit[of]])
    prices = prices_at(case, moments, np.zeros(len(marks), dtype=np.int64))
    least, most = (np.zeros(len(gaps), dtype=np.int64) for _ in range(2))
    np.add.at(least, of, prices.of_each(each.least for each in prices.printed))
    np.add.at(most, of, prices.of_each(each.most for each in prices.printed))
    first = np.searchsorted(of, np.arange(len(gaps)))
    return least, most, {"table_code": units.table[unit], **priced(case, prices, first)}


def _joined(case: Case, units: StayUnits, told: Bools) -> pd.DataFrame:
    """Return who sat down between two periods and paid no fee for it."""
    free = [each for each in newcomers_of(case) if not each.paid and told[each.unit]]
    unit = np.array([each.unit for each in free], dtype=np.int64)
    moments = Moments(
        units.table[unit], np.array([each.at for each in free], dtype=np.int64), units.day[unit]
    )
    prices = prices_at(case, moments, np.full(len(free), PERIOD_FEES.index("new_player")))
    least, most = (
        np.array([getattr(each, name) for each in free], dtype=np.int64)
        for name in ("least", "most")
    )
    return of_stays(
        free,
        lambda each: (
            f"{each.player}: sat down {each.after // MINUTE} minutes into a period and paid no"
            f" new-player fee of {_new_player_fee(each)}{_why_open(each)}"
        ),
        "new_player",
        owed=least,
        owed_most=most,
        under=np.where(_sure(free), least, 0),
        table_code=moments.table,
        **priced(case, prices, np.arange(len(free))),
    )


def _whole_fees(case: Case, joined: Iterable[Newcomer]) -> dict[int, Newcomer]:
    """Return the time fees that newcomers paid instead of the fee of a new player."""
    fees = period_fees(case)
    time = PERIOD_FEES.index("time")
    return {
        each.paid[0]: each
        for each in joined
        if each.after > GRACE
        and each.paid
        and each.paid[0] >= 0
        and all(row < 0 or fees.fee[row] == time for row in each.paid)
        and fees.taken[each.paid[0]] > 0
    }


def _joined_for_whole(case: Case, whole: dict[int, Newcomer]) -> pd.DataFrame:
    """Return who sat down between two periods and paid more than a new player's fee."""
    fees = period_fees(case)
    dear = {row: each for row, each in whole.items() if fees.taken[row] > each.most}
    rows = np.array([*dear], dtype=np.int64)
    most = np.array([each.most for each in dear.values()], dtype=np.int64)

    def tell(who: str, _fee: str, row: int) -> str:
        each = dear[row]
        return (
            f"{who}: sat down {each.after // MINUTE} minutes into a period and paid"
            f" {dollars(int(fees.taken[row]))} where the new-player fee is"
            f" {_new_player_fee(each)}{_why_open(each)}"
        )

    sure = _sure(dear.values())
    return of_charges(
        case,
        rows,
        tell,
        review=~sure,
        doubt=[doubts_text(each) for each in dear.values()],
        owed=np.array([each.least for each in dear.values()], dtype=np.int64),
        owed_most=most,
        over=np.where(sure, fees.taken[rows] - most, 0),
    )


def _new_player_fee(each: Newcomer) -> str:
    return " or ".join(map(dollars, sorted({each.least, each.most})))


def _why_open(each: Newcomer) -> str:
    return "" if each.sure else "; the schedule does not say whether that counts as a new player"
