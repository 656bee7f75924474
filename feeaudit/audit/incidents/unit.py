"""A unit: all that is reported of one hand, or of one record that belongs to none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.coded_findings import combined
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Bools, Ints


def units_of(found: CodedFindings) -> Ints:
    """Return the number of the unit of each finding."""
    no_hand = found["hand_id"] < 0
    apart = [
        np.where(no_hand, found[name], -2) for name in ("check", "at", "player", "named", "verdict")
    ]
    return combined([found["cardroom"], found["table"], found["hand_id"], *apart])


def leading_rows(found: CodedFindings, unit: Ints) -> Bools:
    """Tell which finding speaks for each unit: a violation, of the gravest stake, the first."""
    order = np.lexsort((found["rank"], found["stake"], -found["violation"], unit))
    leads = np.zeros(len(found), dtype=bool)
    leads[order[changes(unit[order])]] = True
    return leads
