"""Auditing a log: at once where it fits, else in parts, in bounded memory and several processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from feeaudit.audit.cardrooms import log_with_ids, with_ids
from feeaudit.audit.case import Case
from feeaudit.audit.engine import Examined, examined, put_together
from feeaudit.audit.parts.routes import Routes, routes_of
from feeaudit.audit.parts.scratch import Scratch
from feeaudit.audit.parts.split import split
from feeaudit.audit.parts.surroundings import charges_of
from feeaudit.core.memory import share_memory
from feeaudit.intake.log import Log
from feeaudit.intake.selection import EVERYTHING, Narrow, narrowed
from feeaudit.intake.tables import joined, schema_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from multiprocessing.context import BaseContext

    import pyarrow as pa

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book, Law
    from feeaudit.intake.log import Fault, SourceFile, TypedRows
    from feeaudit.intake.log_files import OpenLog
    from feeaudit.rules.configuration.model import Config

HANDS_A_PART: Final = 50_000
# The largest night of the largest room; starting processes for less takes longer than they save.
_AT_ONCE: Final = 800_000_000
# What macOS leaves of a socket's 103 bytes beside `/pymp-xxxxxxxx/listener-xxxxxxxx`.
_LONGEST_FOLDER: Final = 71
_EVERY_RUN: Final = 500_000
"""Up to so many hands, reports can draw who banked at every table, not only where it was wrong."""


@dataclass(frozen=True, slots=True)
class AuditInputs:
    """What a log is held against, and by which checks (all where none is named)."""

    book: Book
    laws: tuple[Law, ...]
    config: Config
    checks: tuple[str, ...] | None = None


class LogSource(Protocol):
    """A log whose tables can be gone through batch by batch, as often as needed."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the tables that it has."""

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """Return the files it comes from."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return what is known not to be usable before any of its tables is read."""

    @property
    def zone(self) -> str:
        """Return the zone of its times."""

    def batches(self, table: str) -> Iterator[TypedRows]:
        """Yield the rows of a table."""


@dataclass(frozen=True, slots=True)
class _ById:
    """A log whose cardrooms are called by their ids."""

    log: LogSource
    book: Book

    @property
    def names(self) -> tuple[str, ...]:
        return self.log.names

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        return self.log.sources

    @property
    def faults(self) -> tuple[Fault, ...]:
        return self.log.faults

    @property
    def zone(self) -> str:
        return self.log.zone

    def batches(self, table: str) -> Iterator[TypedRows]:
        for rows in self.log.batches(table):
            yield replace(rows, table=with_ids(rows.table, self.book))


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
    if opened.weight > _AT_ONCE:
        return audit_in_parts(opened, inputs, narrow, jobs=jobs, accept=accept, progress=progress)
    progress("Reading", 0.0)
    log = log_with_ids(opened.read().stated(), inputs.book)
    accept(log.faults)
    return audit_logs(
        [narrowed(log, narrow)],
        log.sources,
        inputs,
        threads=jobs,
        progress=lambda done: progress("Auditing", done),
    )


def audit_logs(
    logs: Sequence[Log],
    sources: tuple[SourceFile, ...],
    inputs: AuditInputs,
    *,
    threads: int,
    progress: Callable[[float], None] = lambda _done: None,
) -> AuditResult:
    """Return what the checks find in logs that are held in memory, each looked at by itself."""
    book, laws, config = inputs.book, inputs.laws, inputs.config
    cases = (Case(log, book, laws, config, threads=threads) for log in logs)
    found = [examined(case, inputs.checks, progress=progress) for case in cases]
    return put_together(found, sources)


