"""Checks of limits: what a wager may be, alone, with others and beside others."""

from __future__ import annotations

from feeaudit.audit.checks.limits.bonus import bonus_outside
from feeaudit.audit.checks.limits.high import above_maximum
from feeaudit.audit.checks.limits.increment import out_of_step
from feeaudit.audit.checks.limits.low import below_minimum
from feeaudit.audit.checks.limits.relation import ill_matched
from feeaudit.audit.checks.limits.total import too_much_together

CHECKS = (
    below_minimum,
    above_maximum,
    bonus_outside,
    too_much_together,
    out_of_step,
    ill_matched,
)
