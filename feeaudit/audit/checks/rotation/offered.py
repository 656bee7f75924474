"""To whom the position was offered before each hand, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.checks.rotation.held import held
from feeaudit.audit.checks.rotation.names import Bools, Ints, people, seat_names, seat_numbers
from feeaudit.audit.checks.rotation.seating import HOUSE, PATRON, UNKNOWN, Taken, sittings
from feeaudit.audit.grouping import in_order

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.rotation.held import Held


@dataclass(frozen=True, eq=False)
class Offered:
    """The offers before each entry of Held, and each offer in its order.

    An entry: ``count`` offers from ``first`` on, ``others`` of them to somebody other than whoever
    held the position then, ``to_holder`` accepted by whoever held it, ``to_other`` by somebody
    else, ``holder_declined`` declined by whoever held it, ``unclear`` where the order of offers or
    a seat's number is not told. An offer: ``entry``, ``seat`` (name), ``number``, ``person``,
    ``accepted``; ``starts`` are the first of each hand.
    """

    count: Ints
    others: Ints
    first: Ints
    to_holder: Bools
    to_other: Bools
    holder_declined: Bools
    unclear: Bools
    entry: Ints
    seat: Ints
    number: Ints
    person: Ints
    accepted: Bools
    starts: Ints

    @cached_property
    def asked(self) -> Ints:
        """The numbered seats that were asked before each entry, as bits."""
        bits = np.where(self.number > 0, 1 << np.maximum(self.number, 0), 0)
        return combined(np.bitwise_or, bits, self)


def offered(case: Case) -> Offered:
    """Return the offers before each hand."""
    return case.shared("rotation.offered", _offered)


def _offered(case: Case) -> Offered:
    holding, frame = held(case), case.offers
    hand = frame["hand"].to_numpy().astype(np.int64)
    sequence = frame["sequence"].to_numpy().astype(np.int64)
    order = np.flatnonzero(np.append(holding.entry_of, -1)[hand] >= 0)
    # By hands of the log, not by entries: most logs are in that order already.
    order = order[in_order(hand[order], sequence[order])]
    hand, sequence = hand[order], sequence[order]
    entry = holding.entry_of[hand]
    seat = seat_names(case).codes("offers.seat", order)
    number = seat_numbers(case)[seat]
    person = people(case).codes("offers.player", order)
    accepted = _accepted(case)[order]
    size = len(holding.hand)
    by_holder = _is_holder(holding, entry, person, seat)
    tied = np.zeros(len(entry), dtype=bool)
    tied[1:] = (entry[1:] == entry[:-1]) & (sequence[1:] == sequence[:-1])
    count = np.bincount(hand, minlength=len(case.hands)).astype(np.int64)
    first = np.cumsum(count) - count
    return Offered(
        count=count[holding.hand],
        others=np.bincount(entry[~by_holder], minlength=size).astype(np.int64),
        first=first[holding.hand],
        to_holder=_any(entry[accepted & by_holder], size),
        to_other=_any(entry[accepted & ~by_holder], size),
        holder_declined=_any(entry[~accepted & by_holder], size),
        unclear=_any(entry[tied | (number < 0)], size),
        entry=entry,
        seat=seat,
        number=number,
        person=person,
        accepted=accepted,
        starts=first[count > 0],
    )


def _accepted(case: Case) -> Bools:
    answers = case.offers["response"].cat
    yes = np.array([*(str(word) == "accept" for word in answers.categories), False])
    accepted: Bools = yes[answers.codes.to_numpy()]
    return accepted


def _is_holder(holding: Held, entry: Ints, person: Ints, seat: Ints) -> Bools:
    """Tell whether an offer went to whoever held the position in the hand."""
    same: Bools = person == holding.person[entry]
    # Where either is nameless the seat tells.
    nameless = np.flatnonzero((person < 0) | holding.by_seat[entry])
    seats = seat[nameless]
    same[nameless] = (seats == holding.seat[entry[nameless]]) & (seats >= 0)
    return same


def combined(combine: np.ufunc, values: Ints, offers: Offered, none: int = 0) -> Ints:
    """Return what the values of each entry's offers come to, ``none`` where there are none."""
    found = np.full(len(offers.count), none, dtype=np.int64)
    if len(offers.starts):
        found[offers.entry[offers.starts]] = combine.reduceat(values, offers.starts)
    return found


def _any(entries: Ints, size: int) -> Bools:
    found: Bools = np.bincount(entries, minlength=size) > 0
    return found


@dataclass(frozen=True, eq=False)
class Around:
    """The seats taken while the position was offered before each entry, as bits.

    Only seats that were taken both when the hand before started and when this one did, so that
    nobody is missed who had just come or gone. ``players`` leaves out the house; ``patrons``, for
    first hands of a game only, also third parties.
    """

    players: Ints
    patrons: Ints


def around(case: Case) -> Around:
    """Return who sat round the table when the position was offered."""
    return case.shared("rotation.around", _around)


def _around(case: Case) -> Around:
    holding, stays = held(case), sittings(case)
    opening = np.flatnonzero(holding.opens)
    table, time = holding.table[opening], holding.time[opening]
    taken = Taken(stays, stays.role != HOUSE)
    now = taken.at(holding.table, holding.time)
    players = now.copy()
    players[1:] &= now[:-1]
    # Before the first hand of a game, whoever had sat down by an instant before it started.
    players[opening] = now[opening] & taken.at(table, time - 1)
    listed = Taken(stays, (stays.role == PATRON) | (stays.role == UNKNOWN))
    patrons = np.zeros(len(now), dtype=np.int64)
    patrons[opening] = listed.at(table, time - 1) & listed.at(table, time)
    return Around(players, patrons)
