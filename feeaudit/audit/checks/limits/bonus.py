"""LIM-BONUS: a bonus bet is outside its own limits, or the table's where these bind it.

Finding     $501 on the Dragon 7, which is limited to $500
Finding     $4 on Pair Plus, which keeps to a table limit of $5 to $300
No finding  $5 on the Dragon 7 at a table that opens at $25, where the schedule lets it start at $5
For review  a bet that the game's rules and the schedule do not treat alike
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.limits.bounds import HIGH, LOW, bound_breaches
from feeaudit.audit.limits.findings import limit_outcome

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.limits import Demand


@check(
    id="LIM-BONUS",
    title="Bonus bet outside its limits",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("wagers", "hands.option"),
    next_step="Check the limits the schedule sets for this bonus bet.",
)
def bonus_outside(case: Case) -> Outcome:
    """A bonus bet is outside its own limits, or the table's where these bind it."""
    breaches = (
        *bound_breaches(case, LOW, bonus=True),
        *bound_breaches(case, HIGH, bonus=True),
    )
    return limit_outcome(case, _binding, breaches)


def _binding(demand: Demand) -> bool:
    return LOW.binds(demand, bonus=True) or HIGH.binds(demand, bonus=True)
