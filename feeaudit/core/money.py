"""Money is integer cents; these are the only places where text becomes cents and back."""

from __future__ import annotations

import re

AMOUNT_PATTERN = r"\d{1,9}(?:\.\d{1,2})?"
_AMOUNT = re.compile(AMOUNT_PATTERN)


def cents(text: str) -> int:
    """Return the cents that a plain decimal such as ``1``, ``0.5`` or ``1.25`` stands for."""
    if _AMOUNT.fullmatch(text) is None:
        msg = f"{text!r} is not an amount of money (expected digits such as 1.00)"
        raise ValueError(msg)
    dollars, _, fraction = text.partition(".")
    return int(dollars) * 100 + int(fraction.ljust(2, "0"))


def decimal(amount: int) -> str:
    """Return cents as a plain decimal with two places: ``150`` is ``1.50``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def short(amount: int) -> str:
    """Return cents as people write them on a placard: whole dollars lose their ``.00``."""
    text = decimal(amount)
    return text.removesuffix(".00")


def dollars(amount: int) -> str:
    """Return cents for reading: ``$1,250.00``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100:,}.{abs(amount) % 100:02d}"
