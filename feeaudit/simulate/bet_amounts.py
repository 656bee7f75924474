"""Amounts of bets: entries, the wagers tied to them, and extras, for whole arrays of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.simulate.bet_shapes import DOLLAR

if TYPE_CHECKING:
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.bet_shapes import BetShape, Extra, Total

_NICE = 5 * DOLLAR
_IN_FULL = 0.8


def minimal_bets(shape: BetShape, entry: int, pool: IntArray) -> tuple[IntArray, BoolArray]:
    """Return one hand for each entry amount, with its tied wagers; and which keep to the totals."""
    kinds = np.full((len(pool), 1), entry, dtype=np.int64)
    amounts = entered(shape, kinds, pool[:, np.newaxis])
    return amounts, within_totals(shape, amounts)[:, 0]


def entered(shape: BetShape, kinds: IntArray, entries: IntArray) -> IntArray:
    """Return amounts by hand, slot and kind: each slot's entry and what is tied to it."""
    amounts = np.zeros((*entries.shape, len(shape.kinds)), dtype=np.int64)
    np.put_along_axis(amounts, kinds[..., np.newaxis], entries[..., np.newaxis], axis=2)
    for tied in shape.tied:
        amounts[..., tied.kind] = amounts[..., tied.anchor] * tied.percent // 100
    return amounts


def add_extras(
    shape: BetShape, amounts: IntArray, willing: BoolArray, rng: np.random.Generator
) -> None:
    """Add extras to willing slots, each within its own limits; take back what passes a total."""
    entries = amounts[..., list(shape.entries)].max(axis=2)
    for extra in shape.extras:
        wanted = willing & (entries > 0) & (rng.random(entries.shape) < extra.chance)
        for group in extra.needs:
            wanted &= (amounts[..., list(group)] > 0).any(axis=2)
        if wanted.any():
            placed = _extra_amounts(extra, amounts, entries, shape.most, rng)
            amounts[..., extra.kind] = np.where(wanted, placed, 0)
    drop_extras(shape, amounts, ~within_totals(shape, amounts))


def drop_extras(shape: BetShape, amounts: IntArray, where: BoolArray) -> None:
    """Take the extras of some slots back."""
    for extra in shape.extras:
        amounts[..., extra.kind] = np.where(where, 0, amounts[..., extra.kind])


def within_totals(shape: BetShape, amounts: IntArray) -> BoolArray:
    """Tell which slots keep to the caps on wagers added up."""
    good = np.ones(amounts.shape[:2], dtype=np.bool_)
    for total in shape.totals:
        summed = amounts[..., list(total.kinds)].sum(axis=2)
        for cap in _caps(total, amounts):
            good &= summed <= cap
    return good


def _caps(total: Total, amounts: IntArray) -> list[IntArray]:
    caps = [] if total.cap is None else [np.int64(total.cap) * np.ones_like(amounts[..., 0])]
    return caps + [amounts[..., kind] * percent // 100 for percent, kind in total.shares]


def _extra_amounts(
    extra: Extra, amounts: IntArray, entries: IntArray, most: int | None, rng: np.random.Generator
) -> IntArray:
    """Return what each slot would place, zero where nothing fits."""
    if extra.equals:
        return _multiples(extra, amounts, most, rng)
    low = np.full_like(entries, extra.floor if extra.least is None else extra.least)
    high = entries if extra.most is None else np.minimum(entries, extra.most)
    for percent, kinds in extra.at_most:
        high = np.minimum(high, amounts[..., list(kinds)].max(axis=-1) * percent // 100)
    for percent, kind in extra.at_least:
        low = np.maximum(low, -(-amounts[..., kind] * percent // 100))
        high = np.maximum(high, low)
    if extra.role == "raise":
        low = np.where(rng.random(low.shape) < _IN_FULL, high // extra.step * extra.step, low)
    nice = _drawn(low, high, max(_NICE, extra.step), rng)
    plain = _drawn(low, high, extra.step, rng)
    return np.where(nice > 0, nice, plain)


def _multiples(
    extra: Extra, amounts: IntArray, most: int | None, rng: np.random.Generator
) -> IntArray:
    """Return one of the multiples that the rules allow, the least where others pass the limit."""
    shares = sorted(extra.equals)
    picked = rng.integers(len(shares), size=amounts.shape[:2])
    choices = np.stack([amounts[..., kind] * percent for percent, kind in shares], axis=2)
    taken = np.take_along_axis(choices, picked[..., np.newaxis], axis=2)[..., 0]
    if most is not None:
        taken = np.where(taken > most * 100, choices[..., 0], taken)
        taken = np.where(taken > most * 100, 0, taken)
    return np.where(taken % (100 * extra.step) == 0, taken // 100, 0)


def _drawn(low: IntArray, high: IntArray, step: int, rng: np.random.Generator) -> IntArray:
    """Return a multiple of the step between two bounds, small ones more often; zero if none is."""
    first = -(-low // step)
    room = high // step - first + 1
    share = (rng.random(low.shape) ** 2 * np.maximum(room, 1)).astype(np.int64)
    return np.where(room > 0, (first + share) * step, 0)
