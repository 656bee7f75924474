"""FEE-WAIVER: a fee was waived without a published waiver.

Finding     $1.00 owed, waived as "regular customer": no published waiver says so
Finding     a time fee waived as "regular customer" likewise
Finding     waived as "ladies night", published for another game or from the next day on
For review  waived as "regular customer" on a day on which the law on waivers is not in force
No finding  waived as "courtesy button" in a game whose rules print one
No finding  waived as "ladies night", which the site's configuration says was published
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings
from feeaudit.audit.fees.waived_fees import before_the_law, waived_for_periods, waived_on_hands
from feeaudit.audit.periods.findings import of_charges
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="FEE-WAIVER",
    title="Fee waived without a published waiver",
    severity=Severity.VIOLATION,
    stake=Stake.HOUSE,
    authority=Authority.LAW,
    needs=("wagers", "collections", "collections.waived"),
    next_step="Publish the waiver in advance or stop granting it; collect as posted.",
)
def waived_without_authority(case: Case) -> Outcome:
    """A fee was waived, and neither the rules nor the site's published waivers allow it."""
    cover = fee_cover(case)
    if cover.lacks(case.lacking("collections.waived")):
        return cover.outcome()
    return cover.outcome(_on_hands(case), _for_periods(case))


def _on_hands(case: Case) -> pd.DataFrame:
    rows, reasons = waived_on_hands(case)
    findings = fee_findings(case, rows)
    unruled = before_the_law(case, case.hands["day"].to_numpy()[findings["hand"].to_numpy()])
    findings["message"] = [
        f"{message}; {_waived_as(each, bool(is_open))}"
        for message, each, is_open in zip(findings["message"], reasons, unruled, strict=True)
    ]
    under = findings["under"].mask(unruled, 0)
    return findings.assign(review=unruled, under=under)


def _for_periods(case: Case) -> pd.DataFrame:
    fees, reasons = period_fees(case), waived_for_periods(case)
    rows = np.array([*reasons], dtype=np.int64)
    owed, most, taken = fees.owed[rows], fees.owed_most[rows], fees.taken[rows]
    unruled = before_the_law(case, fees.day[rows])
    why = {
        row: _waived_as([reasons[row]], each)
        for row, each in zip(reasons, unruled.tolist(), strict=True)
    }

    def tell(who: str, fee: str, row: int) -> str:
        least, paid = dollars(int(fees.owed[row])), dollars(int(fees.taken[row]))
        return f"{who}: the {fee} is {least}, {paid} was taken; {why[row]}"

    under = np.where(unruled, 0, owed - taken)
    return of_charges(case, rows, tell, review=unruled, owed=owed, owed_most=most, under=under)


def _waived_as(reasons: list[str], unruled: bool) -> str:
    text = f"waived as {' and '.join(map(repr, reasons))}, which no published waiver covers"
    return f"{text}; the law on waivers was not in force that day" if unruled else text
