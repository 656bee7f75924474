"""Pricing whole arrays of hands: what each slot and each hand owes, and where that is settled.

``amounts`` is cents by hand, slot and wager kind; a slot is one bettor on one betting circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feeaudit.simulate.levies import Levy, Rate
    from feeaudit.simulate.steps import Bools, Ints


def slot_fees(rate: Rate, kinds: tuple[str, ...], amounts: Ints) -> tuple[Ints, Bools]:
    """Return fees by hand, slot and charged thing, and which slots are settled."""
    counted = amounts[:, :, [place for place, kind in enumerate(kinds) if rate.counts(kind)]]
    if rate.per != "wager":
        counted = counted.sum(axis=2, keepdims=True)
    fees, settled = rate.steps.fees_for(counted)
    nothing = counted == 0
    return np.where(nothing, 0, fees), (settled | nothing).all(axis=2)


def slots_settled(levies: list[Levy], kinds: tuple[str, ...], amounts: Ints) -> Bools:
    """Tell for each slot whether every reading settles its fees, and to the same amount."""
    good = np.ones(amounts.shape[:2], dtype=np.bool_)
    for levy in levies:
        first: Ints | None = None
        for rate in levy.rates:
            fees, settled = slot_fees(rate, kinds, amounts)
            total = fees.sum(axis=2)
            good &= settled
            if first is None:
                first = total
            else:
                good &= total == first
    return good


def hand_fees(rate: Rate, kinds: tuple[str, ...], amounts: Ints) -> tuple[Ints, Bools]:
    """Return what each hand as a whole owes, and which are settled."""
    counted = [place for place, kind in enumerate(kinds) if rate.counts(kind)]
    return rate.steps.fees_for(amounts[:, :, counted].sum(axis=(1, 2)))


def hands_settled(levies: list[Levy], kinds: tuple[str, ...], amounts: Ints) -> Bools:
    """Tell for each hand whether every reading settles what it owes, and to the same amount."""
    good = np.ones(amounts.shape[0], dtype=np.bool_)
    for levy in levies:
        if len(levy.rates) == 1 and levy.printed.basis == "flat":
            continue
        first, _ = hand_fees(levy.printed, kinds, amounts)
        for rate in levy.rates:
            fees, settled = hand_fees(rate, kinds, amounts)
            good &= settled & (fees == first)
    return good
