"""The simulator: realistic sessions of any option of the book, with planted violations."""

from __future__ import annotations

from feeaudit.simulate.near import NEAR_MISSES
from feeaudit.simulate.plant import PLANTERS
from feeaudit.simulate.plant.needs import Unplantable, not_plantable
from feeaudit.simulate.planting import Shortfall
from feeaudit.simulate.run import DAY, Simulation, simulate
from feeaudit.simulate.setups import Skipped, not_simulable, simulable

__all__ = [
    "DAY",
    "NEAR_MISSES",
    "PLANTERS",
    "Shortfall",
    "Simulation",
    "Skipped",
    "Unplantable",
    "not_plantable",
    "not_simulable",
    "simulable",
    "simulate",
]
