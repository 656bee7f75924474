"""Planting ROT-WINDOW: an hour in which hardly anybody outside providers holds the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import MINUTE, NULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot

_WINDOW: Final = 60 * MINUTE
_UNTIL_TWO: Final = 16


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
                _record_as_provider(draft, row, start, end, f"Provider {number + 1}")
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


def _record_as_provider(draft: Draft, row: int, start: int, end: int, provider: str) -> None:
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
