"""Findings about a player-dealer whose money did not cover what was settled, told for a person."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.columns import words_of
from feeaudit.audit.findings import find
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.played_games import of_games, texts_of
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.rules.settlement import document_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.coverage import Cover
    from feeaudit.audit.settlement.tally import Tally
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


BLANK_RESULT: Final = "wagers.result is blank for a wager of the hand"


def set_aside_unsettled(cover: Cover, case: Case, tally: Tally) -> None:
    """Leave out the hands whose outcome, or what was put up for them, is not logged."""
    if not cover.lacks(case.lacking("hands.player_dealer_wager", "wagers.result")):
        cover.set_aside(tally.put_up == MISSING, "hands.player_dealer_wager is blank")
        cover.set_aside(~tally.wagered, "no wagers are logged for the hand")
        cover.set_aside(tally.blank, BLANK_RESULT)


def beyond_put_up(  # noqa: PLR0913 - the parts of a finding
    case: Case,
    used: Ints,
    wrong: Bools,
    *,
    tell: Callable[[Tally, int], str],
    lines: Callable[[Context], str],
    review: Callable[[Context], bool],
) -> pd.DataFrame:
    """Return a finding for each wrong hand: what was put up, and what was used beyond it.

    ``lines`` are those of its game's rules, ``review`` whether these leave it to a person.
    """
    hands, tally = np.flatnonzero(wrong), tally_of(case)
    return find(
        hands,
        tell=partial(tell, tally),
        review=of_games(case, review)[hands],
        hand=hands,
        seat=words_of(case.hands, "player_dealer_seat", hands),
        player=words_of(case.hands, "player_dealer", hands),
        owed=tally.put_up[hands],
        taken=used[hands],
        lines=texts_of(case, hands, lines),
        document=texts_of(case, hands, document_of),
    )
