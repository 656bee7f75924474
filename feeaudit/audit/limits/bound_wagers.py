"""BoundWagers: the players' wagers of a log as arrays, grouped by what the rules may bind.

The player-dealer's own wagers are none, nor are wagers of nothing; totals of a whole table are not
wagers that a limit could bind. Arrays stay as narrow as the log has them: with millions of wagers,
touching memory is what costs. Only what others are looked up by is as wide as NumPy wants it: it
would widen it again at every look.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.limits.limits_in_force import LimitsInForce, limits_in_force
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.arrays import extent, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.wagers import Wagers
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints, Numbers

NOBODY: Final = -1
_ROOM: Final = 8
"""Spots are numbered by hand and seat where that takes no more than so many numbers a wager."""


@dataclass(frozen=True, slots=True, eq=False)
class BoundWagers:
    """The wagers that limits can bind, each with a place here.

    ``cell`` numbers a setting and a wager kind together; what the rules ask of a wager depends on
    nothing else but the amounts around it. ``strange`` are hands with wagers their game does not
    have, ``summed`` hands whose wagers are totals, ``bare`` hands without a wager. ``seats`` and
    ``names`` are how many codes those have, with that of a blank.
    """

    wagers: pd.DataFrame
    kept: Bools | None
    hand: Ints
    cell: Ints
    amount: Ints
    seat: Numbers
    player: Numbers | None
    kinds: tuple[str, ...]
    seats: int
    names: int
    cells: int
    strange: Bools
    summed: Bools
    bare: Bools
    _made: dict[str, Ints] = field(default_factory=dict)

    def record(self, places: Ints) -> Ints:
        """Return the rows of wagers in the case's frame."""
        if self.kept is None:
            return places
        if "record" not in self._made:
            self._made["record"] = np.flatnonzero(self.kept)
        return self._made["record"][places]

    def origin(self, places: Ints) -> Ints:
        """Return numbers in the order of the log's files and rows, whatever order they come in."""
        rows = self.record(places)
        source, row = (self.wagers[name].to_numpy()[rows] for name in ("source", "row"))
        origin: Ints = (source.astype(np.int64) << 32) + row
        return origin

    def kind(self, place: int) -> str:
        """Return the kind of a wager."""
        return self.kinds[int(self.cell[place]) % len(self.kinds)]

    def setting(self, places: Ints) -> Ints:
        """Return the numbers of wagers' settings."""
        numbers: Ints = self.cell[places] // max(1, len(self.kinds))
        return numbers

    def places(self, settings: Iterable[int], kinds: Sequence[str]) -> Ints:
        """Return the places of all wagers of some kinds in some settings."""
        order, edges = self._by_cell()
        numbers = [self.kinds.index(kind) for kind in kinds if kind in self.kinds]
        cells = [number * len(self.kinds) + kind for number in settings for kind in numbers]
        parts = [order[edges[cell] : edges[cell + 1]] for cell in cells]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)

    def _by_cell(self) -> tuple[Ints, Ints]:
        """Return the wagers by cell, and where each cell begins."""
        if "order" not in self._made:
            count = np.bincount(self.cell, minlength=self.cells)
            used = np.flatnonzero(count)
            # A stable sort of small numbers is a radix sort: linear, and several times as fast.
            dense = np.zeros(self.cells, dtype=np.min_scalar_type(len(used)))
            dense[used] = np.arange(len(used))
            self._made["order"] = np.argsort(dense[self.cell], kind="stable")
            self._made["edges"] = np.concatenate([[0], np.cumsum(count)])
        return self._made["order"], self._made["edges"]

    def keys(self, scope: str, places: Ints | slice) -> Ints:
        """Return numbers that are the same for wagers of the same spot, seat, player or hand."""
        hand = self.hand[places]
        if scope == "hand":
            return hand
        seat = paired(hand, self.seat[places], self.seats)
        if self.player is None or scope == "seat":
            return seat
        player = self._players()[places]
        if scope == "spot":
            return paired(seat, player, self.names)
        return np.where(player != NOBODY, paired(hand, player, self.names), -seat)

    def _players(self) -> Numbers:
        """Return players, nobody at seats where the log names some and not others."""
        player = self.player
        if player is None:
            return np.full(len(self.hand), NOBODY)
        if "players" not in self._made:
            rows = np.flatnonzero(self._seats_partly_named(player))
            if len(rows):
                player = player.copy()
                player[rows] = NOBODY
            self._made["players"] = player
        return self._made["players"]

    def _seats_partly_named(self, player: Numbers) -> Bools:
        """Tell which wagers stand at seats where some have a player and others none.

        Few hands have both, and only these are looked at.
        """
        blank = player == NOBODY
        both = np.logical_and(*(self._hands_with(each) for each in (blank, ~blank)))
        found = both[self.hand]
        rows = np.flatnonzero(found)
        seat = paired(self.hand[rows], self.seat[rows], self.seats)
        found[rows] = np.isin(seat, seat[blank[rows]])
        return found

    def _hands_with(self, chosen: Bools) -> Bools:
        """Tell which hands have a wager that is chosen."""
        hands = np.zeros(len(self.summed), dtype=bool)
        hands[self.hand[chosen]] = True
        return hands

    def groups(self, scope: str, places: Ints) -> Ints:
        """Return the same as small numbers, for which ``tally`` can add up."""
        if scope == "hand":
            return self.hand[places]
        if scope not in self._made:
            room = len(self.summed) * (self.seats + 1)
            narrow = room <= _ROOM * len(self.hand)
            if scope == "spot" and narrow:
                self._made[scope] = self._spots(room)
            elif scope == "seat" and narrow:
                # Small enough as they are, and no sorting is needed.
                self._made[scope] = self.keys(scope, slice(None))
            else:
                self._made[scope] = _numbered(self.keys(scope, slice(None)))
        return self._made[scope][places]

    def _spots(self, room: int) -> Ints:
        """Return the number of each wager's hand and seat, and a further one for further players.

        That needs no sorting, and few seats have several players.
        """
        spot = paired(self.hand, self.seat, self.seats)
        if self.player is None:
            return spot
        player = self._players()
        someone = np.empty(room, dtype=player.dtype)
        someone[spot] = player
        others = np.flatnonzero(someone[spot] != player)
        spot[others] = room + _numbered(paired(spot[others], player[others], self.names))
        return spot

    def tally(
        self,
        scope: str,
        groups: Ints,
        amounts: Ints | int,
        wanted: Ints,
        together: np.ufunc = np.add,
    ) -> Ints:
        """Return what amounts make together in each of the wanted spots, players or hands."""
        name = f"sums by {scope}"
        if name not in self._made:
            every = self.hand if scope == "hand" else self._made[scope]
            self._made[name] = np.zeros(extent(every), dtype=np.int64)
        # One array serves all: only what was written is wiped, so the cost is that of the wagers.
        sums = self._made[name]
        together.at(sums, groups, amounts)
        found = sums[wanted]
        sums[groups] = 0
        return found


