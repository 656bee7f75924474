"""What one payer owed of one fee on a hand, under each reading: as the audit compared it.

Nothing is charged here a second time. The units that the comparison summed up are fetched again for
the hands that have findings, and each is told by its tier, the amount that picked it and what the
hand made of it. Of fees that are told alike, which on a bad night most are, one is told for all.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.free_hands import hands_freed, opening_hands
from feeaudit.audit.fees.units import chosen
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.shared import shared
from feeaudit.book.lookup import admissible, amount_text, tier_text, tiers_for
from feeaudit.core.arrays import extent, paired
from feeaudit.core.money import dollars
from feeaudit.core.numbering import number_of, sorted_out
from feeaudit.rules.levies import CLASSES, WAIVED, class_of
from feeaudit.rules.option_names import told_apart
from feeaudit.rules.quote.charges import NOTHING_TAKEN, posted_antes
from feeaudit.rules.quote.obligation import open_payer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.hand_text import Played
    from feeaudit.audit.fees import Fees
    from feeaudit.audit.fees.units import FeeUnits
    from feeaudit.audit.identity import Vocabulary
    from feeaudit.book.model import Ladder, Tier
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.quote.hand import Bet


AMOUNT: Final = "\0"
"""Stands for the amount that picked a tier, where fees that are told alike differ in it."""
# Wrong fees whose units are fetched before they are asked for.
_MANY: Final = 20_000
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
    """One fee owed: what picked its tier, what is printed, and what the hand made of it.

    ``shown`` is the amount in words. ``levy`` is by which it is charged, where the wagers that it
    counts make the amount.
    """

    basis: str
    amount: int | None
    shown: str
    levy: Levy | None
    fees: tuple[int, ...]
    price: Price
    condition: str = ""


class Dues(NamedTuple):
    """What is owed under one reading; ``least`` and ``most`` are sums over all of it."""

    reading: int
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


class Kinds(NamedTuple):
    """Fees that are told alike, but for who pays and which wagers count.

    ``number`` is the kind of each fee, ``first`` a fee of each kind. ``place`` is by reading where
    each fee was compared, ``amount`` what picked its tier, both by its first unit; 0 where nothing
    is owed.
    """

    number: Ints
    first: Ints
    place: list[Ints]
    amount: list[Ints]


class Charged(NamedTuple):
    """Fees on what wagers come to: the levies, and the levy, hand and place of each fee."""

    levies: Sequence[Levy]
    levy: Ints
    hand: Ints
    place: Ints


class DuesOf:
    """Tells what was owed on hands of a case."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._fees: Fees = fees_of(case)
        self._fetched = case.no_hand
        self._units: list[FeeUnits] = []
        self._prices: dict[tuple[int, int], Price] = {}
        self._readings: dict[int, list[tuple[str, tuple[Levy, ...]]]] = {}
        self._levies: dict[tuple[int, str, str], list[Levy]] = {}
        self._open: dict[tuple[int, str, str], str] = {}
        self._opening = opening_hands(case)
        self._width = self._fees.work.places.width
        self._seats = _numbers(seat_names(case))
        self._players = _numbers(people(case))
        # A piece that leaves the fee open is told with the amount, and so is a number of players.
        ladders = self._fees.arrays.ladders
        self._tells_amount = np.array(
            [
                len(fees) != 1 or ladders.ladder(piece).basis == "players"
                for piece, fees in enumerate(ladders.fees)
            ],
            dtype=bool,
        )
        self._conditional = np.array(
            [
                any(levy.from_pot or levy.shortfall for levy in each.levies)
                for each in case.contexts
            ],
            dtype=bool,
        )

    def fetch(self, hands: Ints) -> None:
        """Fetch what owed a fee on hands, all at once; the first time of all that went wrong.

        Of many that went wrong it would take more memory than is worth it.
        """
        wanted = self._case.no_hand
        wanted[hands] = True
        if self._units and not (wanted & ~self._fetched).any():
            return
        wrong = self._fees.deviations
        others = wrong["hand"].to_numpy()[~wrong["fits"].to_numpy()]
        if len(others) <= _MANY:
            wanted[others] = True
        self._fetched = self._fetched | wanted
        self._units = [_in_order(each) for each in self._fees.units(self._fetched)]

    def kinds(self, fees: pd.DataFrame) -> Kinds:
        """Return which fees are told alike, of hands that have been fetched.

        Columns: hand, payer, component, seat, player, owed, owed_most, taken.
        """
        hand = fees["hand"].to_numpy().astype(np.int64)
        context = self._case.hands["context"].to_numpy()[hand]
        words = [fees[each].to_numpy(dtype=object) for each in ("payer", "component")]
        payer, name = (pd.factorize(each)[0] for each in words)
        klass = self._fees.classes(context, *words)
        seat, player = self._named(fees)
        marked = [
            self._marked(units, hand * CLASSES + klass, seat, player) for units in self._units
        ]
        amounts = [sorted_out(fees[each].to_numpy())[1] for each in ("owed", "owed_most", "taken")]
        # A list each by reading: no reading has any where no table of fees is printed.
        marks, places, bases = ([each[part] for each in marked] for part in range(3))
        number = number_of(
            [context, payer, name, *amounts, *marks, *self._conditions(hand, context)]
        )
        first = np.zeros(int(number.max(initial=-1)) + 1, dtype=np.int64)
        # Of several the first counts, so that it is written last.
        first[number[::-1]] = np.arange(len(number))[::-1]
        return Kinds(number, first, places, bases)

    def _named(self, fees: pd.DataFrame) -> tuple[Ints, Ints]:
        """Return the numbers of the seat and player of players' fees; 0 for none, and for others.

        The player-dealer's fee is one for the hand, wherever that person sits.
        """
        of_player = (fees["payer"] == "player").to_numpy()
        seat, player = (
            np.array([known.get(each, 0) for each in fees[name].tolist()], dtype=np.int64)
            for name, known in (("seat", self._seats), ("player", self._players))
        )
        return np.where(of_player, seat, 0), np.where(of_player, player, 0)

    def _marked(
        self, units: FeeUnits, key: Ints, seat: Ints, player: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """Return a mark for what each fee's units are, and place and amount of the first of them.

        ``key`` is the hand and class of each fee. Several units have a mark of their own for each
        fee: their order is that of the wagers.
        """
        keys = units.hand * CLASSES + units.klass
        order = np.argsort(keys, kind="stable")
        first = np.searchsorted(keys[order], key, side="left")
        count = np.searchsorted(keys[order], key, side="right") - first
        fee = np.repeat(np.arange(len(key)), count)
        unit = order[np.repeat(first - np.cumsum(count) + count, count) + np.arange(len(fee))]
        mine = self._here(units.place[unit], fee, seat, player)
        fee, unit = fee[mine], unit[mine]
        piece, amount = units.piece[unit], units.amount[unit]
        told = np.where(self._tells_amount[piece] | (amount < 0), amount, 0)
        like = number_of([piece, told, units.least[unit], units.most[unit]])
        several = np.bincount(fee, minlength=len(key)) > 1
        mark, place, basis = (np.full(len(key), each, dtype=np.int64) for each in (-1, 0, 0))
        # Of several the first counts, so that it is written last.
        back = fee[::-1]
        mark[back], place[back], basis[back] = like[::-1], units.place[unit][::-1], amount[::-1]
        apart = extent(like)
        return np.where(several, apart + np.arange(len(key)), mark), place, basis

    def _here(self, place: Ints, fee: Ints, seat: Ints, player: Ints) -> Bools:
        """Tell which units are at the place of their fee: right there, else where it may belong."""
        exact = place == (seat * self._width + player)[fee]
        found = np.bincount(fee[exact], minlength=len(seat)) > 0
        return np.where(found[fee], exact, self.meets(place, seat[fee], player[fee]))

    def meets(self, place: Ints, seat: Ints, player: Ints) -> Bools:
        """Tell which places, as they were compared, may be those of seats and players; 0 is any."""
        at, who = np.divmod(place, self._width)
        same_seat = (at == 0) | (seat == 0) | (seat == at)
        met: Bools = same_seat & ((who == 0) | (player == 0) | (player == who))
        return met

    def added_up(self, fees: Charged, of: Ints, seat: Ints, player: Ints) -> Bools:
        """Tell which wagers, that the levy of a fee counts, were added up for it.

        ``of`` is the fee that each may belong to; seats and players are -1 where there is none.
        """
        hand, levy, place = fees.hand[of], fees.levy[of], fees.place[of]
        klass = np.array([each.klass for each in fees.levies], dtype=np.int64)[levy]
        context = self._case.hands["context"].to_numpy()[hand]
        klass = self._fees.arrays.payers(context, klass)
        at = self._fees.work.places.place(hand, klass, seat, player)
        # Whoever pays once for several seats does so at the first of them.
        once = np.array([each.per == "player" for each in fees.levies], dtype=bool)[levy]
        _, payer = sorted_out(paired(of, np.where(once, player, -1), self._width))
        first = np.full(extent(payer), self._fees.work.places.room)
        np.minimum.at(first, payer, at)
        at = np.where(once & (player >= 0), first[payer], at)
        # Where no wager of a fee on the hand is nowhere, they are compared together.
        by_hand = np.array([each.per == "hand" for each in fees.levies], dtype=bool)[levy]
        nowhere = (at < 0) & ~by_hand
        apart = np.bincount(of[nowhere], minlength=len(fees.hand)) > 0
        mine: Bools = np.where(place == 0, nowhere | ~apart[of], at == place)
        return mine

    def _conditions(self, hand: Ints, context: Ints) -> list[Ints]:
        """Return what else of a hand is told: whether its round opened, and of a new game which.

        The pot and the antes are told of the hand itself.
        """
        opening, facts = self._opening, self._case.hands
        round_opened = (
            facts["opening_round"].to_numpy()[hand].astype(np.int64)
            if "opening_round" in facts
            else np.zeros_like(hand)
        )
        return [
            self._fees.tested[hand].astype(np.int64),
            round_opened,
            np.where(opening.free[hand], opening.place[hand], -1),
            np.where(self._conditional[context], hand, -1),
        ]

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
            found.append(_summed(reading, label, self._dues(played, levies, mine)))
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

    def _of_hand(self, hand: int, reading: int) -> Iterator[_Unit]:
        units = self._units[reading]
        start, end = np.searchsorted(units.hand, (hand, hand + 1))
        columns = (getattr(units, name)[start:end].tolist() for name in _Unit._fields)
        return map(_Unit, *columns)

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
        ladders, alone = self._fees.arrays.ladders, len(units) == 1
        by_ladder: dict[int, list[_Unit]] = {}
        for unit in units:
            by_ladder.setdefault(id(ladders.ladder(unit.piece)), []).append(unit)
        for levy in levies:
            mine = by_ladder.get(id(levy.ladder))
            if not mine:
                continue
            if len(mine) > 1:
                bets = self._bets(played, levy, mine[0].place) if levy.by_wagers else ()
                order = {bet.amount: at for at, bet in reversed(list(enumerate(bets)))}
                mine.sort(key=lambda unit: (order.get(unit.amount, len(order)), unit.amount))
            for unit in mine:
                price = self._price(levy.ladder, unit)
                due = Due(
                    basis=levy.basis,
                    amount=None if levy.basis == "flat" else unit.amount,
                    shown=AMOUNT
                    if alone and unit.amount >= 0 and not self._tells_amount[unit.piece]
                    else amount_text(levy.basis, unit.amount),
                    levy=levy if levy.by_wagers else None,
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
        bets = [
            bet
            for bet in played.hand.wagers
            if bet.amount > 0 and not bet.own and levy.counts(bet.wager)
        ]
        seat = np.array([self._seats.get(bet.seat, 0) for bet in bets], dtype=np.int64) - 1
        player = np.array([self._players.get(bet.player, 0) for bet in bets], dtype=np.int64) - 1
        of = np.zeros(len(bets), dtype=np.int64)
        fee = Charged((levy,), np.zeros(1, np.int64), np.array([played.row]), np.array([place]))
        mine = self.added_up(fee, of, seat, player).tolist()
        return tuple(compress(bets, mine))

    def _price(self, ladder: Ladder, unit: _Unit) -> Price:
        ladders = self._fees.arrays.ladders
        told = self._tells_amount[unit.piece]
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


def _numbers(names: Vocabulary) -> dict[str, int]:
    """Return the number of whom or what each name means, from 1 on."""
    meant = (names.meaning[: len(names)].astype(np.int64) + 1).tolist()
    return dict(zip(names.words, meant, strict=True))


def _in_order(units: FeeUnits) -> FeeUnits:
    """Return units in the order of their hands."""
    return chosen(units, np.argsort(units.hand, kind="stable"))


def _labels(context: Context) -> Iterator[str]:
    names = told_apart([(offer.schedule, offer.option) for offer in context.offers])
    for name, offer in zip(names, context.offers, strict=True):
        for reading in offer.readings:
            yield " and ".join(filter(None, [name, reading.label])) or "as printed"


def _summed(reading: int, label: str, dues: Iterator[Due]) -> Dues:
    each = tuple(dues)
    least = sum(due.fees[0] for due in each if due.fees)
    return Dues(reading, label, each, least, sum(due.fees[-1] for due in each if due.fees))


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
