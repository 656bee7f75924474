"""What one payer owed of one fee on a hand, under each reading, with the wagers that count.

The same charging as a quote's, cut down to one payer and fee, so that tens of thousands of findings
can be told: a tier is looked up once for an amount.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.audit.shared import shared
from feeaudit.book.lookup import tier_text, tiers_for
from feeaudit.core.money import dollars
from feeaudit.rules.levies import SKIPPED, WAIVED, Levy, class_of
from feeaudit.rules.quote.charges import NOTHING_TAKEN, groups, posted_antes
from feeaudit.rules.quote.hand import Hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Ladder, Tier
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.quote.charges import Group
    from feeaudit.rules.quote.hand import Bet

_BY_PLACE: Final = {"wager", "seat", "player"}


class Price(NamedTuple):
    """What is printed for an amount: the tiers, told with and without their fees, and any doubt."""

    fees: tuple[int, ...]
    tiers: str
    printed: str
    doubt: str
    unpriced: bool


class Due(NamedTuple):
    """One fee owed: what picked its tier, what is printed, and what the hand made of it."""

    basis: str
    amount: int | None
    bets: tuple[Bet, ...]
    fees: tuple[int, ...]
    price: Price
    condition: str = ""


@dataclass(frozen=True, eq=False)
class Part:
    """One levy of a reading, and the prices looked up so far."""

    levy: Levy
    prices: dict[int | None, Price] = field(default_factory=dict)

    def price(self, amount: int | None) -> Price:
        """Return what is printed for an amount."""
        if amount not in self.prices:
            self.prices[amount] = _price(self.levy.ladder, amount)
        return self.prices[amount]


@dataclass(frozen=True, eq=False)
class Reading:
    """One reading of an option, cut down to what one payer owes of one fee."""

    label: str
    parts: tuple[Part, ...]


class Dues(NamedTuple):
    """What is owed under one reading; ``least`` and ``most`` are sums over all of it."""

    label: str
    each: tuple[Due, ...]
    least: int
    most: int


@shared
def readings_of(case: Case, context: int, payer: str, fee: str) -> tuple[Reading, ...]:
    """Return the readings of a context, cut down to a payer and fee; looked up once."""
    return tuple(_readings(case.contexts[context], payer, fee))


def _readings(context: Context, payer: str, fee: str) -> Iterator[Reading]:
    wanted, classes = class_of(payer, fee), _classes(context)
    several = len(context.offers) > 1
    for offer in context.offers:
        for reading in offer.readings:
            parts = tuple(
                Part(levy)
                for levy in reading.levies
                if classes.get(levy.component) == wanted or levy.shortfall == payer
            )
            schedule = offer.schedule.key if several else ""
            label = " and ".join(filter(None, [schedule, reading.label]))
            yield Reading(label or "as printed", parts)


def _classes(context: Context) -> dict[str, int]:
    """Return by which payer and fee each component is compared: the first reading's."""
    classes: dict[str, int] = {}
    for levy in context.levies:
        if not levy.by_period:
            classes.setdefault(levy.component, levy.klass)
    return classes


def _price(ladder: Ladder, amount: int | None) -> Price:
    found = tiers_for(ladder, amount)
    fees = tuple(sorted({tier.fee for tier in found.tiers if tier.fee is not None}))
    return Price(
        fees=fees,
        tiers=" or ".join(tier_text(ladder.basis, tier) for tier in found.tiers),
        printed=" or ".join(_printed(ladder.basis, tier) for tier in found.tiers) or "none",
        doubt=found.doubt if len(fees) != 1 else "",
        unpriced=not found.tiers or any(tier.fee is None for tier in found.tiers),
    )


def _printed(basis: str, tier: Tier) -> str:
    fee = "a fee that cannot be read" if tier.fee is None else dollars(tier.fee)
    return f"{tier_text(basis, tier)} owes {fee} (line {tier.line})"


def dues_of(reading: Reading, hand: Hand, payer: str, seat: str, player: str) -> Dues:
    """Return what is owed under a reading at a place: a seat, a player, or anywhere."""
    each = tuple(
        due for part in reading.parts for due in _part_dues(part, hand, payer, seat, player)
    )
    least = sum(due.fees[0] for due in each if due.fees)
    return Dues(reading.label, each, least, sum(due.fees[-1] for due in each if due.fees))


def _part_dues(part: Part, hand: Hand, payer: str, seat: str, player: str) -> Iterator[Due]:
    levy = part.levy
    opening = levy.after(opening_round=hand.opening_round)
    if opening == SKIPPED:
        return
    asked = hand
    if (seat or player) and levy.per in _BY_PLACE:
        asked = _at_place(hand, seat, player)
        if not asked.wagers:
            return
    for group in groups(levy, asked):
        due = _due(part, group)
        if opening == WAIVED:
            yield due._replace(
                fees=(0,), price=due.price._replace(doubt=""), condition=NOTHING_TAKEN
            )
        elif levy.from_pot and any(due.fees):
            yield _staged(due, levy.from_pot, hand)
        elif levy.shortfall:
            yield _shared(due, levy, hand, payer)
        else:
            yield due


def _at_place(hand: Hand, seat: str, player: str) -> Hand:
    return Hand(
        cardroom=hand.cardroom,
        game=hand.game,
        option=hand.option,
        players=hand.players,
        opening_round=hand.opening_round,
        pot=hand.pot,
        player_dealer_seat=hand.player_dealer_seat,
        wagers=tuple(
            bet
            for bet in hand.wagers
            if (not seat or bet.seat == seat) and (not player or bet.player == player)
        ),
    )


def _due(part: Part, group: Group) -> Due:
    price = part.price(group.amount)
    return Due(part.levy.basis, group.amount, group.bets, price.fees, price)


def _staged(due: Due, from_pot: int, hand: Hand) -> Due:
    if (hand.pot or 0) >= from_pot:
        return due
    told = f"the pot of {dollars(hand.pot or 0)} did not reach {dollars(from_pot)}"
    return due._replace(fees=(0,), condition=told)


def _shared(due: Due, levy: Levy, hand: Hand, payer: str) -> Due:
    """Return what the antes pay of a fee, or whoever pays what they lack."""
    antes = posted_antes(levy, hand) or 0
    fee = due.fees[0] if due.fees else 0
    covered = min(fee, antes)
    told = f"antes of {dollars(antes)} against a fee of {dollars(fee)}"
    if payer == levy.shortfall:
        rest = f"{told}: the {payer} pays the rest"
        return due._replace(fees=(fee - covered,), condition=rest)
    return due._replace(fees=(covered,), condition=told)
