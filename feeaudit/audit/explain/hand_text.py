"""What was played and collected on hands, in words: by columns, since bad nights have many."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.explain.hand_records import HandRows, records_of, rows_of_hands, worded
from feeaudit.audit.identity import people
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.core.money import dollars
from feeaudit.core.numbering import numbered, sorted_out
from feeaudit.rules.quote.hand import Bet, Hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.dues import Dues
    from feeaudit.core.arrays import Ints, Words

MOST: Final = 12


@dataclass(frozen=True, eq=False)
class Played:
    """One hand with its wagers, in an order of their own, and the dues told so far.

    ``row`` is its row in the case, ``context`` the number of its context.
    """

    row: int
    hand: Hand
    context: int
    dues: dict[tuple[str, ...], list[Dues]] = field(default_factory=dict)


def hand_lines(case: Case, hands: Ints, *, results: bool = False) -> Words:
    """Return hands in words; with what each wager won or lost where that matters."""
    facts, context = case.hands, case.hands["context"].to_numpy()[hands]
    names = [each.game.name if each.game else "" for each in case.contexts]
    game = np.array(names, dtype=object)[context]
    players = facts["players"].to_numpy()[hands] if "players" in facts else np.int64(-1)
    opening = facts["opening_round"].to_numpy()[hands] if "opening_round" in facts else np.int64(-1)
    seat, name = (words_of(facts, each, hands) for each in ("player_dealer_seat", "player_dealer"))
    line: Words = (
        np.where(game == "", words_of(facts, "game", hands), game)
        + _each(words_of(facts, "option", hands), _option)
        + _each(np.broadcast_to(players, len(hands)), _players)
        + _each(np.broadcast_to(opening, len(hands)), _opening_round)
        + np.where((seat != "") | (name != ""), ", player-dealer", "")
        + _each(name, lambda each: f" {each}" if each else "")
        + _each(seat, lambda each: f" at seat {each}" if each else "")
        + _wagers(case, hands, results=results)
    )
    return line


def collected_lines(case: Case, hands: Ints) -> Words:
    """Return what was collected on hands, in words."""
    frame, taken = case.collections, rows_of_hands(case, "collections", hands)
    names = ("payer", "fee", "seat", "player", "waived")
    payer, fee, seat, player, waived = (worded(frame, each, taken.rows) for each in names)
    amount = frame["amount"].to_numpy()[taken.rows]
    amount = np.where(amount == MISSING, 0, amount)
    keys = [payer.rank(), fee.rank(), seat.rank(seat_order), player.rank(), amount, waived.rank()]
    amounts, cents = sorted_out(amount)
    columns = (payer.codes, fee.codes, seat.codes, player.codes, cents, waived.codes)
    number, different = numbered(columns)
    told = [
        f"{payer.words[who].replace('_', '-')}"
        f"{_where(seat.words[at], player.words[name])}"
        f"{f' {fee_word(fee.words[what])}'.rstrip()} {dollars(int(amounts[much]))}"
        f"{f' (waived: {waived.words[why]})' if waived.words[why] else ''}"
        for who, what, at, name, much, why in different.tolist()
    ]
    joined = some_of_each(told, number[taken.order(keys)], taken.many)
    return np.where(taken.many > 0, joined, "nothing")


def _where(seat: str, player: str) -> str:
    return f" seat {seat}" if seat else f" {player}" if player else ""


def bets_of(case: Case, hands: Ints, *, results: bool = False) -> HandRows:
    """Return the rows of the wagers of hands, in the order in which they are told."""
    bets, frame = rows_of_hands(case, "wagers", hands), case.wagers
    keys = [
        worded(frame, "seat", bets.rows).rank(seat_order),
        people(case).numbers("wagers.player", bets.rows),
        worded(frame, "wager", bets.rows).rank(),
        frame["amount"].to_numpy()[bets.rows],
    ]
    if results:
        keys += [np.where(each == MISSING, 0, each) for each in _results(case, bets.rows)]
    return HandRows(bets.rows[bets.order(keys)], bets.many)


def some_of_each(
    texts: Sequence[str],
    number: Ints,
    count: Ints,
    between: str = ", ",
    more: str = " and {} more",
) -> Words:
    """Return texts joined, so many of them for each: the first of many, and how many more.

    ``number`` picks the texts, those of each after those of the one before.
    """
    shown, place = np.minimum(count, MOST), np.arange(len(number))
    place -= np.repeat(np.cumsum(count) - count, count)
    picked = pa.array(texts, pa.string()).take(pa.array(number[place < MOST]))
    offsets = pa.array(np.append(0, np.cumsum(shown)), pa.int32())
    lists = pa.ListArray.from_arrays(offsets, picked)
    joined: Words = pc.binary_join(lists, between).to_numpy(zero_copy_only=False).copy()
    for each in np.flatnonzero(count > MOST).tolist():
        joined[each] += more.format(count[each] - MOST)
    return joined


def some(told: Iterable[str], count: int) -> str:
    """Return the first of many, and how many more there are."""
    first = [each for each, _ in zip(told, range(MOST), strict=False)]
    return ", ".join(first) + (f" and {count - MOST} more" if count > MOST else "")


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
    names = ("seat", "wager", "amount", "person", "own")
    bets = records_of(case, "wagers", hands, names)
    facts = zip(hands.tolist(), *_facts(case, hands), strict=True)
    return {row: _one(row, of_hand, sorted(bets[row], key=_bet_order)) for row, *of_hand in facts}


def _facts(case: Case, rows: Ints) -> list[list[Any]]:
    """Return the facts of hands: words, the number of players, whether the round was reached."""
    hands = case.hands
    names = ("cardroom", "game", "option", "player_dealer_seat")
    words = [words_of(hands, name, rows).tolist() for name in names]
    numbers = [
        hands[name].to_numpy()[rows].tolist() if name in hands else [-1] * len(rows)
        for name in ("players", "players_after_flop", "opening_round")
    ]
    return [*words, *numbers, hands["context"].to_numpy()[rows].tolist()]


def _one(row: int, facts: list[Any], bets: list[tuple[Any, ...]]) -> Played:
    cardroom, game, option, seat, players, left, opening, context = facts
    hand = Hand(
        cardroom=cardroom,
        game=game,
        option=option,
        players=players if players >= 0 else None,
        players_after_flop=left if left >= 0 else None,
        opening_round=bool(opening) if opening >= 0 else None,
        pot=sum(bet[2] for bet in bets if not bet[4]),
        player_dealer_seat=seat,
        wagers=tuple([Bet(bet[0], bet[1], bet[2], bet[3] or "", bet[4]) for bet in bets]),
    )
    return Played(row, hand, context)


def _each(values: Any, tell: Callable[[Any], str]) -> Words:
    """Return what is told of each value of a column, in which the same few recur."""
    codes, different = pd.factorize(values)
    told: Words = np.array([tell(each) for each in different.tolist()], dtype=object)[codes]
    return told


def _option(option: str) -> str:
    return f", option {option}" if option else ", option not logged"


def _players(players: int) -> str:
    return f", {players} player{'' if players == 1 else 's'}" if players >= 0 else ""


def _opening_round(reached: int) -> str:
    return f", opening round {'' if reached else 'not '}reached" if reached >= 0 else ""


def _wagers(case: Case, hands: Ints, *, results: bool) -> Words:
    """Return the wagers of hands in words, as the end of their lines."""
    bets, frame = bets_of(case, hands, results=results), case.wagers
    seat, wager = (worded(frame, each, bets.rows) for each in ("seat", "wager"))
    won, back = _results(case, bets.rows) if results else (np.full(len(bets.rows), MISSING),) * 2
    numbers = (frame["amount"].to_numpy()[bets.rows], won, back)
    values, codes = zip(*(sorted_out(each) for each in numbers), strict=True)
    number, distinct = numbered([seat.codes, wager.codes, *codes])
    told = [
        f"seat {seat.words[place]} {wager.words[kind].replace('_', ' ')} {dollars(cents)}"
        f"{_outcome(*result)}"
        for place, kind, *places in distinct.tolist()
        for cents, *result in [[int(of[at]) for of, at in zip(values, places, strict=True)]]
    ]
    joined = "; wagers: " + some_of_each(told, number, bets.many)
    return np.where(bets.many > 0, joined, "; no wagers logged")


def _results(case: Case, rows: Ints) -> tuple[Ints, Ints]:
    """Return what wagers won or lost, and what was returned of them; MISSING where not told."""
    result, returned = (
        case.wagers[name].to_numpy()[rows] if name in case.wagers else np.full(len(rows), MISSING)
        for name in ("result", "returned")
    )
    return result, returned


def _outcome(result: int, returned: int) -> str:
    told = []
    if result != MISSING:
        way = "won" if result > 0 else "lost"
        told.append(f"{way} {dollars(abs(result))}" if result else "even")
    if returned not in {MISSING, 0}:
        told.append(f"{dollars(returned)} returned")
    return f" ({', '.join(told)})" if told else ""


# Tables have few seats, and each wager and fee of a hand is put in order.
@lru_cache(maxsize=4096)
def seat_order(seat: str) -> tuple[int, str]:
    """Return what puts seats in order: numbers by their size, then words."""
    return (int(seat), "") if seat.isdecimal() else (1 << 30, seat)


def _bet_order(bet: tuple[Any, ...]) -> tuple[Any, ...]:
    seat, wager, amount, player, _ = bet
    return (*seat_order(seat), player or "", wager, amount)
