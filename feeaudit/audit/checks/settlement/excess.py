"""PAY-EXCESS: the player-dealer won or lost more in a hand than was put up.

Finding     $100.00 put up, $150.00 collected from losers, nothing paid: won $50.00 too much
Finding     $100.00 put up, $30.00 collected, $140.00 paid: lost $10.00 too much
No finding  $100.00 put up, $100.00 collected, and $50.00 of the next wager returned
No finding  the rules of the game set no such bound (untested)
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
    id="PAY-EXCESS",
    title="Player-dealer won or lost more than the amount put up",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "hands.player_dealer_wager"),
    next_step="Compare the hand with the surveillance record, and return the amount won in excess.",
)
def won_or_lost_too_much(case: Case) -> Outcome:
    """The player-dealer won or lost more in a hand than was put up."""
    tally = tally_of(case)
    cover = Cover(case.player_dealer_hands)
    printed_rules(case).set_aside(
        cover,
        lambda each: not any(_bounded(each)),
        lambda game: f"no printed rule of {game} limits what the player-dealer wins or loses",
    )
    set_aside_unsettled(cover, case, tally)
    moved = np.abs(tally.net)
    wrong = cover.tested & (moved > tally.put_up)
    return cover.outcome(
        beyond_put_up(case, moved, wrong, tell=_sentence, lines=_lines, holds=_bounded)
    )


def _sentence(tally: Tally, hand: int) -> str:
    put_up, net = int(tally.put_up[hand]), int(tally.net[hand])
    collected, paid = dollars(int(tally.collected[hand])), dollars(int(tally.paid[hand]))
    return (
        f"the player-dealer put up {dollars(put_up)} and {'won' if net > 0 else 'lost'}"
        f" {dollars(abs(net))} ({collected} collected, {paid} paid):"
        f" {dollars(abs(net) - put_up)} more than the rules allow"
    )


def _bounded(rules: SettlementRules) -> list[bool]:
    """Tell in which worlds the rules bound what the player-dealer wins and loses."""
    return [bool(world.covers) for world in rules.worlds]


def _lines(rules: SettlementRules) -> str:
    return stretches(line for world in rules.worlds for rule in world.covers for line in rule.lines)
