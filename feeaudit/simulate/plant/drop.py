"""Planting DROP-MATCH: boxes that are counted short of what was collected, or over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bet_shapes import DOLLAR

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot

_SHORT: Final = 20 * DOLLAR
_JUST_SHORT: Final = DOLLAR + 1


def drop(plot: Plot) -> None:
    """DROP-MATCH: a box is counted short of, or over, what was collected into it.

    By twenty dollars, or by one dollar and a cent, which is more than many rooms let pass.
    """
    counts = plot.draft["counts"]
    taken: set[int] = set()
    for row in plot.shuffled(counts["amount"] >= _SHORT):
        sitting = int(counts["sitting"][row])
        if sitting in taken:
            continue
        taken.add(sitting)
        off = (-_SHORT, _SHORT, -_JUST_SHORT)[plot.done % 3]
        counts["amount"][row] += off
        words = "over" if off > 0 else "short of"
        what = f"box counted {dollars(abs(off))} {words} what was collected"
        first = int(np.flatnonzero(plot.draft.ids.sitting == sitting)[0])
        plot.plant_at_table(first, what, amount=off)
