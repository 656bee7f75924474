"""LIM-HIGH: a wager is above the table's maximum.

Finding     a base wager of $101 at a table of $5 to $100
Finding     a base wager of $600 where maximums of $500 to $1,000 are printed and $500 is posted
No finding  a base wager of $100 at a table of $5 to $100, or of any amount at one without limit
No finding  a double down that takes the hand above the maximum, where the rules ask nothing of it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.limits.bounds import HIGH, bound_breaches, untested_bounds
from feeaudit.audit.limits.findings import limit_outcome

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.limits import Demand


@check(
    id="LIM-HIGH",
    title="Wager above the table maximum",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("wagers", "hands.option"),
    next_step="Check the posted limit; do not accept wagers above it.",
)
def above_maximum(case: Case) -> Outcome:
    """A wager is above the table's maximum."""
    return limit_outcome(
        case,
        _binding,
        bound_breaches(case, HIGH, bonus=False),
        untested=untested_bounds(case, HIGH),
    )


def _binding(demand: Demand) -> bool:
    return HIGH.binds(demand, bonus=False)
