"""What those who may take the position had bet before, from the wagers table; $0 is no bet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import people, seat_names, seat_numbers
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import groups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """People who may take the position before hands of the history, each with a seat.

    ``person`` is -1 for whoever is known by the seat only, ``seat`` where none is known.
    """

    entry: Ints
    person: Ints
    seat: Ints


def takers(case: Case, takes: Bools) -> Candidates:
    """Return those who hold the position in some hands of the history."""
    bank, entries = bank_history(case), np.flatnonzero(takes)
    person = np.where(bank.by_seat[entries], -1, bank.person[entries])
    places, _ = seat_places(case)
    return Candidates(entries, person, places[bank.seat[entries]])


@shared
def seat_places(case: Case) -> tuple[Ints, Ints]:
    """Return for each seat name the first of the same number, and its number; a blank's is last."""
    numbers = seat_numbers(case)
    first: dict[int, int] = {}
    each = enumerate(numbers[:-1].tolist())
    places = [first.setdefault(number, code) if number > 0 else code for code, number in each]
    return np.array([*places, -1], dtype=np.int64), numbers


@dataclass(frozen=True, eq=False)
class HandBefore:
    """The bets of the hand before, as they bear on each candidate.

    ``logged``: any bet at all is. ``own``: the candidate bet. ``on_spot``: a bet stood on the
    candidate's seat. ``own_on_spot``: it was the candidate's, or nobody's by name. ``untold``: a
    bet has no name and the candidate no known seat, so that it may have been the candidate's.
    """

    logged: Bools
    own: Bools
    on_spot: Bools
    own_on_spot: Bools
    untold: Bools


