"""Money is integer cents; how cents are written. How they are read is the dialect's business."""

from __future__ import annotations

from functools import lru_cache

from feeaudit.core.dialect import BOOK, Refused, amount


def cents(text: str) -> int:
    """Return the cents that a plain decimal such as ``1``, ``0.5`` or ``1.25`` stands for."""
    try:
        return amount(text, BOOK)
    except Refused:
        msg = f"{text!r} is not an amount of money (expected digits such as 1.00)"
        raise ValueError(msg) from None


def decimal(amount: int) -> str:
    """Return cents as a plain decimal with two places: ``150`` is ``1.50``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def short(amount: int) -> str:
    """Return cents as people write them on a placard: whole dollars lose their ``.00``."""
    text = decimal(amount)
    return text.removesuffix(".00")


# Findings and their whys state some ten amounts each, mostly the same few hundred.
@lru_cache(maxsize=65_536)
def dollars(amount: int) -> str:
    """Return cents for reading: ``$1,250.00``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100:,}.{abs(amount) % 100:02d}"
