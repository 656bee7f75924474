"""Checks of the log itself: whether it is whole, in order and free of contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.checks.log.duplicate import logged_twice
from feeaudit.audit.checks.log.orphan import without_a_hand
from feeaudit.audit.checks.log.sequence import numbers_out_of_sequence
from feeaudit.audit.checks.log.time import times_contradict
from feeaudit.audit.checks.log.value import values_impossible

if TYPE_CHECKING:
    from feeaudit.audit.check import Check

CHECKS: Final[tuple[Check, ...]] = (
    numbers_out_of_sequence,
    times_contradict,
    logged_twice,
    without_a_hand,
    values_impossible,
)
