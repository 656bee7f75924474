"""Method and limits: what every report says of how it was made and how far it reaches."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from feeaudit.resources import folder


@dataclass(frozen=True, slots=True)
class Definition:
    """A word or claim, and what it means."""

    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class MethodPart:
    """A part under its title: paragraphs, terms or points."""

    title: str
    paragraphs: tuple[str, ...] = ()
    terms: tuple[Definition, ...] = ()
    points: tuple[str, ...] = ()


@cache
def method() -> tuple[MethodPart, ...]:
    """Return the parts in order."""
    path = folder("templates") / "report" / "method.toml"
    parts = tomllib.loads(path.read_text(encoding="utf-8"))["part"]
    return tuple(
        MethodPart(
            each["title"],
            tuple(each.get("paragraphs", ())),
            tuple(Definition(**term) for term in each.get("terms", ())),
            tuple(each.get("points", ())),
        )
        for each in parts
    )
