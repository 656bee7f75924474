"""PAY-UNCOVERED: wagers were settled that the player-dealer's money did not cover.

Collecting a losing wager uses as much of the player-dealer's money as paying a winner does; what is
put up serves once. Where the rules return what is not covered, settling it breaks them; where they
only bound what is won and lost, using money twice is left to a person.

Finding     $100.00 put up, losers of $100.00 and $50.00 both collected, nothing returned
Finding     $100.00 put up, $80.00 collected and $60.00 paid: $40.00 served twice
No finding  $100.00 put up, $60.00 collected, $40.00 paid, the rest of the wagers returned
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.settlement.printed import (
    cover_rules,
    document_of,
    is_banked,
    lines_text,
    returns,
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
    from feeaudit.audit.checks.settlement.tally import Bools, Ints, Tally
    from feeaudit.audit.situations import Situation


@check(
    id="PAY-UNCOVERED",
    title="Wagers settled that the player-dealer's money did not cover",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "hands.player_dealer_wager"),
    next_step="Return what was collected beyond the player-dealer's money to those who lost it.",
)
def settled_without_cover(case: Case) -> Outcome:
    """Wagers were settled that the player-dealer's money did not cover."""
    tally = tally_of(case)
    coverage = Coverage(case.player_dealer_hands)
    coverage.set_aside_games(
        case,
        lambda each: is_banked(each) and not returns(each) and not cover_rules(each),
        lambda game: f"no printed rule of {game} says what becomes of uncovered wagers",
    )
    set_aside_unsettled(coverage, case, tally)
    returned = of_games(case, lambda each: bool(returns(each)))
    used = tally.collected + tally.paid
    # Beyond the bound on winning and losing, PAY-EXCESS speaks where nothing is said of returning.
    wrong = coverage.tested & (used > tally.put_up)
    wrong &= returned | (np.abs(tally.net) <= tally.put_up)
    findings = _findings(case, tally, np.flatnonzero(wrong), returned)
    return Outcome(findings, coverage.tested, coverage.untested)


def _findings(case: Case, tally: Tally, hands: Ints, returned: Bools) -> pd.DataFrame:
    if not len(hands):
        return findings_frame()
    return findings_frame(
        len(hands),
        hand=hands,
        seat=np.array(names_of(case, "player_dealer_seat", hands), dtype=object),
        player=np.array(names_of(case, "player_dealer", hands), dtype=object),
        owed=tally.put_up[hands],
        taken=(tally.collected + tally.paid)[hands],
        review=~returned[hands],
        message=np.array([_sentence(tally, hand) for hand in hands.tolist()], dtype=object),
        lines=texts_of(case, hands, _lines),
        document=texts_of(case, hands, document_of),
    )


def _sentence(tally: Tally, hand: int) -> str:
    put_up = int(tally.put_up[hand])
    collected, paid = int(tally.collected[hand]), int(tally.paid[hand])
    beyond = dollars(collected + paid - put_up)
    told = (
        f"the player-dealer put up {dollars(put_up)}; {dollars(collected)} was collected and"
        f" {dollars(paid)} paid, {dollars(collected + paid)} in all"
    )
    if max(collected, paid) > put_up:
        return f"{told}: {beyond} of action was not covered and not returned"
    return f"{told}: {beyond} of the player-dealer's money was used twice"


def _lines(situation: Situation) -> str:
    said = returns(situation) or cover_rules(situation)
    return lines_text(line for each in said for line in each.lines)
