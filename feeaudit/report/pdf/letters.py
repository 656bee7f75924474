"""Text that can stand on paper: what the fonts lack or what is invisible is shown by its code.

Reports embed the fonts that come with the typesetter, so that they look the same everywhere; these
fonts have no Chinese, no emoji and no signs of other planes. Marks that reorder text are shown too:
nobody may turn a line around by a name.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_COVERED: Final = (
    r"\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u0400-\u0482\u048a-\u04ff"
    r"\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf"
    r"\u2116\u2122\u2190-\u21ff\u2200-\u22ff"
)
_LACKING: Final = re.compile(f"[^{_COVERED}]")
_LEFTWARD: Final = re.compile(r"[\u05d0-\u064a](?:[\u05d0-\u064a ]*[\u05d0-\u064a])?")
_LEFT_TO_RIGHT: Final = "\u200e"
LONGEST: Final = 600


def shortened(text: object, longest: int = LONGEST) -> str:
    """Return text cut where it is very long, saying how much is left out."""
    whole = str(text)
    left = len(whole) - longest
    return f"{whole[:longest]} … ({left:,} more characters)" if left > 0 else whole


def printable(text: str) -> str:
    """Return text with every letter visible, and text to the left ended before figures follow."""
    shown = _LACKING.sub(_code, unicodedata.normalize("NFC", text))
    return _LEFTWARD.sub(lambda found: f"{found[0]}{_LEFT_TO_RIGHT}", shown)


def _code(found: re.Match[str]) -> str:
    return " " if found[0] in "\t\r\n" else f"[U+{ord(found[0]):04X}]"
