"""Numbers of the register as addresses and forms name them: no more digits than it can hold."""

from __future__ import annotations

from typing import Final

# What SQLite holds has 19 digits; no register comes near this.
_DIGITS: Final = 15


def number_given(text: str) -> int | None:
    """Return the number that a text names; None where it is none, or larger than any record's."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None
