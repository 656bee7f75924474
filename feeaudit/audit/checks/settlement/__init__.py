"""Checks of settlement: what the player-dealer put up covers what is won and lost, and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.checks.settlement.excess import won_or_lost_too_much
from feeaudit.audit.checks.settlement.order import settled_out_of_order
from feeaudit.audit.checks.settlement.uncovered import settled_without_cover

if TYPE_CHECKING:
    from feeaudit.audit.check import Check

CHECKS: Final[tuple[Check, ...]] = (
    won_or_lost_too_much,
    settled_without_cover,
    settled_out_of_order,
)
