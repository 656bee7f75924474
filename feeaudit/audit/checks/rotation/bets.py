"""What those who take the position had bet before, from the wagers table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.checks.rotation.held import held
from feeaudit.audit.checks.rotation.names import Bools, Ints, people, seat_names

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@dataclass(frozen=True, eq=False)
class HandBefore:
    """The bets of the hand before each hand of Held, as they bear on who takes the position.

    ``logged``: any bet at all is. ``own``: the taker bet. ``on_spot``: a bet stood on the taker's
    seat. ``own_on_spot``: it was the taker's, or nobody's by name.
    """

    logged: Bools
    own: Bools
    on_spot: Bools
    own_on_spot: Bools


def hand_before(case: Case, takes: Bools) -> HandBefore:
    """Return the bets of the hand before, where somebody takes the position."""
    holding, wagers = held(case), case.wagers
    entries = np.flatnonzero(takes)
    # The entry that follows each hand; the last place is for wagers without a hand.
    after = np.full(len(case.hands) + 1, -1, dtype=np.int64)
    after[holding.hand[entries - 1]] = entries
    entry = after[wagers["hand"].to_numpy()]
    mine = np.flatnonzero(entry >= 0)
    entry = entry[mine]
    person = people(case).codes(wagers, "player")[mine]
    seat = seat_names(case).codes(wagers, "seat")[mine]
    spot = (seat == holding.seat[entry]) & (seat >= 0)
    nameless = (person < 0) | holding.by_seat[entry]
    own = np.where(nameless, spot, person == holding.person[entry])

    def where(chosen: Bools) -> Bools:
        found: Bools = np.bincount(entry[chosen], minlength=len(takes)) > 0
        return found

    return HandBefore(
        logged=where(np.ones(len(entry), dtype=bool)),
        own=where(own),
        on_spot=where(spot),
        own_on_spot=where(own & spot),
    )


@dataclass(frozen=True, eq=False)
class Earlier:
    """What takers had done in the game before: hands bet in, bets, and since they last held it."""

    hands: Ints
    bets: Ints
    hands_since: Ints
    held_before: Bools


def earlier(case: Case, takes: Bools) -> Earlier:
    """Return what those who take the position had done before in the same game at the table."""
    holding, wagers = held(case), case.wagers
    entries = np.flatnonzero(takes)
    takers = _Takers(case, entries)
    entry = np.append(holding.entry_of, -1)[wagers["hand"].to_numpy()]
    # Only games in which somebody asked about took the position; the last place is for no game.
    mine = np.flatnonzero(np.append(takers.games, False)[np.append(holding.game, -1)[entry]])
    entry = entry[mine]
    person = people(case).codes(wagers, "player")[mine]
    seat = seat_names(case).codes(wagers, "seat")[mine]
    # A bet without a name is whoever's seat it stands on.
    who = np.where(person >= 0, person, len(people(case)) + seat)
    width = len(holding.hand) + 1
    key = takers.rank(holding.game[entry], who)
    when = np.sort(key[key >= 0] * width + entry[key >= 0])
    once = np.unique(when)
    sizes = np.zeros((3, len(takes)), dtype=np.int64)
    before = takers.last_held(entries)
    seats = np.where(holding.by_seat | (holding.seat < 0), -1, len(people(case)) + holding.seat)
    for alias in (holding.person, seats):
        rank = takers.rank(holding.game[entries], alias[entries])
        known = rank >= 0
        until = rank[known] * width + entries[known]
        start, since = rank[known] * width, rank[known] * width + np.maximum(before[known], 0)
        at = entries[known]
        sizes[0, at] += np.searchsorted(once, until) - np.searchsorted(once, start)
        sizes[1, at] += np.searchsorted(when, until) - np.searchsorted(when, start)
        sizes[2, at] += np.searchsorted(once, until) - np.searchsorted(once, since)
    held_before = np.zeros(len(takes), dtype=bool)
    held_before[entries] = before >= 0
    return Earlier(sizes[0], sizes[1], sizes[2], held_before)


class _Takers:
    """Who takes the position in which game, numbered."""

    def __init__(self, case: Case, entries: Ints) -> None:
        self.holding = holding = held(case)
        self.width = len(people(case)) + len(seat_names(case)) + 1
        self.games = np.zeros(int(holding.game.max(initial=-1)) + 1, dtype=bool)
        self.games[holding.game[entries]] = True
        people_keys = holding.game[entries] * self.width + holding.person[entries]
        seats = holding.seat[entries]
        seat_keys = holding.game[entries] * self.width + len(people(case)) + seats
        self.keys = np.unique(np.concatenate([people_keys, seat_keys[seats >= 0]]))

    def rank(self, game: Ints, who: Ints) -> Ints:
        """Return the number of a taker, -1 for anybody else."""
        if not len(self.keys):
            return np.full(len(game), -1, dtype=np.int64)
        key = game * self.width + who
        at = np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)
        return np.where((self.keys[at] == key) & (who >= 0), at, -1)

    def last_held(self, entries: Ints) -> Ints:
        """Return the entry at which each taker last held the position in the game, else -1."""
        holding = self.holding
        key = np.where(holding.known, holding.game * self.width + holding.person, -1)
        order = np.argsort(key, kind="stable")
        last = np.full(len(key), -1, dtype=np.int64)
        same = (key[order[1:]] == key[order[:-1]]) & (key[order[1:]] >= 0)
        last[order[1:][same]] = order[:-1][same]
        return last[entries]
