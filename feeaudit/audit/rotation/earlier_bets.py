"""What those who take the position had bet before, from the wagers table; $0 is no bet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.groups import groups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, eq=False)
class HandBefore:
    """The bets of the hand before each hand of the history, as they bear on who takes the position.

    ``logged``: any bet at all is. ``own``: the taker bet. ``on_spot``: a bet stood on the taker's
    seat. ``own_on_spot``: it was the taker's, or nobody's by name. ``untold``: a bet has no name
    and the taker no known seat, so that it may have been the taker's.
    """

    logged: Bools
    own: Bools
    on_spot: Bools
    own_on_spot: Bools
    untold: Bools


def hand_before(case: Case, takes: Bools, back: int = 1) -> HandBefore:
    """Return the bets of the hand before, where somebody takes the position, or ``back`` hands."""
    bank = bank_history(case)
    entries = np.flatnonzero(takes)
    mine, count = bets_by_entry(case).of(entries - back)
    entry = np.repeat(entries, count)
    person = people(case).numbers("wagers.player", mine)
    seat = seat_names(case).numbers("wagers.seat", mine)
    taken = bank.seat[entry]
    spot = (seat == taken) & (seat >= 0)
    nobody = person < 0
    nameless = nobody | bank.by_seat[entry]
    own = np.where(nameless, spot, person == bank.person[entry])

    def where(chosen: Bools | slice) -> Bools:
        found = np.zeros(len(takes), dtype=bool)
        found[entry[chosen]] = True
        return found

    return HandBefore(
        logged=where(slice(None)),
        own=where(own),
        on_spot=where(spot),
        own_on_spot=where(own & spot),
        untold=where(nobody & (taken < 0)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class BetsByEntry:
    """The wagers of each hand of the history: ``count`` of them from ``first`` on in ``order``."""

    order: Ints | None
    first: Ints
    count: Ints

    def of(self, entries: Ints) -> tuple[Ints, Ints]:
        """Return the rows of the wagers of some hands, hand after hand, and how many each has."""
        count = self.count[entries]
        skipped = self.first[entries] - np.cumsum(count) + count
        place = np.repeat(skipped, count) + np.arange(int(count.sum()))
        return place if self.order is None else self.order[place], count


@shared
def bets_by_entry(case: Case) -> BetsByEntry:
    """Return which wagers players, not the player-dealer, placed on each hand of the history."""
    bank, wagers = bank_history(case), wagers_of(case)
    hand, placed = wagers.hand, wagers.placed
    groups = groups_of(hand if placed.all() else np.where(placed, hand, -1))
    # The last place is for wagers that are no bets, and those of hands without the position.
    entry = np.append(bank.entry_of, -1)[groups.keys]
    first, count = (np.zeros(len(bank.hand) + 1, dtype=np.int64) for _ in range(2))
    first[entry] = groups.starts
    count[entry] = groups.sizes(len(hand))
    return BetsByEntry(groups.order, first[:-1], count[:-1])


@dataclass(frozen=True, eq=False)
class Earlier:
    """What takers had done in the game before: hands bet in, bets, and since they last held it.

    ``untold``: some bets have no name and the taker no known seat, so that it may have been more.
    """

    hands: Ints
    bets: Ints
    hands_since: Ints
    held_before: Bools
    untold: Bools


def earlier(case: Case, takes: Bools) -> Earlier:
    """Return what those who take the position had done before in the same game at the table."""
    entries = np.flatnonzero(takes)
    sizes = np.zeros((3, len(takes)), dtype=np.int64)
    held_before, untold = (np.zeros(len(takes), dtype=bool) for _ in range(2))
    if len(entries):
        takers = _Takers(case, entries)
        bets, hands, nameless = takers.bets()
        last = takers.last_held()
        for known, rank in takers.aliases():
            at, since = entries[known], np.maximum(last[known], 0)
            sizes[0, at] += takers.count(hands, rank, 0, at)
            sizes[1, at] += takers.count(bets, rank, 0, at)
            sizes[2, at] += takers.count(hands, rank, since, at)
        held_before[entries] = last >= 0
        untold[entries] = takers.seatless & takers.any_before(nameless)
    return Earlier(sizes[0], sizes[1], sizes[2], held_before, untold)


class _Takers:
    """Who takes the position in which game; a bet without a name is whoever's seat it stands on."""

    def __init__(self, case: Case, entries: Ints) -> None:
        self.case, self.entries = case, entries
        self.bank = bank = bank_history(case)
        self.nobody = len(people(case))
        self.width = self.nobody + len(seat_names(case)) + 1
        self.size = len(bank.hand) + 1
        seats = np.where(bank.by_seat | (bank.seat < 0), -1, self.nobody + bank.seat)
        self.names = (bank.person[entries], seats[entries])
        self.seatless = bank.seat[entries] < 0
        keys = [
            bank.game[entries[names >= 0]] * self.width + names[names >= 0] for names in self.names
        ]
        self.keys = np.unique(np.concatenate(keys))
        # Nothing after the last of them in each game matters.
        self.until = np.full(int(bank.game.max()) + 1, -1, dtype=np.int64)
        np.maximum.at(self.until, bank.game[entries], entries)

    def aliases(self) -> Iterator[tuple[Ints, Ints]]:
        """Yield places in the entries, and the takers' numbers: by name, then by seat."""
        for names in self.names:
            known = np.flatnonzero(names >= 0)
            yield known, self._rank(self.bank.game[self.entries[known]], names[known])

    def _rank(self, game: Ints, who: Ints) -> Ints:
        """Return the number of a taker, -1 for anybody else."""
        key = game * self.width + who
        at = np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)
        return np.where(self.keys[at] == key, at, -1)

    def bets(self) -> tuple[Ints, Ints, Ints]:
        """Return every bet of a taker as one number, who and when; and every hand bet in.

        Then the entries of bets without a name, ascending.
        """
        bank = self.bank
        early = np.flatnonzero(np.arange(len(bank.hand)) < self.until[bank.game])
        mine, count = bets_by_entry(self.case).of(early)
        entry = np.repeat(early, count)
        person = people(self.case).numbers("wagers.player", mine)
        seat = seat_names(self.case).numbers("wagers.seat", mine)
        rank = self._rank(bank.game[entry], np.where(person >= 0, person, self.nobody + seat))
        bets = np.sort(rank[rank >= 0] * self.size + entry[rank >= 0])
        return bets, np.unique(bets), entry[person < 0]

    def any_before(self, when: Ints) -> Bools:
        """Tell before which takers some of these entries lie in their game."""
        start = np.searchsorted(self.bank.game, self.bank.game[self.entries])
        before: Bools = np.searchsorted(when, self.entries) > np.searchsorted(when, start)
        return before

    def count(self, when: Ints, rank: Ints, start: Ints | int, end: Ints) -> Ints:
        """Return how many of a taker's bets or hands lie from one entry up to another."""
        first = np.searchsorted(when, rank * self.size + start)
        count: Ints = np.searchsorted(when, rank * self.size + end) - first
        return count

    def last_held(self) -> Ints:
        """Return the entry at which each taker last held the position in the game, else -1."""
        bank = self.bank
        early = np.arange(len(bank.hand)) <= self.until[bank.game]
        places = np.flatnonzero(early & bank.known)
        key = bank.game[places] * self.width + bank.person[places]
        order = places[np.argsort(key, kind="stable")]
        same = bank.game[order[1:]] == bank.game[order[:-1]]
        same &= bank.person[order[1:]] == bank.person[order[:-1]]
        last = np.full(len(bank.hand), -1, dtype=np.int64)
        last[order[1:][same]] = order[:-1][same]
        return last[self.entries]
