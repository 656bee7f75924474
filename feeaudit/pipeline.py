"""An audit from files to files: logs in, a result and its reports out.

``audited`` does it all for one request. A night takes the same steps one by one (``inputs_of``,
``result_of_logs``, ``finished``), since it puts the log of each day together itself.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from feeaudit.audit.cardrooms import log_with_ids
from feeaudit.audit.case import Case
from feeaudit.audit.checks import named_check
from feeaudit.audit.fee_statements import statement_of
from feeaudit.audit.parts.executor import (
    AuditInputs,
    audit_logs,
    audit_opened,
    executor_for,
    is_large,
)
from feeaudit.book.catalogue import find_cardroom
from feeaudit.book.load import read_book, read_laws
from feeaudit.book.printed_lines import PrintedLines, read_printed_lines
from feeaudit.core.memory import give_back, nothing_collected
from feeaudit.core.problem import Unknown
from feeaudit.core.threads import processors
from feeaudit.core.whole_files import replace_bytes, replace_file
from feeaudit.intake.fault_groups import fault_counts, fault_entries
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import opened_log
from feeaudit.intake.selection import Narrow, narrowed
from feeaudit.log_archive.archive_places import ArchivePlace, shown
from feeaudit.log_archive.writing import Addition
from feeaudit.planned import WORK, How, archive_among, planned
from feeaudit.report import findings_json, manifest, summary_text
from feeaudit.report.basis import basis_of, book_digest
from feeaudit.report.formats import USUAL, reports
from feeaudit.rules.configuration import checked, read_config

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from feeaudit.audit.fee_statements import FeeStatement, Party
    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book
    from feeaudit.intake.log import Fault, Log
    from feeaudit.intake.log_files import OpenLog
    from feeaudit.planned import PlannedAudit
    from feeaudit.report.basis import Basis


# Findings that a process holds as JSON beside all else: some 40 megabytes.
_HELD: Final = 20_000


class BadLog(Exception):  # noqa: N818 - it says what the log is
    """The log cannot be audited; the message lists why, and ``faults`` are all of them."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be audited, against what, and what is wanted of it.

    Logs are paths, or one address of an archive. ``date`` is the audit's own, shown in every
    report. ``jobs`` is how many threads or processes may work; 0 is one for each processor.
    ``cluster`` is the address of a Dask scheduler, or ``local``; ``resume`` goes on with an audit
    that was broken off. ``sources`` is a folder with the
    documents' texts, of which reports then show the lines they cite.
    """

    logs: tuple[Path | str, ...]
    book: Path
    config: Path | None = None
    checks: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    start: datetime | None = None
    end: datetime | None = None
    as_if: tuple[str, ...] = ()
    allow_set_aside: bool = False
    date: str = ""
    formats: tuple[str, ...] = USUAL
    jobs: int = 0
    sources: Path | None = None
    cardrooms: tuple[str, ...] = ()
    cluster: str = ""
    resume: bool = False

    @property
    def paths(self) -> tuple[Path, ...]:
        """The logs where all of them are paths."""
        return tuple(each for each in self.logs if isinstance(each, Path))


@dataclass(frozen=True, slots=True)
class Output:
    """What reports are to be made, and what they say of themselves: book, date, printed lines."""

    book: Path
    date: str
    formats: tuple[str, ...]
    printed: PrintedLines = field(default_factory=PrintedLines)


@dataclass(frozen=True, slots=True)
class FinishedAudit:
    """A finished audit: its result and the files it makes.

    Where there are many findings, most files are ``stored`` already and only put in place; ``held``
    is the folder they lie in.
    """

    result: AuditResult
    basis: Basis
    files: dict[str, bytes] = field(repr=False)
    stored: dict[str, Path] = field(default_factory=dict, repr=False)
    summary: str = field(default="", repr=False)
    held: Any = field(default=None, repr=False)

    def text(self) -> str:
        """Return the summary for a terminal."""
        return self.summary or summary_text.rendered(self.result, self.basis.voice)

    def names(self) -> list[str]:
        """Return the names of the files."""
        return sorted([*self.files, *self.stored])

    def content(self, name: str) -> bytes:
        """Return what is in a file; nothing where there is none."""
        return self.files[name] if name in self.files else self.stored[name].read_bytes()

    def write(self, folder: Path) -> None:
        """Write the files of the audit, each whole or not at all; the manifest last."""
        for name, path in self.stored.items():
            replace_file(folder / name, partial(_put, path))
        for name, content in self.files.items():
            replace_bytes(folder / name, content)
        if (folder / WORK).is_dir():
            shutil.rmtree(folder / WORK)


@dataclass(frozen=True, slots=True)
class FinishedStatement:
    """A finished statement of account and its files."""

    statement: FeeStatement
    files: dict[str, bytes] = field(repr=False)

    def text(self) -> str:
        """Return the totals for a terminal."""
        from feeaudit.report.statement.fee_totals import totals_of  # noqa: PLC0415 - renderers

        figures = totals_of(self.statement.rows).figures
        wide = max(len(name) for name, _ in figures)
        told = [f"{name:<{wide}}  {figure}" for name, figure in figures]
        return "\n".join([self.statement.party.name, *told, *self.statement.remarks])

    def write(self, folder: Path) -> None:
        """Write the files, each whole or not at all."""
        for name, content in self.files.items():
            replace_bytes(folder / name, content)


def audited(
    request: Request,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
    beside: Path | None = None,
    work: Path | None = None,
) -> FinishedAudit:
    """Return the audit of a request; ``beside`` is the folder that its files will lie in.

    ``work`` is where what is found may lie meanwhile, so that it can be resumed.
    """
    for name in request.checks:
        named_check(name)
    progress("Reading the book", 0.0)
    inputs = inputs_of(request.book, request.config, request.as_if, request.checks)
    printed = printed_lines(inputs, request.sources)
    request = replace(request, cardrooms=_cardrooms(request, inputs))
    archive = archive_among(request.logs)
    set_aside: list[Fault] = []
    accept = partial(_accept, allowed=request.allow_set_aside, set_aside=set_aside)
    try:
        if archive is not None:
            narrow = _narrow(request, inputs.config.zone)
            return _by_plan(request, archive, inputs, narrow, accept, progress, (beside, work))
        with opened_log(request.paths, inputs.config.zone) as opened:
            narrow = _narrow(request, opened.zone)
            if request.cluster or is_large(opened):
                return _by_plan(request, opened, inputs, narrow, accept, progress, (beside, work))
            jobs = request.jobs or processors()
            result = audit_opened(
                opened, inputs, narrow, jobs=jobs, accept=accept, progress=progress
            )
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None
    result = _with_notices(request, result, set_aside)
    progress("Writing the reports", 0.0)
    output = Output(request.book, request.date, request.formats, printed)
    return finished(result, inputs, output, _asked(request, beside) if beside else {}, aside=True)


def _by_plan(  # noqa: PLR0913, PLR0917 - what, against what, and how
    request: Request,
    log: OpenLog | ArchivePlace,
    inputs: AuditInputs,
    narrow: Narrow,
    accept: Callable[[Sequence[Fault]], None],
    progress: Callable[[str, float], None],
    folders: tuple[Path | None, Path | None],
) -> FinishedAudit:
    """Return the audit of an archive or a large log, task by task."""
    beside, work = folders
    jobs = request.jobs or processors()
    how = How(request.cluster, jobs, request.resume, book_digest(request.book))
    set_aside: list[Fault] = []

    def told(faults: Sequence[Fault]) -> None:
        accept(faults)
        set_aside.extend(faults)

    with planned(log, inputs, narrow, how, work, accept=told, progress=progress) as done:
        result = _with_notices(request, done.result, set_aside)
        progress("Writing the reports", 0.0)
        printed = printed_lines(inputs, request.sources)
        output = Output(request.book, request.date, request.formats, printed)
        asked = _asked(request, beside) if beside else {}
        if result.stored:
            kept = work is not None
            return _stored(replace(done, result=result), inputs, output, asked, kept=kept)
        return finished(result, inputs, output, asked, aside=True)


def _stored(
    done: PlannedAudit, inputs: AuditInputs, output: Output, asked: Mapping[str, Any], *, kept: bool
) -> FinishedAudit:
    """Return an audit with too many findings for one process: files by cardroom, and a summary."""
    from feeaudit.report.large import LargeReport  # noqa: PLC0415 - renderers that few need

    basis = basis_of(
        done.result, output.book, inputs.config, output.date, inputs.book, output.printed
    )
    held = tempfile.TemporaryDirectory(prefix="feeaudit-")
    # Workers elsewhere only reach the folder beside the output.
    target = done.found / "reports" if kept else Path(held.name)
    target.mkdir(exist_ok=True)
    report = LargeReport(done.result, done.tasks, done.rooms, done.found, basis)
    stored = report.by_cardroom(target, done.executor, output.formats)
    files = report.summaries(output.formats, stored) if output.formats else {}
    made: dict[str, bytes | Path] = {**files, **stored}
    files["manifest.json"] = manifest.rendered(done.result, basis, made, asked)
    return FinishedAudit(done.result, basis, files, stored, report.text(), held)


def _put(stored: Path, part: Path) -> None:
    """Have a stored file stand elsewhere, too, for its owner only.

    On the same disk that takes no time: to copy a bad night's took a second.
    """
    part.unlink()
    try:
        part.hardlink_to(stored)
    except OSError:
        shutil.copyfile(stored, part)
    part.chmod(0o600)


def _cardrooms(request: Request, inputs: AuditInputs) -> tuple[str, ...]:
    return tuple(find_cardroom(inputs.book, each).cardroom for each in request.cardrooms)


@dataclass(frozen=True, slots=True)
class Archiving:
    """Logs that are to be added to an archive, by the gaming days of a configuration."""

    logs: tuple[Path, ...]
    archive: str
    book: Path
    config: Path | None = None
    replace: bool = False
    allow_set_aside: bool = False
    jobs: int = 0


def archived(
    request: Archiving,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> str:
    """Add logs to an archive; return what was added, for a person."""
    inputs = inputs_of(request.book, request.config)
    accept = partial(_accept, allowed=request.allow_set_aside, set_aside=[])
    place = ArchivePlace(request.archive)
    try:
        with opened_log(request.logs, inputs.config.zone) as opened:
            jobs = (request.jobs or processors()) if is_large(opened) else 1
            with executor_for(inputs, jobs) as executor:
                addition = Addition(
                    opened, inputs, place, executor, accept, progress, request.replace
                )
                return addition.added().text(place)
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None


def stated(
    request: Request,
    party: Party,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> FinishedStatement:
    """Return the statement of a party over the hands of a request, with its files."""
    progress("Reading the book", 0.0)
    inputs = inputs_of(request.book, request.config)
    progress("Reading", 0.0)
    try:
        with opened_log(request.paths, inputs.config.zone) as opened:
            log = log_with_ids(opened.read().stated(), inputs.book)
            narrow = _narrow(request, opened.zone)
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None
    _accept(log.faults, allowed=request.allow_set_aside, set_aside=[])
    progress("Auditing", 0.0)
    case = Case(narrowed(log, narrow), inputs.book, inputs.laws, inputs.config)
    statement = statement_of(case, party)
    progress("Writing the statement", 0.0)
    basis = basis_of(statement.result, request.book, inputs.config, request.date, inputs.book)
    from feeaudit.report.statement import as_pdf, as_workbook  # noqa: PLC0415 - renderers

    files = {
        "statement.pdf": as_pdf(statement, basis),
        "statement.xlsx": as_workbook(statement, basis),
    }
    return FinishedStatement(statement, files)


def inputs_of(
    book: Path,
    config: Path | None,
    as_if: tuple[str, ...] = (),
    checks: tuple[str, ...] = (),
    *,
    read: Callable[[Path], Book] = read_book,
) -> AuditInputs:
    """Return what logs are held against: book, law and the site's configuration, checked."""
    schedules, laws = read(book), read_laws(book)
    site = read_config(config)
    site = checked(replace(site, as_if=(*site.as_if, *as_if)), schedules, laws)
    return AuditInputs(schedules, laws, site, checks or None)


