"""What stands beside wagers: others of some kinds at the same spot, with the same player or hand.

Many demands ask for the same others, an ante or a base wager, so these are gone through once for
all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.limits.bound_wagers import BoundWagers
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.limits import Demand

Kinds = tuple[str, ...]
_MORE: Final = 1 << 60
"""More than any wager."""


class BoundDemand(NamedTuple):
    """A demand, the settings that have it, and the wagers that it binds there."""

    demand: Demand
    settings: list[int]
    places: Ints


class Others(NamedTuple):
    """What stands of some kinds beside wagers: how many, in all, the largest, the least."""

    number: Ints
    total: Ints
    most: Ints
    least: Ints


Beside = dict[tuple["Demand", Kinds], Others]


def bound_demands(
    bets: BoundWagers, asked: Iterable[tuple[Demand, list[int]]]
) -> list[BoundDemand]:
    """Return the wagers that demands bind; where kinds are unknown nothing can be related."""
    strange = bets.strange.any()
    found = []
    for demand, settings in asked:
        places = bets.places(settings, demand.wagers)
        if strange:
            places = places[~bets.strange[bets.hand[places]]]
        for kind, amount in demand.where:
            there = bets.places(settings, (kind,))
            there = bets.groups(demand.scope, there[bets.amount[there] == amount])
            here = bets.groups(demand.scope, places)
            places = places[bets.tally(demand.scope, there, 1, here) > 0]
        found.append(BoundDemand(demand, settings, places))
    return found


def wagers_beside(bets: BoundWagers, held: Iterable[BoundDemand]) -> Beside:
    """Return what stands beside the wagers of demands, of each kind that these ask for."""
    asking: dict[tuple[str, Kinds], list[BoundDemand]] = {}
    for each in held:
        for kinds in dict.fromkeys(_asked_for(each.demand)):
            asking.setdefault((each.demand.scope, kinds), []).append(each)
    found: Beside = {}
    for (scope, kinds), several in asking.items():
        edges = np.cumsum([len(each.places) for each in several])[:-1]
        others = _others(bets, scope, kinds, several)
        parts = zip(*(np.split(column, edges) for column in others), strict=True)
        for each, part in zip(several, parts, strict=True):
            found[each.demand, kinds] = Others(*part)
    return found


def _asked_for(demand: Demand) -> Iterator[Kinds]:
    yield from demand.others
    yield from (each.wagers for each in demand.multiples)
    if demand.what == "one_per":
        yield demand.wagers


def _others(bets: BoundWagers, scope: str, kinds: Kinds, held: list[BoundDemand]) -> Others:
    """Return what stands beside the wagers of several demands, in their order."""
    # A hand has one setting, so that others of any setting do no harm.
    settings = sorted({number for each in held for number in each.settings})
    others = bets.places(settings, kinds)
    places = np.concatenate([each.places for each in held])
    here, there = (bets.groups(scope, each) for each in (places, others))
    amount = bets.amount[others]
    number = bets.tally(scope, there, 1, here)
    total = bets.tally(scope, there, amount, here)
    if number.max(initial=0) <= 1:
        return Others(number, total, total, total)
    most = bets.tally(scope, there, amount, here, np.maximum)
    least = bets.tally(scope, there, amount - _MORE, here, np.minimum)
    return Others(number, total, most, np.where(number > 0, least + _MORE, 0))
