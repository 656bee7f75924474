"""What a cause is: a declaration, a function that claims findings, and one that tells of them."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


class Sure(StrEnum):
    """How sure it is that findings have one cause."""

    EXACT = "exact"
    """Every finding follows from it."""
    LIKELY = "likely"
    """It explains them, and another explanation is not ruled out."""
    TOGETHER = "together"
    """They only occur together."""


class Gathered(NamedTuple):
    """Findings of one incident, as far as its sentence needs them.

    The first fields are those of the finding that leads: of the check that the cause names, else
    of the gravest. ``person`` is the only one that any finding names; ``checks`` counts findings
    by check, in the order of the catalog; ``times_owed`` is how often the fee was owed in all,
    0 where that is not known.
    """

    check: str
    title: str
    message: str
    cardroom: str
    table: str
    game: str
    option: str
    schedule: str
    payer: str
    component: str
    seat: str
    owed: int
    taken: int
    lines: str
    doubt: str
    occasion: int
    occasions: int
    findings: int
    hands: int
    times_owed: int
    people: int
    person: str
    seats: int
    tables: tuple[str, ...]
    checks: dict[str, int]

    @property
    def where(self) -> str:
        """Return the tables in words: ``table T4``, ``tables T4 and T7``, ``12 tables``."""
        if not self.tables:
            return "no table"
        if len(self.tables) > _NAMED:
            return f"{len(self.tables)} tables"
        return f"table{'s' if len(self.tables) > 1 else ''} {in_words(self.tables)}"

    @property
    def also(self) -> str:
        """Return the other checks that report it."""
        return in_words([each for each in self.checks if each != self.check])


# A sentence that lists more tables is not read.
_NAMED = 4


@dataclass(frozen=True, slots=True)
class Cause:
    """The declaration of a cause.

    ``led_by`` are the checks of which one speaks for the incident, where there is one. ``lasting``
    says what makes two incidents the same one, whatever the night; without it, each is that of the
    finding that leads. ``next_step`` is blank where that of the leading check holds.
    """

    id: str
    title: str
    next_step: str
    led_by: tuple[str, ...]
    lasting: Callable[[Gathered], tuple[object, ...]] | None
    claim: Callable[[CodedFindings], Ints]
    tell: Callable[[Gathered], tuple[Sure, str]] = field(repr=False)

    @property
    def docs(self) -> str:
        """Return what the cause's own module says of it."""
        return (sys.modules[self.claim.__module__].__doc__ or "").strip()


def cause(  # noqa: PLR0913 - a declaration has as many parts
    *,
    id: str,  # noqa: A002 - the word of the catalog
    title: str,
    tell: Callable[[Gathered], tuple[Sure, str]],
    next_step: str = "",
    led_by: tuple[str, ...] = (),
    lasting: Callable[[Gathered], tuple[object, ...]] | None = None,
) -> Callable[[Callable[[CodedFindings], Ints]], Cause]:
    """Declare a cause around the function that claims its findings.

    The function returns a number for each finding, the same for those of one incident, and -1 for
    those that it leaves to the causes after it.
    """

    def declare(claim: Callable[[CodedFindings], Ints]) -> Cause:
        return Cause(id, title, next_step, led_by, lasting, claim, tell)

    return declare


def nobody(count: int) -> Ints:
    """Return that none of so many findings is claimed."""
    return np.full(count, -1, dtype=np.int64)


def counted(number: int, one: str) -> str:
    """Return ``1 hand`` or ``1,200 hands``."""
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def in_words(names: tuple[str, ...] | list[str]) -> str:
    """Return names as a sentence has them: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = names or [""]
    return f"{', '.join(most)} and {last}" if most else last