def printed_lines(inputs: AuditInputs, sources: Path | None) -> PrintedLines:
    """Return the documents that reports may quote; none where no folder of them was named."""
    return PrintedLines() if sources is None else read_printed_lines(inputs.book, sources)


def result_of_logs(logs: Sequence[Log], inputs: AuditInputs) -> AuditResult:
    """Return what the checks find in logs in memory; files that several share are told once."""
    sources = dict.fromkeys(source for log in logs for source in log.sources)
    whole = [log.stated() for log in logs]
    return audit_logs(whole, tuple(sources), inputs, threads=processors())


def finished(
    result: AuditResult,
    inputs: AuditInputs,
    output: Output,
    asked: Mapping[str, Any] | None = None,
    *,
    aside: bool = False,
) -> FinishedAudit:
    """Return a result with the files of its reports; ``asked`` lets it be made again.

    ``aside`` lets what would take the most memory lie in a file until it is put in place.
    """
    basis = basis_of(result, output.book, inputs.config, output.date, inputs.book, output.printed)
    aside = aside and "json" in output.formats and len(result.findings) > _HELD
    files = reports(result, basis, [each for each in output.formats if each != "json" or not aside])
    stored, held = {}, None
    if aside:
        give_back()
        held = tempfile.TemporaryDirectory(prefix="feeaudit-")
        stored["findings.json"] = Path(held.name) / "findings.json"
        with stored["findings.json"].open("wb") as file, nothing_collected():
            findings_json.write(file, result, basis)
    files["manifest.json"] = manifest.rendered(result, basis, {**files, **stored}, asked)
    return FinishedAudit(result, basis, files, stored, held=held)


