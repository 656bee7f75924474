"""The families of checks, by the word before the dash of their ids."""

from __future__ import annotations

from typing import Final

FAMILIES: Final = {
    "FEE": "fees",
    "OPT": "options",
    "LIM": "limits",
    "ROT": "rotation",
    "TPP": "rotation",
    "PAY": "settlement",
    "DROP": "drop",
    "LOG": "log",
}


def family(check: str) -> str:
    """Return the family of a check."""
    return FAMILIES[check.partition("-")[0]]
