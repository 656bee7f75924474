"""What one payer owed of one fee on a hand, under each reading: as the audit compared it.

Nothing is charged here a second time. The units that the comparison summed up are fetched again for
the hands that have findings, and each is told by its tier, the amount that picked it and what the
hand made of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.free_hands import hands_freed, opening_hands
from feeaudit.audit.shared import shared
from feeaudit.book.lookup import admissible, tier_text, tiers_for
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import changes
from feeaudit.core.money import dollars
from feeaudit.rules.levies import WAIVED, class_of
from feeaudit.rules.option_names import told_apart
from feeaudit.rules.quote.charges import NOTHING_TAKEN, posted_antes
from feeaudit.rules.quote.obligation import open_payer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.hand_text import Played
    from feeaudit.audit.fees import Fees
    from feeaudit.book.model import Ladder, Tier
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.quote.hand import Bet


NOT_COUNTED: Final = (
    "the fee depends on the number of players after the flop, which the log does not show"
)


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


class Dues(NamedTuple):
    """What is owed under one reading; ``least`` and ``most`` are sums over all of it."""

    label: str
    each: tuple[Due, ...]
    least: int
    most: int


class _Unit(NamedTuple):
    """One unit of the comparison: by which class and place, at which tier, for how much."""

    klass: int
    place: int
    least: int
    most: int
    piece: int
    amount: int


class DuesOf:
    """Tells what was owed on hands of a case."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._fees: Fees = fees_of(case)
        self._units: dict[int, list[list[_Unit]]] = {}
        self._prices: dict[tuple[int, int], Price] = {}
        self._readings: dict[int, list[tuple[str, tuple[Levy, ...]]]] = {}
        self._levies: dict[tuple[int, str, str], list[Levy]] = {}
        self._open: dict[tuple[int, str, str], str] = {}
        self._opening = opening_hands(case)
        places = self._fees.work.places
        self._width = places.width
        self._seats = {word: code for code, word in enumerate(places.seats, 1)}
        self._players = {word: code for code, word in enumerate(places.players, 1)}

    def fetch(self, hands: Ints) -> None:
        """Fetch what owed a fee on hands, all at once."""
        fresh = [each for each in distinct(hands).tolist() if each not in self._units]
        if not fresh:
            return
        wanted = self._case.no_hand
        wanted[fresh] = True
        for reading, units in enumerate(self._fees.units(wanted)):
            order = np.argsort(units.hand, kind="stable")
            hand = units.hand[order]
            columns = (getattr(units, name)[order].tolist() for name in _Unit._fields)
            made = list(map(_Unit, *columns))
            bounds = [*np.flatnonzero(changes(hand)).tolist(), len(made)]
            for start, end in pairwise(bounds):
                of_hand = self._units.setdefault(int(hand[start]), [])
                of_hand.extend([] for _ in range(reading - len(of_hand)))
                of_hand.append(made[start:end])
        for each in fresh:
            self._units.setdefault(each, [])

    def under(self, played: Played, payer: str, fee: str, seat: str, player: str) -> list[Dues]:
        """Return what a payer owed of a fee under each reading; nothing where it is not told.

        ``seat`` and ``player`` are the place of a player's fee; other fees are the hand's.
        """
        if not self._fees.tested[played.row]:
            return []
        klass = int(self._fees.arrays.same_payer[played.context, class_of(payer, fee)])
        found: list[Dues] = []
        for reading, (label, levies) in enumerate(self._labeled(played.context)):
            if reading and not self._fees.arrays.applies[reading][played.context, klass]:
                found.append(found[0]._replace(label=label))
                continue
            units = [each for each in self._of_hand(played.row, reading) if each.klass == klass]
            mine = self._at(units, seat, player)
            found.append(_summed(label, self._dues(played, levies, mine)))
        return found

    def levies(self, context: int, payer: str, fee: str) -> list[Levy]:
        """Return the levies of a context, under any reading, that a payer and fee stand for."""
        key = (context, payer, fee)
        if key not in self._levies:
            same = self._fees.arrays.same_payer[context]
            wanted = same[class_of(payer, fee)]
            self._levies[key] = [
                levy
                for levy in self._case.contexts[context].levies
                if not levy.by_period and (same[levy.klass] == wanted or levy.shortfall == payer)
            ]
        return self._levies[key]

    def open_payer(self, context: int, payer: str, fee: str) -> str:
        """Return who may have to pay, where the print leaves that open."""
        key = (context, payer, fee)
        if key not in self._open:
            levies = self.levies(*key)
            payers = dict.fromkeys(levy.payer for levy in levies if levy.fees)
            shared = any(levy.shortfall for levy in levies)
            self._open[key] = "" if shared else open_payer(tuple(payers))
        return self._open[key]

    def _labeled(self, context: int) -> list[tuple[str, tuple[Levy, ...]]]:
        """Return for each reading of a context what it is called and how it charges."""
        if context not in self._readings:
            known = self._case.contexts[context]
            levies = (reading.levies for reading in known.readings)
            self._readings[context] = list(zip(_labels(known), levies, strict=True))
        return self._readings[context]

    def _of_hand(self, hand: int, reading: int) -> Sequence[_Unit]:
        readings = self._units[hand]
        return readings[reading] if reading < len(readings) else ()

    def _at(self, units: list[_Unit], seat: str, player: str) -> list[_Unit]:
        """Return the units at a place: compared right there, else wherever it may belong."""
        place = self._seats.get(seat, 0) * self._width + self._players.get(player, 0)
        exact = [unit for unit in units if unit.place == place]
        return exact or [unit for unit in units if self._meet(unit.place, seat, player)]

    def _meet(self, place: int, seat: str, player: str) -> bool:
        """Tell whether a place as it was compared may be one that is named, or hold it."""
        at, who = divmod(place, self._width)
        same_seat = not at or self._seats.get(seat, at) == at
        return same_seat and (not who or self._players.get(player, who) == who)

    def _dues(
        self, played: Played, levies: Sequence[Levy], units: Sequence[_Unit]
    ) -> Iterator[Due]:
        """Yield dues in the order of the levies, and of the wagers where each is charged."""
        ladders = self._fees.arrays.ladders
        by_ladder: dict[int, list[_Unit]] = {}
        for unit in units:
            by_ladder.setdefault(id(ladders.ladder(unit.piece)), []).append(unit)
        for levy in levies:
            mine = by_ladder.get(id(levy.ladder))
            if not mine:
                continue
            bets = self._bets(played, levy, mine[0].place) if levy.by_wagers else ()
            if len(mine) > 1:
                order = {bet.amount: at for at, bet in reversed(list(enumerate(bets)))}
                mine.sort(key=lambda unit: (order.get(unit.amount, len(order)), unit.amount))
            for unit in mine:
                price = self._price(levy.ladder, unit)
                due = Due(
                    basis=levy.basis,
                    amount=None if levy.basis == "flat" else unit.amount,
                    bets=bets if len(mine) == 1 and levy.basis != "flat" else (),
                    fees=price.fees,
                    price=price,
                )
                if self._opening.free[played.row]:
                    price = price._replace(doubt="")
                    yield due._replace(fees=(0,), price=price, condition=self.opens(played))
                else:
                    yield _conditioned(due, levy, unit, played)

    def opens(self, played: Played) -> str:
        """Return why a hand that opens a new game owes nothing; blank for others."""
        if not self._opening.free[played.row]:
            return ""
        hand = int(self._opening.place[played.row]) + 1
        freed = hands_freed(self._case.contexts[played.context])
        return f"it is hand {hand} of a new game, whose first {freed} hands are free"

    def _bets(self, played: Played, levy: Levy, place: int) -> tuple[Bet, ...]:
        """Return the wagers that count at a place, in the order of their seats."""
        return tuple(
            bet
            for bet in played.hand.wagers
            if bet.amount > 0
            and not bet.own
            and levy.counts(bet.wager)
            and self._meet(place, bet.seat, bet.player)
        )

    def _price(self, ladder: Ladder, unit: _Unit) -> Price:
        ladders = self._fees.arrays.ladders
        # The amount itself is told only where its piece leaves the fee open.
        told = len(ladders.fees[unit.piece]) != 1
        key = (unit.piece, unit.amount if told else min(unit.amount, 0))
        if key not in self._prices and unit.amount < 0:
            self._prices[key] = Price((), "", "none", NOT_COUNTED, unpriced=True)
        elif key not in self._prices:
            self._prices[key] = _price(ladder, ladders.tiers[unit.piece], unit.amount)
        return self._prices[key]


