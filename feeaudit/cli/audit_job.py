"""An audit from files to files: logs in, results out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.run import audit
from feeaudit.audit.settings import checked, read_config
from feeaudit.book.load import read_book, read_laws
from feeaudit.core.problem import Unknown, nearest
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.read import read_log
from feeaudit.intake.write import replace_file
from feeaudit.report import manifest, summary_text
from feeaudit.report.basis import basis_of
from feeaudit.report.formats import reports

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from feeaudit.audit.config import Config
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

_FAULTS_SHOWN = 20


class BadLog(Exception):  # noqa: N818 - it says what the log is
    """The log cannot be audited; the message lists why."""


@dataclass(frozen=True, slots=True)
class Job:
    """A finished audit: its result and the files it makes."""

    result: AuditResult
    config: Config
    files: dict[str, bytes]

    def text(self) -> str:
        """Return the summary for a terminal."""
        return summary_text.rendered(self.result, self.config.zone)

    def write(self, folder: Path) -> None:
        """Write the files of the audit, each whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            replace_file(folder / name, partial(_write_bytes, content))


def _write_bytes(content: bytes, path: Path) -> None:
    path.write_bytes(content)


def load_logs(logs: Sequence[Path], config_file: Path | None, *, allow_set_aside: bool) -> Log:
    """Read logs; raise BadLog where they cannot be used or rows had to be set aside."""
    try:
        log = read_log(list(logs), read_config(config_file).zone)
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None
    if log.faults and not allow_set_aside:
        raise BadLog(set_aside_text(log))
    return log


def local(moment: datetime | None, zone: str) -> datetime | None:
    """Return a moment that a person names, in the zone of the log."""
    return None if moment is None else moment.replace(tzinfo=ZoneInfo(zone))


def audit_log(
    log: Log,
    book: Path,
    config_file: Path | None,
    checks: Sequence[str],
    as_if: Sequence[str],
    date: str = "",
) -> Job:
    """Audit a log against a book."""
    for name in checks:
        if name not in REGISTRY:
            raise Unknown(f"{name!r} is not a check{nearest(name, REGISTRY)}")
    config = read_config(config_file)
    if as_if:
        config = replace(config, as_if=(*config.as_if, *as_if))
    shelf, laws = read_book(book), read_laws(book)
    config = checked(config, shelf, laws)
    case = Case(log, shelf, laws, config)
    result = audit(case, list(checks) or None)
    basis = basis_of(result, book, config, date)
    files = reports(result, basis)
    files["manifest.json"] = manifest.rendered(result, basis, files)
    return Job(result, config, files)


def set_aside_text(log: Log) -> str:
    """Return every fault for a person, the first ones in full, and a count by kind."""
    kinds: dict[str, int] = {}
    for fault in log.faults:
        kinds[fault.kind] = kinds.get(fault.kind, 0) + 1
    shown = [str(fault) for fault in log.faults[:_FAULTS_SHOWN]]
    if len(log.faults) > _FAULTS_SHOWN:
        shown.append(f"... and {len(log.faults) - _FAULTS_SHOWN} more")
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return "\n".join(
        [
            *shown,
            f"\n{len(log.faults)} cells or rows cannot be used ({counts}).",
            "Mend them and run again, or audit the rest with --allow-set-aside.",
        ]
    )
