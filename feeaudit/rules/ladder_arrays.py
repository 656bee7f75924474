"""Ladders as sorted arrays: which fees an amount admits, for millions of amounts at once.

Each ladder is cut where its answer changes, and each piece is asked of the plain lookup once. A
lookup is then one binary search over (ladder, amount) packed into a single integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.book.lookup import admissible, tiers_at
from feeaudit.core.kept_answers import kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.model import Ladder, Tier
    from feeaudit.core.arrays import Bools, Ints

_SHIFT = 44
_LARGEST = (1 << _SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Ladders:
    """Many ladders, compiled; ``piece`` numbers index the other arrays."""

    starts: Ints
    least: Ints
    most: Ints
    unpriced: Bools
    fees: tuple[tuple[int, ...], ...]
    tiers: tuple[tuple[Tier, ...], ...]
    printed: tuple[Ladder, ...]

    def ladder(self, piece: int) -> Ladder:
        """Return the ladder that a piece is of, as printed."""
        return self.printed[int(self.starts[piece]) >> _SHIFT]

    def pieces(self, ladder: Ints, amounts: Ints) -> Ints:
        """Return the piece that each amount falls in on its ladder."""
        packed = (ladder << _SHIFT) | np.minimum(amounts, _LARGEST)
        found: Ints = np.searchsorted(self.starts, packed, side="right") - 1
        return found


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of amounts for which a ladder's answer is the same."""

    start: int
    fees: tuple[int, ...]
    unpriced: bool
    tiers: tuple[Tier, ...]


def compiled(ladders: Sequence[Ladder]) -> Ladders:
    """Return ladders as arrays; a ladder's number is its place."""
    numbered = [(number, each) for number, ladder in enumerate(ladders) for each in _pieces(ladder)]
    pieces = [each for _, each in numbered]
    starts = [(number << _SHIFT) | each.start for number, each in numbered]
    return Ladders(
        np.array(starts, dtype=np.int64),
        np.array([each.fees[0] if each.fees else 0 for each in pieces], dtype=np.int64),
        np.array([each.fees[-1] if each.fees else 0 for each in pieces], dtype=np.int64),
        np.array([each.unpriced for each in pieces], dtype=bool),
        tuple(each.fees for each in pieces),
        tuple(each.tiers for each in pieces),
        tuple(ladders),
    )


# A log is audited in parts, and tables share their ladders.
@kept(16_384)
def _pieces(ladder: Ladder) -> tuple[_Piece, ...]:
    return tuple(_piece(ladder, start) for start in _cuts(ladder))


def _piece(ladder: Ladder, start: int) -> _Piece:
    tiers = tiers_at(ladder, start)
    unpriced = not tiers or any(tier.fee is None for tier in tiers)
    return _Piece(start, admissible(ladder, tiers), unpriced, tiers)


def _cuts(ladder: Ladder) -> list[int]:
    """Return the amounts from which on a ladder's answer may differ."""
    cuts = {0}
    for tier in ladder.tiers:
        if tier.low is not None:
            cuts.add(tier.low)
        if tier.high is not None:
            cuts.add(tier.high + 1)
    return sorted(cuts)
