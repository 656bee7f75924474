"""FEE-JACKPOT: a jackpot fee is not what the schedule prints for the players and the pot.

Finding     six players and a $35 pot owe $1.00 and $1.00, $3.00 taken for the jackpot
No finding  four players owe no jackpot fee and none is taken
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.checks.fees.explained import fee_outcome
from feeaudit.audit.fees import fees_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="FEE-JACKPOT",
    title="A jackpot fee differs from the schedule",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Check the pot size and the player count of the hand against the jackpot's chart.",
)
def jackpot_fee_wrong(case: Case) -> Outcome:
    """A jackpot fee is not what the schedule prints for the players and the pot."""
    fees = fees_of(case).odd
    wrong = ~fees["fits"] & ~fees["unpriced"] & (fees["fee"] == "jackpot")
    return fee_outcome(case, fees[wrong])
