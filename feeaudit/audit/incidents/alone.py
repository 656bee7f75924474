"""alone: a finding that nothing else goes with.

Incident     one fee of $2.00 where $1.00 was owed, among hundreds that are right
Not this one  the same fee wrong in the same way on the next three hands
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    return Sure.EXACT, found.message


@cause(id="alone", title="Single finding", tell=_told)
def by_itself(found: CodedFindings) -> Ints:
    """Claim each finding that is left."""
    return np.arange(len(found))
