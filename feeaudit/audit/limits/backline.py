"""Backline bets: wagers on a seat by somebody other than its holder, where the rules restrict them.

The holder is whom the seats table has there, else whoever alone placed the base wager. Where that
does not tell, several who bet on one seat prove that all but one of them do not hold it; what
depends on which of them does is not tested.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.identity import people
from feeaudit.audit.limits.bound_wagers import NOBODY, bound_wagers
from feeaudit.audit.limits.findings import Breach, Explanation, explained, kind_text
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.seating import person_in_seat
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import extent, paired
from feeaudit.core.money import dollars
from feeaudit.rules.limits import MOST_BACKLINE, NO_BACKLINE, ORDINANCE, Demand

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.limits.bound_wagers import BoundWagers
    from feeaudit.core.arrays import BoolArray, Bools, Ints

_RESTRICTED: Final = {NO_BACKLINE, ORDINANCE, MOST_BACKLINE}
NO_HOLDER: Final = "the log does not show who holds a seat that several players bet on"
NO_NAMES: Final = "the log does not show who placed the wagers at a seat"
NO_ORDINANCE: Final = "a local ordinance governs backline bets, and the schedules do not include it"


@dataclass(slots=True)
class BacklineBets:
    """The backline bets that the rules do not allow, and the hands where that stays open."""

    breaches: list[Breach] = field(default_factory=list)
    untested: dict[str, list[int]] = field(default_factory=dict)

    def set_aside(self, hand: int, why: str) -> None:
        """Leave a hand out for a reason."""
        self.untested.setdefault(why, []).append(hand)


class _Bet(NamedTuple):
    """One wager on a seat: its place, who placed it (NOBODY where blank), and what it is."""

    place: int
    player: int
    kind: str
    base: bool


class _Seat(NamedTuple):
    """A seat in a hand, its wagers by the names of who placed them, and who sits there if told."""

    hand: int
    bets: list[_Bet]
    sitting: int

    @property
    def players(self) -> list[int]:
        """Return who bet there, by name."""
        return list(dict.fromkeys(bet.player for bet in self.bets if bet.player != NOBODY))

    @property
    def nameless(self) -> bool:
        """Tell whether several base wagers of a kind stand there, one of them nobody's."""
        kinds = [bet.kind for bet in self.bets if bet.base]
        blank = {bet.kind for bet in self.bets if bet.base and bet.player == NOBODY}
        return any(kinds.count(kind) > 1 for kind in blank)

    @property
    def may_hold(self) -> list[int]:
        """Return who may hold it: whoever sits there, else those with a base wager, else all."""
        if self.sitting != NOBODY:
            return [self.sitting]
        based = {bet.player for bet in self.bets if bet.base}
        return [player for player in self.players if player in based] or self.players

    def behind(self, kinds: Collection[str]) -> tuple[list[_Bet], bool]:
        """Return the backline bets of some kinds, and whether the only one may be the holder's.

        Of several who may hold the seat the first by name is taken to: the order of rows says
        nothing.
        """
        bets = [bet for bet in self.bets if bet.kind in kinds and bet.player != NOBODY]
        able = self.may_hold
        mine = [player for player in able if any(bet.player == player for bet in bets)]
        return [bet for bet in bets if bet.player not in mine[:1]], len(mine) == 1 < len(able)


