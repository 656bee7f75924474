"""Opening hands: where a new game's first hands are free of collection, as some rules print.

A log shows that a game opens where its table played another game before, stood idle, or where all
who sit there have just sat down. At the first hand of a table on a day it often does not: then a
hand may be free, and going without a fee is no fault, but neither is paying one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.seating import sittings

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context

# A game is new when its table stood idle this long or played another game before.
NEW_GAME_AFTER: Final = 30 * 60 * 1_000_000
_OPENING: Final = ("opening hands",)


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """Of each hand its place in its game, from 0, and whether it is free.

    ``free`` are hands that the log shows to be among those that the rules free, ``perhaps`` those
    of which it does not show when their game opened.
    """

    place: Ints
    free: Bools
    perhaps: Bools

    def of(self, hands: Ints) -> OpeningHands:
        """Return the same of some hands."""
        return OpeningHands(self.place[hands], self.free[hands], self.perhaps[hands])


def free_hands(case: Case, rows: pd.DataFrame) -> Bools:
    """Return which rows are of hands that open a new game, or may, and need no collection."""
    if not len(rows):
        return np.zeros(0, dtype=bool)
    opening = opening_hands(case)
    chosen: Bools = (opening.free | opening.perhaps)[rows["hand"].to_numpy()]
    return chosen


def keep_openings(case: Case, replayed: Case, hands: Ints) -> None:
    """Have hands that are played again be free where they were: their neighbors are not there."""
    replayed.known[_OPENING] = opening_hands(case).of(hands)


def hands_freed(context: Context) -> int:
    """Return how many opening hands a context frees of collection."""
    rules = context.rules("free_hands")
    return max((rule.hands or 0 for rule in rules), default=0)


def opening_hands(case: Case) -> OpeningHands:
    """Return which hands open a new game and are free, worked out once."""
    if _OPENING not in case.known:
        case.known[_OPENING] = _opening_hands(case)
    found: OpeningHands = case.known[_OPENING]
    return found


def _opening_hands(case: Case) -> OpeningHands:
    freed = np.array([hands_freed(each) for each in case.contexts], dtype=np.int64)
    many = freed[case.hands["context"].to_numpy()]
    if not many.any():
        return OpeningHands(np.zeros(len(many), dtype=np.int64), case.no_hand, case.no_hand)
    order = order_of_play(case).hand
    fresh, shown = _beginnings(case, order)
    start = np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))
    place, sure = np.empty(len(order), dtype=np.int64), case.no_hand
    place[order] = np.arange(len(order)) - start
    sure[order] = shown[start]
    early = place < many
    return OpeningHands(place, early & sure, early & ~sure)


def _beginnings(case: Case, order: Ints) -> tuple[Bools, Bools]:
    """Tell with which hands a game begins, and where the log shows that it opened then."""
    hands = case.hands
    table, day, time = (
        hands[name].to_numpy()[order] for name in ("table_code", "day", "started_at")
    )
    game = case.games[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (table[1:] != table[:-1]) | (day[1:] != day[:-1])
    shown = np.zeros(len(order), dtype=bool)
    shown[1:] = (game[1:] != game[:-1]) | (time[1:] - time[:-1] > NEW_GAME_AFTER)
    shown[first] = _just_sat_down(case, table[first], time[first])
    return first | shown, shown


def _just_sat_down(case: Case, table: Ints, time: Ints) -> Bools:
    """Tell at which tables and times somebody sat and nobody had sat for long."""
    stays = sittings(case)
    found = []
    for number, at in zip(table.tolist(), time.tolist(), strict=True):
        there = (stays.table == number) & (stays.start <= at) & (at <= stays.end)
        found.append(there.any() and bool((stays.start[there] >= at - NEW_GAME_AFTER).all()))
    return np.array(found, dtype=bool)
