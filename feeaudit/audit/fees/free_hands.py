"""Opening hands: where a new game's first hands are free of collection, as some rules print.

A log shows that a game opens where its table played another game before, stood idle or began
another session. The first hand of a table on a day opens it by all appearances where all have just
sat down; otherwise too, unless play may have gone on out of sight before, somebody had sat there
for long, or the log has fewer hands of the game than are freed: then nothing tells. Either way such
a hand may be free, and going without a fee is no fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.order_of_play import another_session, may_go_on, order_of_play
from feeaudit.audit.seating import sittings
from feeaudit.core.groups import beside, changes
from feeaudit.core.kept_answers import kept

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
    of which it does not show when their game opened; ``likely`` are those of ``perhaps`` that are
    the first of their table's day with nothing to say that play had begun before.
    """

    place: Ints
    free: Bools
    perhaps: Bools
    likely: Bools

    def of(self, hands: Ints) -> OpeningHands:
        """Return the same of some hands."""
        return OpeningHands(
            self.place[hands], self.free[hands], self.perhaps[hands], self.likely[hands]
        )


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


# The parts of a long log are of the same games, day after day.
@kept(4_000)
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
        nowhere = np.zeros(len(many), dtype=np.int64)
        return OpeningHands(nowhere, case.no_hand, case.no_hand, case.no_hand)
    order = order_of_play(case).hand
    begun = _beginnings(case, order)
    start = np.maximum.accumulate(np.where(begun.fresh, np.arange(len(order)), 0))
    place, sure, likely = np.empty(len(order), dtype=np.int64), case.no_hand, case.no_hand
    place[order] = np.arange(len(order)) - start
    # Fewer hands than are freed are an excerpt, which tells nothing of a table's opening.
    whole = np.bincount(start, minlength=len(order))[start] >= many[order]
    sure[order], likely[order] = begun.shown[start], (begun.likely & whole | begun.seated)[start]
    early = place < many
    return OpeningHands(place, early & sure, early & ~sure, early & ~sure & likely)


class _Beginnings(NamedTuple):
    """With which hands a game begins, and where the log shows that it opened then, or seems to.

    ``seated`` are those at which all had just sat down.
    """

    fresh: Bools
    shown: Bools
    likely: Bools
    seated: Bools


def _beginnings(case: Case, order: Ints) -> _Beginnings:
    hands = case.hands
    table, day, time = (
        hands[name].to_numpy()[order] for name in ("table_code", "day", "started_at")
    )
    game = case.games[order]
    first = changes(table) | changes(day)
    shown = changes(game)
    shown[1:] |= time[1:] - time[:-1] > NEW_GAME_AFTER
    if "session" in hands:
        shown |= another_session(hands["session"].cat.codes.to_numpy()[order], first | shown)
    seated, (fresh, settled) = case.no_hand, _sat_down(case, table[first], time[first])
    shown[first], seated[first] = False, fresh
    likely = first & ~may_go_on(case, order, NEW_GAME_AFTER)
    likely[first] &= ~settled
    return _Beginnings(first | shown, shown, likely, seated)


def _sat_down(case: Case, table: Ints, time: Ints) -> tuple[Bools, Bools]:
    """Tell at which tables and times all had just sat down, and where somebody had sat for long."""
    stays = sittings(case)
    order = np.argsort(stays.table, kind="stable")
    row, place = beside(stays.table[order], table)
    stay, at = order[place], time[row]
    there = (stays.start[stay] <= at) & (at <= stays.end[stay])
    long = there & (stays.start[stay] < at - NEW_GAME_AFTER)
    anybody, settled = (np.bincount(row[each], minlength=len(table)) > 0 for each in (there, long))
    return anybody & ~settled, settled
