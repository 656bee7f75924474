"""Planting: one small function for each check of the catalogue, in an explicit registry.

Violations that need a whole stretch of hands are planted first, then those of single hands; the box
counts are made after both, so that they tell what was collected, and DROP-MATCH is planted last.
Near misses, which no check may find, are planted beside them in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown, nearest
from feeaudit.simulate.near import NEAR_MISSES
from feeaudit.simulate.paperwork import count_boxes
from feeaudit.simulate.plant import (
    fees,
    holders,
    limits,
    options,
    percent,
    records,
    settlement,
    special_fees,
    time_fees,
    turns,
)
from feeaudit.simulate.plant.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import numpy as np

    from feeaudit.simulate.draft import Draft

STRETCHES: Final[dict[str, Callable[[Plot], None]]] = {
    "ROT-WINDOW": holders.window,
    "OPT-FITS": options.fits,
    "FEE-PERCENT": percent.percent,
    "OPT-RATES": options.rates,
}
HANDS: Final[dict[str, Callable[[Plot], None]]] = {
    "OPT-LIMIT": options.limit,
    "FEE-TIME": time_fees.time,
    "PAY-UNCOVERED": settlement.uncovered,
    "PAY-ORDER": settlement.order,
    "ROT-TURNS": turns.turns,
    "ROT-INTERVENE": turns.intervene,
    "ROT-OFFER": turns.offer,
    "ROT-BROKEN": turns.broken,
    "ROT-ORDER": turns.order,
    "ROT-ELIGIBLE": holders.eligible,
    "ROT-HOUSE": holders.house,
    "TPP-ONE": holders.second_person,
    "LIM-INCREMENT": limits.increment,
    "LIM-TOTAL": limits.total,
    "LIM-RELATION": limits.relation,
    "LIM-BONUS": limits.bonus,
    "LIM-LOW": limits.low,
    "LIM-HIGH": limits.high,
    "FEE-UNSETTLED": special_fees.unsettled,
    "FEE-JACKPOT": special_fees.jackpot,
    "FEE-UNDUE": fees.undue,
    "FEE-MOMENT": fees.moment,
    "FEE-WAIVER": fees.waiver,
    "FEE-MISSING": fees.missing,
    "FEE-OVER": fees.over,
    "FEE-UNDER": fees.under,
    "PAY-EXCESS": settlement.excess,
    "OPT-UNKNOWN": options.unknown,
    "OPT-MIXED": options.mixed,
    "LOG-VALUE": records.value,
    "LOG-ORPHAN": records.orphan,
    "LOG-TIME": records.time,
    "LOG-SEQUENCE": records.sequence,
    "LOG-DUPLICATE": records.duplicate,
}
COUNTS: Final[dict[str, Callable[[Plot], None]]] = {"DROP-MATCH": records.drop}
PLANTERS: Final = {**STRETCHES, **HANDS, **COUNTS}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A check for which fewer places were found than asked for."""

    check: str
    wanted: int
    planted: int

    def __str__(self) -> str:
        return (
            f"{self.check}: {self.planted} of {self.wanted} planted; the log has no further place"
        )


@dataclass(frozen=True, slots=True)
class Plots:
    """What was planted in a log: violations and near misses."""

    violations: list[Plot]
    near: list[Plot]

    @property
    def shortfalls(self) -> tuple[Shortfall, ...]:
        """Return the checks of which fewer violations were planted than asked for."""
        return tuple(
            Shortfall(plot.check, plot.wanted, plot.done)
            for plot in self.violations
            if not plot.full
        )


def plant_all(
    draft: Draft, wanted: Mapping[str, int], near: Mapping[str, int], rng: np.random.Generator
) -> Plots:
    """Plant the violations and near misses that are wanted, and count the boxes."""
    for check in (*wanted, *near):
        if check not in PLANTERS:
            msg = f"{check!r} is not a check of the catalogue{nearest(check, PLANTERS)}"
            raise Unknown(msg)
    plots = Plots([], [])
    for stage in (STRETCHES, HANDS, COUNTS):
        if stage is COUNTS:
            count_boxes(draft)
        plots.violations.extend(_plots(stage, wanted, draft, rng))
        plots.near.extend(_plots(stage, near, draft, rng, near=True))
    return plots


def _plots(
    stage: Iterable[str],
    wanted: Mapping[str, int],
    draft: Draft,
    rng: np.random.Generator,
    *,
    near: bool = False,
) -> Iterator[Plot]:
    planters = NEAR_MISSES if near else PLANTERS
    for check in stage:
        if wanted.get(check, 0) > 0 and check in planters:
            plot = Plot(check, wanted[check], draft, rng, near)
            planters[check](plot)
            draft.settle()
            yield plot
