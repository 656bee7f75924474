"""FEE-UNDER: less was collected than the approved tier says.

Finding     table action $501, tier 501+ owes $3.00, $2.00 taken: under by $1.00
No finding  table action $500, tier 101-500 owes $2.00, $2.00 taken
No finding  one of a player's two fees was waived: whether it might be is FEE-WAIVER's to say
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="FEE-UNDER",
    title="Less collected than the schedule says",
    severity=Severity.VIOLATION,
    stake=Stake.HOUSE,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Find out whether the tier was misread, and retrain the dealer.",
)
def under_collected(case: Case) -> Outcome:
    """Less was collected than the approved tier says."""
    fees = misfits(case)
    under = fees[~fees["waived"] & (fees["taken"] > 0) & (fees["taken"] < fees["owed"])]
    return fee_cover(case).outcome(fee_findings(case, under))
