"""Archives of logs, made and audited on this machine by one process."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from feeaudit.audit.parts.assembly import whole
from feeaudit.audit.parts.executor import AuditPlan, executor_for
from feeaudit.intake.selection import EVERYTHING, Narrow
from feeaudit.log_archive.archive_places import ArchivePlace
from feeaudit.log_archive.plan import ArchiveLayout, opened_archive
from feeaudit.log_archive.writing import Addition
from support.long_logs import inputs

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log


def added(log: Log, archive: Path, *, instead: bool = False) -> None:
    """Add the days of a log to an archive."""
    with executor_for(inputs(), 1) as executor:
        Addition(log, inputs(), ArchivePlace(str(archive)), executor, replace=instead).added()


def audited(archive: Path | str, narrow: Narrow = EVERYTHING, size: int = 100_000) -> AuditResult:
    """Return the audit of an archive, in tasks of so many hands."""
    work = Path(mkdtemp(prefix="work-"))
    with executor_for(inputs(), 1) as executor:
        log = opened_archive(ArchivePlace(str(archive)), inputs(), narrow)
        layout = ArchiveLayout(log, inputs(), work, work / "found", executor)
        parts = AuditPlan(layout, executor, work / "found", size).parts()
        return whole(*parts, work / "found", log.sources)
