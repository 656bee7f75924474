"""Omissions: who was to be asked before a hand and was not.

Whoever has several seats is asked once for all of them. A seat that changed hands since the hand
before need not have been asked: one had got up, the other had just sat down. Where the rules ask
them after the seat, so are those who bet on it the hand before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.identity import HIGHEST_SEAT, people, seat_bits, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.earlier_bets import bets_by_entry
from feeaudit.audit.rotation.offers import around, position_offers
from feeaudit.audit.seating import person_in_numbered_seat
from feeaudit.core.arrays import paired

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Sitters:
    """Who sat in numbered seats before hands of the history, -1 where nobody is known to have."""

    entry: Ints
    number: Ints
    person: Ints

    def only(self, chosen: Bools) -> Sitters:
        """Return some of them."""
        return Sitters(self.entry[chosen], self.number[chosen], self.person[chosen])

    def bits(self, size: int) -> Ints:
        """Return their seats for each of so many hands, as bits."""
        seats = np.zeros(size, dtype=np.int64)
        np.bitwise_or.at(seats, self.entry, seat_bits(self.number))
        return seats


def seats_not_asked(case: Case, chosen: Bools, done: Bools | None = None) -> Ints:
    """Return the taken seats of others than the holder that were not asked, as bits.

    Only of chosen hands of the history: most need not be looked at. Nor is the player-dealer before
    to be asked where that turn is ``done``.
    """
    bank = bank_history(case)
    left = around(case).players & ~position_offers(case).asked & ~seat_bits(bank.number)
    left[~chosen] = 0
    sat = not_asked(case, sitters(case, left), lambda entry: bank.person[entry])
    if done is not None:
        before = done[sat.entry] & ~bank.opens[sat.entry]
        same = (sat.person == bank.person[sat.entry - 1]) & (sat.person >= 0)
        sat = sat.only(~(before & (same | (sat.number == bank.number[sat.entry - 1]))))
    return sat.bits(len(left))


def sitters(case: Case, seats: Ints) -> Sitters:
    """Return who sat in seats (bits) by the seats table, but for seats that just changed hands."""
    bank = bank_history(case)
    entry, number = one_by_one(seats)
    table, time = bank.table[entry], bank.time[entry]
    person = person_in_numbered_seat(case, table, number, time)
    earlier = np.where(bank.opens[entry], time - 1, bank.time[entry - 1])
    stayed = person_in_numbered_seat(case, table, number, earlier) == person
    return Sitters(entry, number, person).only(stayed)


def not_asked(case: Case, sat: Sitters, but: Callable[[Ints], Ints]) -> Sitters:
    """Return those who were not asked in another seat either, and are not these people.

    ``but`` returns somebody for each of some hands of the history, -1 for nobody.
    """
    if not len(sat.entry):
        return sat
    bank, offers = bank_history(case), position_offers(case)
    wanted = np.zeros(len(bank.hand), dtype=bool)
    wanted[sat.entry] = True
    mine = np.flatnonzero(wanted[offers.entry])
    at, asked = offers.entry[mine], asked_people(case, mine)
    many = len(people(case))
    elsewhere = np.isin(paired(sat.entry, sat.person, many), paired(at, asked, many))
    elsewhere |= sat.person == but(sat.entry)
    return sat.only(~elsewhere | (sat.person < 0))


def asked_people(case: Case, rows: Ints) -> Ints:
    """Return whom offers asked: by name, else who sat there; -1 where the log does not say."""
    bank, offers = bank_history(case), position_offers(case)
    at, asked = offers.entry[rows], offers.person[rows]
    places = (bank.table[at], offers.number[rows], bank.time[at])
    return np.where(asked >= 0, asked, person_in_numbered_seat(case, *places))


def one_by_one(seats: Ints) -> tuple[Ints, Ints]:
    """Return the entry and the number of every seat among bits."""
    some = np.flatnonzero(seats)
    bits = seats[some]
    entries, numbers = [some[:0]], [some[:0]]
    for number in range(1, min(HIGHEST_SEAT, int(bits.max(initial=0)).bit_length()) + 1):
        mine = some[(bits >> number) & 1 == 1]
        entries.append(mine)
        numbers.append(np.full(len(mine), number, dtype=np.int64))
    return np.concatenate(entries), np.concatenate(numbers)


def passed_over_backline(case: Case, due: Bools) -> Ints:
    """Return for each hand somebody whose seat passed and who was not asked, -1 for none.

    Only seats whose offers all name the person asked are looked at, and seats where nobody
    accepted: once somebody does, nobody else need be asked.
    """
    bank, offers = bank_history(case), position_offers(case)
    passed = np.full(len(bank.hand), -1, dtype=np.int64)
    chosen = np.flatnonzero(due)
    if not len(chosen):
        return passed
    mine = np.flatnonzero(due[offers.entry])
    asked = pd.DataFrame(
        {
            "entry": offers.entry[mine],
            "seat": offers.seat[mine],
            "person": offers.person[mine],
            "yes": offers.accepted[mine],
        }
    )
    seats = asked.groupby(["entry", "seat"], as_index=False).agg(
        least=("person", "min"), yes=("yes", "any")
    )
    seats = seats[(seats["least"] >= 0) & ~seats["yes"]]
    bettors = _bettors(case, chosen).merge(seats[["entry", "seat"]], on=["entry", "seat"])
    told = asked[["entry", "seat", "person"]].drop_duplicates()
    left = bettors.merge(told, on=["entry", "seat", "person"], how="left", indicator=True)
    left = left[(left["_merge"] == "left_only") & (left["person"] >= 0)]
    left = left[left["person"].to_numpy() != bank.person[left["entry"].to_numpy()]]
    left = left.sort_values("person", ascending=False)
    passed[left["entry"].to_numpy()] = left["person"].to_numpy()
    return passed


def _bettors(case: Case, entries: Ints) -> pd.DataFrame:
    """Return who bet on which seat in the hand before each entry."""
    mine, count = bets_by_entry(case).of(entries - 1)
    return pd.DataFrame(
        {
            "entry": np.repeat(entries, count),
            "seat": seat_names(case).numbers("wagers.seat", mine),
            "person": people(case).numbers("wagers.player", mine),
        }
    ).drop_duplicates()
