"""FEE-UNDUE: a fee was taken where none is owed: from the wrong payer, on a free bet, for time.

Finding     players pay nothing under this option and $1.00 was taken at seat 2
Finding     a time fee of $5.00 was taken at a table whose option charges by the hand only
No finding  a $0.00 collection is logged for a free bet
No finding  a time fee was taken as the table changed to an option that has one
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.checks.fees.charges import fee_names, of_charges, payers
from feeaudit.audit.checks.fees.explained import fee_outcome
from feeaudit.audit.checks.log.places import together
from feeaudit.audit.checks.options.settings import setting_text
from feeaudit.audit.fees import fees_of
from feeaudit.audit.periods import period_fees
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


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
    """Return the fees for a period that were taken where no reading of the option has such."""
    fees = period_fees(case)
    free = fees.prices.of_each(each.kind == "none" for each in fees.prices.printed)
    undue = np.flatnonzero((free > 0) & (fees.taken > 0))
    told = [
        f"{who}: a {fee} of {dollars(int(fees.taken[row]))} was taken, and"
        f" {setting_text(case.situations[fees.prices.situation[row]])} has no such fee"
        for who, fee, row in zip(payers(case, undue), fee_names(case, undue), undue, strict=True)
    ]
    nothing = np.zeros(len(undue), dtype=np.int64)
    return of_charges(case, undue, told, owed=nothing, owed_most=nothing, over=fees.taken[undue])
