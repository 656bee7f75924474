"""One task: its part of the log read, audited, and what was found written down."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.case import Case
from feeaudit.audit.engine import examined
from feeaudit.audit.parts.hand_ids import HandUnits, first_units, repeated_hands
from feeaudit.audit.parts.pieces import Piece, compact, read_pieces, read_rows
from feeaudit.audit.parts.surroundings import Surroundings
from feeaudit.audit.parts.task_results import failed, kept
from feeaudit.audit.parts.territory import packed, saved_territory
from feeaudit.intake.log import Fault, Log, SourceFile, UnusableLog
from feeaudit.intake.selection import EVERYTHING, Narrow
from feeaudit.intake.tables import joined, schema_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.log_sources import RowSource
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.parts.tasks import Task
    from feeaudit.audit.parts.territory import Territory
    from feeaudit.core.arrays import Ints

_NAMED: Final = {
    "hands": ("player_dealer",),
    "wagers": ("player",),
    "collections": ("player",),
    "seats": ("player",),
}
_LAST: Final = np.iinfo(np.int64).max


class TaskItem(NamedTuple):
    """A task, where its rows are by table of the log, and the faults it answers for.

    Whole files that stay where they are may hold more than is the task's: ``narrow`` is what is
    wanted of them, and ``idle`` the tables without a wanted hand. ``unreadable`` says why a task
    cannot be done, where that is known before.
    """

    folder: str
    output: str
    task: Task
    room: int
    pieces: dict[str, tuple[Piece | RowSource, ...]]
    faults: tuple[Fault, ...] = ()
    narrow: Narrow = EVERYTHING
    idle: tuple[tuple[str, str], ...] = ()
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class Common:
    """What all tasks of an audit share, as it is written for them."""

    zone: str
    since: datetime | None
    every_run: bool
    unplaced: int
    bits: int
    sources: tuple[SourceFile, ...]
    schemas: dict[str, list[pa.Schema]]

    def save(self, folder: Path) -> None:
        """Write it where every process finds it."""
        page = {
            "zone": self.zone,
            "since": self.since.isoformat() if self.since else None,
            "every_run": self.every_run,
            "unplaced": self.unplaced,
            "bits": self.bits,
            "sources": [[each.file, each.sheet, each.sha256] for each in self.sources],
            "schemas": {
                table: [each.serialize().to_pybytes().hex() for each in schemas]
                for table, schemas in self.schemas.items()
            },
        }
        (folder / "common.json").write_text(json.dumps(page), encoding="utf-8")


@lru_cache(maxsize=2)
def _common(folder: str) -> Common:
    page = json.loads((Path(folder) / "common.json").read_text(encoding="utf-8"))
    since = datetime.fromisoformat(page["since"]) if page["since"] else None
    schemas = {
        table: [pa.ipc.read_schema(pa.py_buffer(bytes.fromhex(each))) for each in stated]
        for table, stated in page["schemas"].items()
    }
    sources = tuple(SourceFile(*each) for each in page["sources"])
    return Common(
        zone=page["zone"],
        since=since,
        every_run=page["every_run"],
        unplaced=page["unplaced"],
        bits=page["bits"],
        sources=sources,
        schemas=schemas,
    )


def attempted(inputs: AuditInputs, item: TaskItem) -> TaskResult:
    """Audit one task; where that fails twice, return that it did and why.

    The first failure may be the machine's: a network folder that was away for a moment.
    """
    if item.unreadable:
        return gone(item, item.unreadable)
    try:
        return done(inputs, item)
    except Exception:  # noqa: BLE001 - whatever it is, it is told of if it happens again
        try:
            return done(inputs, item)
        except Exception as error:  # noqa: BLE001 - the rest of the log is audited all the same
            return failed(item.task.number, f"{item.task.named}: {in_words_of(error)}")


def gone(item: TaskItem, reason: str) -> TaskResult:
    """Return that a task cannot be done, as where every worker died at it."""
    return failed(item.task.number, f"{item.task.named}: {reason}")


def in_words_of(error: Exception) -> str:
    """Return what went wrong; a fault of the program by its kind, so that it can be reported."""
    said = str(error).strip().splitlines()
    told = said[0] if said else "no reason given"
    return told if isinstance(error, UnusableLog) else f"{type(error).__name__}: {told}"


def done(inputs: AuditInputs, item: TaskItem) -> TaskResult:
    """Audit one task."""
    common = _common(item.folder)
    territory = saved_territory(Path(item.folder), inputs.config)
    units = np.flatnonzero(territory.task == item.task.number)
    own = (
        _own(_wanted(rows, item), territory, units)
        for rows in read_rows(item.pieces.get("hands", ()), inputs.book)
    )
    hands = _table(common, "hands", own)
    records = _Records(item, inputs, hands)
    tables = {
        name: hands if name == "hands" else _table(common, name, records.rows(name))
        for name in common.schemas
    }
    nothing = _nothing(common)
    rest = Surroundings(
        folder=item.folder,
        territory=territory,
        task=item.task.number,
        room=item.room,
        days=item.task.span,
        unplaced=common.unplaced,
        places=HandUnits(item.folder, common.bits),
        nothing=nothing,
        units=units,
        people=_people(tables),
    )
    log = Log(tables, common.sources, item.faults, common.zone, common.since)
    # Other processes are at work on other tasks.
    case = Case(log, inputs.book, inputs.laws, inputs.config, rest, threads=1)
    found = examined(case, inputs.checks, every_run=common.every_run)
    return kept(Path(item.output), item.task.number, found)


def _wanted(hands: pa.Table, item: TaskItem) -> pa.Table:
    wanted = item.narrow.wanted(hands)
    return hands if wanted is None else hands.filter(pa.array(wanted))


@dataclass(frozen=True, slots=True)
class _Records:
    """The records of a task, of pieces that are its own and of files that may hold more."""

    item: TaskItem
    inputs: AuditInputs
    hands: pa.Table

    def rows(self, name: str) -> Iterator[pa.Table]:
        """Yield the task's rows of a table."""
        for each in self.item.pieces.get(name, ()):
            if isinstance(each, Piece):
                yield from read_pieces([each])
                continue
            for batch in each.batches(self.inputs.book):
                rows = self.item.narrow.records(name, batch.table, self.item.idle)
                yield rows if each.whole else self._own(rows)

    def _own(self, rows: pa.Table) -> pa.Table:
        """Return the rows of hands of the task; an id that stands in two places comes in pieces."""
        if "hand_id" not in rows.column_names:
            return rows.slice(0, 0)
        ids = rows.column("hand_id")
        mine = pc.is_in(ids, value_set=self.hands.column("hand_id").combine_chunks())
        table = repeated_hands(self.item.folder)
        if table is not None:
            names, _ = first_units(table)
            mine = pc.and_(mine, pc.invert(pc.is_in(ids, value_set=names)))
        return rows.filter(mine)


