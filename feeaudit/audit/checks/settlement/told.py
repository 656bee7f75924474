"""Findings about a player-dealer whose money did not cover what was settled, told for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.check import findings_frame
from feeaudit.audit.checks.settlement.printed import document_of
from feeaudit.audit.checks.settlement.tally import tally_of
from feeaudit.audit.checks.settlement.testing import of_games, texts_of
from feeaudit.audit.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.settlement.tally import Bools, Ints, Tally
    from feeaudit.audit.situations import Situation


class Ground(NamedTuple):
    """How a finding is told, on which lines, and of which games it is for review."""

    tell: Callable[[Tally, int], str]
    lines: Callable[[Situation], str]
    review: Callable[[Situation], bool]


def beyond_put_up(case: Case, used: Ints, wrong: Bools, ground: Ground) -> pd.DataFrame:
    """Return a finding for each wrong hand: what was put up, and what was used beyond it."""
    hands = np.flatnonzero(wrong)
    if not len(hands):
        return findings_frame()
    tally = tally_of(case)
    return findings_frame(
        len(hands),
        hand=hands,
        seat=words_of(case.hands, "player_dealer_seat", hands),
        player=words_of(case.hands, "player_dealer", hands),
        owed=tally.put_up[hands],
        taken=used[hands],
        review=of_games(case, ground.review)[hands],
        message=np.array([ground.tell(tally, hand) for hand in hands.tolist()], dtype=object),
        lines=texts_of(case, hands, ground.lines),
        document=texts_of(case, hands, document_of),
    )
