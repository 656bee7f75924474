"""Checks of the drop: what was counted against what was logged and owed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.checks.drop.match import box_does_not_match

if TYPE_CHECKING:
    from feeaudit.audit.check import Check

CHECKS: Final[tuple[Check, ...]] = (box_does_not_match,)
