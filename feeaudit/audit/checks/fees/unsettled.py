"""FEE-UNSETTLED: the printed schedule does not settle the fee (gap, overlap, contradiction).

Finding     table action $175 lies between the tiers 21-149 and 201+
No finding  table action $149 is in tier 21-149
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_cover, fee_findings

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="FEE-UNSETTLED",
    title="The schedule does not settle what was owed",
    severity=Severity.REVIEW,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Ask the Bureau which reading applies, then settle it in feeaudit.toml on that"
    " authority.",
)
def not_settled(case: Case) -> Outcome:
    """The printed schedule does not settle the fee: a gap, an overlap or a contradiction."""
    fees = fees_of(case).deviations
    unsettled = _as_printed(fees[fees["unpriced"] | (fees["fits"] & ~fees["settled"])])
    return fee_cover(case).outcome(fee_findings(case, unsettled, review=True))


def _as_printed(fees: pd.DataFrame) -> pd.DataFrame:
    """Return fees with what is owed left unsaid where no fee is printed: that is not $0."""
    unsaid = {name: fees[name].mask(fees["unpriced"], -1) for name in ("owed", "owed_most")}
    return fees.assign(**unsaid)