def hand_before(case: Case, who: Candidates, back: int = 1) -> HandBefore:
    """Return the bets of the hand before as they bear on candidates, or of ``back`` hands before.

    ``back`` of 0 is the hand itself.
    """
    mine, count = bets_by_entry(case).of(who.entry - back)
    place = np.repeat(np.arange(len(who.entry)), count)
    # As narrow as names and seats need: a night has millions of bets.
    person = people(case).codes("wagers.player", mine)
    places = seat_places(case)[0].astype(np.int32)
    seat = places[seat_names(case).codes("wagers.seat", mine)]
    taken, wanted = who.seat.astype(np.int32)[place], who.person.astype(np.int32)[place]
    spot = (seat == taken) & (seat >= 0)
    own = np.where((person < 0) | (wanted < 0), spot, person == wanted)

    def where(chosen: Bools | slice) -> Bools:
        found = np.zeros(len(who.entry), dtype=bool)
        found[place[chosen]] = True
        return found

    return HandBefore(
        logged=where(slice(None)),
        own=where(own),
        on_spot=where(spot),
        own_on_spot=where(own & spot),
        untold=where((person < 0) & (taken < 0)),
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
    """What candidates had done in the game before: hands bet in, bets, and since they last held it.

    ``untold``: some bets have no name and the candidate no known seat, so it may have been more.
    """

    hands: Ints
    bets: Ints
    hands_since: Ints
    held_before: Bools
    untold: Bools


def earlier(case: Case, who: Candidates) -> Earlier:
    """Return what candidates had done before in the same game at the table."""
    sizes = np.zeros((3, len(who.entry)), dtype=np.int64)
    if not len(who.entry):
        nobody = np.zeros(0, dtype=bool)
        return Earlier(sizes[0], sizes[1], sizes[2], nobody, nobody)
    past = _Past(case, who)
    bets, hands, nameless = past.bets()
    last = past.last_held()
    for known, rank in past.aliases():
        at, since = who.entry[known], np.maximum(last[known], 0)
        sizes[0, known] += past.count(hands, rank, 0, at)
        sizes[1, known] += past.count(bets, rank, 0, at)
        sizes[2, known] += past.count(hands, rank, since, at)
    untold = (who.seat < 0) & past.any_before(nameless)
    return Earlier(sizes[0], sizes[1], sizes[2], last >= 0, untold)


class _Past:
    """The past of candidates in their games; a bet without a name is the seat's it stands on."""

    def __init__(self, case: Case, who: Candidates) -> None:
        self.case, self.entries = case, who.entry
        self.bank = bank = bank_history(case)
        self.nobody = len(people(case))
        self.width = self.nobody + len(seat_names(case))
        self.size = len(bank.hand) + 1
        seats = np.where(who.seat < 0, -1, self.nobody + who.seat)
        by_name = who.person >= 0
        self.names = (np.where(by_name, who.person, seats), np.where(by_name, seats, -1))
        keys = [
            bank.game[self.entries[names >= 0]] * self.width + names[names >= 0]
            for names in self.names
        ]
        self.keys = distinct(np.concatenate(keys))
        # Nothing after the last of them in each game matters.
        self.until = np.zeros(int(bank.game.max()) + 1, dtype=np.int64)
        np.maximum.at(self.until, bank.game[self.entries], self.entries)

    def aliases(self) -> Iterator[tuple[Ints, Ints]]:
        """Yield places among the candidates, and their numbers: by name, then by seat."""
        for names in self.names:
            known = np.flatnonzero(names >= 0)
            yield known, self._rank(self.bank.game[self.entries[known]], names[known])

    def _rank(self, game: Ints, who: Ints) -> Ints:
        """Return the number of a candidate, -1 for anybody else; ``game`` is written over."""
        # In place: of a whole night's bets, each further column is 20 MB.
        game *= self.width
        game += who
        rank: Ints = np.searchsorted(self.keys, game)
        np.minimum(rank, len(self.keys) - 1, out=rank)
        rank[self.keys[rank] != game] = -1
        return rank

    def bets(self) -> tuple[Ints, Ints, Ints]:
        """Return every bet of a candidate as one number, who and when; and every hand bet in.

        Then the entries of bets without a name, ascending.
        """
        bank = self.bank
        early = np.flatnonzero(np.arange(len(bank.hand)) < self.until[bank.game])
        rows = bets_by_entry(self.case)
        entry = np.repeat(early, rows.count[early])
        who, blank = self._bettors(rows.of(early)[0])
        rank = self._rank(bank.game[entry], who)
        known = np.flatnonzero(rank >= 0)
        bets = np.sort(rank[known] * self.size + entry[known])
        return bets, distinct(bets), entry[blank]

    def _bettors(self, wagers: Ints) -> tuple[Ints, Ints]:
        """Return who placed wagers, the seat where that is not named, and where it is not."""
        who = people(self.case).numbers("wagers.player", wagers)
        blank = np.flatnonzero(who < 0)
        seats = seat_names(self.case).numbers("wagers.seat", wagers[blank])
        who[blank] = self.nobody + seat_places(self.case)[0][seats]
        return who, blank

    def any_before(self, when: Ints) -> Bools:
        """Tell before which candidates some of these entries lie in their game."""
        start = np.searchsorted(self.bank.game, self.bank.game[self.entries])
        before: Bools = np.searchsorted(when, self.entries) > np.searchsorted(when, start)
        return before

    def count(self, when: Ints, rank: Ints, start: Ints | int, end: Ints) -> Ints:
        """Return how many of a candidate's bets or hands lie from one entry up to another."""
        first = np.searchsorted(when, rank * self.size + start)
        count: Ints = np.searchsorted(when, rank * self.size + end) - first
        return count

    def last_held(self) -> Ints:
        """Return the entry at which each candidate last held the position in the game, else -1."""
        bank = self.bank
        early = np.arange(len(bank.hand)) <= self.until[bank.game]
        places = np.flatnonzero(early & bank.known)
        seat = seat_places(self.case)[0][bank.seat[places]]
        person = np.where(bank.by_seat[places], self.nobody + seat, bank.person[places])
        held = np.sort((bank.game[places] * self.width + person) * self.size + places)
        who = bank.game[self.entries] * self.width + self.names[0]
        at = np.searchsorted(held, who * self.size + self.entries) - 1
        same = (at >= 0) & (held[at] // self.size == who) & (self.names[0] >= 0)
        return np.where(same, held[at] % self.size, -1)
