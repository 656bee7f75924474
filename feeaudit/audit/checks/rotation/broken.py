"""ROT-BROKEN: nobody took the position, and the game went on with the same player-dealer.

Finding     Ann's two hands are over, everybody declines, and Ann holds the next hand
Finding     everybody declines, Ann with them, and Ann holds the next hand all the same
Review      the same, where the rules do not say how many hands make a turn
No finding  everybody declines after Ann's first hand of two, and Ann holds her second
No finding  everybody declines, and the next hand comes after the table broke
No finding  the rules do not say that the game is broken
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    Verdict,
    bank_outcome,
    counted,
    find_holders,
    holder,
    per_entry,
    rules_at,
)
from feeaudit.audit.rotation.offers import position_offers
from feeaudit.rules.rotation import MANY

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="ROT-BROKEN",
    title="The game continued although nobody took the position",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer", "offers"),
    next_step="Break the game when nobody takes the position, and retrain the dealer.",
)
def game_went_on(case: Case) -> Outcome:
    """Nobody took the position, and the game went on with the same player-dealer."""
    return bank_outcome(case, partial(_judged, case), lambda rules: (rules.if_nobody, rules.turn))


def _judged(case: Case, reading: int) -> Verdict:
    bank, offers = bank_history(case), position_offers(case)
    breaks = per_entry(case, lambda rules: bool(rules.if_nobody), reading)
    printed = per_entry(case, lambda rules: rules.turn, reading)
    over = breaks & (bank.turn > np.where(printed > 0, printed, MANY))
    # Before the first hand of a game they declined in the one that was broken.
    declined = breaks & offers.holder_declined & ~bank.opens
    everybody = find_holders(
        case,
        declined & ~offers.to_other & ~offers.to_holder,
        lambda entry: (
            f"everyone who was asked declined the position, including {holder(case, entry)},"
            f" who held it anyway; the rules require the game to be"
            f" {rules_at(case, entry, reading).if_nobody}"
        ),
        lambda rules: rules.nobody_lines,
        reading,
    )
    others = find_holders(
        case,
        over & (offers.others > 0) & ~offers.to_other,
        lambda entry: _sentence(case, entry, reading),
        lambda rules: rules.nobody_lines,
        reading,
        review=printed == 0,
    )
    unasked = case.lacking("offers") or "no offer is logged before a hand beyond the turn"
    return Verdict(breaks, {unasked: over & (offers.others == 0)}, (everybody, others))


def _sentence(case: Case, entry: int, reading: int) -> str:
    rules = rules_at(case, entry, reading)
    hands = counted(bank_history(case).turn[entry] - 1, "hand")
    unsaid = "" if rules.turn else "; the rules do not say how many hands make a turn"
    return (
        f"{position_offers(case).others[entry]} asked, nobody took the position after "
        f"{holder(case, entry)} had held it for {hands}, and the game continued; "
        f"the rules require it to be {rules.if_nobody}{unsaid}"
    )
