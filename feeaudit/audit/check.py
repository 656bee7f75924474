"""What a check is: a declaration and one function from a case to its outcome."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Callable

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found, which hands it tested, and which it could not and why.

    ``findings`` has a row a finding; its columns are those of ``findings_frame``. A hand in neither
    ``tested`` nor ``untested`` is none of the check's business.
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
    authority: Authority
    needs: tuple[str, ...]
    next_step: str
    run: Callable[[Case], Outcome]

    @property
    def docs(self) -> str:
        """Return what the check's own module says of it."""
        return (sys.modules[self.run.__module__].__doc__ or "").strip()


def check(  # noqa: PLR0913 - a declaration has as many parts
    *,
    id: str,  # noqa: A002 - the word of the catalogue
    title: str,
    severity: Severity = Severity.VIOLATION,
    authority: Authority = Authority.SCHEDULE,
    needs: tuple[str, ...] = (),
    next_step: str = "",
) -> Callable[[Callable[[Case], Outcome]], Check]:
    """Declare a check around its function."""

    def declare(run: Callable[[Case], Outcome]) -> Check:
        return Check(id, title, severity, authority, needs, next_step, run)

    return declare


COLUMNS = {
    "hand": np.int64,
    "table_code": np.int64,
    "cardroom": object,
    "table": object,
    "context": np.int64,
    "at": np.int64,
    "until": np.int64,
    "seat": object,
    "player": object,
    "payer": object,
    "component": object,
    "owed": np.int64,
    "owed_most": np.int64,
    "taken": np.int64,
    "over": np.int64,
    "under": np.int64,
    "review": np.bool_,
    "message": object,
    "lines": object,
    "document": object,
    "source": np.int64,
    "row": np.int64,
}
_ABSENT = {np.int64: -1, object: "", np.bool_: False}


def findings_frame(count: int = 0, **columns: object) -> pd.DataFrame:
    """Return a frame of findings: what is not given is absent (-1, blank, False).

    ``hand`` is the row of the hand; without one, ``table_code`` and ``at`` place the finding, or
    ``cardroom`` and ``table`` where the table has no hands and so no code; ``context`` is what
    was played there, by its number among the case's.
    Money is cents; ``over`` and ``under`` are what was over- and under-collected, never netted.
    ``message`` is the finding in one sentence. ``review`` marks what the rules do not settle.
    ``lines`` cite ``document``, the schedule's where blank. ``source`` and ``row`` point to the
    log, the hand's own where -1.
    """
    strange = columns.keys() - COLUMNS.keys()
    if strange:
        msg = f"not columns of a finding: {', '.join(sorted(strange))}"
        raise TypeError(msg)
    return _filled(count, columns) if count else _nothing().copy()


def _filled(count: int, columns: dict[str, object]) -> pd.DataFrame:
    index = pd.RangeIndex(count)
    series = {}
    for name, kind in COLUMNS.items():
        given = columns.get(name)
        if given is None:
            given = np.full(count, _ABSENT[kind], dtype=kind)
        # Words are kept as they are: telling what kind of text they might be costs more than a
        # check.
        series[name] = pd.Series(given, index, dtype=kind)
    return pd.DataFrame(series, index, copy=False)


@cache
def _nothing() -> pd.DataFrame:
    """Return no findings, made once: most checks find nothing in most parts of a log."""
    return _filled(0, {}).copy()
