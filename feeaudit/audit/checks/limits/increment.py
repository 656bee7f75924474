"""LIM-INCREMENT: a wager is not in the steps that the rules ask for.

Finding     a bonus bet of $7 where bonus bets go up in steps of $5
Finding     a base wager of $12 where wagers above $10 go up in steps of $5
No finding  a bonus bet of $15, a base wager of $15
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.findings import Breach, Explanation, explained, kind_text, limit_outcome
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.rules.limits import Demand


@check(
    id="LIM-INCREMENT",
    title="Wager not in the required increments",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.GAME,
    needs=("wagers",),
    next_step="Have the bet raised or lowered to the next increment before the deal.",
)
def out_of_step(case: Case) -> Outcome:
    """A wager is not in the steps that the rules ask for."""
    return limit_outcome(case, _binding, _breaches(case))


def _binding(demand: Demand) -> bool:
    return demand.what == "step"


def _breaches(case: Case) -> Iterator[Breach]:
    bets = bound_wagers(case)
    for demand, settings in limits_in_force(case).each(_binding):
        places = bets.places(settings, demand.wagers)
        above = bets.amount[places] - demand.above
        for place in places[(above > 0) & (above % demand.amount != 0)]:
            yield Breach(int(place), _told(demand, int(bets.amount[place])))


def _told(demand: Demand, amount: int) -> Explanation:
    over = f" above {dollars(demand.above)}" if demand.above else ""
    message = (
        f"{kind_text(demand.wagers[0])} of {dollars(amount)} is not in increments of"
        f" {dollars(demand.amount)}{over}"
    )
    return explained(message, demand, demand.lines)
