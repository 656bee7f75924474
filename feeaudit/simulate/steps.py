"""The settled part of a printed ladder, as arrays: what an amount owes where one fee holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from feeaudit.book.model import Ladder, Tier

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
OPEN = 10**12


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Stretches of amounts on each of which one fee is settled; gaps between them are not.

    Amounts are cents, or numbers of players; a flat fee is a single stretch without end.
    """

    lows: Ints
    highs: Ints
    fees: Ints

    def fees_for(self, amounts: Ints) -> tuple[Ints, Bools]:
        """Return the fee of each amount and whether it is settled; zero where it is not."""
        if len(self.lows) == 0:
            return np.zeros_like(amounts), np.zeros(amounts.shape, dtype=np.bool_)
        place = np.searchsorted(self.lows, amounts, side="right") - 1
        inside = np.maximum(place, 0)
        settled = (place >= 0) & (amounts <= self.highs[inside])
        return np.where(settled, self.fees[inside], 0), settled

    def fee_for(self, amount: int) -> int | None:
        """Return the fee of one amount, or None where it is not settled."""
        place = int(self.lows.searchsorted(amount, side="right")) - 1
        return int(self.fees[place]) if place >= 0 and amount <= self.highs[place] else None

    @property
    def amounts(self) -> frozenset[int]:
        """Return every fee above zero that can be owed."""
        return frozenset(int(fee) for fee in self.fees if fee > 0)

    @property
    def bounds(self) -> tuple[int, ...]:
        """Return the printed bounds, inclusive, without open ends."""
        ends = [int(each) for each in (*self.lows, *self.highs)]
        return tuple(sorted({each for each in ends if -OPEN < each < OPEN}))


def steps_of(ladder: Ladder) -> Steps:
    """Return where a ladder settles the fee: one readable fee, whichever covering tier is meant."""
    tiers = ladder.tiers
    if ladder.basis == "flat":
        fee = _fee(tiers)
        return _steps([] if fee is None else [(-OPEN, OPEN, fee)])
    starts = sorted({_low(tier) for tier in tiers} | {_high(tier) + 1 for tier in tiers})
    stretches = []
    for start, after in zip(starts, [*starts[1:], OPEN + 1], strict=True):
        fee = _fee(tuple(tier for tier in tiers if _low(tier) <= start <= _high(tier)))
        if fee is not None:
            stretches.append((start, after - 1, fee))
    return _steps(stretches)


def _steps(stretches: list[tuple[int, int, int]]) -> Steps:
    columns = np.array(stretches, dtype=np.int64).reshape(-1, 3)
    return Steps(columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy())


def _fee(tiers: tuple[Tier, ...]) -> int | None:
    fees = {tier.fee for tier in tiers}
    return next(iter(fees)) if len(fees) == 1 else None


def _low(tier: Tier) -> int:
    return -OPEN if tier.low is None else tier.low


def _high(tier: Tier) -> int:
    return OPEN if tier.high is None else tier.high
