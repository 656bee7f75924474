"""What a rotation timeline is drawn of: runs of hands, offers and breaches."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

ROLES: Final = {"third_party": "third party", "patron": "patron", "house": "house"}
_MINUTE: Final = 60_000_000


@dataclass(frozen=True, slots=True)
class Run:
    """A run of hands that one person banked, from its first hand to the start of the next run."""

    person: str
    role: str
    at: int
    end: int
    hands: int
    after_break: bool


@dataclass(frozen=True, slots=True)
class Breach:
    """A finding about the position, with its number in the list under the picture."""

    number: int
    id: str
    check: str
    verdict: str
    at: int


@dataclass(frozen=True, slots=True)
class Offer:
    """The position offered to somebody, who took it or declined."""

    at: int
    sequence: int
    taken: bool


def runs_of(rows: Sequence[dict[str, Any]]) -> list[Run]:
    """Return the runs of a table and day in order; a bar ends where the next begins."""
    ends = [
        following["at"] if not following["began"] else row["until"] + _MINUTE
        for row, following in pairwise(rows)
    ]
    ends += [row["until"] + _MINUTE for row in rows[-1:]]
    return [
        Run(
            person=person_of(row),
            role=str(row["role"]),
            at=row["at"],
            end=max(end, row["at"] + _MINUTE // 2),
            hands=row["hands"],
            after_break=row["began"] == "break",
        )
        for row, end in zip(rows, ends, strict=True)
    ]


def person_of(row: dict[str, Any]) -> str:
    """Return who banked or was asked: the player, else the seat."""
    return str(row["player"]) or (f"seat {row['seat']}" if row["seat"] else "not logged")
