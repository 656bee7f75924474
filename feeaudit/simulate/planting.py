"""Planting what is wanted: violations and near misses, in an order that leaves room for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown, nearest
from feeaudit.simulate.near import NEAR_MISSES
from feeaudit.simulate.paperwork import count_boxes
from feeaudit.simulate.plant import AGAIN, COUNTS, HANDS, PLANTERS, STRETCHES
from feeaudit.simulate.plant.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np

    from feeaudit.simulate.draft import Draft


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
            hint = nearest(check, PLANTERS) or "; feeaudit checks lists them"
            raise Unknown(f"{check!r} is not a check{hint}")
    plots = Plots([], [])
    for stage in (STRETCHES, HANDS, AGAIN, COUNTS):
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
        if wanted.get(check, 0) > 0:
            plot = Plot(check, wanted[check], draft, rng, near)
            planters[check](plot)
            draft.settle()
            yield plot
