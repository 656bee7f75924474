"""FEE-UNDUE: a fee was taken where none is owed: from the wrong payer, or on a free bet.

Finding     players pay nothing under this option and $1.00 was taken at seat 2
No finding  a $0.00 collection is logged for a free bet
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.checks.fees.explained import fee_outcome
from feeaudit.audit.fees import fees_of

if TYPE_CHECKING:
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
    """A fee was taken where none is owed: from the wrong payer, or on a free bet."""
    fees = fees_of(case).odd
    wrong = ~fees["fits"] & ~fees["unpriced"] & (fees["fee"] != "jackpot")
    undue = wrong & (fees["taken"] > 0) & (fees["owed_most"] == 0)
    return fee_outcome(case, fees[undue])
