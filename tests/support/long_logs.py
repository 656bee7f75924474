"""Logs of several nights and rooms with all that goes beyond a night, and audits to compare."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.audit_inputs import AuditInputs
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.parts.executor import audit_logs
from feeaudit.intake.files.raw_tables import read_parquet
from feeaudit.intake.log import SourceFile
from feeaudit.intake.log_files import OpenLog
from feeaudit.report.basis import Basis
from feeaudit.report.findings_json import rendered
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate
from support.shipped import shipped_book, shipped_laws

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log
    from feeaudit.log_archive.plan import ArchiveLog

BASIS = Basis("2026-03-20", Config().zone, 6, "book", "configuration", "digest")
ROOMS = ("lucky-lady", "mortimers")
_DAY = 86_400 * 1_000_000


@cache
def inputs() -> AuditInputs:
    return AuditInputs(shipped_book(), shipped_laws(), Config())


@cache
def several_nights(seed: int = 5, days: int = 3, hands: int = 300) -> Log:
    """Nights of two rooms with every violation that can be planted, period fees among them."""
    plants = dict.fromkeys(REGISTRY, 1)
    log = simulate(
        inputs().book, hands=hands, cardrooms=[*ROOMS], seed=seed, days=days, plant=plants
    ).log
    return replace(log, sources=log.sources or (SourceFile("night"),))


@cache
def quiet_nights() -> Log:
    """Two nights of the same rooms in which nothing is wrong: a third of the time to audit."""
    log = simulate(inputs().book, hands=120, cardrooms=[*ROOMS], seed=5, days=2).log
    return replace(log, sources=log.sources or (SourceFile("night"),))


def with_stays_of_days(log: Log) -> Log:
    """Let every fifth seat be held for two days more, and every seventh for good."""
    seats = log.table("seats")
    row = np.arange(seats.num_rows)
    until = seats.column("to").cast("int64").to_numpy(zero_copy_only=False)
    known = ~np.isnan(until)
    longer = np.where(known, until, 0).astype(np.int64) + np.where(row % 5 == 0, 2 * _DAY, 0)
    times = pa.array(longer, mask=~known | (row % 7 == 0))
    place = seats.column_names.index("to")
    kind = seats.schema.field("to").type
    return _with(log, "seats", seats.set_column(place, "to", times.cast(kind)))


def with_counts_of_days(log: Log) -> Log:
    """Let every third count of a box last into the next gaming day."""
    counts = log.table("counts")
    row = np.arange(counts.num_rows)
    until = counts.column("to").cast("int64").to_numpy()
    place, kind = counts.column_names.index("to"), counts.schema.field("to").type
    times = pa.array(np.where(row % 3 == 0, until + _DAY // 2, until)).cast(kind)
    return _with(log, "counts", counts.set_column(place, "to", times))


def with_repeated_ids(log: Log, every: int = 97) -> Log:
    """Give hands of other nights, tables and rooms an id that is taken: records name either."""
    hands = log.hands
    ids = hands.column("hand_id").to_pylist()
    names = {ids[row]: ids[row - every] for row in range(every, len(ids), every)}
    return replace(log, tables={name: _renamed(rows, names) for name, rows in log.tables.items()})


def with_corrections(log: Log) -> Log:
    """Log some hands and fees again, as a correction that came later does."""
    fees = log.table("collections")
    again = pa.array(np.arange(0, log.hands.num_rows, 211))
    tables = {
        "hands": pa.concat_tables([log.hands, log.hands.take(again)]).unify_dictionaries(),
        "collections": pa.concat_tables([fees, fees.slice(40, 25)]).unify_dictionaries(),
    }
    return numbered_rows(replace(log, tables=log.tables | tables))


def numbered_rows(log: Log) -> Log:
    """Return a log in which every row has its own number."""
    return replace(
        log,
        tables={
            name: rows.set_column(
                rows.column_names.index("row"),
                "row",
                pa.array(np.arange(2, rows.num_rows + 2, dtype=np.int32)),
            )
            for name, rows in log.tables.items()
        },
    )


def _renamed(rows: pa.Table, names: dict[str, str]) -> pa.Table:
    if "hand_id" not in rows.column_names:
        return rows
    ids = rows.column("hand_id").to_pylist()
    place = rows.column_names.index("hand_id")
    return rows.set_column(
        place, "hand_id", pa.array([names.get(each, each) for each in ids], pa.string())
    )


def _with(log: Log, name: str, rows: pa.Table) -> Log:
    return replace(log, tables=log.tables | {name: rows})


def as_bytes(result: AuditResult) -> bytes:
    """Return everything a result says, as findings.json has it."""
    return rendered(result, BASIS)


def at_once(log: Log) -> AuditResult:
    """Return the audit of a log in one piece."""
    return audit_logs([log.stated()], log.sources, inputs(), threads=1)


def archive_at_once(archive: ArchiveLog) -> AuditResult:
    """Return the audit of an archive as if its files were one log, read in one piece."""
    stored = archive.tables
    raws = {
        each.number: read_parquet(
            pa.py_buffer(each.place.read(each.file.path)), each.table, each.shown
        )
        for each in stored
    }
    sources = tuple(SourceFile(each.shown, "", each.file.sha256) for each in stored)
    log = OpenLog(raws, sources, archive.zone).read().stated()
    return audit_logs([log], archive.sources, inputs(), threads=1)


def has_time_fees(log: Log) -> bool:
    """Tell whether fees for periods are among the collections."""
    fees = log.table("collections").column("fee").cast(pa.string())
    return bool(pc.any(pc.equal(fees, "time")).as_py())
