"""Auditing a log: at once where it fits, else by a plan of tasks, in bounded memory."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from feeaudit.audit.audit_inputs import AuditInputs
from feeaudit.audit.cardrooms import log_with_ids
from feeaudit.audit.case import Case
from feeaudit.audit.engine import examined, put_together
from feeaudit.audit.parts.assembly import rooms_assembled, whole
from feeaudit.audit.parts.examination import attempted, gone
from feeaudit.audit.parts.local import OneProcess, Processes
from feeaudit.audit.parts.log_layout import LogLayout
from feeaudit.audit.parts.task_results import done_before
from feeaudit.core.memory import give_back
from feeaudit.intake.selection import EVERYTHING, Narrow, narrowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.parts.assembly import RoomResult
    from feeaudit.audit.parts.examination import TaskItem
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.log_sources import LogSource
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Fault, Log, SourceFile
    from feeaudit.intake.log_files import OpenLog

__all__ = ["AuditInputs", "audit_in_parts", "audit_logs", "audit_opened", "executor_for"]

# A night of the largest rooms: fewer hands a task and what every task takes, a fifth of a second,
# is more than a tenth of the whole; more, and its process takes more memory.
HANDS_A_TASK: Final = 100_000
# Of fewer findings what comes next takes less memory than the log did.
_MANY: Final = 20_000
# The largest night of the largest room; starting processes for less takes longer than they save.
_AT_ONCE: Final = 800_000_000


def audit_opened(  # noqa: PLR0913 - what, against what, and how
    opened: OpenLog,
    inputs: AuditInputs,
    narrow: Narrow = EVERYTHING,
    *,
    jobs: int = 1,
    accept: Callable[[Sequence[Fault]], None] = lambda _faults: None,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> AuditResult:
    """Return what the checks find in a log, by so many threads or, where it is large, processes."""
    if is_large(opened):
        return audit_in_parts(opened, inputs, narrow, jobs=jobs, accept=accept, progress=progress)
    progress("Reading", 0.0)
    log = log_with_ids(opened.read().stated(), inputs.book)
    accept(log.faults)
    logs, sources = [narrowed(log, narrow)], log.sources
    del log
    return audit_logs(
        logs,
        sources,
        inputs,
        threads=jobs,
        progress=lambda done: progress("Auditing", done),
    )


def is_large(opened: OpenLog) -> bool:
    """Tell whether a log is better audited in tasks than at once."""
    return opened.weight > _AT_ONCE


def audit_logs(
    logs: list[Log],
    sources: tuple[SourceFile, ...],
    inputs: AuditInputs,
    *,
    threads: int,
    progress: Callable[[float], None] = lambda _done: None,
) -> AuditResult:
    """Return what the checks find in logs that are held in memory, each looked at by itself.

    The list is emptied: a log that has been looked at makes room for what was found.
    """
    book, laws, config = inputs.book, inputs.laws, inputs.config
    found = []
    while logs:
        case = Case(logs.pop(0), book, laws, config, threads=threads)
        found.append(examined(case, inputs.checks, progress=progress))
        del case
        if len(found[-1].findings) > _MANY:
            give_back()
    return put_together(found, sources)


def audit_in_parts(  # noqa: PLR0913 - what, against what, and how
    log: LogSource,
    inputs: AuditInputs,
    narrow: Narrow = EVERYTHING,
    *,
    jobs: int = 1,
    hands_a_part: int = HANDS_A_TASK,
    accept: Callable[[Sequence[Fault]], None] = lambda _faults: None,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> AuditResult:
    """Return what the checks find in a log, whose size may exceed the memory.

    ``accept`` is told of every cell that could not be read, before anything is audited, and may
    raise. ``progress`` is told what is being done, and how much of it is.
    """
    with tempfile.TemporaryDirectory(prefix="feeaudit-") as name:
        folder = Path(name)
        found = folder / "found"
        with executor_for(inputs, jobs) as executor:
            layout = LogLayout(log, inputs, narrow, folder, found, executor)
            plan = AuditPlan(layout, executor, found, hands_a_part)
            tasks, rooms = plan.parts(accept, progress)
        # Whoever worked on the log has made room by now for what is found in the whole of it, and
        # has none of the files open that are deleted next.
        return whole(tasks, rooms, found, log.sources)


class LaidOut(Protocol):
    """A log that can be laid out into tasks."""

    def items(
        self, hands_a_task: int, progress: Callable[[float], None]
    ) -> tuple[list[TaskItem], list[Fault]]:
        """Return the tasks with their pieces, and everything that could not be read."""


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """How a log is audited in tasks: laid out, task by task, then cardroom by cardroom.

    The same plan is carried out on this machine or on a cluster: only ``executor`` differs. To
    ``resume`` is to leave out tasks that are done already.
    """

    layout: LaidOut
    executor: Executor
    output: Path
    hands_a_task: int = HANDS_A_TASK
    resume: bool = False

    def parts(
        self,
        accept: Callable[[Sequence[Fault]], None] = lambda _faults: None,
        progress: Callable[[str, float], None] = lambda _stage, _done: None,
    ) -> tuple[list[TaskResult], list[RoomResult]]:
        """Return what the checks find in the log, task by task and cardroom by cardroom."""
        tasks = self.done(accept, progress)
        return tasks, rooms_assembled(tasks, self.output, self.executor)

    def done(
        self,
        accept: Callable[[Sequence[Fault]], None],
        progress: Callable[[str, float], None],
    ) -> list[TaskResult]:
        """Lay out the log and carry out its tasks."""
        self.output.mkdir(parents=True, exist_ok=True)
        progress("Reading", 0.0)
        items, faults = self.layout.items(self.hands_a_task, lambda part: progress("Reading", part))
        accept(faults)
        found: dict[int, TaskResult] = {}
        for item in items:
            before = done_before(self.output, item.task.number) if self.resume else None
            if before is not None:
                found[item.task.number] = before
        left = [item for item in items if item.task.number not in found]
        for place, result in self.executor.run(attempted, left, gone):
            found[left[place].task.number] = result
            progress(f"Auditing: {len(found):,} of {len(items):,} units", len(found) / len(items))
        return [found[item.task.number] for item in items]


@contextmanager
def executor_for(inputs: AuditInputs, jobs: int) -> Iterator[Executor]:
    """Return who carries out steps on this machine, by so many processes."""
    if jobs == 1:
        yield OneProcess(inputs)
        return
    with Processes(inputs, jobs) as pool:
        yield pool
