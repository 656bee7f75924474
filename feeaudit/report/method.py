"""Method and limits: what every report says of how it was made and how far it reaches."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from feeaudit.resources import folder


@dataclass(frozen=True, slots=True)
class Term:
    """A word or claim, and what it means."""

    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part under its title: paragraphs, terms or points."""

    title: str
    paragraphs: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    points: tuple[str, ...] = ()


@cache
def method() -> tuple[Part, ...]:
    """Return the parts in order."""
    path = folder("templates") / "report" / "method.toml"
    parts = tomllib.loads(path.read_text(encoding="utf-8"))["part"]
    return tuple(
        Part(
            each["title"],
            tuple(each.get("paragraphs", ())),
            tuple(Term(**term) for term in each.get("terms", ())),
            tuple(each.get("points", ())),
        )
        for each in parts
    )
