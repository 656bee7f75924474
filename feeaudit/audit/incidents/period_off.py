"""period-off: fees for a period run short, or are left out, at one table.

What FEE-TIME reports of one table and gaming day: charges that come too early, too often or at
another price are one practice, charges that were left out another.

Incident     half-hour fees taken every twenty minutes from five players: one incident
Not this one  a player who was not charged at the same table: that is the other way
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted
from feeaudit.audit.coded_findings import combined

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    if found.findings == 1:
        return Sure.EXACT, f"At {found.where}, {found.message}"
    who = counted(found.people, "player") if found.people else counted(found.findings, "charge")
    wrong = "were charged too often, early or in the wrong amount"
    what = "were left out" if found.taken <= 0 else wrong
    return Sure.LIKELY, (
        f"Time fees {what} at {found.where}: {counted(found.findings, 'finding')} for"
        f" {who}; first: {found.message}"
    )


@cause(
    id="period-off",
    title="Time fees charged early or missed",
    next_step="Compare the table's clock and the seating log with the time collections, and refund"
    " what was charged twice.",
    led_by=("FEE-TIME",),
    tell=_told,
)
def run_short(found: CodedFindings) -> Ints:
    """Claim what is wrong with fees for a period at a table."""
    charged = (found["taken"] > 0).astype(np.int64)
    group = combined([*(found[name] for name in ("cardroom", "table", "day")), charged])
    return np.where(found.of("FEE-TIME"), group, -1)
