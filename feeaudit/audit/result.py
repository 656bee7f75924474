"""The result of an audit: findings, coverage and what they rest on. Reports print it as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.facts import Facts, no_facts
from feeaudit.audit.incident_table import no_incidents
from feeaudit.audit.rule_coverage import no_rules

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.intake.log import SourceFile


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a check could look at: hands tested, and hands not tested by reason."""

    check: str
    title: str
    tested: int
    untested: dict[str, int]
    violations: int
    reviews: int


@dataclass(frozen=True, slots=True)
class AuditResult:
    """Everything a report needs; a renderer computes nothing about compliance.

    ``findings`` columns: id, check, title, verdict, cardroom, table, day (gaming day since 1970),
    hand_id, at, until, game, option, seat, player, payer, component, owed, owed_most, taken, over,
    under (cents), message, document, lines, next_step, file, sheet, row, schedule, why (pairs of
    a label and a text), waiver (blank, or the waiver that covers it), incident (the id of the one
    that it belongs to). Absent numbers are -1, absent words blank. ``incidents`` has a row an
    incident, the gravest first; see ``feeaudit.audit.incident_table``. ``facts`` is what was looked
    at, whether anything was found there or not.
    ``stored`` is how many findings lie in files by cardroom instead, where they are too many for
    one process; ``failed`` says which parts of the log could not be audited, and why.
    ``rules`` lists every encoded statement that bears on a game of the log: tested, untested and
    why, or a note. ``known`` is what has been worked out of it.
    """

    findings: pd.DataFrame
    coverage: tuple[Coverage, ...]
    hands: int
    cardrooms: tuple[str, ...]
    tables: int
    first: int
    last: int
    over: int
    under: int
    sources: tuple[SourceFile, ...] = ()
    notices: tuple[str, ...] = field(default=())
    facts: Facts = field(default_factory=no_facts)
    rules: pd.DataFrame = field(default_factory=no_rules)
    incidents: pd.DataFrame = field(default_factory=no_incidents)
    stored: int = 0
    failed: tuple[str, ...] = ()
    known: dict[tuple[Any, ...], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def violations(self) -> int:
        """Return how many findings are violations."""
        if self.stored:
            return sum(each.violations for each in self.coverage)
        return self._verdicts[0]

    @property
    def reviews(self) -> int:
        """Return how many findings the rules do not settle."""
        if self.stored:
            return sum(each.reviews for each in self.coverage)
        return self._verdicts[1]

    @property
    def waived(self) -> int:
        """Return how many violations a waiver covers; they are among the violations."""
        return self._verdicts[2]

    @property
    def _verdicts(self) -> tuple[int, int, int]:
        """Return how many violations, reviews and waived violations there are, counted once."""
        if ("verdicts",) not in self.known:
            verdict = self.findings["verdict"].to_numpy()
            violation = verdict == "violation"
            waived = violation & (self.findings["waiver"].to_numpy() != "")
            each = (violation, verdict == "review", waived)
            self.known["verdicts",] = tuple(int(np.count_nonzero(rows)) for rows in each)
        counts: tuple[int, int, int] = self.known["verdicts",]
        return counts

    @property
    def anything_tested(self) -> bool:
        """Tell whether any check could test any hand."""
        return any(each.tested for each in self.coverage)

    @property
    def exit_code(self) -> int:
        """Return the exit code of the design: 0 clean, 1 violations, 3 nothing could be tested.

        What was not audited at all is never clean, and nothing that was found makes up for it: 2.
        """
        if self.failed:
            return 2
        if self.violations > self.waived:
            return 1
        return 0 if self.anything_tested else 3
