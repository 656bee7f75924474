"""LIM-LOW: a wager is below the table's minimum.

Finding     an ante of $4 at a table of $5 to $100
Finding     a base wager of $10 where the schedule prints minimums of $5 to $100 and $25 is posted
No finding  an ante of $5 at a table of $5 to $100
No finding  a bonus bet of $1: LIM-BONUS speaks of these
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.limits.bounds import LOW, bound_breaches, untested_bounds
from feeaudit.audit.limits.findings import limit_outcome

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.limits import Demand


@check(
    id="LIM-LOW",
    title="Wager below the table minimum",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("wagers", "hands.option"),
    next_step="Check the posted limit; do not accept wagers below it.",
)
def below_minimum(case: Case) -> Outcome:
    """A wager is below the table's minimum."""
    return limit_outcome(
        case, _binding, bound_breaches(case, LOW, bonus=False), untested=untested_bounds(case, LOW)
    )


def _binding(demand: Demand) -> bool:
    return LOW.binds(demand, bonus=False)