@shared
def backline_bets(case: Case) -> BacklineBets:
    """Return the backline bets of a case that the rules of their game do not allow."""
    found = BacklineBets()
    bets, settings = bound_wagers(case), limits_in_force(case).settings
    for seat in _seats(case, bets):
        setting = settings[int(bets.cell[seat.bets[0].place]) // len(bets.kinds)]
        demands = [each for each in setting.demands if each.what in _RESTRICTED]
        if not seat.nameless:
            _judge(found, case, seat, demands)
        elif any(each.what != ORDINANCE for each in demands):
            found.set_aside(seat.hand, NO_NAMES)
    return found


def untested_backline(case: Case) -> dict[str, Bools]:
    """Return the hands whose backline bets cannot be judged, with the reason."""
    reasons = {}
    for why, hands in backline_bets(case).untested.items():
        reasons[why] = case.no_hand.copy()
        reasons[why][hands] = True
    return reasons


def _seats(case: Case, bets: BoundWagers) -> Iterator[_Seat]:
    """Yield the seats on which others than a holder may have bet, under rules that restrict it."""
    places = _restricted(case, bets)
    if not len(places):
        return
    group = bets.groups("seat", places)
    player = _players(bets, places)
    sitting = _sitting(case, bets, places)
    base = _is_base(case, bets)[bets.cell[places]]
    odd = _several(group, player) | ((sitting != NOBODY) & (player != sitting))
    odd &= player != NOBODY
    odd |= base & _shared_kind(bets, group, base & (player == NOBODY), places)
    bound = _bound(case).ravel()[bets.cell[places]]
    restricted = np.zeros(extent(group), dtype=bool)
    restricted[group[bound]] = True
    odd &= restricted[group]
    chosen = np.flatnonzero(np.isin(group, group[odd]))
    chosen = chosen[np.argsort(group[chosen], kind="stable")]
    edges = np.flatnonzero(np.diff(group[chosen], prepend=-1))
    origin = dict(zip(places[chosen].tolist(), bets.origin(places[chosen]).tolist(), strict=True))

    def by_name(bet: _Bet) -> tuple[str, str, int, int]:
        """Return what puts the bets on a seat in order, whatever order the log has them in."""
        name = people(case).word(bet.player) if bet.player != NOBODY else ""
        return name, bet.kind, int(bets.amount[bet.place]), origin[bet.place]

    for members in np.split(chosen, edges[1:]) if len(edges) else ():
        told = [
            _Bet(place, int(player[each]), bets.kind(place), bool(base[each]))
            for each, place in zip(members, places[members].tolist(), strict=True)
        ]
        told.sort(key=by_name)
        yield _Seat(int(bets.hand[told[0].place]), told, int(sitting[members[0]]))


def _restricted(case: Case, bets: BoundWagers) -> Ints:
    """Return the wagers of settings whose rules restrict backline bets."""
    settings = _bound(case).any(axis=1)
    if not settings.any():
        return np.empty(0, dtype=np.int64)
    return np.flatnonzero(np.repeat(settings, len(bets.kinds))[bets.cell] & (bets.seat >= 0))


@shared
def _bound(case: Case) -> BoolArray:
    """Tell for each setting and kind whether the rules restrict backline bets on it."""
    asked, kinds = limits_in_force(case), bound_wagers(case).kinds
    found = np.zeros((len(asked.settings), len(kinds)), dtype=bool)
    for demands, settings in asked.alike:
        bound = {kind for each in demands if each.what in _RESTRICTED for kind in each.wagers}
        found[settings] = [kind in bound for kind in kinds]
    return found


def _players(bets: BoundWagers, places: Ints) -> Ints:
    if bets.player is None:
        return np.full(len(places), NOBODY, dtype=np.int64)
    return bets.player[places].astype(np.int64)


def _sitting(case: Case, bets: BoundWagers, places: Ints) -> Ints:
    """Return who sits where wagers stand, by the seats table."""
    if not case.has("seats"):
        return np.full(len(places), NOBODY, dtype=np.int64)
    hand = bets.hand[places]
    table, time = (case.hands[name].to_numpy()[hand] for name in ("table_code", "started_at"))
    return person_in_seat(case, table, bets.seat[places].astype(np.int64), time)


def _is_base(case: Case, bets: BoundWagers) -> Bools:
    """Tell for each setting and kind whether the kind is a base wager of the game."""
    found = np.zeros(bets.cells, dtype=bool)
    for number, setting in enumerate(limits_in_force(case).settings):
        for wager in setting.game.wagers if setting.game is not None else ():
            if wager.role == "base" and wager.wager in bets.kinds:
                found[number * len(bets.kinds) + bets.kinds.index(wager.wager)] = True
    return found


def _several(group: Ints, player: Ints) -> Bools:
    """Tell which wagers stand on a seat where several named players bet."""
    named = np.flatnonzero(player != NOBODY)
    seat, who = group[named], player[named]
    someone = np.full(extent(group), NOBODY, dtype=np.int32)
    someone[seat] = who
    several = np.zeros(len(someone), dtype=bool)
    several[seat[someone[seat] != who]] = True
    return several[group]


def _shared_kind(bets: BoundWagers, group: Ints, nameless: Bools, places: Ints) -> Bools:
    """Tell which wagers share seat and kind with another, where some wager has no name."""
    found = np.zeros(len(group), dtype=bool)
    near = np.flatnonzero(np.isin(group, group[nameless]))
    pair = paired(group[near], bets.cell[places[near]], bets.cells)
    _, back, number = np.unique(pair, return_inverse=True, return_counts=True)
    found[near] = number[back] > 1
    return found


def _judge(found: BacklineBets, case: Case, seat: _Seat, demands: list[Demand]) -> None:
    """Judge the bets on one seat by what the rules of its game say of backline bets."""
    bans = {each.wagers[0]: each for each in demands if each.what == NO_BACKLINE}
    behind, perhaps = seat.behind(bans)
    for bet in behind:
        told = _forbidden(case, seat, bet, bans[bet.kind])
        found.breaches.append(Breach(bet.place, told))
    if perhaps and not behind:
        found.set_aside(seat.hand, NO_HOLDER)
    doubtful = {kind for each in demands if each.what == ORDINANCE for kind in each.wagers}
    if seat.behind(doubtful)[0]:
        found.set_aside(seat.hand, NO_ORDINANCE)
    for demand in demands:
        if demand.what == MOST_BACKLINE:
            found.breaches += _too_many(seat, demand)


def _forbidden(case: Case, seat: _Seat, bet: _Bet, demand: Demand) -> Explanation:
    amount = dollars(int(bound_wagers(case).amount[bet.place]))
    names = [people(case).word(player) for player in seat.may_hold]
    one = " or ".join(names)
    shown = f"{kind_text(bet.kind)} of {amount} is a backline bet, which is not allowed"
    return explained(f"{shown}: {one} holds the seat", demand, demand.lines)


def _too_many(seat: _Seat, demand: Demand) -> Iterator[Breach]:
    """Yield the last bet on a seat behind which more bet than may."""
    holders = seat.may_hold
    behind = [player for player in seat.players if player not in holders[:1]]
    if len(behind) > demand.amount:
        last = [bet.place for bet in seat.bets if bet.player == behind[-1]][-1]
        shown = f"{len(behind)} players bet behind the seat, and only {demand.amount} may"
        yield Breach(last, explained(shown, demand, demand.lines))
