"""Units: things that owe a fee, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class Units:
    """Things that owe a fee: hand, class, place, and the fee's least and most."""

    hand: Ints
    klass: Ints
    place: Ints
    least: Ints
    most: Ints
    unpriced: Bools
    piece: Ints
    amount: Ints


def joined(parts: list[Units]) -> Units:
    """Return several lots of units as one."""
    if not parts:
        empty = np.empty(0, dtype=np.int64)
        return Units(empty, empty, empty, empty, empty, empty.astype(bool), empty, empty)
    return Units(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Units.__slots__)
    )


def chosen(units: Units, keep: Bools) -> Units:
    """Return some of the units."""
    return Units(*(getattr(units, name)[keep] for name in Units.__slots__))


def free_of_charge(units: Units, free: Bools) -> Units:
    """Return units of which some owe nothing after all."""
    return Units(
        units.hand,
        units.klass,
        units.place,
        np.where(free, 0, units.least),
        np.where(free, 0, units.most),
        units.unpriced & ~free,
        units.piece,
        units.amount,
    )