def _nothing(common: Common) -> pa.Table:
    stated = common.schemas.get("collections")
    if not stated:
        return schema_of("collections", common.zone).empty_table()
    return joined([each.empty_table() for each in stated])


def _table(common: Common, name: str, rows: Iterable[pa.Table]) -> pa.Table:
    """Return the rows of a table; a column that only others have rows of is there, and blank."""
    own = list(rows)
    stated = common.schemas[name]
    if own and all(each.names == own[0].schema.names for each in stated) and len(own) == 1:
        return compact(own[0])
    names = dict.fromkeys(each for one in stated for each in one.names)
    every = joined([*(each.empty_table() for each in stated), *own])
    return compact(every.select(list(names)))


def _own(hands: pa.Table, territory: Territory, units: Ints) -> pa.Table:
    """Return the hands of the task's units; other tables of the day are other tasks'."""
    day = territory.config.gaming_days(hands.column("started_at").cast("int64").to_numpy())
    unit = packed(territory.rooms.of(hands, known_only=True), day)
    # Units are ascending, and none is the last.
    own = np.append(territory.units[units], _LAST)
    mine = own[np.searchsorted(own, unit)] == unit
    return hands if mine.all() else hands.filter(pa.array(mine))


def _people(tables: dict[str, pa.Table]) -> Iterable[str]:
    """Return everybody whom the records of a task name."""
    found: set[str] = set()
    for table, columns in _NAMED.items():
        for name in columns:
            if table in tables and name in tables[table].column_names:
                for chunk in tables[table].column(name).chunks:
                    found.update(each for each in chunk.dictionary.to_pylist() if each)
    return found