def _numbered(keys: Ints) -> Ints:
    """Return keys as numbers without gaps; logs are in order or nearly so, which is used."""
    if (keys[1:] >= keys[:-1]).all():
        return np.cumsum(np.concatenate([[False], keys[1:] != keys[:-1]])[: len(keys)])
    order = np.argsort(keys, kind="stable")
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = _numbered(keys[order])
    return numbers


@shared
def bound_wagers(case: Case) -> BoundWagers:
    """Return the bets of a case."""
    wagers, hands = wagers_of(case), case.hands
    summed = wagers.summed(len(hands))
    bare = ~summed
    bare[wagers.hand[wagers.hand >= 0]] = False
    kept = _kept(wagers, summed)
    chosen = slice(None) if kept is None else kept
    hand = wagers.hand[chosen]
    asked = limits_in_force(case)
    first = asked.of_context[hands["context"].to_numpy()] * len(wagers.kinds)
    cell = first[hand] + wagers.kind[chosen]
    strange = np.zeros(len(hands), dtype=bool)
    strange[hand[_strange(asked, wagers.kinds)[cell]]] = True
    return BoundWagers(
        wagers=case.wagers,
        kept=kept,
        hand=hand,
        cell=cell,
        amount=wagers.amount[chosen],
        seat=wagers.seat[chosen],
        player=wagers.player[chosen] if "player" in case.wagers else None,
        kinds=wagers.kinds,
        seats=len(seat_names(case)),
        names=len(people(case)),
        cells=len(asked.settings) * len(wagers.kinds),
        strange=strange,
        summed=summed,
        bare=bare,
    )


def _kept(wagers: Wagers, summed: Bools) -> Bools | None:
    """Tell which wagers limits can bind; None for all."""
    kept = wagers.placed & (wagers.kind >= 0)
    if summed.any():
        kept &= ~summed[wagers.hand]
    return None if kept.all() else kept


def _strange(asked: LimitsInForce, kinds: tuple[str, ...]) -> Bools:
    """Tell for each setting and kind whether the game is known and does not have the kind."""
    known: dict[int, list[bool]] = {}
    found: list[list[bool]] = []
    for each in asked.settings:
        if id(each.game) not in known:
            known[id(each.game)] = [_lacks(each.game, kind) for kind in kinds]
        found.append(known[id(each.game)])
    return np.array(found, dtype=bool).ravel()


def _lacks(game: Game | None, kind: str) -> bool:
    return game is not None and game.kind == "player_dealer" and game.wager(kind) is None
