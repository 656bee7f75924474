"""Relating wagers: what else stands at the same spot, and how the amounts compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.limits.findings import Breach, LimitDoubt, explained, kind_text
from feeaudit.core.groups import changes
from feeaudit.core.money import dollars, short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.limits.bound_wagers import BoundWagers
    from feeaudit.audit.limits.neighbors import Beside, BoundDemand, Others
    from feeaudit.book.model import Multiple
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.limits import Demand

_ONCE: Final = 100


def unaccompanied(bets: BoundWagers, held: BoundDemand, beside: Beside) -> Iterator[Breach]:
    """Yield wagers without one that they need."""
    for needed in held.demand.others:
        missing = beside[held.demand, needed].number == 0
        names = " or ".join(map(kind_text, needed))
        for place in held.places[missing].tolist():
            yield _breach(bets, held.demand, place, f"has no {names} wager with it")


def excluded(bets: BoundWagers, held: BoundDemand, beside: Beside) -> Iterator[Breach]:
    """Yield wagers on a hand that has one beside which they are not allowed."""
    (other,) = held.demand.others
    there = beside[held.demand, other].number > 0
    for place in held.places[there].tolist():
        yield _breach(bets, held.demand, place, f"is on a hand with a {kind_text(other[0])} wager")


def crowded(bets: BoundWagers, held: BoundDemand, beside: Beside) -> Iterator[Breach]:
    """Yield, at spots with more of these wagers than of the others, the one logged last."""
    demand, _, places = held
    partner = demand.others[0]
    others = beside[demand, partner].number
    allowed = others * demand.amount
    placed = beside[demand, demand.wagers].number
    several = np.flatnonzero((placed > allowed) & (allowed > 0))
    if not len(several):
        return
    group = bets.groups(demand.scope, places[several])
    order = np.lexsort((bets.origin(places[several]), group))
    group = group[order]
    last = several[order[np.append(group[1:] != group[:-1], np.array([True]))]]
    for each in last:
        what = f"is one of {placed[each]} for {others[each]} {kind_text(partner[0])}"
        most = "one for each is" if demand.amount == 1 else f"{demand.amount} for each are"
        yield _breach(bets, demand, int(places[each]), f"{what}: {most} allowed")


def related(bets: BoundWagers, held: BoundDemand, beside: Beside) -> Iterator[Breach]:
    """Yield wagers that are not in the ratio to another one that the rules ask for."""
    demand, _, places = held
    amount = bets.amount[places] * 100
    kept = np.zeros(len(places), dtype=bool)
    shared = np.zeros(len(places), dtype=bool)
    with_first = beside[demand, demand.multiples[0].wagers]
    against = with_first.total
    for multiple in demand.multiples:
        others = beside[demand, multiple.wagers]
        if demand.what == "at_most":
            kept |= amount <= others.most * multiple.percent
            shared |= amount <= others.total * multiple.percent
        elif demand.what == "at_least" and multiple.wagers == demand.wagers:
            against = _next_smaller(bets, held)
            kept |= amount >= against * multiple.percent
        elif demand.what == "at_least":
            kept |= amount >= others.least * multiple.percent
        else:
            kept |= (others.number > 0) & (amount == others.total * multiple.percent)
            kept |= _equal_to_one(bets, held, others, multiple)
        if not demand.sure:
            # One reading of two: where the wager it compares with is missing, the other holds.
            kept |= others.number == 0
    # What several others allow together, the largest of them alone does not.
    against = np.where(shared, with_first.most, against)
    for each in np.flatnonzero(~kept):
        what = _comparison(demand, int(with_first.number[each]), int(against[each]))
        doubt = "the log does not show whose wagers these are" if shared[each] else ""
        yield _breach(bets, demand, int(places[each]), what, doubt)


def _next_smaller(bets: BoundWagers, held: BoundDemand) -> Ints:
    """Return the wager of the same kind that each one is made upon: the next smaller, 0 if none.

    A log need not be in the order of play, but each of these is more than the one before.
    """
    places = held.places
    group, amount = bets.groups(held.demand.scope, places), bets.amount[places]
    order = np.lexsort((bets.origin(places), amount, group))
    follows = ~changes(group[order])
    smaller = np.zeros(len(places), dtype=np.int64)
    smaller[order[follows]] = amount[order[np.flatnonzero(follows) - 1]]
    return smaller


def _equal_to_one(
    bets: BoundWagers, held: BoundDemand, others: Others, multiple: Multiple
) -> Bools:
    """Tell which wagers equal the multiple of one of several others at their spot."""
    demand, settings, places = held
    kept = np.zeros(len(places), dtype=bool)
    several = np.flatnonzero(others.number > 1)
    if not len(several):
        return kept
    partners = bets.places(settings, multiple.wagers)
    here, there = (bets.groups(demand.scope, each) for each in (places[several], partners))
    left = pd.DataFrame({"spot": here, "place": several})
    right = pd.DataFrame({"spot": there, "other": bets.amount[partners]})
    pairs = left.merge(right, on="spot")
    place = pairs["place"].to_numpy()
    equal = bets.amount[places[place]] * 100 == pairs["other"].to_numpy() * multiple.percent
    kept[place[equal]] = True
    return kept


def _comparison(demand: Demand, count: int, amount: int) -> str:
    partner = kind_text(demand.multiples[0].wager)
    if count == 0:
        return f"has no {partner} wager with it"
    ratios = [
        "" if each.percent == _ONCE else f"{short(each.percent)}x " for each in demand.multiples
    ]
    against = f"the {partner} of {dollars(amount)}"
    if len({each.wagers for each in demand.multiples}) > 1:
        rest = (
            f"{ratio}{kind_text(each.wager)}"
            for ratio, each in zip(ratios[1:], demand.multiples[1:], strict=True)
        )
        return f"is neither {ratios[0]}{against} nor {' or '.join(rest)}"
    if demand.what == "at_most":
        return f"is more than {ratios[0]}{against}"
    if demand.what == "at_least":
        return f"is less than {ratios[0]}{against}"
    if count > 1:
        against += f" in all, nor {'to' if ratios == [''] else 'of'} one of its {count} wagers"
    if len(ratios) == 1:
        return f"is not {ratios[0] or 'equal to '}{against}"
    return f"is none of {', '.join(ratio.strip() or '1x' for ratio in ratios)} {against}"


def _breach(bets: BoundWagers, demand: Demand, place: int, what: str, doubt: str = "") -> Breach:
    shown = f"{kind_text(demand.wagers[0])} of {dollars(int(bets.amount[place]))} {what}"
    return Breach(place, explained(shown, demand, demand.lines, LimitDoubt(doubt)))
