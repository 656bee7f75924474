"""share-of-wagers: fees follow a percentage of the wagers, which no approval allows.

FEE-PERCENT says at which table, for which payer and under which option. The wrong fees of that
payer there, that gaming day, are the share taken instead of the tier's fee.

Incident     forty hands with 1% of the action: FEE-PERCENT and forty wrong fees, one incident
Not this one  the fees of another payer at the table, which are what their tiers say or are not
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, nobody
from feeaudit.audit.coded_findings import led

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    return Sure.LIKELY, f"Fees at {found.where} follow a percentage of the wagers; {found.message}"


@cause(
    id="share-of-wagers",
    title="Fees follow a percentage of the wagers",
    next_step="Stop the practice at once; ask the dealer and the shift manager how the fee was"
    " calculated, and report it: percentage fees are prohibited.",
    led_by=("FEE-PERCENT",),
    tell=_told,
)
def share_taken(found: CodedFindings) -> Ints:
    """Claim the fees that a share of the wagers explains."""
    percent = found.of("FEE-PERCENT")
    if not percent.any():
        return nobody(len(found))
    fees = found.key("cardroom", "table", "day", "game", "option", "payer")
    group = np.where(percent, fees, -1)
    wrong = found.of("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE")
    group = np.where(wrong, led(fees, percent, group), group)
    option = found.key("cardroom", "table", "day", "game", "option")
    return np.where(found.of("OPT-RATES"), led(option, percent, group), group)
