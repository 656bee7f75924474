"""Auditing a gaming day: its archived inputs in, the result and the files of its reports out.

This is all that runs in other processes: it reads the archive and writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feeaudit.audit.case import Case
from feeaudit.audit.engine import examined, put_together
from feeaudit.book.load import read_book, read_laws
from feeaudit.nightly.day_log import composed
from feeaudit.nightly.gaming_days import days_of, part_of
from feeaudit.nightly.input_log import Means, read
from feeaudit.register.waivers import with_waivers
from feeaudit.report import manifest
from feeaudit.report.basis import basis_of
from feeaudit.report.formats import reports

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book, Law
    from feeaudit.intake.log import Log
    from feeaudit.nightly.gaming_days import Days
    from feeaudit.report.basis import Basis
    from feeaudit.rules.configuration.model import Config

_LOGS_KEPT = 2


@dataclass(frozen=True, slots=True)
class Source:
    """An archived input: where it lies and what it was read by."""

    number: int
    thing: Path
    profile: tuple[str, bytes] | None
    constants: Mapping[str, str]
    zone: str
    day_starts: int


@dataclass(frozen=True, slots=True)
class Task:
    """A gaming day to be audited, with the inputs that hold it in the order in which they came."""

    cardroom: str
    day: str
    sources: tuple[Source, ...]
    waivers: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Workplace:
    """What every audit of a night shares."""

    book: Path
    config: Config
    formats: tuple[str, ...]
    date: str


@dataclass(frozen=True, slots=True)
class Finished:
    """An audited day: its result, the files of its reports, and the hands that count by input."""

    task: Task
    result: AuditResult
    basis: Basis
    files: dict[str, bytes]
    hands: dict[int, int]
    waivers: tuple[str, ...]


class Auditor:
    """Audits day after day, with the book and the logs of the last inputs at hand."""

    def __init__(self, workplace: Workplace, book: Book | None = None) -> None:
        self.workplace = workplace
        self.book = read_book(workplace.book) if book is None else book
        self.laws: tuple[Law, ...] = read_laws(workplace.book)
        self._days: dict[int, Days] = {}

    def finished(self, task: Task) -> Finished:
        """Return a day audited and its reports made."""
        parts = [part_of(self._opened(each), task.cardroom, task.day) for each in task.sources]
        day = composed([log for log, _ in parts])
        result = self._result(day.logs or parts[-1][:1])
        notices = {*result.notices, *(notice for _, told in parts for notice in told)}
        findings, applied = with_waivers(result.findings, task.waivers)
        result = replace(result, findings=findings, notices=tuple(sorted(notices)))
        place = self.workplace
        basis = basis_of(result, place.book, place.config, place.date)
        files = reports(result, basis, place.formats)
        files["manifest.json"] = manifest.rendered(result, basis, files)
        numbers = (each.number for each in task.sources)
        hands = dict(zip(numbers, day.hands, strict=True))
        return Finished(task, result, basis, files, hands, applied)

    def _result(self, logs: Sequence[Log]) -> AuditResult:
        config = self.workplace.config
        found = [examined(Case(log.stated(), self.book, self.laws, config)) for log in logs]
        sources = dict.fromkeys(source for log in logs for source in log.sources)
        return put_together(found, tuple(sources))

    def _opened(self, source: Source) -> Days:
        """Return an input's log by gaming days; the last few are kept for their other days."""
        if source.number not in self._days:
            while len(self._days) >= _LOGS_KEPT:
                self._days.pop(next(iter(self._days)))
            profiles = (source.profile,) if source.profile else ()
            means = Means(source.zone, self.book, profiles, source.constants)
            config = replace(
                self.workplace.config, zone=source.zone, gaming_day_starts=source.day_starts
            )
            self._days[source.number] = days_of(read(source.thing, means).log, self.book, config)
        return self._days[source.number]
