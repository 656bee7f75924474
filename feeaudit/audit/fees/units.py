"""Units: things that owe a fee, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class FeeUnits:
    """Things that owe a fee: hand, class, place, and the fee's least and most."""

    hand: Ints
    klass: Ints
    place: Ints
    least: Ints
    most: Ints
    unpriced: Bools
    piece: Ints
    amount: Ints


def joined(parts: list[FeeUnits]) -> FeeUnits:
    """Return several lots of units as one."""
    if not parts:
        empty = np.empty(0, dtype=np.int64)
        return FeeUnits(empty, empty, empty, empty, empty, empty.astype(bool), empty, empty)
    return FeeUnits(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in FeeUnits.__slots__)
    )


def chosen(units: FeeUnits, keep: Bools | Ints) -> FeeUnits:
    """Return some of the units, or all in another order."""
    return FeeUnits(*(getattr(units, name)[keep] for name in FeeUnits.__slots__))


def free_of_charge(units: FeeUnits, free: Bools) -> FeeUnits:
    """Return units of which some owe nothing after all."""
    return FeeUnits(
        units.hand,
        units.klass,
        units.place,
        np.where(free, 0, units.least),
        np.where(free, 0, units.most),
        units.unpriced & ~free,
        units.piece,
        units.amount,
    )
