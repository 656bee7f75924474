"""Pricing one changed hand: what it owes now, or nothing at all where that is not settled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.levies import Levy, Rate
    from feeaudit.simulate.setups import Setup


@dataclass(frozen=True, slots=True)
class Bet:
    """One wager of a hand: the row it stands in, the slot, the kind and the amount."""

    row: int
    seat: int
    player: int
    kind: str
    amount: int

    @property
    def slot(self) -> tuple[int, int]:
        """Return the bettor and the circle."""
        return (self.seat, self.player)


@dataclass(frozen=True, slots=True)
class Due:
    """One fee that a hand owes."""

    levy: int
    seat: int
    player: int
    amount: int


def bets_on(draft: Draft, hand: int) -> list[Bet]:
    """Return the wagers of a hand."""
    frame = draft["wagers"]
    return [
        Bet(
            row=row,
            seat=int(frame["seat"][row]),
            player=int(frame["player"][row]),
            kind=draft.names.text(int(frame["wager"][row])),
            amount=int(frame["amount"][row]),
        )
        for row in draft.rows_of("wagers", hand).tolist()
    ]


def dues(draft: Draft, hand: int, setup: Setup, bets: Sequence[Bet]) -> list[Due] | None:
    """Return what a player-dealer hand owes with these bets; None where it is left open."""
    owed: list[Due] = []
    hands = draft["hands"]
    for number, levy in enumerate(setup.levies):
        charged = _slot_dues(levy, bets) if levy.by_slot else _hand_dues(levy, bets)
        if charged is None:
            return None
        for slot, amount in charged:
            banker = levy.payer == "player_dealer"
            seat = int(hands["player_dealer_seat"][hand]) if banker else slot[0]
            player = int(hands["player_dealer"][hand]) if banker else slot[1]
            owed.append(Due(number, seat, player, amount))
    return [due for due in owed if due.amount]


def poker_dues(draft: Draft, hand: int, setup: Setup) -> list[Due] | None:
    """Return what a poker hand owes under another option that charges by the number of players."""
    players = int(draft["hands"]["players"][hand])
    reached = int(draft["hands"]["opening_round"][hand])
    owed = []
    for number, levy in enumerate(setup.levies):
        if levy.printed.per != "hand" or levy.shortfall or levy.component == "jackpot":
            return None
        fee = levy.printed.steps.fee_for(players)
        if fee is None or reached == NULL:
            return None
        if (levy.component == "no_flop") == (reached == 0):
            owed.append(Due(number, NULL, NULL, fee))
    return [due for due in owed if due.amount]


_Charged = list[tuple[tuple[int, int], int]]


def _slot_dues(levy: Levy, bets: Sequence[Bet]) -> _Charged | None:
    """Return the printed fees by slot, if every reading comes to the same for each slot."""
    read = [_slot_fees(rate, bets) for rate in levy.rates]
    if any(fees is None for fees in read):
        return None
    totals = [_summed(fees or []) for fees in read]
    return read[0] if all(total == totals[0] for total in totals) else None


def _slot_fees(rate: Rate, bets: Sequence[Bet]) -> _Charged | None:
    counted = [bet for bet in bets if rate.counts(bet.kind)]
    if rate.per == "wager":
        things = [(bet.slot, bet.amount) for bet in counted]
    else:
        totals: Counter[tuple[int, int]] = Counter()
        for bet in counted:
            totals[bet.slot] += bet.amount
        things = list(totals.items())
    fees = [(slot, rate.steps.fee_for(amount)) for slot, amount in things]
    settled = [(slot, fee) for slot, fee in fees if fee is not None]
    return settled if len(settled) == len(fees) else None


def _summed(fees: Iterable[tuple[tuple[int, int], int]]) -> Counter[tuple[int, int]]:
    totals: Counter[tuple[int, int]] = Counter()
    for slot, fee in fees:
        totals[slot] += fee
    return +totals


def _hand_dues(levy: Levy, bets: Sequence[Bet]) -> _Charged | None:
    fees = {
        rate.steps.fee_for(sum(bet.amount for bet in bets if rate.counts(bet.kind)))
        for rate in levy.rates
    }
    fee = fees.pop() if len(fees) == 1 else None
    return None if fee is None else [((NULL, NULL), fee)]


def change_wager(draft: Draft, hand: int, bet: Bet, amount: int) -> None:
    """Change a wager, with what it won or lost and what covers it."""
    wagers = draft["wagers"]
    result = int(wagers["result"][bet.row])
    odds = abs(result) // bet.amount
    wagers["amount"][bet.row] = amount
    wagers["result"][bet.row] = amount * odds if result > 0 else -amount * odds
    more = max(0, amount - bet.amount) * max(1, odds)
    draft["hands"]["player_dealer_wager"][hand] += -(-more // DOLLAR) * DOLLAR


def collect(draft: Draft, hand: int, setup: Setup, owed: Iterable[Due]) -> None:
    """Replace the collections of a hand by these."""
    rows = draft.rows_of("collections", hand)
    frame = draft["collections"]
    draft.drop("collections", rows.tolist())
    hands = draft["hands"]
    for due in owed:
        levy = setup.levies[due.levy]
        same = [row for row in rows.tolist() if frame["levy"][row] == due.levy]
        moment = draft.names.code(levy.moments[0]) if levy.moments else NULL
        draft.add(
            "collections",
            near=hand,
            hand=hand,
            levy=due.levy,
            payer=draft.names.code(levy.payer),
            fee=draft.names.code(levy.fee),
            amount=due.amount,
            seat=due.seat,
            player=due.player,
            moment=int(frame["moment"][same[0]]) if same else moment,
            taken_at=int(frame["taken_at"][same[0]]) if same else int(hands["started_at"][hand]),
        )


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
