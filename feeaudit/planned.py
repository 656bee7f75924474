"""An audit by a plan of tasks: of an archive, or of a log that is too large to be audited at once.

What tasks find lies beside the output while the audit runs, in ``.feeaudit-work``, so that an audit
that was broken off can be resumed; it is gone when the reports are written.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from feeaudit.audit.parts.assembly import whole
from feeaudit.audit.parts.executor import HANDS_A_TASK, AuditPlan, executor_for
from feeaudit.audit.parts.log_layout import LogLayout
from feeaudit.cluster.dask_workers import LOCAL, ClusterLost, DaskWorkers, cluster_at
from feeaudit.cluster.program import program_digest
from feeaudit.core.problem import Unknown
from feeaudit.log_archive.archive_places import ArchivePlace, is_address
from feeaudit.log_archive.journal import FOLDER
from feeaudit.log_archive.plan import ArchiveLayout, opened_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.assembly import RoomResult
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.log_sources import LogSource
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Fault, SourceFile
    from feeaudit.intake.selection import Narrow

MOST_FINDINGS: Final = 100_000
"""Up to so many findings, reports list them all; beyond, they are files by cardroom."""
WORK: Final = ".feeaudit-work"
_MINUTE: Final = 60
_HOUR: Final = 3600


def archive_among(logs: Sequence[Path | str]) -> ArchivePlace | None:
    """Return the archive that is to be audited, None where the logs are none."""
    archives = [each for each in logs if isinstance(each, str) or (each / FOLDER).is_dir()]
    if not archives:
        return None
    if len(logs) > 1:
        raise Unknown("an archive is audited by itself; add the other logs to it first")
    return ArchivePlace(str(archives[0]))


def as_log(text: str) -> Path | str:
    """Return where a log is: a path, or an address as it was given."""
    return text if is_address(text) else Path(text)


@dataclass(frozen=True, slots=True)
class How:
    """How a plan is carried out: on which cluster (none where blank), by how many, again or not.

    ``book`` is the digest of the book, by which an audit that is resumed is known to be the same.
    """

    cluster: str = ""
    jobs: int = 1
    resume: bool = False
    book: str = ""
    hands_a_task: int = HANDS_A_TASK


@dataclass(frozen=True, slots=True)
class PlannedAudit:
    """An audit by a plan that is done but for its reports, which the same workers can make.

    Where there are many findings, ``result`` has none: ``rooms`` say where they are.
    """

    result: AuditResult
    tasks: list[TaskResult]
    rooms: list[RoomResult]
    found: Path
    executor: Executor


@contextmanager
def planned(  # noqa: PLR0913 - what, against what, and how
    log: LogSource | ArchivePlace,
    inputs: AuditInputs,
    narrow: Narrow,
    how: How,
    beside: Path | None,
    *,
    accept: Callable[[Sequence[Fault]], None] = lambda _faults: None,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> Iterator[PlannedAudit]:
    """Carry out the plan of auditing a log or an archive."""
    if how.cluster and beside is None:
        raise Unknown("a cluster writes its results to a folder; name it with -o")
    with ExitStack() as stack:
        # Looked at before a cluster is asked for anything.
        archive = opened_archive(log, inputs, narrow) if isinstance(log, ArchivePlace) else None
        executor = stack.enter_context(_executor(how, inputs))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="feeaudit-")))
        work = beside.resolve() / WORK if beside is not None else scratch
        folder = work / "pieces" if how.cluster else scratch / "pieces"
        sources = archive.sources if archive is not None else log.sources  # type: ignore[union-attr]
        _made_ready(work, _begun(inputs, narrow, sources, how), resume=how.resume)
        folder.mkdir(parents=True, exist_ok=True)
        found = work / "found"
        layout: LogLayout | ArchiveLayout
        if archive is not None:
            layout = ArchiveLayout(archive, inputs, folder, found, executor)
        else:
            assert not isinstance(log, ArchivePlace)  # noqa: S101 - an archive was opened above
            layout = LogLayout(log, inputs, narrow, folder, found, executor)
        plan = AuditPlan(layout, executor, found, how.hands_a_task, resume=how.resume)
        try:
            tasks, rooms = plan.parts(accept, _Pace(progress, executor).show)
        except ClusterLost as lost:
            raise Unknown(_lost(how.cluster, found, lost)) from None
        many = sum(each.findings for each in rooms) > MOST_FINDINGS
        result = whole(tasks, rooms, found, sources, light=many)
        yield PlannedAudit(result, tasks, rooms, found, executor)


@contextmanager
def _executor(how: How, inputs: AuditInputs) -> Iterator[Executor]:
    if how.cluster:
        with cluster_at(how.cluster, inputs, how.jobs) as workers:
            yield workers
        return
    with executor_for(inputs, how.jobs) as processes:
        yield processes


def _begun(inputs: AuditInputs, narrow: Narrow, sources: tuple[SourceFile, ...], how: How) -> str:
    """Return a digest of all that decides what tasks find."""
    parts = [
        program_digest(),
        how.book,
        repr(inputs.config),
        repr(inputs.checks),
        repr(narrow),
        repr(sources),
        repr(how.hands_a_task),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _made_ready(work: Path, begun: str, *, resume: bool) -> None:
    """Make the folder that work lies in; to resume is to keep what it has, of the same audit."""
    page = work / "begun.json"
    if resume and page.exists():
        if json.loads(page.read_bytes()).get("digest") != begun:
            raise Unknown(
                f"{work.parent}: what was begun there is not this audit: the log, the schedules,"
                " the settings or the program differ. Run it without --resume to start again"
            )
        return
    if work.exists() and (work / "begun.json").exists():
        shutil.rmtree(work)
    (work / "found").mkdir(parents=True, exist_ok=True)
    page.write_text(json.dumps({"digest": begun}) + "\n", encoding="utf-8")


def _lost(address: str, found: Path, lost: ClusterLost) -> str:
    done = len(list(found.glob("task-*.json")))
    where = "the cluster that was started here" if address == LOCAL else f"the cluster at {address}"
    reason = next(iter(str(lost).splitlines()), "") or "no reason given"
    units = "1 unit is" if done == 1 else f"{done:,} units are"
    return (
        f"{where} is gone ({reason}). {units} done and kept: start the cluster again and run the"
        " same command with --resume"
    )


class _Pace:
    """Says how far an audit is: units done, how fast, and how long it will take."""

    def __init__(self, progress: Callable[[str, float], None], executor: Executor) -> None:
        self._progress = progress
        self._since: tuple[float, float] | None = None
        link = executor.dashboard if isinstance(executor, DaskWorkers) else ""
        self._where = f" (dashboard {link})" if link else ""

    def show(self, stage: str, done: float) -> None:
        """Tell of a stage, and how much of it is done."""
        if not stage.startswith("Auditing"):
            self._progress(f"{stage}{self._where}", done)
            return
        now = time.monotonic()
        if self._since is None:
            self._since = now, done
        start, before = self._since
        left = ""
        if done > before and now > start:
            rate = (done - before) / (now - start)
            left = f", {rate * _MINUTE:.1%} a minute, {_spoken((1 - done) / rate)} left"
        self._progress(f"{stage}{left}{self._where}", done)


def _spoken(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"
