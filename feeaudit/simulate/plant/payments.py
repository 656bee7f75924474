"""What is on a hand of a draft: its bets, what was taken for it, what it would owe elsewhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.rules.quote.hand import Bet as StatedBet
from feeaudit.rules.quote.hand import Hand
from feeaudit.rules.quote.owed import owed
from feeaudit.simulate.draft_frames import NULL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Book
    from feeaudit.rules.quote.obligation import Obligation
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.setups import Setup

# What makes two fees those of one payer.
_PAYER: Final = ("payer", "fee", "seat", "player")
_BASE: Final = frozenset({"player", "player_dealer", "pot", "ante", "button"})
Paid = Counter[tuple[int, int, int, int]]


@dataclass(frozen=True, slots=True)
class PlantedBet:
    """One wager of a hand: the slot (a bettor on a circle), the kind and the amount."""

    slot: tuple[int, int]
    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class PlantedFee:
    """One fee that a hand owes: from whom, how much and when."""

    payer: tuple[int, int, int, int]
    amount: int
    moment: int


def bets_on(draft: Draft, hand: int) -> list[PlantedBet]:
    """Return the wagers of a hand."""
    frame = draft["wagers"]
    return [
        PlantedBet(
            slot=(int(frame["seat"][row]), int(frame["player"][row])),
            kind=draft.names.text(int(frame["wager"][row])),
            amount=int(frame["amount"][row]),
        )
        for row in draft.rows_of("wagers", hand).tolist()
    ]


def fees_under(draft: Draft, book: Book, hand: int, setup: Setup) -> list[PlantedFee] | None:
    """Return what a hand owes under an option, or None where the rules do not settle that."""
    try:
        obligations = owed(book, _stated(draft, hand, setup)).obligations
    except Unknown:
        return None
    if any(not each.settled or each.per == "period" for each in obligations):
        return None
    if any(each.payers[0] == "player" and not each.seat for each in obligations):
        # Somebody with two circles would pay once for both, and no record could say where.
        return None
    return [_fee(draft, hand, each) for each in obligations if each.amounts[0]]


def _stated(draft: Draft, hand: int, setup: Setup) -> Hand:
    hands, text = draft["hands"], draft.names.text
    reached = int(hands["opening_round"][hand])
    players = int(hands["players"][hand])
    return Hand(
        cardroom=setup.cardroom,
        game=setup.game.game,
        option=setup.option.option,
        schedule=setup.schedule.schedule,
        edition=setup.schedule.edition,
        players=None if players == NULL else players,
        opening_round=None if reached == NULL else bool(reached),
        player_dealer_seat=text(int(hands["player_dealer_seat"][hand])),
        wagers=tuple(
            StatedBet(text(bet.slot[0]), bet.kind, bet.amount, text(bet.slot[1]))
            for bet in bets_on(draft, hand)
        ),
    )


def _fee(draft: Draft, hand: int, owing: Obligation) -> PlantedFee:
    hands, code = draft["hands"], draft.names.code
    seat, player = code(owing.seat), code(owing.player)
    if owing.payers[0] == "player_dealer":
        seat, player = (int(hands[name][hand]) for name in ("player_dealer_seat", "player_dealer"))
    fee = "base" if owing.component in _BASE else owing.component
    moment = code(owing.moments[0]) if owing.moments else NULL
    return PlantedFee((code(owing.payers[0]), code(fee), seat, player), owing.amounts[0], moment)


def collect(draft: Draft, hand: int, fees: Iterable[PlantedFee]) -> None:
    """Replace the collections of a hand by these, at the moments at which fees were taken."""
    frame = draft["collections"]
    rows = draft.rows_of("collections", hand).tolist()
    draft.drop("collections", rows)
    start = int(draft["hands"]["started_at"][hand])
    taken = {
        int(frame["payer"][row]): (int(frame["moment"][row]), int(frame["taken_at"][row]))
        for row in reversed(rows)
    }
    for fee in fees:
        moment, taken_at = taken.get(fee.payer[0], (fee.moment, start))
        draft.add(
            "collections",
            near=hand,
            hand=hand,
            amount=fee.amount,
            moment=moment,
            taken_at=taken_at,
            **dict(zip(_PAYER, fee.payer, strict=True)),
        )


def paid(draft: Draft, hand: int) -> Paid:
    """Return what was taken on a hand from each payer: by payer, fee, seat and player."""
    frame = draft["collections"]
    total: Paid = Counter()
    for row in draft.rows_of("collections", hand).tolist():
        payer, fee, seat, player = (int(frame[name][row]) for name in _PAYER)
        total[payer, fee, seat, player] += int(frame["amount"][row])
    return total


def summed(fees: Iterable[PlantedFee]) -> Paid:
    """Return what fees come to for each payer, laid out as what was taken is."""
    total: Paid = Counter()
    for fee in fees:
        total[fee.payer] += fee.amount
    return total


def take(draft: Draft, hand: int, payer: str, fee: str, **facts: int) -> None:
    """Add a collection that no levy asks for."""
    draft.add(
        "collections",
        near=hand,
        hand=hand,
        payer=draft.names.code(payer),
        fee=draft.names.code(fee),
        taken_at=int(draft["hands"]["started_at"][hand]),
        **facts,
    )
