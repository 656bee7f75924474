"""A ladder drawn as steps: every tier as it is printed, the one that counts marked.

The incident page and the fee calculator draw the same: give them a levy of the book, the amount
that picks the tier where it is known, and what was taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from feeaudit.book.model import Tier
    from feeaudit.rules.in_force import Context
    from feeaudit.rules.levies import Levy
    from feeaudit.workbench.evidence.day_evidence import HandRecords

_WIDTH: Final = 160
_BASES: Final = {
    "player_wager": "by each wager separately",
    "total_player_wager": "by one player's wagers together",
    "table_action": "by the table action",
    "bonus_wager": "by the bonus wager",
    "players": "by the number of players",
    "flat": "the same for all",
}
# Tiers of these are counts of people; of the others, dollars.
_COUNTED: Final = frozenset({"players"})


@dataclass(frozen=True, slots=True)
class Step:
    """One tier: its bounds and fee in words, how wide its bar is, and whether it counts."""

    bounds: str
    fee: str
    width: int
    line: int
    marked: bool


@dataclass(frozen=True, slots=True)
class DrawnLadder:
    """A ladder in words and steps; ``cliff`` says what one step more would cost."""

    title: str
    basis: str
    schedule: str
    document: str
    steps: tuple[Step, ...]
    at: str = ""
    cliff: str = ""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """Where on a ladder something stands: at an amount or, where that is not known, by its print.

    ``lines`` and ``fees`` are those of the tier that a finding cites.
    """

    amount: int | None = None
    lines: Collection[int] = ()
    fees: Collection[int] = ()

    def holds(self, tier: Tier) -> bool:
        """Tell whether a tier is the one."""
        if self.amount is not None:
            return _holds(tier, self.amount)
        return tier.line in self.lines and (tier.fee in self.fees or not self.fees)


NOWHERE: Final = LadderPlace()


def drawn_ladder(
    levy: Levy, schedule: str, document: str, place: LadderPlace = NOWHERE
) -> DrawnLadder:
    """Return a ladder with the tiers marked on which something stands."""
    tiers, amount = levy.ladder.tiers, place.amount
    most = max((tier.fee or 0 for tier in tiers), default=0)
    counted = levy.basis in _COUNTED
    return DrawnLadder(
        title=f"{levy.payer.replace('_', '-')} fee",
        basis=_BASES.get(levy.basis, f"by {levy.basis}"),
        schedule=schedule,
        document=document,
        steps=tuple(
            Step(
                bounds=bounds_text(tier, counted=counted),
                fee="not readable" if tier.fee is None else dollars(tier.fee),
                width=(tier.fee or 0) * _WIDTH // most if most else 0,
                line=tier.line,
                marked=place.holds(tier),
            )
            for tier in tiers
        ),
        at="" if amount is None else (f"{amount:,}" if counted else dollars(amount)),
        cliff="" if amount is None else _cliff(tiers, amount, counted=counted),
    )


def _holds(tier: Tier, amount: int) -> bool:
    return (tier.low or 0) <= amount and (tier.high is None or amount <= tier.high)


def bounds_text(tier: Tier, *, counted: bool) -> str:
    """Return the bounds of a tier as people read them: ``$5 to $100``, ``7 or more``, ``flat``."""
    low, high = (None if each is None else _figure(each, counted) for each in (tier.low, tier.high))
    if low is None and high is None:
        return "flat"
    if high is None:
        return f"{low} or more"
    if low is None:
        return f"{high} or less"
    return low if low == high else f"{low} to {high}"


def _figure(value: int, counted: bool) -> str:
    text = f"{value:,}" if counted else dollars(value)
    return text.removesuffix(".00")


def _cliff(tiers: tuple[Tier, ...], amount: int, *, counted: bool) -> str:
    """Return the next tier above an amount that owes something else; blank where none does."""
    here = {tier.fee for tier in tiers if _holds(tier, amount)}
    above = [
        tier for tier in tiers if tier.low is not None and tier.low > amount and {tier.fee} != here
    ]
    if not above:
        return ""
    following = min(above, key=lambda tier: tier.low or 0)
    fee = "a fee that is not readable" if following.fee is None else dollars(following.fee)
    return f"from {_figure(following.low or 0, counted)} on it is {fee}"


def ladders_of(  # noqa: PLR0913, PLR0917 - of whom, for what, where on it, in which hand
    context: Context, payer: str, fee: str, cited: LadderPlace, records: HandRecords, seat: str
) -> Iterator[DrawnLadder]:
    """Yield the ladders that a payer's fee is charged by, under each reading that differs."""
    seen = set()
    for offer in context.offers:
        for reading in offer.readings:
            for levy in reading.levies:
                if levy.payer != payer or levy.fee != (fee or "base") or levy.ladder in seen:
                    continue
                seen.add(levy.ladder)
                name = f"{offer.schedule.title}, option {offer.option.option}"
                yield drawn_ladder(
                    levy, name, offer.schedule.document, _stands(levy, cited, records, seat)
                )


def _stands(levy: Levy, cited: LadderPlace, records: HandRecords, seat: str) -> LadderPlace:
    """Return where a hand stands on a ladder: at its amount, if that is on the tier cited."""
    amount = _amount(levy, records, seat)
    if amount is None:
        return cited
    there = LadderPlace(amount)
    agrees = any(there.holds(tier) and cited.holds(tier) for tier in levy.ladder.tiers)
    return there if agrees else cited


def _amount(levy: Levy, records: HandRecords, seat: str) -> int | None:
    """Return the amount that picks the tier by the plain sum of wagers; None where it is not."""
    if levy.basis == "flat":
        return None
    if levy.basis == "players":
        players: int | None = records.hand.get("players")
        return players
    own = str(records.hand.get("player_dealer_seat") or "")
    bets = [row for row in records.wagers if levy.counts(row["wager"]) and row["seat"] != own]
    if levy.basis == "table_action":
        return sum(int(row["amount"]) for row in bets)
    mine = [int(row["amount"]) for row in bets if seat and row["seat"] == seat]
    if levy.basis == "total_player_wager" or len(mine) == 1:
        return sum(mine) or None
    return None
