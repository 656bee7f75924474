"""FEE-MISSING: nothing was collected where the schedule says a fee is owed.

Finding     a base wager owes $1.00 and no collection is logged for that seat
No finding  the option prints $0.00 for players and nothing is logged
Review      the player-dealer's bet on another seat, where rules leave open whether it pays
No finding  one of the first four hands of a new game, where the rules print these free
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits
from feeaudit.audit.fees.free_hands import free_hands
from feeaudit.audit.fees.no_action import without_action

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="FEE-MISSING",
    title="A fee that is owed was not collected",
    severity=Severity.VIOLATION,
    stake=Stake.HOUSE,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Check the video: was the fee taken and not logged, or not taken?",
)
def not_collected(case: Case) -> Outcome:
    """Nothing was collected where the schedule says a fee is owed."""
    fees = misfits(case)
    missing = fees[~fees["waived"] & (fees["taken"] == 0) & (fees["owed"] > 0)]
    missing = missing[~free_hands(case, missing)]
    free, doubts = without_action(case, missing)
    unsettled = fee_findings(case, missing[free & (doubts != "")], review=True)
    unsettled["doubt"] = doubts[free & (doubts != "")]
    return fee_cover(case).outcome(fee_findings(case, missing[~free]), unsettled)
