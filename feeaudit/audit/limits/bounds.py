"""Bounds: wagers below the least or above the greatest amount that they may have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.findings import Breach, Explanation, LimitDoubt, explained, kind_text
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.options.placards import posted_limits
from feeaudit.audit.shared import shared
from feeaudit.core.money import dollars
from feeaudit.rules.limits import CEILINGS, FLOORS, Demand
from feeaudit.rules.uses import NO_ROUND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.limits.bound_wagers import BoundWagers
    from feeaudit.audit.limits.limits_in_force import Setting
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.table_limits import LimitInForce

_HIGHEST: Final = np.iinfo(np.int64).max
_WHOLE: Final = 100
_SETTINGS: Final = 16_384


@dataclass(frozen=True, slots=True)
class Side:
    """The lower or the upper bound of amounts."""

    word: str
    beyond: str
    whats: tuple[str, ...]
    upper: bool

    @property
    def open(self) -> int:
        """Return a bound that nothing is beyond."""
        return _HIGHEST if self.upper else MISSING

    def sets(self, demand: Demand) -> bool:
        """Tell whether a demand sets this bound for single wagers."""
        return demand.what in self.whats and not demand.total

    def binds(self, demand: Demand, *, bonus: bool) -> bool:
        """Tell whether a demand sets this bound for bonus bets, or for the others."""
        return self.sets(demand) and (demand.role == "bonus") == bonus

    def passed(self, amount: int, bound: int) -> bool:
        """Tell whether an amount is beyond a bound."""
        return amount > bound if self.upper else amount < bound

    def tightest(self, bounds: list[int]) -> int:
        """Return the bound that admits least."""
        return min(bounds) if self.upper else max(bounds)


LOW: Final = Side("minimum", "below", FLOORS, upper=False)
HIGH: Final = Side("maximum", "above", CEILINGS, upper=True)


def table_bound(
    side: Side, limit: LimitInForce, posted: int = MISSING, share: int = _WHOLE
) -> int | None:
    """Return the bound that a table sets: as printed, narrowed by what was posted."""
    printed = limit.high if side.upper else limit.low
    bounds = [] if printed is None else [printed]
    if posted != MISSING and limit.ranged(upper=side.upper):
        changed = limit.free_minimum and not side.upper
        bounds = [posted] if changed else [*bounds, posted]
    if not bounds:
        return None
    return side.tightest(bounds) * share // _WHOLE if side.upper else side.tightest(bounds)


class _Wager(NamedTuple):
    """All that decides on a wager: its cell, its amount and the limit posted at its table."""

    cell: int
    amount: int
    posted: int


def bound_breaches(case: Case, side: Side, *, bonus: bool) -> Iterator[Breach]:
    """Yield the bonus bets, or the other wagers, that are beyond a bound."""
    bets = bound_wagers(case)
    posted = _posted(case, side)
    known: dict[_Wager, Explanation | None] = {}
    for place in _beyond(case, side).tolist():
        amount, limit_posted = int(bets.amount[place]), int(posted[bets.hand[place]])
        wager = _Wager(int(bets.cell[place]), amount, limit_posted)
        if wager not in known:
            known[wager] = _told(case, side, wager, bonus=bonus)
        told = known[wager]
        if told is not None:
            yield Breach(place, told)


def _posted(case: Case, side: Side) -> Ints:
    return posted_limits(case)[1 if side.upper else 0]


@shared
def _beyond(case: Case, side: Side) -> Ints:
    """Return the wagers, bonus bets or others, that are beyond a bound of their cell."""
    bets = bound_wagers(case)
    bounds, by_posting = _bounds(case, side, bets)
    beyond = _passing(side, bets.amount, bounds[bets.cell])
    posted = _posted(case, side)
    if by_posting.any() and (posted != MISSING).any():
        here = np.where(posted != MISSING, posted, side.open)[bets.hand]
        narrower = np.flatnonzero(_passing(side, bets.amount, here))
        beyond[narrower] |= by_posting[bets.cell[narrower]]
    return np.flatnonzero(beyond)


def _passing(side: Side, amounts: Ints, bounds: Ints) -> Bools:
    return amounts > bounds if side.upper else amounts < bounds


def _bounds(case: Case, side: Side, bets: BoundWagers) -> tuple[Ints, Bools]:
    """Return the tightest bound of each cell, and where a posting may narrow it."""
    bounds = np.full(bets.cells, side.open, dtype=np.int64)
    by_posting = np.zeros(len(bounds), dtype=bool)
    places = {kind: place for place, kind in enumerate(bets.kinds)}
    for number, setting in enumerate(limits_in_force(case).settings):
        for kind, bound in _bounds_in(side, setting).items():
            if kind in places:
                cell = number * len(bets.kinds) + places[kind]
                bounds[cell], by_posting[cell] = bound
    return bounds, by_posting


@lru_cache(maxsize=_SETTINGS)
def _bounds_in(side: Side, setting: Setting) -> dict[str, tuple[int, bool]]:
    """Return the tightest bound of each kind in a setting, and whether a posting may narrow it."""
    ranged = any(limit.ranged(upper=side.upper) for limit in setting.limits)
    found: dict[str, tuple[int, bool]] = {}
    for demand in filter(side.sets, setting.demands):
        bound, by_posting = found.get(demand.wagers[0], (side.open, False))
        tightest = side.tightest([bound, *_bound(side, demand, setting.limits)])
        of_table = demand.what not in {"minimum", "maximum"}
        found[demand.wagers[0]] = (tightest, by_posting or (ranged and of_table))
    return found


def _bound(side: Side, demand: Demand, limits: tuple[LimitInForce, ...]) -> list[int]:
    if demand.what in {"minimum", "maximum"}:
        return [demand.amount]
    found = [table_bound(side, limit, share=demand.amount or _WHOLE) for limit in limits]
    return [each for each in found if each is not None]


def _told(case: Case, side: Side, wager: _Wager, *, bonus: bool) -> Explanation | None:
    """Return why an amount is beyond a bound: what is settled before what is not."""
    kinds = bound_wagers(case).kinds
    setting = limits_in_force(case).settings[wager.cell // len(kinds)]
    kind = kinds[wager.cell % len(kinds)]
    found = [
        _broken(side, each, setting.limits, wager)
        for each in setting.demands
        if kind in each.wagers and side.binds(each, bonus=bonus)
    ]
    told = [each for each in found if each is not None]
    return min(told, key=lambda each: not each.sure, default=None)


def _broken(
    side: Side, demand: Demand, limits: tuple[LimitInForce, ...], wager: _Wager
) -> Explanation | None:
    """Return why one demand is broken, if it is."""
    placed = f"{kind_text(demand.wagers[0])} of {dollars(wager.amount)}"
    shown = f"{placed} is {side.beyond}"
    if demand.what in {"minimum", "maximum"}:
        if not side.passed(wager.amount, demand.amount):
            return None
        own = f"{shown} its {side.word} of {dollars(demand.amount)}"
        message = own if demand.amount else f"{placed} is not allowed at this table"
        return explained(message, demand, demand.lines)
    share = demand.amount or _WHOLE
    broken = [
        (limit, bound)
        for limit in limits
        for bound in [table_bound(side, limit, wager.posted, share)]
        if bound is not None and side.passed(wager.amount, bound)
    ]
    if not broken:
        return None
    limit, bound = broken[0]
    as_printed = bound == table_bound(side, limit, MISSING, share)
    source = f"limit {limit.text}" if as_printed else f"as posted; printed {limit.text}"
    message = f"{shown} the table {side.word} of {dollars(bound)} ({source})"
    lines = (*limit.lines, *demand.lines)
    if len(broken) == len(limits):
        return explained(message, demand, lines)
    why = limit.doubt or f"only {limit.schedule} has this limit"
    return explained(message, demand, lines, LimitDoubt(why, limit.anomalies))


def untested_bounds(case: Case, side: Side) -> dict[str, Bools]:
    """Return the hands whose wagers have no bound, or one that the log cannot show kept."""
    return without_limit(case) | {NO_ROUND: _only_bets(case, side)}


def _only_bets(case: Case, side: Side) -> Bools:
    """Return the poker hands with bets of which nothing else has a bound either."""
    if not case.has("wagers"):
        return case.no_hand
    asked, bets = limits_in_force(case), bound_wagers(case)
    of_bets = np.zeros((len(asked.settings), len(bets.kinds)), dtype=bool)
    for number, setting in enumerate(asked.settings):
        game = setting.game
        bound = any(side.binds(each, bonus=False) for each in setting.demands)
        limited = any(limit.printed for limit in setting.limits)
        if game is not None and game.kind == "poker" and limited and not bound:
            rounds = {each.wager for each in game.wagers if each.placed == "after_deal"}
            of_bets[number] = [kind in rounds for kind in bets.kinds]
    found = case.no_hand.copy()
    found[bets.hand[of_bets.ravel()[bets.cell]]] = True
    return found


@shared
def without_limit(case: Case) -> dict[str, Bools]:
    """Return the hands of options for which no table limit is printed, with the reason."""
    asked = limits_in_force(case)
    lacking = np.array(
        [
            bool(each.limits) and not any(limit.printed for limit in each.limits)
            for each in asked.settings
        ],
        dtype=bool,
    )
    hands = lacking[asked.of_context[case.hands["context"].to_numpy()]]
    return {"no table limit is printed for the option": hands & case.player_dealer_hands}
