"""PAY-EXCESS: the player-dealer won or lost more in a hand than was put up.

Finding     $100.00 put up, $150.00 collected from losers, nothing paid: won $50.00 too much
Finding     $100.00 put up, $30.00 collected, $140.00 paid: lost $10.00 too much
No finding  $100.00 put up, $100.00 collected, and $50.00 of the next wager returned
No finding  the rules of the game set no such bound (untested)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.settlement.printed import (
    cover_in_doubt,
    cover_rules,
    document_of,
    is_banked,
    lines_text,
)
from feeaudit.audit.checks.settlement.tally import tally_of
from feeaudit.audit.checks.settlement.testing import (
    Coverage,
    names_of,
    of_games,
    set_aside_unsettled,
    texts_of,
)
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.settlement.tally import Ints, Tally
    from feeaudit.audit.situations import Situation


@check(
    id="PAY-EXCESS",
    title="The player-dealer won or lost more than was put up",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "hands.player_dealer_wager"),
    next_step="Compare the hand with the surveillance record and return what was won too much.",
)
def won_or_lost_too_much(case: Case) -> Outcome:
    """The player-dealer won or lost more in a hand than was put up."""
    tally = tally_of(case)
    coverage = Coverage(case.player_dealer_hands)
    coverage.set_aside_games(
        case,
        lambda each: is_banked(each) and not cover_rules(each),
        lambda game: f"no printed rule of {game} bounds what the player-dealer wins or loses",
    )
    set_aside_unsettled(coverage, case, tally)
    wrong = np.flatnonzero(coverage.tested & (np.abs(tally.net) > tally.put_up))
    return Outcome(_findings(case, tally, wrong), coverage.tested, coverage.untested)


def _findings(case: Case, tally: Tally, hands: Ints) -> pd.DataFrame:
    if not len(hands):
        return findings_frame()
    return findings_frame(
        len(hands),
        hand=hands,
        seat=np.array(names_of(case, "player_dealer_seat", hands), dtype=object),
        player=np.array(names_of(case, "player_dealer", hands), dtype=object),
        owed=tally.put_up[hands],
        taken=np.abs(tally.net[hands]),
        review=of_games(case, cover_in_doubt)[hands],
        message=np.array([_sentence(tally, hand) for hand in hands.tolist()], dtype=object),
        lines=texts_of(case, hands, _lines),
        document=texts_of(case, hands, document_of),
    )


def _sentence(tally: Tally, hand: int) -> str:
    put_up, net = int(tally.put_up[hand]), int(tally.net[hand])
    collected, paid = dollars(int(tally.collected[hand])), dollars(int(tally.paid[hand]))
    return (
        f"the player-dealer put up {dollars(put_up)} and {'won' if net > 0 else 'lost'}"
        f" {dollars(abs(net))} ({collected} collected, {paid} paid):"
        f" {dollars(abs(net) - put_up)} more than the rules allow"
    )


def _lines(situation: Situation) -> str:
    return lines_text(line for rule in cover_rules(situation) for line in rule.lines)
