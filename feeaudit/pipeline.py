"""An audit from files to files: logs in, a result and its reports out.

``audited`` does it all for one request. A night takes the same steps one by one (``inputs_of``,
``result_of_logs``, ``finished``), since it puts the log of each day together itself.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from feeaudit.audit.cardrooms import log_with_ids
from feeaudit.audit.case import Case
from feeaudit.audit.checks import named_check
from feeaudit.audit.fee_statements import statement_of
from feeaudit.audit.parts.executor import AuditInputs, audit_logs, audit_opened
from feeaudit.book.load import read_book, read_laws
from feeaudit.core.files import replace_bytes
from feeaudit.core.problem import Unknown
from feeaudit.core.threads import processors
from feeaudit.intake.fault_groups import fault_counts, fault_entries
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import opened_log
from feeaudit.intake.selection import Narrow, narrowed
from feeaudit.report import manifest, summary_text
from feeaudit.report.basis import basis_of
from feeaudit.report.formats import USUAL, reports
from feeaudit.report.statement import as_pdf, as_workbook
from feeaudit.report.statement.fee_totals import totals_of
from feeaudit.rules.configuration import checked, read_config

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from feeaudit.audit.fee_statements import FeeStatement, Party
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Fault, Log
    from feeaudit.report.basis import Basis


class BadLog(Exception):  # noqa: N818 - it says what the log is
    """The log cannot be audited; the message lists why, and ``faults`` are all of them."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be audited, against what, and what is wanted of it.

    ``date`` is the audit's own, shown in every report. ``jobs`` is how many threads or processes
    may work; 0 is one for each processor.
    """

    logs: tuple[Path, ...]
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


@dataclass(frozen=True, slots=True)
class Output:
    """What reports are to be made, and what they say of themselves: the book and the date."""

    book: Path
    date: str
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinishedAudit:
    """A finished audit: its result and the files it makes."""

    result: AuditResult
    basis: Basis
    files: dict[str, bytes] = field(repr=False)

    def text(self) -> str:
        """Return the summary for a terminal."""
        return summary_text.rendered(self.result, self.basis.zone)

    def write(self, folder: Path) -> None:
        """Write the files of the audit, each whole or not at all; the manifest last."""
        for name, content in self.files.items():
            replace_bytes(folder / name, content)


@dataclass(frozen=True, slots=True)
class FinishedStatement:
    """A finished statement of account and its files."""

    statement: FeeStatement
    files: dict[str, bytes] = field(repr=False)

    def text(self) -> str:
        """Return the totals for a terminal."""
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
) -> FinishedAudit:
    """Return the audit of a request; ``beside`` is the folder that its files will lie in."""
    for name in request.checks:
        named_check(name)
    progress("Reading the book", 0.0)
    inputs = inputs_of(request.book, request.config, request.as_if, request.checks)
    result = _result(request, inputs, progress)
    result = replace(result, notices=(*_narrowed(request), *result.notices))
    progress("Writing the reports", 0.0)
    output = Output(request.book, request.date, request.formats)
    return finished(result, inputs, output, _asked(request, beside) if beside else {})


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
        with opened_log(request.logs, inputs.config.zone) as opened:
            log = log_with_ids(opened.read().stated(), inputs.book)
            narrow = _narrow(request, opened.zone)
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None
    _accept(log.faults, allowed=request.allow_set_aside, set_aside=[])
    progress("Auditing", 0.0)
    case = Case(narrowed(log, narrow), inputs.book, inputs.laws, inputs.config)
    statement = statement_of(case, party)
    progress("Writing the statement", 0.0)
    basis = basis_of(statement.result, request.book, inputs.config, request.date)
    files = {
        "statement.pdf": as_pdf(statement, basis),
        "statement.xlsx": as_workbook(statement, basis),
    }
    return FinishedStatement(statement, files)


def inputs_of(
    book: Path, config: Path | None, as_if: tuple[str, ...] = (), checks: tuple[str, ...] = ()
) -> AuditInputs:
    """Return what logs are held against: book, law and the site's configuration, checked."""
    schedules, laws = read_book(book), read_laws(book)
    site = read_config(config)
    site = checked(replace(site, as_if=(*site.as_if, *as_if)), schedules, laws)
    return AuditInputs(schedules, laws, site, checks or None)


def result_of_logs(logs: Sequence[Log], inputs: AuditInputs) -> AuditResult:
    """Return what the checks find in logs in memory; files that several share are told once."""
    sources = dict.fromkeys(source for log in logs for source in log.sources)
    whole = [log.stated() for log in logs]
    return audit_logs(whole, tuple(sources), inputs, threads=processors())


def finished(
    result: AuditResult, inputs: AuditInputs, output: Output, asked: Mapping[str, Any] | None = None
) -> FinishedAudit:
    """Return a result with the files of its reports; ``asked`` lets it be made again."""
    basis = basis_of(result, output.book, inputs.config, output.date)
    files = reports(result, basis, output.formats)
    files["manifest.json"] = manifest.rendered(result, basis, files, asked)
    return FinishedAudit(result, basis, files)


def _result(
    request: Request, inputs: AuditInputs, progress: Callable[[str, float], None]
) -> AuditResult:
    set_aside: list[Fault] = []
    try:
        with opened_log(request.logs, inputs.config.zone) as opened:
            result = audit_opened(
                opened,
                inputs,
                _narrow(request, opened.zone),
                jobs=request.jobs or processors(),
                accept=partial(_accept, allowed=request.allow_set_aside, set_aside=set_aside),
                progress=progress,
            )
    except UnusableLog as unusable:
        raise BadLog(str(unusable)) from None
    if set_aside and not result.hands:
        # Otherwise a finding says what was set aside; without a hand no check speaks at all.
        told = f"No hand of the log can be used. {fault_counts(set_aside)} First: {set_aside[0]}"
        result = replace(result, notices=(*result.notices, told))
    return result


def _narrowed(request: Request) -> list[str]:
    """Return what every report must say where less than the whole log was asked for."""
    only = [
        f"tables {', '.join(request.tables)}" if request.tables else "",
        f"hands from {request.start} on" if request.start else "",
        f"hands before {request.end}" if request.end else "",
        f"the checks {', '.join(request.checks)}" if request.checks else "",
    ]
    told = "; ".join(filter(None, only))
    return [f"This is not an audit of the whole log. It was asked for only {told}."] if told else []


def _narrow(request: Request, zone: str) -> Narrow:
    start, end = (
        None if moment is None else _placed(moment, zone) for moment in (request.start, request.end)
    )
    return Narrow(request.tables, start, end)


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
        "logs": [_seen_from(each, beside) for each in request.logs],
        "config": _seen_from(request.config, beside) if request.config else None,
        "checks": list(request.checks),
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
