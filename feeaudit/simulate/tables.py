"""Opening every table of a log, one sitting after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.simulate.banked_tables import banked_hands
from feeaudit.simulate.opening import Opened, post
from feeaudit.simulate.poker_tables import poker_hands
from feeaudit.simulate.seating import People, SeatBook

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from feeaudit.simulate.frames import Names
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting


def open_tables(
    sittings: Sequence[Sitting], setups: Sequence[Setup], names: Names, rng: np.random.Generator
) -> Opened:
    """Return the hands of all sittings, still without wagers and the fees of single hands."""
    opened = Opened(names, People(names), SeatBook(names))
    for sitting in sittings:
        turns = setups[sitting.runs[0].setup].turns
        if turns is None:
            frame = poker_hands(sitting, setups, opened, rng)
        else:
            frame = banked_hands(sitting, setups, turns, opened, rng)
        opened.hands.append(frame)
        post(sitting, setups, frame, opened)
        opened.count += sitting.hands
    return opened
