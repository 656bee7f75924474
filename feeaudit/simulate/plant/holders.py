"""Planting violations of the checks on who holds the position and who sits at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.frames import MINUTE, NULL
from feeaudit.simulate.plant.seats import (
    as_provider,
    chair_not_passed,
    chair_of,
    full_circle,
    replace_holder,
    seated_throughout,
    sit_in_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot

_WINDOW: Final = 60 * MINUTE
_UNTIL_TWO: Final = 16


def eligible(plot: Plot) -> None:
    """ROT-ELIGIBLE: in a game for seated players only, somebody who sits nowhere banks."""
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        rules = plot.setup(hand).turns
        if rules is not None and rules.seated_only:
            stranger = plot.draft.names.code(f"X{plot.done + 1:05d}")
            replace_holder(plot.draft, hand, stranger)
            seat = int(plot.draft["hands"]["player_dealer_seat"][hand])
            plot.plant(hand, "the player-dealer is seated nowhere", seat=seat)


def house(plot: Plot) -> None:
    """ROT-HOUSE: for one hand somebody of the house sits in the holder's seat and banks.

    Only in games that ask no earlier bets of a player-dealer, lest ROT-ELIGIBLE come with it.
    """
    draft = plot.draft
    for hand in plot.free_hands(draft["hands"]["turn"] != NULL):
        rules = plot.setup(hand).turns
        holder = int(draft["hands"]["player_dealer"][hand])
        if rules is None or not rules.newcomers or chair_of(draft, hand, holder) is None:
            continue
        sit_in_for(draft, hand, draft.names.code(f"H{plot.done + 1:05d}"), "house")
        seat = int(draft["hands"]["player_dealer_seat"][hand])
        plot.plant(hand, "a person of the house is player-dealer", seat=seat)


def window(plot: Plot) -> None:
    """ROT-WINDOW: for an hour at most one player who belongs to no provider holds the position.

    All others at the table are recorded as people of providers, each of another one, for that hour.
    """
    for first, last in hours(plot):
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
                as_provider(draft, row, start, end, f"Provider {number + 1}")
        what = "for an hour at most one player outside providers holds the position"
        plot.plant(first, what)
        # After the hour it takes a few hands until two others have held the position again.
        after = np.flatnonzero(hands["sitting"] == hands["sitting"][first]).max()
        for hand in range(first + 1, min(last + _UNTIL_TWO, int(after)) + 1):
            plot.note(hand, f"{what}: a further hand")
        draft.settle()


def hours(plot: Plot) -> Iterator[tuple[int, int]]:
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


def second_person(plot: Plot) -> None:
    """TPP-ONE: for one hand a second person of a provider sits there, neither betting nor asked.

    The chair is one that the offers before the hand did not pass.
    """
    draft = plot.draft
    hands, seats = draft["hands"], draft["seats"]
    for hand in plot.free_hands((hands["turn"] != NULL) & ~full_circle(draft)):
        rows = seated_throughout(draft, hand)
        rows = rows[seats["provider"][rows] != NULL]
        chair = chair_not_passed(draft, hand)
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
