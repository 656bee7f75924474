"""Totals: wagers that may not exceed a limit together, and by how much they do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.bounds import HIGH, table_bound
from feeaudit.audit.limits.findings import NO_DOUBT, Breach, LimitDoubt, explained, kind_text
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.options.placards import posted_limits
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import groups_of
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.limits.bound_wagers import BoundWagers
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.limits import Demand
    from feeaudit.rules.table_limits import LimitInForce

_NO_CAP = np.iinfo(np.int64).max


class _Cap(NamedTuple):
    """The cap of a total: by the strictest and by the most lenient schedule, and in words."""

    strict: int
    lenient: int
    text: str
    lines: tuple[int, ...]
    question: LimitDoubt = NO_DOUBT


def total_breaches(case: Case, binding: Callable[[Demand], bool]) -> Iterator[Breach]:
    """Yield the totals that exceed the limit that they are held to."""
    bets = bound_wagers(case)
    for demand, settings in limits_in_force(case).each(binding):
        places, total = _totals(case, demand, settings)
        if not len(places):
            continue
        caps = _caps(case, demand, bets, places)
        over = total > caps
        if over.any():
            yield from _told(case, demand, bets, places[over], caps[over])


def withdrawn_wagers(case: Case, binding: Callable[[Demand], bool]) -> dict[str, Bools]:
    """Return, by reason, the hands that had a wager of a total which the log does not show.

    Everybody who plays places a wager that may be withdrawn, so that whoever has another base wager
    had placed it, and it counts as it was placed.
    """
    bets, every = bound_wagers(case), limits_in_force(case).settings
    found: dict[str, Bools] = {}
    for demand, settings in limits_in_force(case).each(binding):
        for kind in demand.wagers:
            where = [each for each in settings if _may_be_withdrawn(every[each].game, kind)]
            base = {name for each in where for name in _base_wagers(every[each].game)}
            mine = bets.places(where, sorted(base))
            spot, own = bets.groups("spot", mine), bets.groups("spot", bets.places(where, [kind]))
            lacking = mine[bets.tally("spot", own, 1, spot) == 0]
            if len(lacking):
                reason = (
                    f"{kind_text(kind)} is not logged at a seat; it was withdrawn,"
                    " and the total counts it as placed"
                )
                found.setdefault(reason, case.no_hand)[bets.hand[lacking]] = True
    return found


def _may_be_withdrawn(game: Game | None, kind: str) -> bool:
    wager = game.wager(kind) if game else None
    return wager is not None and wager.withdrawn


def _base_wagers(game: Game | None) -> list[str]:
    return [each.wager for each in game.wagers if each.role == "base"] if game else []


def _totals(case: Case, demand: Demand, settings: list[int]) -> tuple[Ints, Ints]:
    """Return the wagers that may exceed a cap together, and the total that each belongs to.

    What all players have in a hand costs little to add up, and leaves fewer wagers to look at.
    """
    bets = bound_wagers(case)
    places = bets.places(settings, demand.wagers)
    least = np.zeros(len(limits_in_force(case).settings), dtype=np.int64)
    least[settings] = _least_caps(case, demand, settings)
    for scope in ("hand", demand.scope):
        total = _added_up(bets, scope, places)
        chosen = total > least[bets.setting(places)]
        places, total = places[chosen], total[chosen]
    return places, total


def _added_up(bets: BoundWagers, scope: str, places: Ints) -> Ints:
    """Return for wagers the total of those in the same hand or spot, or with the same player."""
    key = bets.keys(scope, places) if scope == "player" else bets.groups(scope, places)
    groups = groups_of(key)
    return groups.spread(groups.sums(bets.amount[places]), len(key))


def _least_caps(case: Case, demand: Demand, settings: list[int]) -> list[int]:
    """Return for each setting a cap that no total there has a lower one than."""
    if demand.what == "maximum":
        return [demand.amount] * len(settings)
    if demand.what == "at_most":
        return [0] * len(settings)
    posted, every = _least_posted(case), limits_in_force(case).settings
    return [min(_bounds(demand, every[each].limits, posted), default=_NO_CAP) for each in settings]


@shared
def _least_posted(case: Case) -> int:
    posted = posted_limits(case)[1]
    known = posted[posted != MISSING]
    return int(known.min()) if len(known) else MISSING


def _caps(case: Case, demand: Demand, bets: BoundWagers, places: Ints) -> Ints:
    """Return for wagers the strictest cap of the total they belong to."""
    if demand.what == "maximum":
        return np.full(len(places), demand.amount, dtype=np.int64)
    if demand.what == "at_most":
        share = demand.multiples[0]
        return _related(bets, demand, places) * share.percent // 100
    settings = limits_in_force(case).settings
    posted = posted_limits(case)[1][bets.hand[places]]
    limit, limits = pd.factorize(posted)
    pair, pairs = pd.factorize(bets.setting(places) * len(limits) + limit)
    caps = [
        _cap(demand, settings[each // len(limits)].limits, int(limits[each % len(limits)])).strict
        for each in pairs
    ]
    found: Ints = np.array(caps, dtype=np.int64)[pair]
    return found


def _related(bets: BoundWagers, demand: Demand, places: Ints) -> Ints:
    """Return what the same spots have on the wager that a total is held against."""
    scope = demand.scope
    others = bets.places(distinct(bets.setting(places)), [demand.multiples[0].wager])
    here, there = bets.groups(scope, places), bets.groups(scope, others)
    return bets.tally(scope, there, bets.amount[others], here)


def _cap(demand: Demand, limits: tuple[LimitInForce, ...], posted: int) -> _Cap:
    """Return the cap that the table sets, of whose limits there is at least one."""
    known = _bounds(demand, limits, posted)
    strict = min(known)
    limit = limits[known.index(strict)]
    as_posted = table_bound(HIGH, limit, MISSING, demand.amount) != strict
    return _Cap(
        strict,
        max(known),
        f"the table maximum of {dollars(strict)} (limit {limit.text}{', as posted' * as_posted})",
        limit.lines,
        # Another schedule or reading has a higher limit, or none.
        LimitDoubt(limit.doubt or "not every schedule has this limit", limit.anomalies),
    )


def _bounds(demand: Demand, limits: tuple[LimitInForce, ...], posted: int) -> list[int]:
    bounds = [table_bound(HIGH, limit, posted, demand.amount) for limit in limits]
    return [(_NO_CAP if bound is None else bound) for bound in bounds]


def _named(demand: Demand, kind: str) -> tuple[int, str]:
    """Return where a rule names a kind of wager; those it does not name come last, by name."""
    wagers = list(demand.wagers)
    return (wagers.index(kind) if kind in wagers else len(wagers), kind)


def _told(
    case: Case, demand: Demand, bets: BoundWagers, places: Ints, caps: Ints
) -> Iterator[Breach]:
    """Yield one breach a total, at the first of its wagers in the log."""
    group, _ = pd.factorize(bets.keys(demand.scope, places))
    order = np.lexsort((bets.origin(places), group))
    places, caps, group = places[order], caps[order], group[order]
    edges = np.flatnonzero(np.diff(group, prepend=-1))
    for edge, members in zip(edges, np.split(places, edges[1:]), strict=True):
        # What all who bet on a seat may have together binds one of them as each by itself.
        if demand.scope == "seat" and len(members) == 1:
            continue
        total = int(bets.amount[members].sum())
        cap = _cap_of(case, demand, bets, int(members[0]), int(caps[edge]))
        parts = " + ".join(
            f"{dollars(int(bets.amount[each]))} {kind_text(bets.kind(int(each)))}"
            for each in members
        )
        question = NO_DOUBT if total > cap.lenient else cap.question
        kind = min((bets.kind(int(each)) for each in members), key=partial(_named, demand))
        message = f"{parts} = {dollars(total)}, above {cap.text}"
        lines = (*cap.lines, *demand.lines)
        yield Breach(int(members[0]), explained(message, demand, lines, question, kind))


def _cap_of(case: Case, demand: Demand, bets: BoundWagers, place: int, cap: int) -> _Cap:
    """Return the cap of the total that a wager belongs to, in words."""
    if demand.what == "maximum":
        return _Cap(cap, cap, f"the {dollars(cap)} allowed for them together", ())
    if demand.what == "at_most":
        kind = kind_text(demand.multiples[0].wager)
        held = (
            f"of {dollars(cap)} that limits them" if cap else "that limits them, which is missing"
        )
        return _Cap(cap, cap, f"the {kind} {held}", ())
    posted = int(posted_limits(case)[1][bets.hand[place]])
    setting = limits_in_force(case).settings[int(bets.cell[place]) // len(bets.kinds)]
    return _cap(demand, setting.limits, posted)
