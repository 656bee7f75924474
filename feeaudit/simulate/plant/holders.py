"""Planting violations of the checks on who holds the position and who sits at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.frames import MINUTE, NULL
from feeaudit.simulate.seating import BANKED_SEATS
from feeaudit.simulate.settling import CIRCLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.steps import Bools

_WINDOW: Final = 60 * MINUTE
_UNTIL_TWO: Final = 16


def _full_circle(draft: Draft) -> Bools:
    """Tell before which hands the whole table was asked."""
    hands = draft["hands"]
    seated = (draft.rings.array("seats")[hands["ring"]] != NULL).sum(axis=1)
    circle: Bools = (hands["turn"] != NULL) & (hands["hop"] == seated)
    return circle


def eligible(plot: Plot) -> None:
    """ROT-ELIGIBLE: in a game for seated players only, somebody who sits nowhere banks."""
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        rules = plot.setup(hand).turns
        if rules is not None and rules.seated_only:
            stranger = plot.draft.names.code(f"X{plot.done + 1:05d}")
            _replace_holder(plot.draft, hand, stranger)
            seat = int(plot.draft["hands"]["player_dealer_seat"][hand])
            plot.plant(hand, "the player-dealer is seated nowhere", seat=seat)


def house(plot: Plot) -> None:
    """ROT-HOUSE: for one hand somebody of the house sits in the holder's seat and banks.

    Only in games that ask no earlier bets of a player-dealer, lest ROT-ELIGIBLE come with it.
    """
    draft = plot.draft
    hands, seats = draft["hands"], draft["seats"]
    for hand in plot.free_hands(hands["turn"] != NULL):
        rules = plot.setup(hand).turns
        if rules is None or not rules.newcomers:
            continue
        start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
        rows = np.flatnonzero(
            (seats["sitting"] == hands["sitting"][hand])
            & (seats["player"] == hands["player_dealer"][hand])
            & (seats["from"] < start)
            & (seats["to"] > end)
        )
        if len(rows) != 1 or seats["from"][rows[0]] == NULL:
            continue
        row = int(rows[0])
        person = draft.names.code(f"H{plot.done + 1:05d}")
        draft.copy_row("seats", row, **{"from": end})
        role = draft.names.code("house")
        draft.copy_row(
            "seats",
            row,
            **{"from": start, "to": end, "role": role, "provider": NULL, "player": person},
        )
        seats["to"][row] = start
        _replace_holder(draft, hand, person)
        seat = int(hands["player_dealer_seat"][hand])
        plot.plant(hand, "a person of the house is player-dealer", seat=seat)
        draft.settle()
        seats = draft["seats"]


def _replace_holder(draft: Draft, hand: int, person: int) -> None:
    """Put another person in the position of a hand, in the same seat."""
    hands = draft["hands"]
    old = int(hands["player_dealer"][hand])
    hands["player_dealer"][hand] = person
    for table in ("offers", "collections"):
        frame = draft[table]
        for row in draft.rows_of(table, hand).tolist():
            if frame["player"][row] == old:
                frame["player"][row] = person


def window(plot: Plot) -> None:
    """ROT-WINDOW: for an hour at most one player who belongs to no provider holds the position.

    All others at the table are recorded as people of providers, each of another one, for that hour.
    """
    for first, last in _hours(plot):
        draft = plot.draft
        hands, seats = draft["hands"], draft["seats"]
        start, end = int(hands["started_at"][first]), int(hands["ended_at"][last])
        here = np.flatnonzero(
            (seats["sitting"] == hands["sitting"][first])
            & (seats["from"] < end)
            & (seats["to"] > start)
            & (seats["provider"] == NULL)
        ).tolist()
        kept = int(seats["player"][here[0]])
        for number, row in enumerate(here[1:]):
            if int(seats["player"][row]) != kept:
                _as_provider(draft, row, start, end, f"Provider {number + 1}")
        what = "for an hour at most one player outside providers holds the position"
        plot.plant(first, what)
        # After the hour it takes a few hands until two others have held the position again.
        after = np.flatnonzero(hands["sitting"] == hands["sitting"][first]).max()
        for hand in range(first + 1, min(last + _UNTIL_TWO, int(after)) + 1):
            plot.note(hand, f"{what}: a further hand")
        draft.settle()


def _hours(plot: Plot) -> Iterator[tuple[int, int]]:
    """Yield first and last hand of an untouched hour at a player-dealer table, in random order."""
    hands = plot.draft["hands"]
    firsts = np.cumsum([0, *(sitting.hands for sitting in plot.draft.sittings)])
    for number in plot.late_first(firsts[:-1].tolist()):
        first, after = int(firsts[number]), int(firsts[number + 1])
        until = hands["started_at"][first] + _WINDOW
        last = first + int(np.searchsorted(hands["started_at"][first:after], until))
        if plot.full:
            return
        banked = hands["turn"][first] != NULL
        if banked and last < after and plot.draft.free(*range(first, last + _UNTIL_TWO)):
            yield first, last


def _as_provider(draft: Draft, row: int, start: int, end: int, provider: str) -> None:
    """Record a seat's player as a provider's person for a while."""
    seats = draft["seats"]
    since, until = int(seats["from"][row]), int(seats["to"][row])
    if since < start:
        draft.copy_row("seats", row, to=start)
    if until > end:
        draft.copy_row("seats", row, **{"from": end})
    seats["from"][row], seats["to"][row] = max(since, start), min(until, end)
    seats["role"][row] = draft.names.code("third_party")
    seats["provider"][row] = draft.names.code(provider)


def second_person(plot: Plot) -> None:
    """TPP-ONE: for one hand a second person of a provider sits there, neither betting nor asked.

    The chair is one that the offers before the hand did not pass.
    """
    draft = plot.draft
    hands, seats = draft["hands"], draft["seats"]
    for hand in plot.free_hands((hands["turn"] != NULL) & ~_full_circle(draft)):
        rows = np.flatnonzero(
            (seats["sitting"] == hands["sitting"][hand])
            & (seats["provider"] != NULL)
            & (seats["from"] <= hands["started_at"][hand])
            & (seats["to"] > hands["ended_at"][hand])
        )
        chair = _chair_not_passed(draft, hand)
        if len(rows) == 0 or chair is None:
            continue
        seat = draft.names.code(str(chair))
        draft.copy_row(
            "seats",
            int(rows[0]),
            **{
                "from": int(hands["started_at"][hand]),
                "to": int(hands["ended_at"][hand]),
                "seat": seat,
                "player": draft.names.code(f"B9{plot.done + 1:04d}"),
            },
        )
        plot.plant(hand, "a second person of the same provider is seated", seat=seat)


def _chair_not_passed(draft: Draft, hand: int) -> int | None:
    """Return a free chair that does not lie between the last holder and the next."""
    hands = draft["hands"]
    ring = int(hands["ring"][hand])
    setup = draft.setup_of(hand)
    seats = [int(draft.names.text(each)) for each in draft.rings.seats[ring] if each != NULL]
    turn, hop = int(hands["turn"][hand]), int(hands["hop"][hand])
    last, taker = seats[(turn - hop) % len(seats)], seats[turn]
    circle = draft.rings.circle[ring]
    if setup.turns is None or not setup.turns.clockwise:
        return None
    for chair in range(2, min(setup.game.seats or BANKED_SEATS, BANKED_SEATS) + 1):
        taken = chair in seats or draft.names.code(str(chair)) == circle
        if not taken and (chair - last) % CIRCLES > (taker - last) % CIRCLES:
            return chair
    return None
