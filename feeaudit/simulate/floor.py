"""The floor as the tables open: hands with times, seats, offers, postings, fees by period."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.chairs import People, Rings, SeatBook
from feeaudit.simulate.draft_frames import MINUTE, NULL, Frame, Names, frame_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import IntArray
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting

_POSTED_BEFORE: Final = 15 * MINUTE
CLOSED_AFTER: Final = MINUTE
# Two dealers take turns at a table, as long as a dealer usually stays.
_DEALS_FOR: Final = 30 * MINUTE


@dataclass(slots=True)
class OpenedFloor:
    """Everything written so far; ``count`` is the number of hands."""

    names: Names
    people: People
    seats: SeatBook
    rings: Rings = field(default_factory=Rings)
    hands: list[Frame] = field(default_factory=list)
    offers: list[Frame] = field(default_factory=list)
    fees: list[dict[str, int]] = field(default_factory=list)
    postings: list[dict[str, int]] = field(default_factory=list)
    count: int = 0


def blank_hands(
    sitting: Sitting,
    setups: Sequence[Setup],
    opened: OpenedFloor,
    started: IntArray,
    ended: IntArray,
) -> Frame:
    """Return the hands of a sitting with what every game has."""
    names = opened.names
    counts = [run.hands for run in sitting.runs]
    options = [names.code(setups[run.setup].option.option) for run in sitting.runs]
    dealers = names.codes(f"D{2 * sitting.number + each:04d}" for each in (1, 2))
    return frame_of(
        "hands",
        sitting.hands,
        hand=opened.count + np.arange(sitting.hands),
        sitting=sitting.number,
        setup=np.repeat([run.setup for run in sitting.runs], counts),
        cardroom=names.code(sitting.cardroom),
        table=names.code(sitting.table),
        session=names.code(f"S{sitting.number + 1:05d}"),
        game=names.code(setups[sitting.runs[0].setup].game.game),
        option=np.repeat(options, counts),
        dealer=dealers[(started - sitting.start) // _DEALS_FOR % len(dealers)],
        started_at=started,
        ended_at=ended,
    )


def post(sitting: Sitting, setups: Sequence[Setup], hands: Frame, opened: OpenedFloor) -> None:
    """Post each option before its first hand: at the very end of the last hand before it."""
    first = 0
    for run in sitting.runs:
        setup = setups[run.setup]
        before = int(hands["ended_at"][first - 1]) if first else sitting.start - _POSTED_BEFORE
        opened.postings.append(
            {
                "sitting": sitting.number,
                "near": int(hands["hand"][first]),
                "setup": run.setup,
                "cardroom": opened.names.code(sitting.cardroom),
                "table": opened.names.code(sitting.table),
                "game": opened.names.code(setup.game.game),
                "option": opened.names.code(setup.option.option),
                "posted_at": before,
                "minimum": NULL if setup.limit.low is None else setup.limit.low,
                "maximum": NULL if setup.limit.high is None else setup.limit.high,
            }
        )
        first += run.hands
