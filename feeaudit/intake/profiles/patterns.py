"""Patterns of names: ``*`` is anything, ``{}`` the part that matters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FORMS = {"{}": "(.+?)", "*": ".*?"}


def fits_any(patterns: Iterable[str], text: str) -> bool:
    """Tell whether a name is one of those meant."""
    return any(_match(pattern, text) for pattern in patterns)


def part_of(pattern: str, text: str) -> str | None:
    """Return the part of a text that stands where the pattern has ``{}``."""
    match = _match(pattern, text)
    return match[1].strip() if match else None


def _match(pattern: str, text: str) -> re.Match[str] | None:
    parts = re.split(r"(\{\}|\*)", " ".join(pattern.split()))
    form = "".join(_FORMS.get(part) or re.escape(part) for part in parts)
    return re.fullmatch(form, " ".join(text.split()), re.IGNORECASE)
