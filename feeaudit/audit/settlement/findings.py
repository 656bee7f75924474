"""Findings about a player-dealer whose money did not cover what was settled, told for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.columns import words_of
from feeaudit.audit.findings import find
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.settlement.printed_rules import printed_rules
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.coverage import Cover
    from feeaudit.audit.settlement.tally import Tally
    from feeaudit.book.model import Anomaly
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.settlement import SettlementRules


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
    lines: Callable[[SettlementRules], str],
    holds: Callable[[SettlementRules], list[bool]],
) -> pd.DataFrame:
    """Return a finding for each wrong hand: what was put up, and what was used beyond it.

    ``lines`` are those of its rules, ``holds`` whether these surely forbid it in each world: where
    they do not in all, it is left to a person.
    """
    hands, tally, rules = np.flatnonzero(wrong), tally_of(case), printed_rules(case)
    doubts = {
        number: rules.each[number].deciding(rules.each[number].worlds, holds(rules.each[number]))
        for number in distinct(rules.of_hand[hands]).tolist()
    }
    return find(
        hands,
        tell=lambda hand: tell(tally, hand) + not_settled(doubts[int(rules.of_hand[hand])]),
        review=~rules.which(lambda each: all(holds(each)))[hands],
        hand=hands,
        seat=words_of(case.hands, "player_dealer_seat", hands),
        player=words_of(case.hands, "player_dealer", hands),
        owed=tally.put_up[hands],
        taken=used[hands],
        lines=rules.texts(hands, lines),
        document=rules.texts(hands, lambda each: each.document),
        doubt=[ids_of(doubts[number]) for number in rules.of_hand[hands].tolist()],
    )


def not_settled(doubts: Iterable[Anomaly]) -> str:
    """Return what leaves a finding open, as the end of its sentence; blank where nothing does."""
    return "".join(f"; not settled: {each.note}" for each in doubts)


def ids_of(doubts: Iterable[Anomaly]) -> str:
    """Return the ids of anomalies, as findings name them."""
    return ", ".join(sorted(each.id for each in doubts))
