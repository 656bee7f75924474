"""The plan of auditing an archive, whose files stay where they lie.

Hands are surveyed and put into tasks as those of any log. The records of a gaming day lie beside
its hands, so they are read by the task itself; only what concerns more than one task is looked at
before: stays, placards, counts, and collections that name no hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.parts.examination import Common, TaskItem
from feeaudit.audit.parts.hand_ids import HandUnits, bits_of, first_units, repeated_hands
from feeaudit.audit.parts.log_layout import EVERY_RUN, LogLayout, idle_tables, room_numbers
from feeaudit.audit.parts.pieces import Piece, PieceWriter, grouped, read_pieces
from feeaudit.audit.parts.shuffle import Shuffled, charges_by_room, unplaced_sum
from feeaudit.audit.parts.survey import (
    OF_PLACES,
    StatedColumns,
    Surveyed,
    SurveyItem,
    surveyed,
)
from feeaudit.audit.parts.tasks import Task, tasks_of, ties_of
from feeaudit.audit.parts.territory import Territory, saved_territory
from feeaudit.core.problem import Unknown
from feeaudit.intake.log import SourceFile, UnusableLog
from feeaudit.intake.tables import OF_A_HAND, TABLES, arrow_type
from feeaudit.log_archive.journal import FOLDER, read_journal
from feeaudit.log_archive.stored_tables import StoredTable
from feeaudit.log_archive.writing import refuse_other_days

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.local import Executor
    from feeaudit.core.arrays import Bools
    from feeaudit.intake.log import Fault, TypedRows
    from feeaudit.intake.selection import Narrow
    from feeaudit.log_archive.archive_places import ArchivePlace
    from feeaudit.log_archive.journal import Journal, Partition, StoredFile

_DAY = 86_400 * 1_000_000


@dataclass
class ArchiveLog:
    """An archive as a log: what of it is asked for, by cardroom and time.

    Days that are ``unreadable`` are left out, each for its reason.
    """

    place: ArchivePlace
    journal: Journal
    narrow: Narrow
    unreadable: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def zone(self) -> str:
        """The zone of its times."""
        return self.journal.zone

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """The journal, whose digest stands for every file of the archive."""
        return (SourceFile(f"{self.place.name}/{FOLDER}", "", self.journal.sha256),)

    @cached_property
    def days(self) -> list[Partition]:
        """The days whose hands are asked for."""
        return [each for each in self._rooms if self._first <= each.day <= self._last]

    @cached_property
    def _rooms(self) -> list[Partition]:
        asked, every = self.narrow.cardrooms, self.journal.partitions
        there = (each for each in every if (each.cardroom, each.day) not in self.unreadable)
        return [each for each in there if not asked or each.cardroom in asked]

    @property
    def _first(self) -> int:
        """The first gaming day that may have a wanted hand; a zone is at most a day off."""
        start = self.narrow.start
        return -(1 << 22) if start is None else int(start.timestamp()) // 86_400 - 2

    @property
    def _last(self) -> int:
        end = self.narrow.end
        return 1 << 22 if end is None else int(end.timestamp()) // 86_400 + 1

    @cached_property
    def tables(self) -> list[StoredTable]:
        """The files to open, in order: of the days asked for, and what reaches into them."""
        chosen = {(each.cardroom, each.day) for each in self.days}
        files: list[StoredFile] = []
        for each in self._rooms:
            mine = (each.cardroom, each.day) in chosen
            files.extend(one for one in each.files if mine or self._reaches(each.day, one))
        pages = {self.journal.page_of[each] for each in chosen}
        files.extend(file for page, file in self.journal.lost if page in pages)
        return [StoredTable(each, self.place, one, self.zone) for each, one in enumerate(files)]

    def _reaches(self, day: int, file: StoredFile) -> bool:
        """Tell whether a file of another day concerns the days asked for."""
        if day > self._last:
            return False
        if file.table == "seats":
            return file.until < 0 or file.until >= (self._first - 1) * _DAY
        return file.table == "postings"


@dataclass(slots=True)
class ArchiveLayout:
    """The tasks of an archive."""

    log: ArchiveLog
    inputs: AuditInputs
    folder: Path
    output: Path
    executor: Executor
    _layout: LogLayout = field(init=False)

    def __post_init__(self) -> None:
        """Let the steps that all logs share be those of any layout."""
        self._begin(self.log)

    def _begin(self, log: ArchiveLog) -> None:
        self.log = log
        self._layout = LogLayout(
            _Named(log), self.inputs, log.narrow, self.folder, self.output, self.executor
        )

    def items(
        self, hands_a_task: int, progress: Callable[[float], None]
    ) -> tuple[list[TaskItem], list[Fault]]:
        """Return the tasks; nothing of an archive is set aside, so there are no faults."""
        seen = self._surveyed()
        layout = self._layout
        progress(0.5)
        hands = [each for each in seen if each.table == "hands"]
        places = [each for each in seen if each.table != "hands"]
        units, sizes, rooms = layout.numbered(hands)
        counts = [piece for each in places if each.table == "counts" for *_, piece in each.pieces]
        ties = ties_of(read_pieces(counts), rooms, self.inputs.config, units)
        tasks, task = tasks_of(units, sizes, rooms, ties, hands_a_task)
        territory = Territory(rooms, self.inputs.config, units, task)
        territory.save(self.folder)
        bits = bits_of(sum(each.ids for each in hands))
        twice = layout.buckets(hands, bits)
        if len(twice):
            layout.keep_repeated(hands, twice, territory, [*self._sources(hands)])
        idle = idle_tables(hands, territory)
        records = [*layout.run(_handless, self._loose(idle, bits)), *self._moved(idle)]
        around = layout.around(territory, places, records, idle)
        unplaced = sum(each.unplaced for each in records)
        self._common(int(sizes.sum()), bits, unplaced)
        progress(1.0)
        items = self._items(territory, tasks or [Task(0, "", (), 0)], records, around, idle)
        return [*items, *self._left_out(len(items))], []

    def _surveyed(self) -> list[Surveyed]:
        """Look at what concerns more than one task; the days whose files cannot be read are out.

        A day that is out is looked for in none of the rest, so all that is left is seen anew.
        """
        where, narrow, tables = str(self.folder), self.log.narrow, self.log.tables
        first = [each for each in tables if each.table in {"hands", *OF_PLACES}]
        loose = [each for each in tables if each.table == "collections" and each.file.handless]
        looked = [SurveyItem(each, where, narrow, lay_out=False) for each in first]
        seen: list[Surveyed | _Unreadable] = [*self._layout.run(_seen, looked)]
        whole: list[_Unreadable | None] = [*self._layout.run(_whole, loose)]
        bad = [each for each in (*seen, *whole) if isinstance(each, _Unreadable)]
        if not bad:
            return [each for each in seen if isinstance(each, Surveyed)]
        self._begin(self._without(bad))
        return self._surveyed()

    def _without(self, bad: Sequence[_Unreadable]) -> ArchiveLog:
        """Return the archive without the days of some files that cannot be read."""
        log = self.log
        of_path = {
            one.path: (each.cardroom, each.day)
            for each in log.journal.partitions
            for one in each.files
        }
        out = dict(log.unreadable)
        for path, reason in bad:
            # Records that name hands of no day are nobody's to leave out.
            if path not in of_path:
                raise UnusableLog(reason)
            out.setdefault(of_path[path], reason)
        left = ArchiveLog(log.place, log.journal, log.narrow, out)
        if not left.days:
            raise UnusableLog(bad[0].reason)
        return left

    def _left_out(self, number: int) -> Iterator[TaskItem]:
        """Yield the days that are out as tasks which cannot be done, numbered from here on."""
        for place, ((room, day), reason) in enumerate(sorted(self.log.unreadable.items()), number):
            task = Task(place, room, (day,), 0)
            told = f"{reason}. Other days are audited without its hands, seats and counts"
            yield TaskItem(str(self.folder), str(self.output), task, -1, {}, unreadable=told)

    def _sources(self, hands: list[Surveyed]) -> Iterator[StoredTable]:
        return (self.log.tables[each.source] for each in hands)

    def _loose(self, idle: tuple[tuple[str, str], ...], bits: int) -> list[_LooseItem]:
        """Return the collections to look at before: some name no hand, or are for periods."""
        return [
            _LooseItem(each, str(self.folder), self.log.narrow, idle, bits)
            for each in self.log.tables
            if each.table == "collections" and (each.file.handless or each.file.lost)
        ]

    def _moved(self, idle: tuple[tuple[str, str], ...]) -> list[Shuffled]:
        """Hand records of ids that stand in two places to the task that has the first."""
        if repeated_hands(str(self.folder)) is None:
            return []
        items = [
            _LooseItem(each, str(self.folder), self.log.narrow, idle)
            for each in self.log.tables
            if each.table in OF_A_HAND and not each.file.lost
        ]
        return [*self._layout.run(_moved, items)]

    def _common(self, hands: int, bits: int, unplaced: int) -> None:
        headings: dict[str, StatedColumns] = {}
        for each in self.log.tables:
            kind = headings.setdefault(each.table, StatedColumns())
            kind.filled[each.file.columns] = _schema(each.table, each.file.columns, self.log.zone)
        Common(
            zone=self.log.zone,
            since=self.log.narrow.start,
            every_run=hands <= EVERY_RUN,
            unplaced=unplaced,
            bits=bits,
            sources=tuple(SourceFile(each.shown, "", each.file.sha256) for each in self.log.tables),
            schemas={name: headings[name].schemas for name in TABLES if name in headings},
        ).save(self.folder)

    def _items(
        self,
        territory: Territory,
        tasks: list[Task],
        records: list[Shuffled],
        around: dict[tuple[str, int], list[Piece]],
        idle: tuple[tuple[str, str], ...],
    ) -> list[TaskItem]:
        by_day = self._by_day()
        own: dict[int, dict[str, list[Piece | StoredTable]]] = {}
        for (table, number), some in around.items():
            own.setdefault(number, {}).setdefault(table, []).extend(some)
        for each in records:
            for number, piece in each.pieces:
                own.setdefault(number, {}).setdefault(each.table, []).append(piece)
        for lost in (each for each in self.log.tables if each.file.lost):
            if lost.table != "collections":
                own.setdefault(0, {}).setdefault(lost.table, []).append(lost)
        rooms = room_numbers(territory.rooms)
        found = []
        for task in tasks:
            pieces = {name: [*some] for name, some in own.get(task.number, {}).items()}
            for day in task.days:
                for stored in by_day.get((task.cardroom, day), ()):
                    if stored.table == "hands" or stored.table in OF_A_HAND:
                        pieces.setdefault(stored.table, []).append(stored)
            found.append(
                TaskItem(
                    folder=str(self.folder),
                    output=str(self.output),
                    task=task,
                    room=rooms.get(task.cardroom, -1),
                    pieces={name: tuple(some) for name, some in pieces.items()},
                    narrow=self.log.narrow,
                    idle=idle,
                )
            )
        return found

    def _by_day(self) -> dict[tuple[str, int], list[StoredTable]]:
        paths = {each.file.path: each for each in self.log.tables}
        return {
            (each.cardroom, each.day): [paths[one.path] for one in each.files]
            for each in self.log.days
        }


@dataclass(frozen=True, slots=True)
class _Named:
    """An archive as far as a layout asks for it."""

    log: ArchiveLog
    names: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        return self.log.sources

    @property
    def zone(self) -> str:
        return self.log.zone

    def batches(self, table: str) -> Iterator[TypedRows]:
        raise NotImplementedError(table)


class _Unreadable(NamedTuple):
    """A file of an archive that cannot be read, by its path, and why."""

    path: str
    reason: str


def _seen(inputs: AuditInputs, item: SurveyItem) -> Surveyed | _Unreadable:
    """Look at one file that concerns more than one task."""
    try:
        return surveyed(inputs, item)
    except UnusableLog as error:
        return _Unreadable(cast("StoredTable", item.source).file.path, str(error))


def _whole(_inputs: AuditInputs, stored: StoredTable) -> _Unreadable | None:
    """Look whether a file is the one that was archived."""
    try:
        stored.content()
    except UnusableLog as error:
        return _Unreadable(stored.file.path, str(error))
    return None


class _LooseItem(NamedTuple):
    """A file of records that is looked at before the tasks are done."""

    source: StoredTable
    folder: str
    narrow: Narrow
    idle: tuple[tuple[str, str], ...]
    bits: int = 0


def _rows(inputs: AuditInputs, item: _LooseItem) -> Iterator[pa.Table]:
    for batch in item.source.batches(inputs.book):
        yield item.narrow.records(item.source.table, batch.table, item.idle)


def _handless(inputs: AuditInputs, item: _LooseItem) -> Shuffled:
    """Hand collections that name no hand to the tasks of their tables; keep fees for periods."""
    done = Shuffled(item.source.number, "collections")
    territory = saved_territory(Path(item.folder), inputs.config)
    places = HandUnits(item.folder, item.bits)
    lost = item.source.file.lost
    with PieceWriter(Path(item.folder) / f"{done.source}-loose") as writer:
        for rows in _rows(inputs, item):
            blank = _blank(rows)
            task = np.where(blank, territory.of_moments(rows, "taken_at"), 0 if lost else -1)
            done.pieces.extend((number, writer.add(some)) for number, some in grouped(rows, task))
            done.unplaced += unplaced_sum(
                rows, ~blank if not lost else np.zeros_like(blank), territory
            )
            done.charges.extend(
                (room, writer.add(some)) for room, some in charges_by_room(rows, territory, places)
            )
    return done


def _blank(rows: pa.Table) -> Bools:
    if "hand_id" not in rows.column_names:
        return np.ones(rows.num_rows, dtype=bool)
    blank: Bools = rows.column("hand_id").is_null().to_numpy()
    return blank


def _moved(inputs: AuditInputs, item: _LooseItem) -> Shuffled:
    """Hand records whose id stands first in another file to the task that has it."""
    done = Shuffled(item.source.number, item.source.table)
    territory = saved_territory(Path(item.folder), inputs.config)
    table = repeated_hands(item.folder)
    names, units = first_units(table)
    with PieceWriter(Path(item.folder) / f"{done.source}-moved") as writer:
        for rows in _rows(inputs, item):
            if "hand_id" not in rows.column_names:
                continue
            place = pc.index_in(rows.column("hand_id"), value_set=names).fill_null(-1).to_numpy()
            task = np.where(place >= 0, territory.task[units[np.maximum(place, 0)]], -1)
            done.pieces.extend((number, writer.add(some)) for number, some in grouped(rows, task))
    return done


def _schema(table: str, names: Sequence[str], zone: str) -> pa.Schema:
    kinds = {column.name: arrow_type(column, zone) for column in TABLES[table]}
    own = {"source": pa.int32(), "row": pa.int32()}
    return pa.schema([*((each, kinds.get(each, pa.string())) for each in names), *own.items()])


def opened_archive(place: ArchivePlace, inputs: AuditInputs, narrow: Narrow) -> ArchiveLog:
    """Return an archive, ready to be planned; refuse what it does not have."""
    journal = read_journal(place)
    if journal is None:
        raise UnusableLog(
            f"{place}: no archive there. Make one with feeaudit archive LOG... -o {place}"
        )
    config = inputs.config
    refuse_other_days(place, config, journal.zone, journal.gaming_day_starts)
    there = sorted({each.cardroom for each in journal.partitions})
    for room in narrow.cardrooms:
        if room not in there:
            raise Unknown(f"{place} has no days of {room}; it has {', '.join(there)}")
    log = ArchiveLog(place, journal, narrow)
    if not log.days:
        raise UnusableLog(f"{place}: no gaming day of the archive is in the time asked for")
    return log
