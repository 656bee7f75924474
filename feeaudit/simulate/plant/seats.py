"""Seats: who sits where for a while, and what follows from it in the records of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.simulate.frames import NULL
from feeaudit.simulate.seating import BANKED_SEATS
from feeaudit.simulate.settling import CIRCLES

if TYPE_CHECKING:
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.steps import Bools, Ints


def full_circle(draft: Draft) -> Bools:
    """Tell before which hands the whole table was asked."""
    hands = draft["hands"]
    seated = (draft.rings.array("seats")[hands["ring"]] != NULL).sum(axis=1)
    circle: Bools = (hands["turn"] != NULL) & (hands["hop"] == seated)
    return circle


def replace_holder(draft: Draft, hand: int, person: int) -> None:
    """Put another person in the position of a hand, in the same seat."""
    hands = draft["hands"]
    old = int(hands["player_dealer"][hand])
    hands["player_dealer"][hand] = person
    draft.settle()
    for table in ("offers", "collections"):
        frame = draft[table]
        for row in draft.rows_of(table, hand).tolist():
            if frame["player"][row] == old:
                frame["player"][row] = person


def sit_in_for(draft: Draft, hand: int, person: int, role: str, provider: int = NULL) -> None:
    """Seat somebody else in the holder's chair for one hand, who banks it."""
    hands, seats = draft["hands"], draft["seats"]
    start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
    row = chair_of(draft, hand, int(hands["player_dealer"][hand]))
    if row is None:
        raise ValueError("the holder has no chair to sit in for")
    draft.copy_row("seats", row, **{"from": end})
    told = {"role": draft.names.code(role), "provider": provider, "player": person}
    draft.copy_row("seats", row, **{"from": start, "to": end, **told})
    seats["to"][row] = start
    replace_holder(draft, hand, person)


def chair_of(draft: Draft, hand: int, person: int) -> int | None:
    """Return the row of a person's seat, if they sat there before a hand and sit there after it."""
    rows = seated_throughout(draft, hand)
    mine = rows[draft["seats"]["player"][rows] == person]
    start = draft["hands"]["started_at"][hand]
    return int(mine[0]) if len(mine) == 1 and draft["seats"]["from"][mine[0]] < start else None


def provider_after(draft: Draft, hand: int) -> int | None:
    """Return for which provider the holder of the hand before sits, and still does; or None."""
    row = chair_of(draft, hand, int(draft["hands"]["player_dealer"][hand - 1]))
    provider = NULL if row is None else int(draft["seats"]["provider"][row])
    return None if provider == NULL else provider


def seated_throughout(draft: Draft, hand: int) -> Ints:
    """Return the rows of who sits at the table for all of a hand."""
    hands, seats = draft["hands"], draft["seats"]
    return np.flatnonzero(
        (seats["sitting"] == hands["sitting"][hand])
        & (seats["from"] <= hands["started_at"][hand])
        & (seats["to"] > hands["ended_at"][hand])
    )


def as_provider(draft: Draft, row: int, start: int, end: int, provider: str) -> None:
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


def chair_not_passed(draft: Draft, hand: int) -> int | None:
    """Return a free chair that does not lie between the last holder and the next."""
    ahead = _steps(draft, hand)
    return next((chair for chair, passed in ahead.items() if not passed), None)


def chair_passed(draft: Draft, hand: int) -> int | None:
    """Return a free chair that lies between the last holder and the next."""
    return next((chair for chair, passed in _steps(draft, hand).items() if passed), None)


def _steps(draft: Draft, hand: int) -> dict[int, bool]:
    """Return the free chairs at a hand, each with whether the offers before it passed it."""
    hands = draft["hands"]
    ring = int(hands["ring"][hand])
    setup = draft.setup_of(hand)
    seats = [int(draft.names.text(each)) for each in draft.rings.seats[ring] if each != NULL]
    turn, hop = int(hands["turn"][hand]), int(hands["hop"][hand])
    last, taker = seats[(turn - hop) % len(seats)], seats[turn]
    circle = draft.names.text(draft.rings.circle[ring])
    if setup.turns is None or not setup.turns.clockwise:
        return {}
    chairs = range(2, min(setup.game.seats or BANKED_SEATS, BANKED_SEATS) + 1)
    return {
        chair: (chair - last) % CIRCLES <= (taker - last) % CIRCLES
        for chair in chairs
        if chair not in seats and str(chair) != circle
    }
