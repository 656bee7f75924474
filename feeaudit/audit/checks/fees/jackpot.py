"""FEE-JACKPOT: a jackpot fee is not what the schedule prints for the players and the pot.

Finding     six players and a $35 pot owe $1.00 and $1.00, $3.00 taken for the jackpot
No finding  four players owe no jackpot fee and none is taken
Finding     the same of a hand without wagers, whatever its pot: both stages are $2.00 in all
No finding  a jackpot fee was waived; FEE-WAIVER asks by what right
Review      $1.00 taken where the fee is left to the rules of the jackpot, which are not at hand
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover, misfits
from feeaudit.audit.fees.jackpots import (
    LEFT_ELSEWHERE,
    fees_to_compare,
    left_elsewhere,
    pot_unknown,
    wrong_fees,
    wrong_whatever_the_pot,
)
from feeaudit.audit.fees.testable import no_wagers

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="FEE-JACKPOT",
    title="A jackpot fee differs from the schedule",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Check the pot size and the player count of the hand against the jackpot's chart.",
)
def jackpot_fee_wrong(case: Case) -> Outcome:
    """A jackpot fee is not what the schedule prints for the players and the pot."""
    unknown, cover = pot_unknown(case), fee_cover(case)
    cover.set_aside(unknown, no_wagers(case))
    fees = misfits(case, jackpot=True)
    waived = fees["waived"] & (fees["taken"] < fees["owed"])
    bare = unknown[fees["hand"].to_numpy()]
    # Without wagers, a jackpot that is not logged may well be logged somewhere else.
    whatever = wrong_whatever_the_pot(case, fees[~waived & bare & (fees["taken"] > 0)])
    wrong = fees[~waived & ~bare]
    elsewhere = left_elsewhere(case)
    open_ = elsewhere[wrong["hand"].to_numpy()]
    cover.keep(np.concatenate([wrong["hand"], whatever["hand"]]))
    cover.set_aside(elsewhere, f"{LEFT_ELSEWHERE}, which the book does not have")
    return cover.outcome(
        wrong_fees(case, wrong[~open_]), fees_to_compare(case, wrong[open_]), whatever
    )
