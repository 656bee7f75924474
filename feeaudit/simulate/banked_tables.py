"""Tables of player-dealer games: when each hand is played, who sits, and who holds the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.chairs import Parts, banked_rings, banked_seating
from feeaudit.simulate.draft_frames import SECOND, Frame
from feeaudit.simulate.floor import CLOSED_AFTER, OpenedFloor, blank_hands
from feeaudit.simulate.held_positions import held_positions, offers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting
    from feeaudit.simulate.turns import BankTurns

_BETWEEN: Final = (55, 96)
_LASTS: Final = (30, 46)


def banked_hands(
    sitting: Sitting,
    setups: Sequence[Setup],
    turns: BankTurns,
    opened: OpenedFloor,
    rng: np.random.Generator,
) -> Frame:
    """Return the hands of a sitting, and write its offers and seats."""
    gaps = rng.integers(*_BETWEEN, sitting.hands) * SECOND
    started = sitting.start + np.cumsum(gaps)
    ended = started + rng.integers(*_LASTS, sitting.hands) * SECOND
    frame = blank_hands(sitting, setups, opened, started, ended)
    banked = banked_seating(setups[sitting.runs[0].setup], sitting, opened.people, rng)
    held = held_positions(turns, banked.providers, sitting.seated, sitting.hands, rng)
    parts = Parts(opened.rings, opened.seats, opened.people, rng, turns.newcomers)
    ring = banked_rings(banked, sitting, held, started, parts)
    frame |= {
        "ring": ring,
        "turn": held.turn,
        "hop": held.hop,
        "player_dealer_seat": opened.rings.seat_at(ring, held.turn),
        "player_dealer": opened.rings.person_at(ring, held.turn),
    }
    opened.offers.append(offers_of(frame, opened.rings, sitting.seated, opened.names))
    for chair in banked.chairs:
        opened.seats.leave(chair, sitting, int(ended[-1]) + CLOSED_AFTER)
    return frame
