"""LIM-RELATION: a wager does not stand as the rules ask to other wagers, or to its seat.

Finding     a blind of $10 beside an ante of $5, where both must be equal
Finding     a tie bet larger than the primary wager it goes with
Finding     a bonus bet without the base wager it needs, or two where one is allowed
Finding     a double down on a split hand, in a game that does not allow it
Finding     a bet behind a seat that another player holds, in a game without backline bets
Finding     nine seats in play, the player-dealer's included, in a game that has eight
Finding     ten players dealt in at a poker table of nine seats
Finding     two players dealt in at a game for three or more
No finding  a play wager of four times the ante, where once to four times is allowed
Untested    backline bets that the rules leave to a local ordinance
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.findings import together
from feeaudit.audit.limits.backline import backline_bets, untested_backline
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.findings import Breach, limit_outcome
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.limits.neighbors import bound_demands, wagers_beside
from feeaudit.audit.limits.relations import crowded, excluded, related, unaccompanied
from feeaudit.audit.limits.seats import (
    crowded_tables,
    thin_tables,
    untested_players,
    untested_seats,
)
from feeaudit.rules.limits import POSITIONS, RELATIONS, Demand

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="LIM-RELATION",
    title="Wager does not match a related wager",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.GAME,
    needs=("wagers",),
    next_step="Check the seat's wagers against the game's rules before the deal.",
)
def ill_matched(case: Case) -> Outcome:
    """A wager does not stand as the rules ask to other wagers, or to its seat."""
    if not case.has("wagers"):
        return limit_outcome(case, _binding, (), more=_ill_manned(case))
    return limit_outcome(
        case,
        _binding,
        (*_breaches(case), *backline_bets(case).breaches),
        untested=untested_backline(case) | untested_seats(case) | untested_players(case),
        more=_ill_manned(case),
    )


def _ill_manned(case: Case) -> pd.DataFrame:
    """Return the hands with more players than their game has seats for, or fewer than it takes."""
    return together(crowded_tables(case), thin_tables(case))


def _binding(demand: Demand) -> bool:
    return demand.what in POSITIONS or _relates(demand)


def _relates(demand: Demand) -> bool:
    return demand.what in RELATIONS and not demand.total


def _breaches(case: Case) -> Iterator[Breach]:
    """Yield breaches, a missing wager before a wrong amount: it explains the amount."""
    bets = bound_wagers(case)
    tests = {"needs": unaccompanied, "never_with": excluded, "one_per": crowded}
    held = bound_demands(bets, limits_in_force(case).each(_relates))
    beside = wagers_beside(bets, held)
    for each in sorted(held, key=lambda one: RELATIONS.index(one.demand.what)):
        yield from tests.get(each.demand.what, related)(bets, each, beside)