@shared
def dues_of(case: Case) -> DuesOf:
    """Return what tells the dues of a case; what it has fetched is kept for the next check."""
    return DuesOf(case)


def _labels(context: Context) -> Iterator[str]:
    names = told_apart([(offer.schedule, offer.option) for offer in context.offers])
    for name, offer in zip(names, context.offers, strict=True):
        for reading in offer.readings:
            yield " and ".join(filter(None, [name, reading.label])) or "as printed"


def _summed(label: str, dues: Iterator[Due]) -> Dues:
    each = tuple(dues)
    least = sum(due.fees[0] for due in each if due.fees)
    return Dues(label, each, least, sum(due.fees[-1] for due in each if due.fees))


def _price(ladder: Ladder, tiers: tuple[Tier, ...], amount: int) -> Price:
    fees = admissible(ladder, tiers)
    return Price(
        fees=fees,
        tiers=" or ".join(tier_text(ladder.basis, tier) for tier in tiers),
        printed=" or ".join(_printed(ladder.basis, tier) for tier in tiers) or "none",
        doubt=tiers_for(ladder, amount).doubt if len(fees) != 1 else "",
        unpriced=not tiers or any(tier.fee is None for tier in tiers),
    )


def _printed(basis: str, tier: Tier) -> str:
    fee = "a fee that cannot be read" if tier.fee is None else dollars(tier.fee)
    return f"{tier_text(basis, tier)} owes {fee} (line {tier.line})"


def _conditioned(due: Due, levy: Levy, unit: _Unit, played: Played) -> Due:
    """Return a due as the comparison left it, with what made it other than the tier's fee."""
    hand, price = played.hand, due.price
    if levy.after(opening_round=hand.opening_round) == WAIVED:
        price = price._replace(doubt="")
        return due._replace(fees=(unit.least,), price=price, condition=NOTHING_TAKEN)
    if levy.from_pot and any(price.fees) and not unit.most:
        condition = f"the pot of {dollars(hand.pot or 0)} did not reach {dollars(levy.from_pot)}"
        return due._replace(fees=(unit.least,), condition=condition)
    if levy.shortfall:
        antes = dollars(posted_antes(levy, hand) or 0)
        condition = (
            f"antes of {antes} against a fee of {dollars(price.fees[0] if price.fees else 0)}"
        )
        if unit.klass != levy.klass:
            condition += f": the {levy.shortfall} pays the rest"
        return due._replace(fees=(unit.least,), condition=condition)
    return due
