"""Claimants: who sat where the position passed by, and whether they could have taken it.

The seats table tells who sat there. Where it does not, whoever bet on a seat in the hand before and
again in this one was there between; without a name it may be somebody who was asked elsewhere.
Where the rules ask for an earlier bet, the wagers tell who qualified.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.earlier_bets import Candidates, bets_by_entry, seat_places
from feeaudit.audit.rotation.eligibility import qualified
from feeaudit.audit.rotation.offers import around
from feeaudit.audit.rotation.omissions import Sitters, not_asked, one_by_one, sitters
from feeaudit.audit.seating import tells_who_sat
from feeaudit.core.arrays import distinct, paired, parted

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Claimants:
    """The seats, as bits, of people who surely or maybe could have taken the position.

    ``unlogged`` of the latter are those of whom no wager of the previous hand is logged.
    """

    surely: Ints
    maybe: Ints
    unlogged: Ints


def claimants(case: Case, seats: Ints, but: Callable[[Ints], Ints], reading: int) -> Claimants:
    """Return who of those in seats (bits) could have taken the position and was not asked.

    ``but`` returns somebody for each of some hands of the history who need not be asked.
    """
    told = tells_who_sat(case, bank_history(case).hand)
    by_table = sitters(case, np.where(told, seats & around(case).players, 0))
    by_bets = bettors(case, np.where(told, 0, seats))
    size, maybe, surely, unlogged = len(seats), [], [], []
    for sat, listed in ((by_table, True), (by_bets, False)):
        left = not_asked(case, sat, but)
        who = Candidates(left.entry, left.person, _seat(case, left.number))
        fit = qualified(case, who, reading)
        sure = fit.surely & ((left.person >= 0) | listed)
        surely.append(left.only(sure).bits(size))
        maybe.append(left.only((fit.maybe | fit.surely) & ~sure & ~fit.unlogged).bits(size))
        unlogged.append(left.only(fit.unlogged).bits(size))
    return Claimants(*(each[0] | each[1] for each in (surely, maybe, unlogged)))


def _seat(case: Case, number: Ints) -> Ints:
    """Return the name of each numbered seat by its number among seat names."""
    places, numbers = seat_places(case)
    # The last place is for names without a number.
    known = np.full(int(max(numbers.max(initial=0), number.max(initial=0))) + 2, -1)
    known[numbers] = places
    found: Ints = known[number]
    return found


def bettors(case: Case, seats: Ints) -> Sitters:
    """Return who bet on seats (bits) in the hand before and again in the hand."""
    seats = np.where(bank_history(case).opens, 0, seats)
    entry, number = one_by_one(seats)
    if not len(entry):
        return Sitters(entry, number, entry)
    place = _seat(case, number)
    entries = distinct(entry)
    both = np.intersect1d(_bets(case, entries, 1), _bets(case, entries, 0), assume_unique=True)
    spot, person = parted(both, len(people(case)))
    # Whoever is named of those on one spot comes last among them.
    at = np.searchsorted(spot, _spot(case, entry, place), "right") - 1
    there: Bools = (at >= 0) & (np.append(spot, -1)[at] == _spot(case, entry, place))
    return Sitters(entry, number, np.append(person, -1)[at]).only(there)


def _spot(case: Case, entry: Ints, place: Ints) -> Ints:
    return paired(entry, place, len(seat_names(case)))


def _bets(case: Case, entries: Ints, back: int) -> Ints:
    """Return who bet on which spot so many hands before entries, each as one number."""
    mine, count = bets_by_entry(case).of(entries - back)
    places, _ = seat_places(case)
    seat = places[seat_names(case).numbers("wagers.seat", mine)]
    person = people(case).numbers("wagers.player", mine)
    spot = _spot(case, np.repeat(entries, count), seat)
    return distinct(paired(spot, person, len(people(case))))
