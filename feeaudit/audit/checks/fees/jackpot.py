"""FEE-JACKPOT: a jackpot fee is not what the schedule prints for the players and the pot.

Finding     six players and a $35 pot owe $1.00 and $1.00, $3.00 taken for the jackpot
No finding  four players owe no jackpot fee and none is taken
No finding  a jackpot fee was waived; FEE-WAIVER asks by what right
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits
from feeaudit.audit.fees.testable import no_wagers

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context


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
    unknown, cover = _pot_unknown(case), fee_cover(case)
    cover.set_aside(unknown, no_wagers(case))
    fees = misfits(case, jackpot=True)
    waived = fees["waived"] & (fees["taken"] < fees["owed"])
    wrong = fees[~waived & ~unknown[fees["hand"].to_numpy()]]
    return cover.outcome(fee_findings(case, wrong))


def _pot_unknown(case: Case) -> Bools:
    """Tell which hands may owe a fee from some pot on, and have no wagers to tell the pot by."""
    unknown = case.of_contexts(_asks_for_the_pot)
    hand = case.wagers["hand"].to_numpy()
    unknown[hand[hand >= 0]] = False
    return unknown


def _asks_for_the_pot(context: Context) -> bool:
    return any(levy.from_pot and levy.fees for levy in context.levies)
