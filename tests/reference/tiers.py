"""Ladders as lists of (low, high, fee) in cents, and which fees they print for an amount."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

DOLLAR = 100


class Tier(NamedTuple):
    """One printed tier; an open bound is None, and so is a fee that cannot be read."""

    low: int | None
    high: int | None
    fee: int | None


class Fee(NamedTuple):
    """The fee of one component: a basis and its tiers; a flat fee is one tier without bounds.

    A stage of a jackpot fee is owed only from a pot of so many cents.
    """

    basis: str
    tiers: tuple[Tier, ...]
    from_pot: int = 0


class Priced(NamedTuple):
    """The fees printed for an amount, and whether the print leaves it without one."""

    amounts: frozenset[int]
    unsettled: bool


def cents(text: str) -> int:
    """Return dollars and cents as cents."""
    whole = Decimal(text.replace(",", "").replace("$", "")) * DOLLAR
    assert whole == int(whole), f"{text!r} is not an amount in whole cents"
    return int(whole)


def money(amount: int) -> str:
    """Return cents as dollars and cents."""
    return f"{amount // DOLLAR}.{amount % DOLLAR:02d}"


def bound(text: str, basis: str) -> int | None:
    """Return a bound: a number of players, or cents; blank is open."""
    if not text:
        return None
    return int(text) if basis == "players" else cents(text)


def holds(tier: Tier, amount: int) -> bool:
    """Tell whether a tier covers an amount; both bounds belong to it."""
    above = tier.low is None or tier.low <= amount
    below = tier.high is None or amount <= tier.high
    return above and below


def neighbours(fee: Fee, amount: int) -> list[Tier]:
    """Return the whole-dollar tiers just under and just over an amount that none covers."""
    under = [tier for tier in fee.tiers if tier.high is not None and tier.high < amount]
    over = [tier for tier in fee.tiers if tier.low is not None and tier.low > amount]
    top = max((tier.high for tier in under if tier.high is not None), default=None)
    bottom = min((tier.low for tier in over if tier.low is not None), default=None)
    if top is None or bottom is None or bottom - top != DOLLAR or fee.basis == "players":
        return []
    return [tier for tier in under if tier.high == top] + [
        tier for tier in over if tier.low == bottom
    ]


def priced(fee: Fee, amount: int | None) -> Priced:
    """Return what a ladder prints for an amount; nothing covers an amount that is not known."""
    if fee.basis == "flat":
        found = list(fee.tiers)
    elif amount is None:
        found = []
    else:
        found = [tier for tier in fee.tiers if holds(tier, amount)] or neighbours(fee, amount)
    amounts = frozenset(tier.fee for tier in found if tier.fee is not None)
    return Priced(amounts, not found or any(tier.fee is None for tier in found))


def fee_of_yaml(stated: Any) -> Fee:
    """Return a fee as a reading in the YAML states it: a figure, ``{fee: …}`` or a ladder."""
    if isinstance(stated, str):
        return Fee("flat", (Tier(None, None, cents(stated)),))
    if "by" not in stated:
        return Fee("flat", (Tier(None, None, cents(stated["fee"])),))
    basis = stated["by"]
    tiers = [
        _tier(key, value, basis) for key, value in stated.items() if key not in ("by", "lines")
    ]
    return Fee(basis, tuple(tiers))


def _tier(bounds: str, stated: Any, basis: str) -> Tier:
    fee = cents(stated if isinstance(stated, str) else stated["fee"])
    if bounds.endswith("+"):
        return Tier(bound(bounds[:-1], basis), None, fee)
    if bounds.endswith("-"):
        return Tier(None, bound(bounds[:-1], basis), fee)
    low, _, high = bounds.partition("-")
    return Tier(bound(low, basis), bound(high or low, basis), fee)
