"""FEE-PERCENT: what was collected follows a share of the wagers, not the ladder.

Finding     forty hands with fees of 1% of the action to the cent, whatever the tier
Finding     forty hands with fees of 3% of the action, rounded to the dollar
Finding     forty hands with 5% of the pot, rounded to the dollar
No finding  fees that step with the tiers, though they rise with the action
No finding  the fees of another option: no option has as many different ones
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover
from feeaudit.audit.fees.percentages import CLOSE_CENTS, Percentage, percentages
from feeaudit.audit.findings import find
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


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
    found = list(percentages(case))
    findings = find(
        found,
        tell=_sentence,
        review=True,
        hand=[each.hand for each in found],
        payer=[each.payer for each in found],
        taken=[each.taken for each in found],
    )
    return fee_cover(case).outcome(findings)


def _sentence(each: Percentage) -> str:
    line, closely = each.line, f"to within {CLOSE_CENTS} cents"
    if line.within != CLOSE_CENTS:
        closely = f"rounded to {dollars(line.within)}"
    return (
        f"{each.payer.replace('_', '-')}: {line.close:.0%} of {each.fees:,} fees are"
        f" {line.share:.2%} of the amount wagered, {closely}; {each.fitting:.0%} match the tiers"
        f" ({dollars(each.taken)} in all)"
    )
