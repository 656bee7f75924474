"""LIM-TOTAL: wagers that may not exceed a limit together do.

Finding     $450 on the ante and $60 on the bonus bet, which together keep to a table of $500
No finding  $450 and $50
For review  three bonus bets of $100, where it is not said whether $100 is for each or for all
Untested    $250 on a bonus bet, and the bet that counts with it was withdrawn and is not logged
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.limits.findings import limit_outcome
from feeaudit.audit.limits.totals import total_breaches, withdrawn_wagers

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.limits import Demand


@check(
    id="LIM-TOTAL",
    title="Combined wagers exceed a limit",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("wagers", "hands.option"),
    next_step="Add up the player's wagers before the deal; do not accept more than the limit.",
)
def too_much_together(case: Case) -> Outcome:
    """Wagers that may not exceed a limit together do."""
    return limit_outcome(
        case,
        _binding,
        total_breaches(case, _binding),
        untested=withdrawn_wagers(case, _binding),
    )


def _binding(demand: Demand) -> bool:
    return demand.total
