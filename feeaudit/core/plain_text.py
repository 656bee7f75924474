"""Text that a terminal only prints."""

from __future__ import annotations


def plain(text: str) -> str:
    """Return text that a terminal only prints: what it would obey is spelled out."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )
