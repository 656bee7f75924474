"""Anchors: what the sections of the page are linked to by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def anchors(kind: str, names: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return an anchor for each name, made of its plain letters; no two are the same."""
    found: dict[tuple[str, ...], str] = {}
    taken: dict[str, int] = {}
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", "-".join(name).lower()).strip("-")[:60]
        base = f"{kind}-{plain}" if plain else kind
        taken[base] = taken.get(base, 0) + 1
        found[name] = base if taken[base] == 1 else f"{base}.{taken[base]}"
    return found
