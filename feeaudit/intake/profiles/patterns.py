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
    return re.fullmatch(_form(pattern), " ".join(text.split()), re.IGNORECASE)


def _form(pattern: str) -> str:
    """Return a pattern as a regular expression.

    What follows a ``*`` or ``{}`` is taken where it first stands and not looked for further on: a
    rest that does not fit behind the first place fits behind no later one. Else a pattern of many
    stars would try the places in every combination, and take for ever to refuse a long name.
    """
    begin, *rest = re.split(r"(\{\}|\*)", " ".join(pattern.split()))
    steps = [
        _FORMS[mark] + re.escape(fixed) for mark, fixed in zip(rest[::2], rest[1::2], strict=True)
    ]
    return re.escape(begin) + "".join(f"(?>{step})" for step in steps[:-1]) + "".join(steps[-1:])
