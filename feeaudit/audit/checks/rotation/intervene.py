"""ROT-INTERVENE: somebody took the position again though another player-dealer had to come between.

Finding     Ann holds two hands, a turn, and begins another with nobody between
Review      the rules ask for somebody between, but not after how many hands
No finding  Ann holds two hands, Bob one, then Ann again
No finding  the rules do not ask for an intervening player-dealer
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    UNSURE,
    Verdict,
    bank_outcome,
    counted,
    find_holders,
    holder,
    per_entry,
    rules_at,
)
from feeaudit.rules.rotation import MANY

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="ROT-INTERVENE",
    title="Same person again with no intervening player-dealer",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer",),
    next_step="Have another player take the position before the same person takes it again.",
)
def nobody_between(case: Case) -> Outcome:
    """Somebody took the position again though another player-dealer had to come between."""
    return bank_outcome(
        case, partial(_judged, case), lambda rules: (bool(rules.intervening), rules.turn)
    )


def _judged(case: Case, reading: int) -> Verdict:
    bank = bank_history(case)
    required = per_entry(case, lambda rules: bool(rules.intervening), reading)
    printed = per_entry(case, lambda rules: rules.turn, reading)
    turn = np.where(printed > 0, printed, MANY)
    # A finding where each further turn begins, not for each of its hands.
    again = required & (bank.turn > turn) & ((bank.turn - 1) % turn == 0)
    ground = find_holders(
        case,
        again,
        lambda entry: _sentence(case, entry, reading),
        lambda rules: rules.intervening,
        reading,
        review=printed == 0,
    )
    return Verdict(required, {UNSURE: bank.unsure}, (ground,))


def _sentence(case: Case, entry: int, reading: int) -> str:
    hands = counted(bank_history(case).turn[entry] - 1, "hand")
    rules = rules_at(case, entry, reading)
    unsaid = "" if rules.turn else ", the rules do not say after how many hands"
    return (
        f"{holder(case, entry)} had held the position for {hands} and took it again; an"
        f" intervening player-dealer is required{unsaid}"
    )
