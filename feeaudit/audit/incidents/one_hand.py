"""one-hand: one hand, or one record, that several checks report, or one check several times.

Incident     a wager of $4.00 is below the minimum, and no fee is printed for it: one incident
Incident     a placard with a wrong minimum and a wrong maximum: one incident
Not this one  the same on the next hand: that recurs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause
from feeaudit.audit.incidents.unit import units_of

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    sure = Sure.LIKELY if found.people <= 1 and found.seats <= 1 else Sure.TOGETHER
    more = f"; also {found.also}" if found.also else f"; {found.findings} findings of this kind"
    return sure, f"{found.message}{more}"


@cause(id="one-hand", title="One hand with several findings of the same kind", tell=_told)
def several_of_one(found: CodedFindings) -> Ints:
    """Claim hands and records that have several findings left."""
    unit = units_of(found)
    return np.where(np.bincount(unit)[unit] > 1, unit, -1)
