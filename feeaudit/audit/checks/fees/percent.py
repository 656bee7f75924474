"""FEE-PERCENT: what was collected follows a share of the wagers, not the ladder.

Finding     forty hands with fees of 1% of the action to the cent, whatever the tier
Finding     forty hands with fees of 3% of the action, rounded to the dollar
Finding     forty hands with 5% of the pot, rounded to the dollar
No finding  a day on which no law prohibits it, in a game whose rules do not either (untested)
No finding  fees that step with the tiers, though they rise with the action
No finding  the fees of another option: no option has as many different ones
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover
from feeaudit.audit.fees.percentages import CLOSE_CENTS, Percentage, percentages
from feeaudit.audit.findings import find
from feeaudit.audit.law import applied_on
from feeaudit.core.arrays import distinct
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools

RULE: Final = "pc-337j-f-percentage"
_NOT_PROHIBITED: Final = "neither a law in force on that day nor the game's rules prohibit it"


@check(
    id="FEE-PERCENT",
    title="Fees follow a percentage of the wagers",
    severity=Severity.REVIEW,
    stake=Stake.INTEGRITY,
    authority=Authority.LAW,
    needs=("wagers", "collections"),
    next_step="Ask how the fee was calculated at this table; percentage fees are prohibited.",
)
def follows_a_share(case: Case) -> Outcome:
    """What a table collected tracks a share of the wagers more closely than the ladder."""
    allowed = _allowed(case)
    found = [each for each in percentages(case) if not allowed[each.hand]]
    findings = find(
        found,
        tell=_sentence,
        review=True,
        hand=[each.hand for each in found],
        payer=[each.payer for each in found],
        taken=[each.taken for each in found],
    )
    cover = fee_cover(case)
    cover.set_aside(allowed, _NOT_PROHIBITED)
    return cover.outcome(findings)


def _allowed(case: Case) -> Bools:
    """Tell on which hands neither a law on that day nor a rule of the game prohibits a share."""
    day = case.hands["day"].to_numpy()
    before = [each for each in distinct(day).tolist() if not applied_on(case, RULE, each)]
    if not before:
        return case.no_hand
    silent = [not each.rules("no_percentage") for each in case.contexts]
    found: Bools = np.isin(day, before) & np.array(silent)[case.hands["context"].to_numpy()]
    return found


def _sentence(each: Percentage) -> str:
    line, closely = each.line, f"to within {CLOSE_CENTS} cents"
    if line.within != CLOSE_CENTS:
        closely = f"rounded to {dollars(line.within)}"
    return (
        f"{each.payer.replace('_', '-')}: {line.close:.0%} of {each.fees:,} fees are"
        f" {line.share:.2%} of the amount wagered, {closely}; {each.fitting:.0%} match the tiers"
        f" ({dollars(each.taken)} in all)"
    )
