"""What a check is: a declaration and one function from a case to its outcome."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools


class Severity(StrEnum):
    """How grave a finding of the check is unless it says otherwise."""

    VIOLATION = "violation"
    REVIEW = "review"


class Authority(StrEnum):
    """What a check rests on."""

    SCHEDULE = "schedule"
    GAME = "game rules"
    LAW = "law"
    LOG = "the log itself"


class Stake(StrEnum):
    """What a finding of the check puts at risk, the gravest first."""

    INTEGRITY = "integrity"
    PATRONS = "patrons"
    HOUSE = "house"
    APPROVAL = "approval"
    RECORDS = "records"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found, which hands it tested, and which it could not and why.

    ``findings`` has a row a finding, with the columns of ``feeaudit.audit.findings``. A hand in
    neither ``tested`` nor ``untested`` is none of the check's business.
    """

    findings: pd.DataFrame
    tested: Bools
    untested: dict[str, Bools] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """The declaration of a check."""

    id: str
    title: str
    severity: Severity
    stake: Stake
    authority: Authority
    needs: tuple[str, ...]
    next_step: str
    run: Callable[[Case], Outcome]

    @property
    def family(self) -> str:
        """Return the family it is of: the folder of its module."""
        return self.run.__module__.rpartition(".")[0].rpartition(".")[2]

    @property
    def docs(self) -> str:
        """Return what the check's own module says of it."""
        return (sys.modules[self.run.__module__].__doc__ or "").strip()


def check(  # noqa: PLR0913 - a declaration has as many parts
    *,
    id: str,  # noqa: A002 - the word of the catalogue
    title: str,
    severity: Severity = Severity.VIOLATION,
    stake: Stake,
    authority: Authority = Authority.SCHEDULE,
    needs: tuple[str, ...] = (),
    next_step: str = "",
) -> Callable[[Callable[[Case], Outcome]], Check]:
    """Declare a check around its function."""

    def declare(run: Callable[[Case], Outcome]) -> Check:
        return Check(id, title, severity, stake, authority, needs, next_step, run)

    return declare
