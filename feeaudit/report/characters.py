"""Characters that no eye can see, written out: a name is shown as it is, never obeyed.

Control characters are forbidden in XML and upset readers of CSV; marks that turn the direction of
writing make a line read as another. Each is written as its code, as in [U+202E]; findings.json
holds every text as logged.
"""

from __future__ import annotations

import re
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\ufffe\uffff]|\r(?!\n)"
)


def shown(text: str) -> str:
    """Return text with every character that does not show written as its code."""
    # Line breaks, the usual ones, are left as they are.
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    return _UNSEEN.sub(_code, text)


def _code(match: re.Match[str]) -> str:
    return f"[U+{ord(match[0]):04X}]"
