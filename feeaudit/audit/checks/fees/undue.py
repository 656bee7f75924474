"""FEE-UNDUE: a fee was taken where none is owed: from the wrong payer, on a free bet, for time.

Finding     players pay nothing under this option and $1.00 was taken at seat 2
Finding     a time fee of $5.00 was taken at a table whose option charges by the hand only
Finding     a time fee of $9.00 was taken from the pot, and each player owes it
Finding     a fee was taken on the second hand of a new game, whose first four hands are free
Finding     a fee was taken on a bonus bet that is free by terms whose table is not printed
No finding  a $0.00 collection is logged for a free bet
Review      a fee was taken on a table's first hand of the day, which seems to open a new game
No finding  the same where somebody had sat there for an hour: the game may be older (untested)
No finding  a time fee was taken as the table changed to an option that has one
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits
from feeaudit.audit.fees.free_hands import hands_freed, opening_hands
from feeaudit.audit.findings import find, findings_frame, log_rows
from feeaudit.audit.identity import seat_names
from feeaudit.audit.periods.findings import of_charges
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.wagers import wagers_of
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import setting_text
from feeaudit.rules.fee_doubts import period_doubts
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.prices import PeriodPrice
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


_OPENING: Final = (
    "the first hands of a new game are free, and the log does not show when the game opened"
)


@check(
    id="FEE-UNDUE",
    title="Fee taken where none is owed",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Refund the fee, and check who the placard says must pay.",
)
def charged_where_free(case: Case) -> Outcome:
    """Fee taken where none is owed: from the wrong payer, on a free bet, for time."""
    fees = misfits(case)
    undue = fees[fees["owed_most"] == 0]
    opening = _on_opening_hands(case)
    cover = fee_cover(case)
    free = _on_free_bets(case)
    cover.keep(np.concatenate([each["hand"].to_numpy() for each in (undue, opening, free)]))
    cover.set_aside(opening_hands(case).perhaps & _charged(case), _OPENING)
    return cover.outcome(fee_findings(case, undue), opening, free, _by_the_period(case))


def _charged(case: Case) -> Bools:
    charged: Bools = fees_of(case).sums.every["taken"] > 0
    return charged


def _on_opening_hands(case: Case) -> pd.DataFrame:
    """Return a review for each fee of a hand that by all appearances opened a new game."""
    likely = opening_hands(case).likely & _charged(case) & fee_cover(case).tested
    if not likely.any():
        return findings_frame()
    fees = fees_of(case).of_hands(likely)
    found = fee_findings(
        case,
        fees[fees["fits"] & (fees["taken"] > 0) & (fees["fee"] != "jackpot")].assign(owed=0),
        review=True,
    )
    contexts = [case.contexts[each] for each in case.hands["context"].to_numpy()[found["hand"]]]
    place = opening_hands(case).place[found["hand"]]
    found["lines"] = [_freed_by(each) for each in contexts]
    found["message"] = [
        f"{message}; it is hand {number + 1} of the table's day, the first {hands_freed(each)}"
        " hands of a new game are free, and the log does not show whether the game had already"
        " started"
        for message, number, each in zip(found["message"], place.tolist(), contexts, strict=True)
    ]
    return found


def _on_free_bets(case: Case) -> pd.DataFrame:
    """Return the fees on bonus bets that are free by terms whose table is not printed."""
    described = case.of_contexts(lambda each: any(term.free for term in each.unpriced))
    if not described.any():
        return findings_frame()
    collections = case.collections
    hand, amount = (collections[name].to_numpy() for name in ("hand", "amount"))
    rows = np.flatnonzero(np.append(described, False)[hand] & (amount > 0))
    rows = rows[words_of(collections, "fee", rows) == "bonus"]
    bets = _bonus_bets(case, hand[rows])
    at_seat = bets.groupby(["hand", "seat"])["free"].all().to_dict()
    of_hand = bets.groupby("hand")["free"].all().to_dict()
    seats = seat_names(case).numbers("collections.seat", rows)
    pairs = zip(hand[rows].tolist(), seats.tolist(), strict=True)
    free = [at_seat.get((at, seat)) if seat >= 0 else of_hand.get(at) for at, seat in pairs]
    undue = rows[np.array(free, dtype=bool)]
    contexts = [case.contexts[each] for each in case.hands["context"].to_numpy()[hand[undue]]]
    said = dict(zip(undue.tolist(), contexts, strict=True))

    def tell(row: int) -> str:
        payer = str(collections["payer"].iloc[row]).replace("_", "-")
        taken = dollars(int(amount[row]))
        return f"{payer}: no fee is owed on this bonus bet, {taken} was taken"

    return find(
        undue,
        tell=tell,
        cite=lambda row: (_terms_lines(said[row]), said[row].document),
        hand=hand[undue],
        seat=words_of(collections, "seat", undue),
        player=words_of(collections, "player", undue),
        payer=words_of(collections, "payer", undue),
        component="bonus",
        owed=0,
        owed_most=0,
        taken=amount[undue],
        over=amount[undue],
        **log_rows(collections, undue),
    )


def _bonus_bets(case: Case, hands: Ints) -> pd.DataFrame:
    """Return the bonus bets of some hands: hand, seat and whether the terms say it is free."""
    wagers = wagers_of(case)
    mine = np.flatnonzero(np.isin(wagers.hand, hands) & wagers.placed)
    context, kind = case.hands["context"].to_numpy()[wagers.hand[mine]], wagers.kind[mine]
    # The last kind is for blanks.
    shape = (len(case.contexts), len(wagers.kinds) + 1)
    bonus, free = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for place in np.unique(context).tolist():
        each = case.contexts[place]
        freed = {name for term in each.unpriced for name in term.free}
        roles = {one.wager: one.role for one in each.game.wagers} if each.game else {}
        bonus[place, :-1] = [roles.get(name) == "bonus" for name in wagers.kinds]
        free[place, :-1] = [name in freed for name in wagers.kinds]
    frame = pd.DataFrame(
        {"hand": wagers.hand[mine], "seat": wagers.seat[mine], "free": free[context, kind]}
    )
    return frame[bonus[context, kind]]


def _terms_lines(context: Context) -> str:
    return stretches(line for term in context.unpriced if term.free for line in term.lines)


def _freed_by(context: Context) -> str:
    return stretches(line for each in context.rules("free_hands") for line in each.lines)


def _by_the_period(case: Case) -> pd.DataFrame:
    """Return the fees for a period that no reading of the option has, or has this payer pay."""
    fees = period_fees(case)
    if not len(fees.record):
        return findings_frame()
    payer = case.collections["payer"].cat
    words, codes = list(map(str, payer.categories)), payer.codes.to_numpy()[fees.record]
    # Worked out once for each price and payer.
    reasons = [[_reason(price, word) for word in words] for price in fees.prices.printed]
    wrong = np.array([list(map(bool, each)) for each in reasons])
    undue = np.flatnonzero(wrong[fees.prices.choice, codes] & (fees.taken > 0))

    def tell(who: str, fee: str, row: int) -> str:
        taken = f"a {fee} of {dollars(int(fees.taken[row]))} was taken"
        option = setting_text(case.contexts[fees.prices.context[row]])
        return f"{who}: {taken}, and {option} {reasons[fees.prices.choice[row]][codes[row]]}"

    doubts = [_doubts(case, int(row)) for row in undue]
    firm = np.array([not each for each in doubts], dtype=bool)
    return of_charges(
        case,
        undue,
        tell,
        owed=np.where(firm, 0, -1),
        owed_most=np.where(firm, 0, -1),
        over=fees.taken[undue],
        review=~firm,
        doubt=doubts,
    )


def _doubts(case: Case, row: int) -> str:
    """Return the anomalies by which a fee may be owed that no table prints."""
    fees = period_fees(case)
    if fees.prices.price(row).kind != "none":
        return ""
    context = case.contexts[fees.prices.context[row]]
    return ", ".join(period_doubts(context, PERIOD_FEES[int(fees.fee[row])]))


def _reason(price: PeriodPrice, payer: str) -> str:
    """Return why a payer owes no such fee; blank where one is printed, or nothing tells."""
    if price.kind == "none":
        return "has no such fee"
    if price.kind == "printed" and payer not in price.payers:
        return f"charges the {' or '.join(price.payers)}, not the {payer}".replace("_", "-")
    return ""
