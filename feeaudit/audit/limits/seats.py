"""Seats: hands in which more seats are in play than the game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.findings import find
from feeaudit.audit.identity import people, seat_names, seat_numbers
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.shared import shared
from feeaudit.book.views import stretches
from feeaudit.rules.limits import SEATS, Demand

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

NO_SEAT: Final = "the log does not tell where the player-dealer sits, and all seats are bet on"


class _Crowd(NamedTuple):
    """A hand with more seats in play than a demand allows."""

    hand: int
    seats: int
    demand: Demand


def crowded_tables(case: Case) -> pd.DataFrame:
    """Return a finding for each hand in which more seats are in play than the game has."""
    taken = _in_play(case)
    crowds: dict[int, _Crowd] = {}
    for demand, hands in _asked(case):
        for hand in np.flatnonzero(hands & (taken > demand.amount)).tolist():
            # What no reading allows is told before what one does.
            if hand not in crowds or demand.sure:
                crowds[hand] = _Crowd(hand, int(taken[hand]), demand)
    rows = list(crowds.values())
    return find(
        rows,
        tell=_sentence,
        cite=lambda each: (stretches(each.demand.lines), each.demand.document),
        review=np.array([not each.demand.sure for each in rows], dtype=bool),
        hand=np.array([each.hand for each in rows], dtype=np.int64),
        doubt=[", ".join(each.demand.anomalies) for each in rows],
    )


def _sentence(each: _Crowd) -> str:
    seats = f"{each.seats} seats are in play, the player-dealer's included"
    told = f"{seats}, where the game has {each.demand.amount}"
    return f"{told}; not settled: {each.demand.doubt}" if each.demand.doubt else told


def untested_seats(case: Case) -> dict[str, Bools]:
    """Return the hands that have a seat too many if the player-dealer has one of their own."""
    taken = _in_play(case)
    full = case.no_hand.copy()
    for demand, hands in _asked(case):
        full |= hands & (taken == demand.amount)
    return {NO_SEAT: full & case.player_dealer_hands & ~_told(case)}


def _asked(case: Case) -> list[tuple[Demand, Bools]]:
    """Return each number of seats that is asked, with the hands it is asked of."""
    asked = limits_in_force(case)
    setting = asked.of_context[case.hands["context"].to_numpy()]
    return [
        (demand, np.isin(setting, settings))
        for demand, settings in asked.each(lambda each: each.what == SEATS)
    ]


def _told(case: Case) -> Bools:
    """Tell in which hands the log names the player-dealer's seat or the player-dealer."""
    seat = seat_names(case).codes("hands.player_dealer_seat")
    told: Bools = (seat >= 0) | (people(case).codes("hands.player_dealer") >= 0)
    return told


@shared
def _in_play(case: Case) -> Ints:
    """Return how many seats are in play in each hand, with the player-dealer's where it is told.

    Names with one number in them are one seat: ``3`` and ``Seat 3``.
    """
    bets = bound_wagers(case)
    number = seat_numbers(case)[bets.seat.astype(np.int64)]
    width = len(seat_names(case)) + 1
    top = int(number.max(initial=0)) + 1
    place = np.where(number >= 0, number, top + bets.seat)
    known = bets.seat >= 0
    pair = np.unique(bets.hand[known] * (top + width) + place[known])
    taken: Ints = np.bincount(pair // (top + width), minlength=len(case.hands)).astype(np.int64)
    return taken + (_told(case) & case.player_dealer_hands)