def audit_in_parts(  # noqa: PLR0913 - what, against what, and how
    log: LogSource,
    inputs: AuditInputs,
    narrow: Narrow = EVERYTHING,
    *,
    jobs: int = 1,
    hands_a_part: int = HANDS_A_PART,
    accept: Callable[[Sequence[Fault]], None] = lambda _faults: None,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> AuditResult:
    """Return what the checks find in a log, whose size may exceed the memory.

    ``accept`` is told of every cell that could not be read, before anything is audited, and may
    raise. ``progress`` is told what is being done, and how much of it is.
    """
    if jobs > 1:
        _warm_up()
    with tempfile.TemporaryDirectory(prefix="feeaudit-") as name:
        scratch = Scratch(Path(name))
        parts, hands, faults = _laid_out(
            _ById(log, inputs.book), inputs.config, narrow, hands_a_part, scratch, progress
        )
        accept(faults)
        few = hands <= _EVERY_RUN
        work = _Work(scratch, inputs, log.sources, tuple(faults), log.zone, narrow.start, few)
        found = []
        for number, each in enumerate(_examined(work, parts, min(jobs, parts))):
            found.append(each)
            progress("Auditing", (number + 1) / parts)
    return put_together(found, log.sources)


def _laid_out(  # noqa: PLR0913, PLR0917 - the steps of one pass over the log
    log: LogSource,
    config: Config,
    narrow: Narrow,
    hands_a_part: int,
    scratch: Scratch,
    progress: Callable[[str, float], None],
) -> tuple[int, int, list[Fault]]:
    """Write the parts of a log; return how many they are, how many hands, and the faults."""
    progress("Reading", 0.0)
    counts = [each.table for each in log.batches("counts")] if "counts" in log.names else []
    hands = ((each.table, narrow.wanted(each.table)) for each in log.batches("hands"))
    routes = routes_of(hands, joined(counts) if counts else None, config, hands_a_part)
    splitting = _Splitting(log, routes, narrow, scratch)
    rest = _Rest(list(log.faults))
    for number, name in enumerate(log.names):
        splitting.table(name, rest)
        progress("Reading", (number + 1) / len(log.names))
    scratch.keep_rest(routes, rest.all_charges(log.zone), rest.unplaced)
    return routes.parts, int(np.count_nonzero(routes.known_part >= 0)), rest.faults


@dataclass(frozen=True, slots=True)
class _Splitting:
    """The tables of a log on their way into its parts."""

    log: LogSource
    routes: Routes
    narrow: Narrow
    scratch: Scratch

    def table(self, name: str, rest: _Rest) -> None:
        """Split a table, and note what of it concerns every part."""
        for batch in self.log.batches(name):
            rest.faults.extend(batch.faults)
            self.scratch.expect(name, batch.table)
            rows = batch.table
            if name != "hands":
                rows = self.narrow.records(name, rows, self.routes.territory.idle)
            split(name, rows, self.routes, self.scratch)
            if name == "collections":
                rest.charges.append(charges_of(rows))
                rest.unplaced += self.routes.unplaced(rows)


@dataclass(slots=True)
class _Rest:
    """What is gathered while a log is split: faults, fees for periods, what nothing places."""

    faults: list[Fault] = field(default_factory=list)
    charges: list[pa.Table] = field(default_factory=list)
    unplaced: int = 0

    def all_charges(self, zone: str) -> pa.Table:
        """Return the fees for periods as one table."""
        if not self.charges:
            return schema_of("collections", zone).empty_table()
        return joined(self.charges)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a process needs to examine parts."""

    scratch: Scratch
    inputs: AuditInputs
    sources: tuple[SourceFile, ...]
    faults: tuple[Fault, ...]
    zone: str
    since: datetime | None
    every_run: bool

    def examined(self, part: int) -> Examined:
        """Return what the checks find in a part; the first answers for what was set aside."""
        faults = self.faults if part == 0 else ()
        log = Log(self.scratch.tables(part), self.sources, faults, self.zone, self.since)
        inputs, rest = self.inputs, self.scratch.surroundings(part)
        # Other processes are at work on other parts.
        case = Case(log, inputs.book, inputs.laws, inputs.config, rest, threads=1)
        return examined(case, inputs.checks, every_run=self.every_run)


def _examined(work: _Work, parts: int, jobs: int) -> Iterator[Examined]:
    if jobs == 1:
        yield from map(work.examined, range(parts))
        return
    with ProcessPoolExecutor(jobs, _processes(), _prepare, (work,)) as pool:
        yield from pool.map(_examine, range(parts))


_prepared: list[_Work] = []


def _prepare(work: _Work) -> None:
    share_memory()
    # Each process holds on to one piece of work, so that the book is sent to it once.
    _prepared[:] = [work]


def _examine(part: int) -> Examined:
    return _prepared[0].examined(part)


def _processes() -> BaseContext:
    """Return how processes are started: anew, since a copy of a busy process may hang."""
    if not _has_fork_server():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def _has_fork_server() -> bool:
    """Say whether processes can be started from one that has loaded the program.

    It listens at a socket in the folder of temporary files, whose address must be short.
    """
    return sys.platform != "win32" and len(os.fsencode(tempfile.gettempdir())) <= _LONGEST_FOLDER


def _warm_up() -> None:
    """Let the process that others are started from load the program while the log is read."""
    _processes()
    if _has_fork_server():
        from multiprocessing import forkserver  # noqa: PLC0415 - not on Windows

        forkserver.ensure_running()
