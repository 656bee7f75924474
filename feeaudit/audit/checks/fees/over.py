"""FEE-OVER: more was collected than the approved tier says.

Finding     table action $50, tier 5-50 owes $0.50, $1.00 taken: over by $0.50
No finding  table action $51, tier 51-100 owes $1.00, $1.00 taken
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="FEE-OVER",
    title="More collected than the schedule says",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Refund the excess to the person who paid it, and check the placard and the"
    " dealer's chart.",
)
def over_collected(case: Case) -> Outcome:
    """More was collected than the approved tier says."""
    fees = misfits(case)
    over = fees[(fees["owed_most"] > 0) & (fees["taken"] > fees["owed"])]
    return fee_cover(case).outcome(fee_findings(case, over))
