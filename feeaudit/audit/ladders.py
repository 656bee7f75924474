"""Ladders as sorted arrays: which fees an amount admits, for millions of amounts at once.

Each ladder is cut where its answer changes, and each piece is asked of the plain lookup once. A
lookup is then one binary search over (ladder, amount) packed into a single integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.book.lookup import tier_text, tiers_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Ladder

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
_SHIFT = 44
_LARGEST = (1 << _SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Ladders:
    """Many ladders, compiled; ``piece`` numbers index the other arrays."""

    starts: Ints
    least: Ints
    most: Ints
    fees: tuple[tuple[int, ...], ...]
    unpriced: Bools
    tiers: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    doubts: tuple[str, ...]

    def pieces(self, ladder: Ints, amounts: Ints) -> Ints:
        """Return the piece that each amount falls in on its ladder."""
        packed = (ladder << _SHIFT) | np.minimum(amounts, _LARGEST)
        found: Ints = np.searchsorted(self.starts, packed, side="right") - 1
        return found


def compiled(ladders: Iterable[Ladder]) -> Ladders:
    """Return ladders as arrays; a ladder's number is its place."""
    starts: list[int] = []
    least: list[int] = []
    most: list[int] = []
    choices: list[tuple[int, ...]] = []
    unpriced: list[bool] = []
    tiers: list[str] = []
    lines: list[tuple[int, ...]] = []
    doubts: list[str] = []
    for number, ladder in enumerate(ladders):
        for start in _cuts(ladder):
            found = tiers_for(ladder, start)
            fees = sorted({tier.fee for tier in found.tiers if tier.fee is not None})
            starts.append((number << _SHIFT) | start)
            least.append(fees[0] if fees else 0)
            most.append(fees[-1] if fees else 0)
            choices.append(tuple(fees))
            unpriced.append(not found.tiers or any(tier.fee is None for tier in found.tiers))
            tiers.append(" or ".join(tier_text(ladder.basis, tier) for tier in found.tiers))
            lines.append(tuple(tier.line for tier in found.tiers))
            doubts.append(found.doubt)
    return Ladders(
        np.array(starts, dtype=np.int64),
        np.array(least, dtype=np.int64),
        np.array(most, dtype=np.int64),
        tuple(choices),
        np.array(unpriced, dtype=bool),
        tuple(tiers),
        tuple(lines),
        tuple(doubts),
    )


def _cuts(ladder: Ladder) -> list[int]:
    """Return the amounts from which on a ladder's answer may differ."""
    cuts = {0}
    for tier in ladder.tiers:
        if tier.low is not None:
            cuts.add(tier.low)
        if tier.high is not None:
            cuts.add(tier.high + 1)
    return sorted(cuts)
