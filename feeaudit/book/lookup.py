"""Which printed tiers an amount falls in, and why none or several do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.vocabulary import UNLOGGED_STAGES
from feeaudit.core.money import dollars, short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Ladder, Tier

NOT_LOGGED = "owed only if the hand reached the {stage}, which no log says"


@dataclass(frozen=True, slots=True)
class TierMatch:
    """The tiers that may apply; ``doubt`` says why it is not exactly one."""

    tiers: tuple[Tier, ...]
    doubt: str = ""


def step_of(basis: str) -> int:
    """Return the distance from the end of a tier to the next: one dollar, or one player."""
    return 1 if basis == "players" else 100


def tiers_for(ladder: Ladder, amount: int | None) -> TierMatch:
    """Return the tiers of an amount of money or a number of players; a flat fee has just one."""
    if ladder.basis == "flat":
        late = ladder.stage in UNLOGGED_STAGES
        return TierMatch(ladder.tiers, NOT_LOGGED.format(stage=ladder.stage) if late else "")
    if amount is None:
        return TierMatch(ladder.tiers, f"what picks the tier ({ladder.basis}) is not known")
    found = tiers_at(ladder, amount)
    if len(found) == 1 and covers(found[0], amount):
        return TierMatch(found)
    return TierMatch(found, f"{amount_text(ladder.basis, amount)} is {_doubt(ladder, amount)}")


def admissible(ladder: Ladder, tiers: Iterable[Tier]) -> tuple[int, ...]:
    """Return the fees that tiers of a ladder admit, in cents, the least first.

    Of a stage that no log tells of, nothing is admissible as well.
    """
    fees = {tier.fee for tier in tiers if tier.fee is not None}
    if fees and ladder.stage in UNLOGGED_STAGES:
        fees.add(0)
    return tuple(sorted(fees))


def tiers_at(ladder: Ladder, amount: int) -> tuple[Tier, ...]:
    """Return the tiers that may apply to an amount: those that hold it, else its neighbours."""
    if ladder.basis == "flat":
        return ladder.tiers
    covering = tuple(tier for tier in ladder.tiers if covers(tier, amount))
    if covering:
        return covering
    lower, upper = _neighbours(ladder, amount)
    if lower is None or upper is None or not _adjoin(ladder, lower, upper):
        return ()
    return (lower, upper)


def covers(tier: Tier, amount: int) -> bool:
    """Tell whether a tier's printed bounds hold an amount."""
    return (tier.low is None or tier.low <= amount) and (tier.high is None or amount <= tier.high)


def _neighbours(ladder: Ladder, amount: int) -> tuple[Tier | None, Tier | None]:
    """Return the tiers next below and next above an amount."""
    below = [tier for tier in ladder.tiers if tier.high is not None and tier.high < amount]
    above = [tier for tier in ladder.tiers if tier.low is not None and tier.low > amount]
    lower = max(below, key=lambda tier: tier.high or 0, default=None)
    return lower, min(above, key=lambda tier: tier.low or 0, default=None)


def _adjoin(ladder: Ladder, lower: Tier, upper: Tier) -> bool:
    return (upper.low or 0) - (lower.high or 0) == step_of(ladder.basis)


def _doubt(ladder: Ladder, amount: int) -> str:
    """Return why an amount is not in exactly one tier."""
    covering = [tier for tier in ladder.tiers if covers(tier, amount)]
    if covering:
        names = " and ".join(tier_text(ladder.basis, tier) for tier in covering)
        return f"in more than one printed tier: {names}"
    lower, upper = _neighbours(ladder, amount)
    if lower is None or upper is None:
        edge = upper or lower
        name = tier_text(ladder.basis, edge) if edge else "none"
        side = "below the first" if lower is None else "above the last"
        return f"{side} printed tier ({name}): no fee is approved for it"
    names = f"{tier_text(ladder.basis, lower)} and {tier_text(ladder.basis, upper)}"
    if _adjoin(ladder, lower, upper):
        return f"between the whole-dollar tiers {names}: either fee is admissible"
    return f"in the gap between tiers {names}: no fee is printed for it"


def tier_text(basis: str, tier: Tier) -> str:
    """Return a tier as printed on a placard: ``5-100``, ``601+``, ``4 or less``."""
    if tier.low is None and tier.high is None:
        return "flat"

    def figure(bound: int) -> str:
        return str(bound) if basis == "players" else short(bound)

    if tier.low is None:
        return f"{figure(tier.high or 0)} or less"
    if tier.high is None:
        return f"{figure(tier.low)}+"
    return figure(tier.low) if tier.low == tier.high else f"{figure(tier.low)}-{figure(tier.high)}"


def amount_text(basis: str, amount: int) -> str:
    """Return what picked a tier, for reading."""
    if basis == "players":
        return f"{amount} player{'' if amount == 1 else 's'}"
    return dollars(amount)