def _with_notices(request: Request, result: AuditResult, set_aside: Sequence[Fault]) -> AuditResult:
    """Return a result with what every report must say of what was asked for and set aside."""
    notices = (*_narrowed(request), *result.notices)
    if set_aside and not result.hands:
        # Otherwise a finding says what was set aside; without a hand no check speaks at all.
        told = f"No hand of the log can be used. {fault_counts(set_aside)} First: {set_aside[0]}"
        notices = (*notices, told)
    return replace(result, notices=notices)


def _narrowed(request: Request) -> list[str]:
    """Return what every report must say where less than the whole log was asked for."""
    only = [
        f"the cardrooms {', '.join(request.cardrooms)}" if request.cardrooms else "",
        f"tables {', '.join(request.tables)}" if request.tables else "",
        f"hands from {request.start} on" if request.start else "",
        f"hands before {request.end}" if request.end else "",
        f"the checks {', '.join(request.checks)}" if request.checks else "",
    ]
    told = "; ".join(filter(None, only))
    return [f"This is not an audit of the whole log. It was limited to {told}."] if told else []


def _narrow(request: Request, zone: str) -> Narrow:
    start, end = (
        None if moment is None else _placed(moment, zone) for moment in (request.start, request.end)
    )
    return Narrow(request.tables, start, end, request.cardrooms)


