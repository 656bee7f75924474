"""To whom the position was offered before each hand, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.identity import Rows, people, seat_bits, seat_names, seat_numbers
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.seating import HOUSE, PATRON, UNKNOWN, Taken, sittings
from feeaudit.audit.shared import shared
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.bank_history import BankHistory
    from feeaudit.audit.seating import Sittings
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, eq=False)
class PositionOffers:
    """The offers before each entry of the history, and each offer in its order.

    An entry: ``count`` offers from ``first`` on, ``others`` of them to somebody other than whoever
    held the position then, ``to_holder`` accepted by whoever held it, ``to_other`` by somebody
    else, ``holder_declined`` declined by whoever held it, ``taker_untold`` accepted by a seat where
    nothing tells whether the holder's was another, ``unclear`` where the order of offers or a
    seat's number is not told. An offer: ``entry``, ``seat`` (name), ``number``, ``person``,
    ``accepted``. ``together`` are the offers before one hand.
    """

    count: Ints
    others: Ints
    first: Ints
    to_holder: Bools
    to_other: Bools
    holder_declined: Bools
    taker_untold: Bools
    unclear: Bools
    entry: Ints
    seat: Ints
    number: Ints
    person: Ints
    accepted: Bools
    together: Together

    @cached_property
    def asked(self) -> Ints:
        """The numbered seats that were asked before each entry, as bits."""
        asked: Ints = self.together.combined(np.bitwise_or, seat_bits(self.number))
        return asked


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Where the offers before each hand start, and at which entry of so many."""

    starts: Ints
    entry: Ints
    size: int

    def spread(self, values: Any) -> Any:
        """Return what is told of each hand with offers for every entry, 0 where there are none."""
        found = np.zeros(self.size, dtype=values.dtype)
        found[self.entry] = values
        return found

    def combined(self, combine: np.ufunc, values: Any) -> Any:
        """Return what the values of each entry's offers come to, 0 where there are none."""
        if not len(self.starts):
            return np.zeros(self.size, dtype=values.dtype)
        return self.spread(combine.reduceat(values, self.starts))


@shared
def position_offers(case: Case) -> PositionOffers:
    """Return the offers before each hand."""
    bank, rows = bank_history(case), _in_order(case)
    hand, sequence = (case.offers[name].to_numpy()[rows] for name in ("hand", "sequence"))
    entry = bank.entry_of[hand]
    seat = seat_names(case).numbers("offers.seat", rows)
    number = seat_numbers(case)[seat]
    person = people(case).numbers("offers.player", rows)
    accepted = _accepted(case)[rows]
    by_holder = _is_holder(bank, entry, person, seat)
    starts = np.flatnonzero(changes(hand))
    together = Together(starts, entry[starts], len(bank.hand))
    unclear = number < 0
    unclear[1:] |= (hand[1:] == hand[:-1]) & (sequence[1:] == sequence[:-1])
    count = together.spread(np.diff(starts, append=len(hand)))
    return PositionOffers(
        count=count,
        others=count - np.bincount(entry[by_holder], minlength=len(count)),
        first=together.spread(starts),
        to_holder=_any(entry[accepted & by_holder], len(count)),
        to_other=_any(entry[accepted & ~by_holder], len(count)),
        holder_declined=_any(entry[~accepted & by_holder], len(count)),
        taker_untold=_any(entry[accepted & (person < 0) & (bank.seat[entry] < 0)], len(count)),
        unclear=_any(entry[unclear], len(count)),
        entry=entry,
        seat=seat,
        number=number,
        person=person,
        accepted=accepted,
        together=together,
    )


def _in_order(case: Case) -> Rows:
    """Return the offers before hands of the history, hand after hand, by their sequence and seat.

    By hands of the log, not by entries: most logs are in that order already.
    """
    hand, sequence = (case.offers[name].to_numpy() for name in ("hand", "sequence"))
    known = np.append(bank_history(case).entry_of, -1)[hand] >= 0
    later = (hand[1:] > hand[:-1]) | ((hand[1:] == hand[:-1]) & (sequence[1:] > sequence[:-1]))
    if known.all() and later.all():
        return slice(None)
    rows = np.flatnonzero(known)
    seat = seat_names(case).numbers("offers.seat", rows)
    person = people(case).numbers("offers.player", rows)
    accepted = _accepted(case)[rows]
    return rows[np.lexsort((accepted, person, seat, sequence[rows], hand[rows]))]


def _accepted(case: Case) -> Bools:
    answers = case.offers["response"].cat
    yes = np.array([*(str(word) == "accept" for word in answers.categories), False])
    accepted: Bools = yes[answers.codes.to_numpy()]
    return accepted


def _is_holder(bank: BankHistory, entry: Ints, person: Ints, seat: Ints) -> Bools:
    """Tell whether an offer went to whoever held the position in the hand."""
    same: Bools = person == bank.person[entry]
    # Where either is nameless the seat tells.
    nameless = np.flatnonzero((person < 0) | bank.by_seat[entry])
    seats = seat[nameless]
    same[nameless] = (seats == bank.seat[entry[nameless]]) & (seats >= 0)
    return same


def _any(entries: Ints, size: int) -> Bools:
    found = np.zeros(size, dtype=bool)
    found[entries] = True
    return found


@dataclass(frozen=True, eq=False)
class Around:
    """The seats taken while the position was offered before each entry, as bits.

    Only seats that were taken both when the hand before started and when this one did, so that
    nobody is missed who had just come or gone. ``players`` leaves out the house; ``patrons``, for
    first hands of a game only, also third parties. Where the log does not say who had left
    (``ends``), nobody is taken to be there still.
    """

    bank: BankHistory
    stays: Sittings
    ends: bool

    @cached_property
    def players(self) -> Ints:
        """The seats of all but the house."""
        taken = Taken(self.stays, (self.stays.role != HOUSE) & self.ends)
        now = taken.at(self.bank.table, self.bank.time)
        players = now.copy()
        players[1:] &= now[:-1]
        # Before the first hand of a game, whoever had sat down by an instant before it started.
        opening, table, time = self._openings()
        players[opening] = now[opening] & taken.at(table, time - 1)
        return players

    @cached_property
    def patrons(self) -> Ints:
        """The seats of patrons, and of whoever may be one, before the first hands of games."""
        role = self.stays.role
        taken = Taken(self.stays, ((role == PATRON) | (role == UNKNOWN)) & self.ends)
        patrons = np.zeros(len(self.bank.hand), dtype=np.int64)
        opening, table, time = self._openings()
        patrons[opening] = taken.at(table, time - 1) & taken.at(table, time)
        return patrons

    def _openings(self) -> tuple[Ints, Ints, Ints]:
        opening = np.flatnonzero(self.bank.opens)
        return opening, self.bank.table[opening], self.bank.time[opening]


@shared
def around(case: Case) -> Around:
    """Return who sat round the table when the position was offered."""
    return Around(bank_history(case), sittings(case), case.has("seats.to"))
