"""Checks of fees: what was taken against what the schedule says."""

from __future__ import annotations

from feeaudit.audit.checks.fees.jackpot import jackpot_fee_wrong
from feeaudit.audit.checks.fees.missing import not_collected
from feeaudit.audit.checks.fees.moment import taken_at_another_moment
from feeaudit.audit.checks.fees.over import over_collected
from feeaudit.audit.checks.fees.percent import follows_a_share
from feeaudit.audit.checks.fees.time import period_fee_wrong
from feeaudit.audit.checks.fees.under import under_collected
from feeaudit.audit.checks.fees.undue import charged_where_free
from feeaudit.audit.checks.fees.unsettled import not_settled
from feeaudit.audit.checks.fees.waiver import waived_without_authority

CHECKS = (
    over_collected,
    under_collected,
    not_collected,
    charged_where_free,
    taken_at_another_moment,
    waived_without_authority,
    period_fee_wrong,
    jackpot_fee_wrong,
    follows_a_share,
    not_settled,
)
