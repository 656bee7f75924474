"""FEE-UNDUE: a fee was taken where none is owed: from the wrong payer, on a free bet, for time.

Finding     players pay nothing under this option and $1.00 was taken at seat 2
Finding     a time fee of $5.00 was taken at a table whose option charges by the hand only
Finding     a time fee of $9.00 was taken from the pot, and each player owes it
No finding  a $0.00 collection is logged for a free bet
No finding  a time fee was taken as the table changed to an option that has one
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_outcome
from feeaudit.audit.periods.findings import fee_names, of_charges, payers
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.records.positions import together
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import setting_text

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.prices import Price


@check(
    id="FEE-UNDUE",
    title="A fee was taken where none is owed",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Refund the fee, and check who the placard says must pay.",
)
def charged_where_free(case: Case) -> Outcome:
    """A fee was taken where none is owed: from the wrong payer, on a free bet, for time."""
    fees = fees_of(case).odd
    wrong = ~fees["fits"] & ~fees["unpriced"] & (fees["fee"] != "jackpot")
    undue = wrong & (fees["taken"] > 0) & (fees["owed_most"] == 0)
    outcome = fee_outcome(case, fees[undue])
    return replace(outcome, findings=together([outcome.findings, _by_the_period(case)]))


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
    told = [
        f"{who}: a {fee} of {dollars(int(fees.taken[row]))} was taken, and"
        f" {setting_text(case.contexts[fees.prices.context[row]])}"
        f" {reasons[fees.prices.choice[row]][codes[row]]}"
        for who, fee, row in zip(payers(case, undue), fee_names(case, undue), undue, strict=True)
    ]
    nothing = np.zeros(len(undue), dtype=np.int64)
    return of_charges(case, undue, told, owed=nothing, owed_most=nothing, over=fees.taken[undue])


def _reason(price: Price, payer: str) -> str:
    """Return why a payer owes no such fee; blank where one is printed, or nothing tells."""
    if price.kind == "none":
        return "has no such fee"
    if price.kind == "printed" and payer not in price.payers:
        return f"charges the {' or '.join(price.payers)}, not the {payer}".replace("_", "-")
    return ""
