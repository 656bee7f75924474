"""Copies: hands and records that stand in the log a second time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.identity import seat_names
from feeaudit.audit.played_games import each_game
from feeaudit.audit.records.positions import stands_before
from feeaudit.core.arrays import paired

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints, IntTable, Numbers
    from feeaudit.rules.contexts import Context


# What tells records apart, the most telling first.
_COLUMNS: Final = {
    "wagers": ("wager", "amount", "player", "seat", "result", "returned"),
    "collections": ("fee", "amount", "seat", "payer", "player", "moment", "taken_at", "waived"),
}
# By so many columns most records differ from all others of their hand already.
_TELLING: Final = 3
# An odd number near 2**32 over the golden ratio spreads small numbers over all bits.
_MIX: Final = np.uint32(0x9E3779B1)
_BITS: Final = 32
# So many rows at a time stay within the processor's caches.
_BLOCK: Final = 65_536


def repeated_hands(case: Case) -> dict[int, tuple[int, int]]:
    """Return the hands whose id stands before them in the log: source and row of the first."""
    if not case.repeated.any():
        return {}
    if case.surroundings is not None:
        firsts, ids = case.surroundings.repeated, case.hands["hand_id"].to_numpy()
        return {row: firsts[ids[row]] for row in np.flatnonzero(case.repeated).tolist()}
    codes, _ = pd.factorize(case.hands["hand_id"])
    rows = stands_before(case.hands, np.flatnonzero(np.bincount(codes)[codes] > 1))
    again = pd.Series(codes[rows]).duplicated().to_numpy()
    places = _places(case, rows)
    first = dict(zip(codes[rows][~again].tolist(), places[~again].tolist(), strict=True))
    return {row: tuple(first[codes[row]]) for row in rows[again].tolist()}


def _places(case: Case, rows: Ints) -> IntTable:
    return np.column_stack([case.hands[name].to_numpy()[rows] for name in ("source", "row")])


def repeated_records(case: Case, name: str) -> Ints:
    """Return the wagers or collections that are the same in every column as an earlier one.

    Only such as cannot well be two of the same thing.
    """
    frame: pd.DataFrame = getattr(case, name)
    present = [each for each in _COLUMNS[name] if each in frame]
    rows = twins(frame["hand"].to_numpy(), [numbers_of(frame[each]) for each in present[:_TELLING]])
    once = _one_of_a_kind if name == "wagers" else _paid_once
    rows = rows[once(case, rows)]
    if not len(rows):
        return rows
    rows = stands_before(frame, rows)
    repeated: Ints = rows[frame.iloc[rows].duplicated(["hand", *present]).to_numpy()]
    return repeated


def _one_of_a_kind(case: Case, rows: Ints) -> Bools:
    """Tell which wagers are one of a kind: placed before the deal by a player who is named."""
    kind, player = (case.wagers[name].cat for name in ("wager", "player"))
    kinds = [str(each) for each in kind.categories]
    listed = each_game(case, lambda each: [_before_deal(each.game, kind) for kind in kinds])
    table = np.array([*listed, [False] * len(kinds)], dtype=bool)
    hand = case.wagers["hand"].to_numpy()[rows]
    context = np.append(case.hands["context"].to_numpy(), len(listed))[hand]
    named = player.codes.to_numpy()[rows] >= 0
    apart: Bools = table[context, kind.codes.to_numpy()[rows]] & named
    return apart


def _before_deal(game: Game | None, kind: str) -> bool:
    wager = game.wager(kind) if game is not None and game.kind == "player_dealer" else None
    return wager is not None and wager.placed == "before_deal"


def _paid_once(case: Case, rows: Ints) -> Bools:
    """Tell which fees are taken once: of a seat with one wager, or for the hand as a whole.

    Jackpot fees are taken in stages, and a player may owe the same fee on each of several wagers.
    """
    collections = case.collections
    hand = collections["hand"].to_numpy()[rows]
    once: Bools = (hand >= 0) & ~_are(collections["fee"], "jackpot", rows)
    by_player = _are(collections["payer"], "player", rows)
    of_players, of_hands = np.flatnonzero(once & by_player), np.flatnonzero(once & ~by_player)
    once[of_players] = _has_one_wager(case, rows[of_players])
    once[of_hands] = case.of_contexts(_once_a_hand)[hand[of_hands]]
    return once


def _are(column: pd.Series, word: str, rows: Ints) -> Bools:
    words = list(column.cat.categories)
    code = words.index(word) if word in words else len(words)
    same: Bools = column.cat.codes.to_numpy()[rows] == code
    return same


def _once_a_hand(context: Context) -> bool:
    """Tell whether all that is not owed by players is owed once a hand."""
    charges = (charge for term in context.terms for charge in term.charges)
    return all(charge.per == "hand" for charge in charges if charge.payer != "player")


def _has_one_wager(case: Case, rows: Ints) -> Bools:
    """Tell which collections of hands are of a seat that has a single wager in the hand."""
    if not case.has("wagers", "collections.seat"):
        return np.zeros(len(rows), dtype=bool)
    names = seat_names(case)
    seat, seats = names.numbers("collections.seat", rows), names.codes("wagers.seat")
    hand, wagered = case.collections["hand"].to_numpy()[rows], case.wagers["hand"].to_numpy()
    wanted = np.zeros(len(case.hands) + 1, dtype=bool)
    wanted[hand] = True
    beside = np.flatnonzero(wanted[wagered])
    there = np.sort(paired(wagered[beside], seats[beside], len(names)), kind="stable")
    here = paired(hand, seat, len(names))
    number = np.searchsorted(there, here, side="right") - np.searchsorted(there, here)
    single: Bools = (seat >= 0) & (number == 1)
    return single


def numbers_of(column: pd.Series) -> Numbers:
    """Return the numbers of a column, or those that its names go by."""
    named = isinstance(column.dtype, pd.CategoricalDtype)
    numbers: Numbers = (column.cat.codes if named else column).to_numpy()
    return numbers


def twins(hand: Ints, columns: Sequence[Numbers]) -> Ints:
    """Return the rows that are the same as another of their hand in all columns.

    A few that are not may be among them: what the columns hold is mixed into one number.
    """
    found = [
        rows.start + _twins(hand[rows], [column[rows] for column in columns])
        for rows in _blocks(hand)
    ]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _blocks(hand: Ints) -> Iterator[slice]:
    """Yield rows that have whole hands; where hands are not in order, all rows at once."""
    in_order = bool((hand[1:] >= hand[:-1]).all())
    start = 0
    while start < len(hand):
        last = hand[min(start + _BLOCK, len(hand)) - 1]
        end = int(np.searchsorted(hand, last, "right")) if in_order else len(hand)
        yield slice(start, end)
        start = end


def _twins(hand: Ints, columns: Sequence[Numbers]) -> Ints:
    mixed = np.zeros(len(hand), dtype=np.uint32)
    for column in columns:
        mixed ^= column.astype(np.uint32)
        mixed *= _MIX
    key = (hand << _BITS) | mixed
    order = np.argsort(key, kind="stable")
    key = key[order]
    same = np.flatnonzero(key[1:] == key[:-1])
    twice = np.zeros(len(key), dtype=bool)
    twice[order[same]] = True
    twice[order[same + 1]] = True
    return np.flatnonzero(twice)
