"""The simulator: realistic sessions of any option of the book, with planted violations."""

from __future__ import annotations

from feeaudit.simulate.plant import PLANTERS
from feeaudit.simulate.setups import Skipped, not_simulable, simulable
from feeaudit.simulate.simulation import DAY, Shortfall, Simulation, simulate, write_simulation

__all__ = [
    "DAY",
    "PLANTERS",
    "Shortfall",
    "Simulation",
    "Skipped",
    "not_simulable",
    "simulable",
    "simulate",
    "write_simulation",
]
