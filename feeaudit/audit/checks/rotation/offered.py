"""To whom the position was offered before each hand, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.checks.rotation.held import held
from feeaudit.audit.checks.rotation.names import Bools, Ints, people, seat_names, seat_numbers
from feeaudit.audit.checks.rotation.seating import HOUSE, PATRON, UNKNOWN, Taken, sittings

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.rotation.held import Held


@dataclass(frozen=True, eq=False)
class Offered:
    """The offers before each entry of Held, and each offer in its order.

    An entry: ``count`` offers from ``first`` on, ``others`` of them to somebody other than whoever
    held the position then, ``asked`` the numbered seats as bits, ``to_holder`` accepted by whoever
    held it, ``to_other`` by somebody else, ``holder_declined`` declined by whoever held it,
    ``unclear`` where the order of offers or a seat's number is not told. An offer: ``entry``,
    ``seat`` (name), ``number``, ``person``, ``accepted``.
    """

    count: Ints
    others: Ints
    first: Ints
    asked: Ints
    to_holder: Bools
    to_other: Bools
    holder_declined: Bools
    unclear: Bools
    entry: Ints
    seat: Ints
    number: Ints
    person: Ints
    accepted: Bools


def offered(case: Case) -> Offered:
    """Return the offers before each hand."""
    return case.shared("rotation.offered", _offered)


def _offered(case: Case) -> Offered:
    holding, frame = held(case), case.offers
    hand = frame["hand"].to_numpy()
    entry = np.where(hand >= 0, _at(holding.entry_of, hand), -1)
    sequence = frame["sequence"].to_numpy().astype(np.int64)
    order = np.lexsort((sequence, entry))
    order = order[entry[order] >= 0]
    entry, sequence = entry[order], sequence[order]
    seat = seat_names(case).codes(frame, "seat")[order]
    number = seat_numbers(case)[seat]
    person = people(case).codes(frame, "player")[order]
    accepted = _accepted(case)[order]
    size = len(holding.hand)
    by_holder = _is_holder(holding, entry, person, seat)
    tied = np.zeros(len(entry), dtype=bool)
    tied[1:] = (entry[1:] == entry[:-1]) & (sequence[1:] == sequence[:-1])
    count = np.bincount(entry, minlength=size).astype(np.int64)
    return Offered(
        count=count,
        others=np.bincount(entry[~by_holder], minlength=size).astype(np.int64),
        first=np.cumsum(count) - count,
        asked=_bits(entry, number, size),
        to_holder=_any(entry[accepted & by_holder], size),
        to_other=_any(entry[accepted & ~by_holder], size),
        holder_declined=_any(entry[~accepted & by_holder], size),
        unclear=_any(entry[tied | (number < 0)], size),
        entry=entry,
        seat=seat,
        number=number,
        person=person,
        accepted=accepted,
    )


def _accepted(case: Case) -> Bools:
    answers = case.offers["response"].cat
    yes = np.array([*(str(word) == "accept" for word in answers.categories), False])
    accepted: Bools = yes[answers.codes.to_numpy()]
    return accepted


def _is_holder(holding: Held, entry: Ints, person: Ints, seat: Ints) -> Bools:
    """Tell whether an offer went to whoever held the position in the hand."""
    named = (person >= 0) & (holding.person[entry] >= 0) & ~holding.by_seat[entry]
    same: Bools = np.where(
        named, person == holding.person[entry], (seat == holding.seat[entry]) & (seat >= 0)
    )
    return same


def _bits(entry: Ints, number: Ints, size: int) -> Ints:
    bits = np.zeros(size, dtype=np.int64)
    known = number > 0
    np.bitwise_or.at(bits, entry[known], np.int64(1) << number[known])
    return bits


def _any(entries: Ints, size: int) -> Bools:
    found: Bools = np.bincount(entries, minlength=size) > 0
    return found


def _at(values: Ints, at: Ints) -> Ints:
    return values[at] if len(values) else np.full(len(at), -1, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Around:
    """The seats taken while the position was offered before each entry, as bits.

    Only seats that were taken both when the hand before started and when this one did, so that
    nobody is missed who had just come or gone. ``players`` leaves out the house, ``patrons`` also
    third parties.
    """

    players: Ints
    patrons: Ints


def around(case: Case) -> Around:
    """Return who sat round the table when the position was offered."""
    return case.shared("rotation.around", _around)


def _around(case: Case) -> Around:
    holding, stays = held(case), sittings(case)
    before = holding.time.copy()
    # Before the first hand of a game, whoever had sat down an instant before it started.
    before[1:] = np.where(holding.opens[1:], holding.time[1:] - 1, holding.time[:-1])
    before[:1] -= 1

    def seats(counted: Bools) -> Ints:
        taken = Taken(stays, counted)
        return taken.at(holding.table, before) & taken.at(holding.table, holding.time)

    players = seats(stays.role != HOUSE)
    patrons = (stays.role == PATRON) | (stays.role == UNKNOWN)
    # Only needed for who is asked first in a new game.
    return Around(players, np.where(holding.opens, seats(patrons), 0))
