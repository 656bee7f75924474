"""Fee records: a collection with its payer, its moment and the time that goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import NULL, SECOND, Frame, frame_of

if TYPE_CHECKING:
    from feeaudit.core.arrays import IntArray
    from feeaudit.simulate.draft_frames import Names
    from feeaudit.simulate.option_fees import OptionFee

# Seconds into the hand at which each moment lies; the end of the hand is its own time.
SECONDS_IN: Final = {
    "after_initial_cards": 8,
    "after_all_cards": 12,
    "antes_posted": 2,
    "before_flop": 12,
    "after_flop": 20,
    "any_round": 20,
}


def taken_frame(  # noqa: PLR0913 - a record has so many sides
    levy: OptionFee,
    number: int,
    hands: Frame,
    which: IntArray,
    amounts: IntArray,
    *,
    names: Names,
    seat: IntArray | int = NULL,
    person: IntArray | int = NULL,
    payer: str = "",
) -> Frame:
    """Return the collections of one levy on some of the hands."""
    moment = np.full(len(which), NULL, dtype=np.int64)
    when = hands["started_at"][which]
    if levy.moments:
        # Where the print allows several moments, hands take them by turns.
        turn = hands["hand"][which] % len(levy.moments)
        moment = names.codes(levy.moments)[turn]
        seconds = np.array([SECONDS_IN.get(each, 0) for each in levy.moments], dtype=np.int64)
        at_end = np.array([each == "end_of_hand" for each in levy.moments])[turn]
        when = np.where(at_end, hands["ended_at"][which], when + seconds[turn] * SECOND)
    return frame_of(
        "collections",
        len(which),
        near=hands["hand"][which],
        hand=hands["hand"][which],
        levy=number,
        payer=names.code(payer or levy.payer),
        fee=names.code(levy.fee),
        amount=amounts,
        seat=seat,
        player=person,
        moment=moment,
        taken_at=when,
    )
