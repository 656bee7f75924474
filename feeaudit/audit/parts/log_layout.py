"""Laying out a log: its files cut by cardroom and gaming day, side by side, into tasks.

Three steps, each over all files at once: hands and places are surveyed; hand ids are put into
buckets and tasks formed; then the records follow their hands. Nothing here grows faster than the
log, and this process only holds what is known of units, tasks and pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from feeaudit.audit.parts.examination import Common, TaskItem
from feeaudit.audit.parts.hand_ids import (
    BucketItem,
    TwiceItem,
    bits_of,
    filled_bucket,
    globals_path,
    ids_of_twice,
    write_repeated,
)
from feeaudit.audit.parts.local import OneProcess
from feeaudit.audit.parts.log_sources import table_sources
from feeaudit.audit.parts.pieces import Piece, read_pieces
from feeaudit.audit.parts.shuffle import ShuffleItem, shuffled
from feeaudit.audit.parts.surroundings import AroundItem, laid_around
from feeaudit.audit.parts.survey import OF_PLACES, StatedColumns, SurveyItem, surveyed
from feeaudit.audit.parts.tasks import Task, tasks_of, ties_of
from feeaudit.audit.parts.territory import Rooms, Territory, days_of, packed, tables_of
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.log_sources import LogSource, RowSource
    from feeaudit.audit.parts.shuffle import Shuffled
    from feeaudit.audit.parts.survey import Surveyed
    from feeaudit.core.arrays import Digests, Ints
    from feeaudit.intake.log import Fault
    from feeaudit.intake.selection import Narrow

EVERY_RUN: Final = 500_000
"""Up to so many hands, reports can draw who banked at every table, not only where it was wrong."""
Places = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class LogLayout:
    """A log on its way into tasks: what it is, what is wanted of it, and who does the work."""

    log: LogSource
    inputs: AuditInputs
    narrow: Narrow
    folder: Path
    output: Path
    executor: Executor

    def items(
        self, hands_a_task: int, progress: Callable[[float], None]
    ) -> tuple[list[TaskItem], list[Fault]]:
        """Return the tasks with their pieces, and everything that could not be read."""
        sources = table_sources(self.log)
        first = [each for each in sources if each.table in {"hands", *OF_PLACES}]
        where = str(self.folder)
        seen: list[Surveyed] = [
            *self.run(surveyed, [SurveyItem(each, where, self.narrow) for each in first])
        ]
        progress(len(first) / len(sources))
        hands = [each for each in seen if each.table == "hands"]
        places = [each for each in seen if each.table != "hands"]
        territory, tasks, bits = self._territory(hands, places, hands_a_task)
        idle = idle_tables(hands, territory)
        rest = [each for each in sources if each not in first]
        items = [ShuffleItem(each, where, bits, self.narrow, idle) for each in rest]
        records: list[Shuffled] = [*self.run(shuffled, items)]
        progress(1.0)
        around = self.around(territory, places, records, idle)
        read: list[Surveyed | Shuffled] = [*seen, *records]
        both = sorted(read, key=lambda each: each.source)
        self._common(both, int(sum(each.hands for each in hands)), bits, records)
        faults = [*self.log.faults, *chain.from_iterable(each.faults for each in both)]
        return self._items(territory, tasks, hands, records, around, faults), faults

    def run(self, step: Any, items: Sequence[Any]) -> Iterator[Any]:
        """Yield what is made of items, in their order; what only this process has it works on."""
        held = any(getattr(getattr(each, "source", None), "held", None) for each in items)
        executor = OneProcess(self.inputs) if held else self.executor
        made = dict(executor.run(step, items))
        return (made[place] for place in range(len(items)))

    def _territory(
        self, hands: list[Surveyed], places: list[Surveyed], hands_a_task: int
    ) -> tuple[Territory, list[Task], int]:
        units, sizes, rooms = self.numbered(hands)
        counts = (each for each in places if each.table == "counts")
        pieces = [piece for each in counts for _, _, piece in each.pieces]
        ties = ties_of(read_pieces(pieces), rooms, self.inputs.config, units)
        tasks, task = tasks_of(units, sizes, rooms, ties, hands_a_task)
        territory = Territory(rooms, self.inputs.config, units, task)
        territory.save(self.folder)
        bits = bits_of(sum(each.ids for each in hands))
        twice = self.buckets(hands, bits)
        if len(twice):
            self.keep_repeated(hands, twice, territory)
        return territory, tasks or [Task(0, "", (), 0)], bits

    def numbered(self, hands: list[Surveyed]) -> tuple[Ints, Ints, Rooms]:
        """Return the units of all files as one, tables numbered cardroom by cardroom."""
        named = sorted({place for each in hands for place in each.places})
        rooms = Rooms({place: number for number, place in enumerate(named)})
        own = []
        for each in hands:
            of = np.array([rooms.numbers[place] for place in each.places], dtype=np.int64)
            own.append(packed(of[tables_of(each.units)], days_of(each.units)))
        units = distinct(np.concatenate([np.empty(0, dtype=np.int64), *own]))
        sizes = np.zeros(len(units), dtype=np.int64)
        for each, mine in zip(hands, own, strict=True):
            place = np.searchsorted(units, mine)
            np.add.at(sizes, place, each.sizes)
            np.save(globals_path(str(self.folder), each.source), place.astype(np.int32))
        return units, sizes, rooms

    def buckets(self, hands: list[Surveyed], bits: int) -> Digests:
        """Fill the buckets of hand ids; return the digests that occur more than once."""
        sources = tuple(each.source for each in hands)
        items = [BucketItem(str(self.folder), each, bits, sources) for each in range(1 << bits)]
        found = [*self.run(filled_bucket, items)]
        return np.concatenate(found)

    def keep_repeated(
        self,
        hands: list[Surveyed],
        twice: Digests,
        territory: Territory,
        files: Sequence[RowSource] = (),
    ) -> None:
        """Write which ids stand in the log more than once; hands are in pieces or in files."""
        items = [
            TwiceItem(each.source, tuple(piece for _, _, piece in each.pieces), twice, self.narrow)
            for each in hands
        ]
        if files:
            items = [TwiceItem(each.number, (each,), twice, self.narrow) for each in files]
        found = [each for each in self.run(ids_of_twice, items) if each.num_rows]
        if not found:
            return
        rows = pa.concat_tables(found).unify_dictionaries()
        at = rows.column("started_at").cast("int64").to_numpy()
        unit = packed(territory.rooms.of(rows, known_only=True), self.inputs.config.gaming_days(at))
        write_repeated(str(self.folder), rows, np.searchsorted(territory.units, unit))

    def around(
        self,
        territory: Territory,
        places: list[Surveyed],
        records: list[Shuffled],
        idle: Places,
    ) -> dict[tuple[str, int], list[Piece]]:
        """Lay out by cardroom what is about places; return the pieces by table and task."""
        logged: dict[str, dict[str, list[Piece]]] = {}
        for each in places:
            for room, _, piece in each.pieces:
                logged.setdefault(room, {}).setdefault(each.table, []).append(piece)
        charges: dict[str, list[Piece]] = {}
        for one in records:
            for room, piece in one.charges:
                charges.setdefault(room, []).append(piece)
        numbers = room_numbers(territory.rooms)
        items: list[AroundItem] = []
        for room in sorted({*logged, *charges, *numbers}):
            # A charge that names no cardroom is one anywhere.
            paid = [*charges.get(room, ()), *(charges.get("", ()) if room else ())]
            pieces = {name: tuple(each) for name, each in logged.get(room, {}).items()}
            number = numbers.get(room, len(numbers) + len(items))
            items.append(
                AroundItem(str(self.folder), number, room, pieces, tuple(paid), self.narrow, idle)
            )
        found: dict[tuple[str, int], list[Piece]] = {}
        for each in self.run(laid_around, items):
            for table, task, piece in each:
                found.setdefault((table, task), []).append(piece)
        return found

    def _common(
        self,
        both: Sequence[Surveyed | Shuffled],
        hands: int,
        bits: int,
        records: Sequence[Shuffled],
    ) -> None:
        headings = {name: StatedColumns() for name in self.log.names}
        for each in both:
            headings[each.table].update(each.headings)
        Common(
            zone=self.log.zone,
            since=self.narrow.start,
            every_run=hands <= EVERY_RUN,
            unplaced=sum(each.unplaced for each in records),
            bits=bits,
            sources=self.log.sources,
            schemas={table: each.schemas for table, each in headings.items()},
        ).save(self.folder)

    def _items(  # noqa: PLR0913, PLR0917 - what the steps before found
        self,
        territory: Territory,
        tasks: list[Task],
        hands: list[Surveyed],
        records: list[Shuffled],
        around: dict[tuple[str, int], list[Piece]],
        faults: list[Fault],
    ) -> list[TaskItem]:
        days: dict[tuple[str, int], list[Piece]] = {}
        for each in hands:
            for room, day, piece in each.pieces:
                days.setdefault((room, day), []).append(piece)
        own: dict[int, dict[str, list[Piece]]] = {}
        for (table, number), some in around.items():
            own.setdefault(number, {}).setdefault(table, []).extend(some)
        for one in records:
            for number, piece in one.pieces:
                own.setdefault(number, {}).setdefault(one.table, []).append(piece)
        rooms = room_numbers(territory.rooms)
        found = []
        for task in tasks:
            played = chain.from_iterable(days[task.cardroom, day] for day in task.days)
            pieces = {name: tuple(some) for name, some in own.get(task.number, {}).items()}
            found.append(
                TaskItem(
                    folder=str(self.folder),
                    output=str(self.output),
                    task=task,
                    room=rooms.get(task.cardroom, -1),
                    pieces={"hands": tuple(played), **pieces},
                    # The first answers for what was set aside.
                    faults=() if task.number else tuple(faults),
                )
            )
        return found


def room_numbers(rooms: Rooms) -> dict[str, int]:
    """Return the number of each cardroom that has hands, in the order of their names."""
    return {room: number for number, room in enumerate(sorted({room for room, _ in rooms.numbers}))}


def idle_tables(hands: list[Surveyed], territory: Territory) -> Places:
    """Return the tables, with their cardrooms, that have hands but none that is wanted."""
    busy = {*distinct(tables_of(territory.units)).tolist()}
    numbers = territory.rooms.numbers
    return tuple(
        sorted({each for one in hands for each in one.places if numbers[each] not in busy})
    )
