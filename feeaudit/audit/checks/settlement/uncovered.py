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

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.settlement.findings import beyond_put_up, set_aside_unsettled
from feeaudit.audit.settlement.printed_rules import printed_rules
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.settlement.tally import Tally
    from feeaudit.rules.settlement import SettlementRules


@check(
    id="PAY-UNCOVERED",
    title="Wagers settled beyond the player-dealer's money",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "hands.player_dealer_wager"),
    next_step="Return the amount collected beyond the player-dealer's money to the players who"
    " lost it.",
)
def settled_without_cover(case: Case) -> Outcome:
    """Wagers were settled that the player-dealer's money did not cover."""
    tally, rules, cover = tally_of(case), printed_rules(case), Cover(case.player_dealer_hands)
    rules.set_aside(
        cover,
        lambda each: not any(world.returns or world.covers for world in each.worlds),
        lambda game: f"no printed rule of {game} says what happens to uncovered wagers",
    )
    set_aside_unsettled(cover, case, tally)
    used = tally.collected + tally.paid
    # Beyond the bound on winning and losing, PAY-EXCESS speaks where nothing is said of returning.
    wrong = cover.tested & (used > tally.put_up)
    wrong &= rules.which(lambda each: any(_serves_once(each))) | (np.abs(tally.net) <= tally.put_up)
    found = beyond_put_up(case, used, wrong, tell=_sentence, lines=_lines, holds=_serves_once)
    return cover.outcome(found)


def _sentence(tally: Tally, hand: int) -> str:
    columns = (tally.put_up, tally.collected, tally.paid)
    put_up, collected, paid = (int(each[hand]) for each in columns)
    beyond = dollars(collected + paid - put_up)
    told = (
        f"the player-dealer put up {dollars(put_up)}; {dollars(collected)} was collected and"
        f" {dollars(paid)} paid, {dollars(collected + paid)} in all"
    )
    if max(collected, paid) > put_up:
        return f"{told}: {beyond} of action was not covered and not returned"
    return f"{told}: {beyond} of the player-dealer's money was used twice"


def _serves_once(rules: SettlementRules) -> list[bool]:
    """Tell in which worlds the rules say that money serves once, or return what it leaves."""
    return [bool(world.returns) for world in rules.worlds]


def _lines(rules: SettlementRules) -> str:
    returns = [each for world in rules.worlds for each in world.returns]
    covers = [each for world in rules.worlds for each in world.covers]
    return stretches(line for each in returns or covers for line in each.lines)
