"""A quote: what one hand owes, each fee with its tier, its line and every admissible amount."""

from __future__ import annotations

from feeaudit.rules.quote.owed import owed

__all__ = ["owed"]
