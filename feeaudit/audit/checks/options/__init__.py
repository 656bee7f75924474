"""Checks of options: whether the option in use is approved, alone at its table, and posted."""

from __future__ import annotations

from feeaudit.audit.checks.options.fits import another_option_fits
from feeaudit.audit.checks.options.limit import wrong_placard
from feeaudit.audit.checks.options.mixed import two_at_once
from feeaudit.audit.checks.options.rates import too_many_rates
from feeaudit.audit.checks.options.unknown import not_approved

CHECKS = (
    not_approved,
    two_at_once,
    too_many_rates,
    wrong_placard,
    another_option_fits,
)
