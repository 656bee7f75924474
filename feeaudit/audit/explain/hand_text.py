"""What was played and collected on a hand, in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.explain.hand_records import records_of
from feeaudit.audit.shared import shared
from feeaudit.core.money import dollars
from feeaudit.rules.quote.hand import Bet, Hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.dues import Dues
    from feeaudit.core.arrays import Ints

MOST: Final = 12


class Collection(NamedTuple):
    """One fee taken on a hand; ``waived`` is why it was not."""

    payer: str
    fee: str
    seat: str
    player: str
    amount: int
    waived: str

    @property
    def described(self) -> str:
        """Return it in words."""
        kind = f" {fee_word(self.fee)}".rstrip()
        where = f" seat {self.seat}" if self.seat else f" {self.player}" if self.player else ""
        reason = f" (waived: {self.waived})" if self.waived else ""
        return f"{self.payer.replace('_', '-')}{where}{kind} {dollars(self.amount)}{reason}"


@dataclass(frozen=True, eq=False)
class Played:
    """One hand with its wagers and collections, in an order of their own, and the dues told so far.

    ``row`` is its row in the case, ``context`` the number of its context, ``game`` the printed name
    of the game where the book knows it.
    """

    row: int
    hand: Hand
    context: int
    player_dealer: str
    results: tuple[tuple[int | None, int | None], ...]
    collected: tuple[Collection, ...]
    game: str
    dues: dict[tuple[str, ...], list[Dues]] = field(default_factory=dict)

    @cached_property
    def line(self) -> str:
        """The hand in words."""
        return self.described()

    def described(self, *, results: bool = False) -> str:
        """Return the hand in words; with what each wager won or lost where that matters."""
        hand = self.hand
        parts = [self.game, f"option {hand.option}" if hand.option else "option not logged"]
        if hand.players is not None:
            parts.append(f"{hand.players} player{'' if hand.players == 1 else 's'}")
        if hand.opening_round is not None:
            parts.append(f"opening round {'' if hand.opening_round else 'not '}reached")
        parts += self._player_dealer()
        return f"{', '.join(parts)}; {self._wagers(results=results)}"

    def _player_dealer(self) -> list[str]:
        seat = self.hand.player_dealer_seat
        if not seat and not self.player_dealer:
            return []
        name = f" {self.player_dealer}" if self.player_dealer else ""
        return [f"player-dealer{name}{f' at seat {seat}' if seat else ''}"]

    def _wagers(self, *, results: bool) -> str:
        if not self.hand.wagers:
            return "no wagers logged"
        told = (
            f"seat {bet.seat} {bet.wager.replace('_', ' ')} {dollars(bet.amount)}"
            f"{_outcome(*result) if results else ''}"
            for bet, result in zip(self.hand.wagers, self.results, strict=True)
        )
        return f"wagers: {some(told, len(self.results))}"

    @cached_property
    def taken(self) -> str:
        """What was collected on the hand, in words."""
        told = (each.described for each in self.collected)
        return some(told, len(self.collected)) if self.collected else "nothing"


def some(told: Iterable[str], count: int) -> str:
    """Return the first of many, and how many more there are."""
    first = [each for each, _ in zip(told, range(MOST), strict=False)]
    return ", ".join(first) + (f" and {count - MOST} more" if count > MOST else "")


def _outcome(result: int | None, returned: int | None) -> str:
    told = []
    if result is not None:
        way = "won" if result > 0 else "lost"
        told.append(f"{way} {dollars(abs(result))}" if result else "even")
    if returned:
        told.append(f"{dollars(returned)} returned")
    return f" ({', '.join(told)})" if told else ""


def played_of(case: Case, hands: Ints) -> dict[int, Played]:
    """Return what was played on hands; each is worked out once for all its findings."""
    known = _known(case)
    fresh = np.array([each for each in hands.tolist() if each not in known], dtype=np.int64)
    if len(fresh):
        known.update(_played(case, fresh))
    return known


@shared
def _known(_case: Case) -> dict[int, Played]:
    return {}


def _played(case: Case, hands: Ints) -> dict[int, Played]:
    names = ("seat", "wager", "amount", "person", "result", "returned", "own")
    bets = records_of(case, "wagers", hands, names)
    about_fees = ("payer", "fee", "seat", "player", "amount", "waived")
    taken = records_of(case, "collections", hands, about_fees)
    facts = zip(hands.tolist(), *_facts(case, hands), strict=True)
    return {
        row: _one(case, row, facts_of_hand, sorted(bets[row], key=_bet_order), taken[row])
        for row, *facts_of_hand in facts
    }


def _facts(case: Case, rows: Ints) -> list[list[Any]]:
    """Return the facts of hands: words, the number of players, whether the round was reached."""
    hands = case.hands
    names = ("cardroom", "game", "option", "player_dealer_seat", "player_dealer")
    words = [words_of(hands, name, rows).tolist() for name in names]
    numbers = [
        hands[name].to_numpy()[rows].tolist() if name in hands else [-1] * len(rows)
        for name in ("players", "players_after_flop", "opening_round")
    ]
    return [*words, *numbers, hands["context"].to_numpy()[rows].tolist()]


def _one(
    case: Case,
    row: int,
    facts: list[Any],
    bets: list[tuple[Any, ...]],
    taken: list[tuple[Any, ...]],
) -> Played:
    cardroom, game, option, seat, name, players, left, opening, context = facts
    hand = Hand(
        cardroom=cardroom,
        game=game,
        option=option,
        players=players if players >= 0 else None,
        players_after_flop=left if left >= 0 else None,
        opening_round=bool(opening) if opening >= 0 else None,
        pot=sum(bet[2] for bet in bets if not bet[6]),
        player_dealer_seat=seat,
        wagers=tuple([Bet(bet[0], bet[1], bet[2], bet[3] or "", bet[6]) for bet in bets]),
    )
    known = case.contexts[context].game
    title = known.name if known else game
    collected = sorted((_collected(each) for each in taken), key=_collection_order)
    return Played(
        row, hand, context, name, tuple((bet[4], bet[5]) for bet in bets), tuple(collected), title
    )


def _collected(each: tuple[Any, ...]) -> Collection:
    payer, fee, seat, player, amount, waived = each
    reason = waived if isinstance(waived, str) else ""
    return Collection(payer, fee, seat or "", player or "", amount or 0, reason)


# Tables have few seats, and each wager and fee of a hand is put in order.
@lru_cache(maxsize=4096)
def seat_order(seat: str) -> tuple[int, str]:
    """Return what puts seats in order: numbers by their size, then words."""
    return (int(seat), "") if seat.isdecimal() else (1 << 30, seat)


def _bet_order(bet: tuple[Any, ...]) -> tuple[Any, ...]:
    seat, wager, amount, player, *_ = bet
    return (*seat_order(seat), player or "", wager, amount, bet[4] or 0, bet[5] or 0)


def _collection_order(each: Collection) -> tuple[Any, ...]:
    return (each.payer, each.fee, *seat_order(each.seat), *each[3:])
