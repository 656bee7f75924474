"""Auditing gaming days one after the other, or in several processes; results come in order.

This is all that runs in other processes: it reads the archive and writes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from feeaudit.nightly.day_log import day_log
from feeaudit.nightly.gaming_days import days_of, part_of
from feeaudit.nightly.input_log import ReadOptions, read_input
from feeaudit.pipeline import finished, result_of_logs
from feeaudit.register.waivers import with_waivers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from feeaudit.audit.parts.executor import AuditInputs
    from feeaudit.nightly.gaming_days import GamingDays
    from feeaudit.pipeline import FinishedAudit, Output

# The days of one file follow each other, and a day rarely lies in more than two files.
_LOGS_KEPT: Final = 2


@dataclass(frozen=True, slots=True)
class ArchivedInput:
    """An archived input: where it lies and what it was read by."""

    number: int
    thing: Path
    profile: tuple[str, bytes] | None
    constants: Mapping[str, str]
    zone: str
    day_starts: int


@dataclass(frozen=True, slots=True)
class DayTask:
    """A gaming day to be audited, with the inputs that hold it in the order in which they came."""

    cardroom: str
    day: str
    inputs: tuple[ArchivedInput, ...]
    waivers: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class AuditedDay:
    """A day's audit, how many hands count of each input, and the waivers that cover findings."""

    task: DayTask
    audit: FinishedAudit
    hands: dict[int, int]
    waivers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailedDay:
    """A day that could not be audited, and why; it stays pending."""

    task: DayTask
    reason: str


@dataclass(frozen=True, slots=True)
class DayAuditor:
    """Audits day after day, with the logs of the last inputs at hand."""

    inputs: AuditInputs
    output: Output
    _days: dict[int, GamingDays] = field(default_factory=dict, repr=False)

    def attempted(self, task: DayTask) -> AuditedDay | FailedDay:
        """Return a day audited and its reports made, or why it could not be."""
        try:
            return self._audited(task)
        except Exception as error:  # noqa: BLE001 - one day that fails must not keep the others from being audited
            return FailedDay(task, f"{type(error).__name__}: {error}")

    def _audited(self, task: DayTask) -> AuditedDay:
        parts = [part_of(self._opened(each), task.cardroom, task.day) for each in task.inputs]
        day = day_log([log for log, _ in parts])
        result = result_of_logs(day.logs or parts[-1][:1], self.inputs)
        notices = {*result.notices, *(notice for _, told in parts for notice in told)}
        findings, applied = with_waivers(result.findings, task.waivers)
        result = replace(result, findings=findings, notices=tuple(sorted(notices)))
        numbers = (each.number for each in task.inputs)
        hands = dict(zip(numbers, day.hands, strict=True))
        return AuditedDay(task, finished(result, self.inputs, self.output), hands, applied)

    def _opened(self, kept: ArchivedInput) -> GamingDays:
        """Return an input's log by gaming days; the last few are kept for their other days."""
        if kept.number not in self._days:
            while len(self._days) >= _LOGS_KEPT:
                self._days.pop(next(iter(self._days)))
            book, config = self.inputs.book, self.inputs.config
            profiles = (kept.profile,) if kept.profile else ()
            options = ReadOptions(kept.zone, book, profiles, kept.constants)
            then = replace(config, zone=kept.zone, gaming_day_starts=kept.day_starts)
            self._days[kept.number] = days_of(read_input(kept.thing, options).log, book, then)
        return self._days[kept.number]


def audited_days(
    tasks: Sequence[DayTask], auditor: DayAuditor, jobs: int
) -> Iterator[AuditedDay | FailedDay]:
    """Yield each day audited, or why not, in the order of the tasks."""
    if jobs <= 1 or len(tasks) <= 1:
        yield from map(auditor.attempted, tasks)
        return
    # Forking a process whose libraries run threads is not safe, and would share the lock.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, _prepare, (auditor,)) as pool:
        yield from pool.map(_in_worker, tasks)


_auditor: list[DayAuditor] = []


def _prepare(auditor: DayAuditor) -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _auditor[:] = [auditor]


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_worker(task: DayTask) -> AuditedDay | FailedDay:
    return _auditor[0].attempted(task)
