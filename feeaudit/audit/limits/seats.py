"""Seats: hands in which more seats are in play than the game has, or too many or few dealt in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.findings import find
from feeaudit.audit.identity import people, seat_names, seat_numbers
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.shared import shared
from feeaudit.book.views import stretches
from feeaudit.rules.limits import FEWEST_PLAYERS, SEATS, Demand

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

_NO_END: Final = 1 << 40
"""More seats than any table has: the game's are not printed."""
NO_COUNT: Final = (
    "the log does not show how many players were dealt in, and the game takes at least {}"
)
NO_SEAT: Final = "the log does not show the player-dealer's seat, and every seat has a wager"


class _Crowd(NamedTuple):
    """A hand with more seats in play, or (``dealt_in``) more players, than a demand allows."""

    hand: int
    seats: int
    demand: Demand
    dealt_in: bool


def crowded_tables(case: Case) -> pd.DataFrame:
    """Return a finding for each hand in which more seats are in play than the game has."""
    asked, setting, dealt = limits_in_force(case), _setting(case), _dealt_in(case)
    taken = np.maximum(_in_play(case), dealt)
    rows = []
    for hand in np.flatnonzero(taken > _fewest(case)[setting]).tolist():
        demands = [each for each in asked.settings[setting[hand]].demands if each.what == SEATS]
        passed = [each for each in demands if taken[hand] > each.amount]
        # What no reading allows is told before what one does.
        sure = max(passed, key=lambda each: each.sure)
        rows.append(_Crowd(hand, int(taken[hand]), sure, bool(taken[hand] == dealt[hand])))
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
    many = f"{each.seats} players were dealt in" if each.dealt_in else seats
    told = f"{many}, where the game has {each.demand.amount}{' seats' if each.dealt_in else ''}"
    return f"{told}; not settled: {each.demand.doubt}" if each.demand.doubt else told


def thin_tables(case: Case) -> pd.DataFrame:
    """Return a finding for each poker hand that was dealt to fewer players than the game takes."""
    dealt = _dealt_in(case)
    rows = [
        _Crowd(hand, int(dealt[hand]), demand, dealt_in=True)
        for demand, hands in _least(case)
        for hand in np.flatnonzero(hands & (dealt > 0) & (dealt < demand.amount)).tolist()
    ]
    return find(
        rows,
        tell=_too_few,
        cite=lambda each: (stretches(each.demand.lines), each.demand.document),
        hand=np.array([each.hand for each in rows], dtype=np.int64),
    )


def _too_few(each: _Crowd) -> str:
    players = f"{each.seats} player{'s were' if each.seats > 1 else ' was'} dealt in"
    return f"{players}, where the game takes at least {each.demand.amount}"


def untested_players(case: Case) -> dict[str, Bools]:
    """Return the hands of games with a least number of players where the log has no number."""
    reasons: dict[str, Bools] = {}
    uncounted = _dealt_in(case) <= 0
    for demand, hands in _least(case):
        why = NO_COUNT.format(demand.amount)
        reasons[why] = reasons.get(why, case.no_hand) | (hands & uncounted)
    return reasons


def _least(case: Case) -> Iterator[tuple[Demand, Bools]]:
    """Yield what is printed of the least number of players, with the hands of its games."""
    setting = _setting(case)
    for number, each in enumerate(limits_in_force(case).settings):
        for demand in each.demands:
            if demand.what == FEWEST_PLAYERS:
                yield demand, setting == number


def untested_seats(case: Case) -> dict[str, Bools]:
    """Return the hands that have a seat too many if the player-dealer has one of their own."""
    full = _in_play(case) == _fewest(case)[_setting(case)]
    return {NO_SEAT: full & case.player_dealer_hands & ~_told(case)}


def _setting(case: Case) -> Ints:
    setting: Ints = limits_in_force(case).of_context[case.hands["context"].to_numpy()]
    return setting


@shared
def _fewest(case: Case) -> Ints:
    """Return the fewest seats that any reading gives the game of each setting."""
    asked = limits_in_force(case)
    fewest = np.full(len(asked.settings), _NO_END, dtype=np.int64)
    for demands, settings in asked.alike:
        counts = [each.amount for each in demands if each.what == SEATS]
        fewest[settings] = min(counts, default=_NO_END)
    return fewest


def _told(case: Case) -> Bools:
    """Tell in which hands the log names the player-dealer's seat or the player-dealer."""
    seat = seat_names(case).codes("hands.player_dealer_seat")
    told: Bools = (seat >= 0) | (people(case).codes("hands.player_dealer") >= 0)
    return told


def _dealt_in(case: Case) -> Ints:
    """Return how many players poker hands were dealt to, as far as the log says.

    Elsewhere players may share a seat, so that their number tells nothing of the seats.
    """
    none = np.zeros(len(case.hands), dtype=np.int64)
    if "players" not in case.hands:
        return none
    dealt: Ints = np.where(case.player_dealer_hands, none, case.hands["players"].to_numpy())
    return dealt


@shared
def _in_play(case: Case) -> Ints:
    """Return how many seats are in play in each hand, with the player-dealer's where it is told.

    Names with one number in them are one seat: ``3`` and ``Seat 3``.
    """
    bets, seats = bound_wagers(case), seat_names(case)
    numbers = seat_numbers(case)[:-1]
    same = [
        number if number >= 0 else seats.words[code] for code, number in enumerate(numbers.tolist())
    ]
    places: dict[int | str, int] = {}
    place = np.array([places.setdefault(each, len(places)) for each in same] + [0], dtype=np.int64)
    # The last place is for wagers without a seat.
    place[-1] = len(places)
    taken = np.zeros((len(case.hands), len(places) + 1), dtype=bool)
    taken[bets.hand, place[bets.seat]] = True
    counts: Ints = taken[:, :-1].sum(axis=1)
    return counts + (_told(case) & case.player_dealer_hands)