def _placed(moment: datetime, zone: str) -> datetime:
    """Return a moment that was asked for, in the zone of the log; clocks may have skipped it."""
    placed = moment.replace(tzinfo=ZoneInfo(zone))
    try:
        again = placed.astimezone(UTC).astimezone(placed.tzinfo).replace(tzinfo=None)
    except OverflowError:
        raise Unknown(f"{moment} is at the end of the calendar; give a time of the log") from None
    if again != moment:
        raise Unknown(
            f"{moment} does not exist in {zone}: the clocks went forward past it; give a time"
            " before or after that hour"
        )
    return placed


def _accept(faults: Sequence[Fault], *, allowed: bool, set_aside: list[Fault]) -> None:
    if faults and not allowed:
        raise BadLog(set_aside_text(faults), faults)
    set_aside.extend(faults)


def set_aside_text(faults: Sequence[Fault]) -> str:
    """Return what is wrong with a log, by kind, and what to do."""
    return "\n".join(
        [
            *fault_entries(faults),
            f"\n{fault_counts(faults)}",
            "Correct the log and run again, or audit the rest with --allow-set-aside.",
        ]
    )


def _asked(request: Request, beside: Path) -> dict[str, Any]:
    """Return what a request asked, so that it can be asked again; paths as seen from a folder."""
    return {
        "logs": [
            shown(each) if isinstance(each, str) else _seen_from(each, beside)
            for each in request.logs
        ],
        "config": _seen_from(request.config, beside) if request.config else None,
        "sources": _seen_from(request.sources, beside) if request.sources else None,
        "checks": list(request.checks),
        "cardrooms": list(request.cardrooms),
        "tables": list(request.tables),
        "from": request.start.isoformat() if request.start else None,
        "to": request.end.isoformat() if request.end else None,
        "as_if": list(request.as_if),
        "allow_set_aside": request.allow_set_aside,
        "formats": list(request.formats),
    }


def _seen_from(path: Path, folder: Path) -> str:
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return str(path.resolve())
