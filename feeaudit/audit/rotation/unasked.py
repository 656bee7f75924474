"""Which taken seats were not asked before a hand, though somebody in them was to be.

Whoever has several seats is asked once for all of them. A seat that changed hands since the hand
before need not have been asked: one had got up, the other had just sat down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.identity import HIGHEST_SEAT, people, seat_bits
from feeaudit.audit.rotation.bank_history import held
from feeaudit.audit.rotation.offers import around, offered
from feeaudit.audit.seating import person_in_numbered_seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


def unasked(case: Case, chosen: Bools) -> Ints:
    """Return the taken seats of others than the holder that were not asked, as bits.

    Only of chosen hands of Held: most need not be looked at.
    """
    holding = held(case)
    left = around(case).players & ~offered(case).asked & ~seat_bits(holding.number)
    left[~chosen] = 0
    return not_asked_elsewhere(case, left, lambda entry: holding.person[entry])


def not_asked_elsewhere(case: Case, seats: Ints, but: Callable[[Ints], Ints]) -> Ints:
    """Return seats (bits) of people who were not asked in another one, and are not these people.

    ``but`` returns somebody for each of some hands of Held, -1 for nobody.
    """
    holding, offers = held(case), offered(case)
    entry, number = _one_by_one(seats)
    if not len(entry):
        return seats
    table, time = holding.table[entry], holding.time[entry]
    person = person_in_numbered_seat(case, table, number, time)
    earlier = np.where(holding.opens[entry], time - 1, holding.time[entry - 1])
    changed_hands = person_in_numbered_seat(case, table, number, earlier) != person
    mine = np.flatnonzero((seats > 0)[offers.entry])
    at, asked = offers.entry[mine], offers.person[mine]
    places = (holding.table[at], offers.number[mine], holding.time[at])
    asked = np.where(asked >= 0, asked, person_in_numbered_seat(case, *places))
    # One more than there are people, so that nobody known is nobody's number.
    width = len(people(case)) + 1
    elsewhere = np.isin(entry * width + person + 1, at * width + asked + 1) | (person == but(entry))
    elsewhere = (elsewhere & (person >= 0)) | changed_hands
    left = seats.copy()
    np.bitwise_and.at(left, entry[elsewhere], ~seat_bits(number[elsewhere]))
    return left


def _one_by_one(seats: Ints) -> tuple[Ints, Ints]:
    """Return the entry and the number of every seat among bits."""
    some = np.flatnonzero(seats)
    bits = seats[some]
    entries, numbers = [some[:0]], [some[:0]]
    for number in range(1, min(HIGHEST_SEAT, int(bits.max(initial=0)).bit_length()) + 1):
        mine = some[(bits >> number) & 1 == 1]
        entries.append(mine)
        numbers.append(np.full(len(mine), number, dtype=np.int64))
    return np.concatenate(entries), np.concatenate(numbers)
