"""PAY-EXCESS: the player-dealer, or a bettor, won or lost more in a hand than was put up.

What a bettor lost beyond the wager is an invalid value (LOG-VALUE); what was won beyond it is a
finding where the rules bound that.

Finding     $100.00 put up, $150.00 collected from losers, nothing paid: won $50.00 too much
Finding     $100.00 put up, $30.00 collected, $140.00 paid: lost $10.00 too much
Finding     a wager of $50.00 won $60.00 where no bettor may win more than was bet
No finding  $100.00 put up, $100.00 collected, and $50.00 of the next wager returned
No finding  the rules of the game set no such bound (untested)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.settlement.findings import beyond_put_up, set_aside_unsettled
from feeaudit.audit.settlement.printed_rules import printed_rules
from feeaudit.audit.settlement.tally import moved as moved_by
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.audit.wagers import wagers_of
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.settlement.tally import Tally
    from feeaudit.rules.settlement import SettlementRules


@check(
    id="PAY-EXCESS",
    title="More won or lost than the amount put up",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "hands.player_dealer_wager"),
    next_step="Compare the hand with the surveillance record, and return the amount won in excess.",
)
def won_or_lost_too_much(case: Case) -> Outcome:
    """The player-dealer, or a bettor, won or lost more in a hand than was put up."""
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
        beyond_put_up(case, moved, wrong, tell=_sentence, lines=_lines, holds=_bounded),
        _bettors(case, cover),
    )


def _bettors(case: Case, cover: Cover) -> pd.DataFrame:
    """Return the wagers that won more than was bet, where the rules let no bettor do so."""
    rules = printed_rules(case)
    bound = np.append(rules.which(lambda each: bool(each.bettor_bound)) & cover.tested, False)
    wagers = wagers_of(case)
    rows = np.flatnonzero(bound[wagers.hand])
    won, bet = moved_by(case, rows).won, wagers.amount[rows]
    rows, won, bet = (each[won > bet] for each in (rows, won, bet))
    hands = wagers.hand[rows]
    return find(
        [*zip(rows.tolist(), won.tolist(), bet.tolist(), strict=True)],
        tell=lambda each: (
            f"the {str(case.wagers['wager'].iloc[each[0]]).replace('_', ' ')} of {dollars(each[2])}"
            f" won {dollars(each[1])}: no bettor may win more than was bet"
        ),
        hand=hands,
        seat=words_of(case.wagers, "seat", rows),
        player=words_of(case.wagers, "player", rows),
        owed=bet,
        taken=won,
        lines=rules.texts(hands, lambda each: stretches(each.bettor_bound)),
        document=rules.texts(hands, lambda each: each.document),
        **log_rows(case.wagers, rows),
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
