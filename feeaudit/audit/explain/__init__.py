"""The why of findings: the hand, what it owed, the tier, the arithmetic, what was approved."""

from __future__ import annotations

from feeaudit.audit.explain.finding import explained

__all__ = ["explained"]
