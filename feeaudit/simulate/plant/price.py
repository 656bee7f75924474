"""Pricing one changed hand: what it owes now, or nothing at all where that is not settled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.levies import Levy, Rate
    from feeaudit.simulate.setups import Setup


_Charged = list[tuple[tuple[int, int], int]]
_PAYER: Final = ("payer", "fee", "seat", "player")


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


def with_amount(bets: Sequence[Bet], bet: Bet, amount: int) -> list[Bet]:
    """Return bets of which one has another amount."""
    return [replace(each, amount=amount) if each is bet else each for each in bets]


def dues(draft: Draft, hand: int, setup: Setup, bets: Sequence[Bet]) -> list[Due] | None:
    """Return what a player-dealer hand owes with these bets; None where it is left open."""
    owed: list[Due] = []
    for number, levy in enumerate(setup.levies):
        charged = _charged(levy, bets)
        if charged is None:
            return None
        owed += _dues_of(draft, hand, levy, number, charged)
    return owed


def dues_but_beyond(
    draft: Draft, hand: int, setup: Setup, bets: Sequence[Bet]
) -> tuple[list[Due], set[int]] | None:
    """Return what a hand owes, and the levies of which no tier is near; None if otherwise open.

    Below the first tier and above the last closed one nothing is approved, by any reading.
    """
    owed: list[Due] = []
    beyond: set[int] = set()
    for number, levy in enumerate(setup.levies):
        charged = _charged(levy, bets)
        if charged is not None:
            owed += _dues_of(draft, hand, levy, number, charged)
        elif all(_all_beyond(rate, bets, by_slot=levy.by_slot) for rate in levy.rates):
            beyond.add(number)
        else:
            return None
    return owed, beyond


def _charged(levy: Levy, bets: Sequence[Bet]) -> _Charged | None:
    return _slot_dues(levy, bets) if levy.by_slot else _hand_dues(levy, bets)


def _dues_of(draft: Draft, hand: int, levy: Levy, number: int, charged: _Charged) -> list[Due]:
    hands = draft["hands"]
    position = (int(hands["player_dealer_seat"][hand]), int(hands["player_dealer"][hand]))
    holder = levy.payer == "player_dealer"
    return [
        Due(number, *(position if holder else slot), amount) for slot, amount in charged if amount
    ]


def _all_beyond(rate: Rate, bets: Sequence[Bet], *, by_slot: bool) -> bool:
    """Tell whether whatever has no fee lies below the first tier or above the last."""
    amounts = [amount for _, amount in _things(rate, bets)]
    if not by_slot:
        amounts = [sum(bet.amount for bet in bets if rate.counts(bet.kind))]
    steps = rate.steps
    return all(
        amount < steps.lows[0] or amount > steps.highs[-1]
        for amount in amounts
        if steps.fee_for(amount) is None
    )


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


def _slot_dues(levy: Levy, bets: Sequence[Bet]) -> _Charged | None:
    """Return the printed fees by slot, if every reading comes to the same for each slot."""
    read = [_slot_fees(rate, bets) for rate in levy.rates]
    if any(fees is None for fees in read):
        return None
    totals = [_summed(fees or []) for fees in read]
    return read[0] if all(total == totals[0] for total in totals) else None


def _things(rate: Rate, bets: Sequence[Bet]) -> _Charged:
    """Return the amounts that are charged by themselves, each with its slot."""
    counted = [bet for bet in bets if rate.counts(bet.kind)]
    if rate.per == "wager":
        return [(bet.slot, bet.amount) for bet in counted]
    totals: Counter[tuple[int, int]] = Counter()
    for bet in counted:
        totals[bet.slot] += bet.amount
    return list(totals.items())


def _slot_fees(rate: Rate, bets: Sequence[Bet]) -> _Charged | None:
    fees = [(slot, rate.steps.fee_for(amount)) for slot, amount in _things(rate, bets)]
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


def collect(
    draft: Draft, hand: int, setup: Setup, owed: Iterable[Due], keep: Collection[int] = ()
) -> None:
    """Replace the collections of a hand by these, but for levies whose collections are kept."""
    frame = draft["collections"]
    rows = [
        row
        for row in draft.rows_of("collections", hand).tolist()
        if int(frame["levy"][row]) not in keep
    ]
    draft.drop("collections", rows)
    hands = draft["hands"]
    for due in owed:
        levy = setup.levies[due.levy]
        same = [row for row in rows if frame["levy"][row] == due.levy]
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


Paid = Counter[tuple[int, int, int, int]]


def paid(draft: Draft, hand: int) -> Paid:
    """Return what was taken on a hand from each payer: by payer, fee, seat and player."""
    frame = draft["collections"]
    total: Paid = Counter()
    for row in draft.rows_of("collections", hand).tolist():
        payer, fee, seat, player = (int(frame[name][row]) for name in _PAYER)
        total[payer, fee, seat, player] += int(frame["amount"][row])
    return total


def priced(draft: Draft, setup: Setup, owed: Iterable[Due]) -> Paid:
    """Return what fees come to for each payer, laid out as what was taken is."""
    total: Paid = Counter()
    for due in owed:
        levy = setup.levies[due.levy]
        payer, fee = draft.names.code(levy.payer), draft.names.code(levy.fee)
        total[payer, fee, due.seat, due.player] += due.amount
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
