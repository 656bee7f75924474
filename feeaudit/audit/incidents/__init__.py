"""Incidents: findings with one likely cause; causes are one file each, and tried in this order.

Each cause claims findings that none before it has claimed, so that every finding is in exactly one
incident. They are found in the findings of a whole log and in nothing else, so that neither the
order of its rows nor the parts it was audited in change them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.incidents.alone import by_itself
from feeaudit.audit.incidents.box_difference import box_explained
from feeaudit.audit.incidents.foreign_rates import too_many
from feeaudit.audit.incidents.log_gap import gaps
from feeaudit.audit.incidents.one_hand import several_of_one
from feeaudit.audit.incidents.paper_doubt import left_open
from feeaudit.audit.incidents.payer_missed import left_out
from feeaudit.audit.incidents.period_off import run_short
from feeaudit.audit.incidents.position_held import stretch_held
from feeaudit.audit.incidents.recurrence import recurring
from feeaudit.audit.incidents.share_of_wagers import share_taken
from feeaudit.audit.incidents.tier_misread import misread
from feeaudit.audit.incidents.wrong_option import another_option

if TYPE_CHECKING:
    from feeaudit.audit.cause import Cause

_IN_ORDER = (
    another_option,
    share_taken,
    box_explained,
    misread,
    left_out,
    too_many,
    gaps,
    stretch_held,
    left_open,
    run_short,
    recurring,
    several_of_one,
    by_itself,
)
CAUSES: dict[str, Cause] = {each.id: each for each in _IN_ORDER}
