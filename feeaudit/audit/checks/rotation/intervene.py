"""ROT-INTERVENE: somebody took the position again though another player-dealer had to come between.

Finding     Ann holds two hands, a turn, and begins another with nobody between
Review      the rules ask for somebody between, but not after how many hands
No finding  Ann holds two hands, Bob one, then Ann again
No finding  the rules do not ask for an intervening player-dealer
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    UNSURE,
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
    title="The same person again, nobody between",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("hands.player_dealer",),
    next_step="Have somebody else take the position before the same person does again.",
)
def nobody_between(case: Case) -> Outcome:
    """Somebody took the position again though another player-dealer had to come between."""
    bank = bank_history(case)
    required = per_entry(case, lambda rules: bool(rules.intervening))
    printed = per_entry(case, lambda rules: rules.turn)
    turn = np.where(printed > 0, printed, MANY)
    # A finding where each further turn begins, not for each of its hands.
    again = required & (bank.turn > turn) & ((bank.turn - 1) % turn == 0)
    ground = find_holders(
        case,
        again,
        lambda entry: _sentence(case, entry),
        lambda rules: rules.intervening,
        review=printed == 0,
    )
    return bank_outcome(case, required, {UNSURE: bank.unsure}, ground)


def _sentence(case: Case, entry: int) -> str:
    hands = counted(bank_history(case).turn[entry] - 1, "hand")
    unsaid = "" if rules_at(case, entry).turn else ", the rules do not say after how many hands"
    return (
        f"{holder(case, entry)} had held the position for {hands} and took it again; "
        f"another player-dealer must come between{unsaid}"
    )
