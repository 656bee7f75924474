"""Adding days to an archive: logs cut by cardroom and gaming day, written, and then listed."""

from __future__ import annotations

import hashlib
import io
import tempfile
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from feeaudit.audit.parts.hand_ids import bits_of
from feeaudit.audit.parts.log_layout import LogLayout
from feeaudit.audit.parts.log_sources import table_sources
from feeaudit.audit.parts.pieces import Piece, PieceWriter, grouped, read_pieces
from feeaudit.audit.parts.shuffle import ShuffleItem, charges_of, shuffled
from feeaudit.audit.parts.survey import OF_PLACES, SurveyItem, surveyed
from feeaudit.audit.parts.tasks import days_together
from feeaudit.audit.parts.territory import Territory, times_of
from feeaudit.core.numbering import numbered
from feeaudit.intake.log import UnusableLog, stated
from feeaudit.intake.log_writer import stored
from feeaudit.intake.selection import EVERYTHING
from feeaudit.intake.tables import TABLES, joined
from feeaudit.log_archive.journal import (
    JournalPage,
    Partition,
    StoredFile,
    day_text,
    partition_path,
    read_journal,
    write_page,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.log_sources import LogSource
    from feeaudit.audit.parts.shuffle import Shuffled
    from feeaudit.audit.parts.survey import Surveyed
    from feeaudit.intake.log import Fault
    from feeaudit.log_archive.archive_places import ArchivePlace
    from feeaudit.rules.configuration.model import Config

_SINCE: Final = {"seats": "from", "postings": "posted_at", "counts": "from", "attestations": "at"}
_SHOWN: Final = 5
Pieces = dict[str, list[Piece]]


@dataclass(frozen=True, slots=True)
class Added:
    """What was added to an archive: its cardrooms' days, hands and bytes; what was lost."""

    days: tuple[tuple[str, int], ...]
    replaced: tuple[tuple[str, int], ...]
    hands: int
    lost: int

    def text(self, place: ArchivePlace) -> str:
        """Return what was added, for a person."""
        rooms = sorted({room for room, _ in self.days})
        days = [day for _, day in self.days]
        told = [
            (
                f"Added to {place}: {self.hands:,} hands of {', '.join(rooms)},"
                f" {len(self.days):,} days from {day_text(min(days))} to {day_text(max(days))}."
            )
        ]
        if self.replaced:
            told.append(f"{len(self.replaced):,} of them replaced days that were there.")
        if self.lost:
            told.append(
                f"{self.lost:,} records name no hand or place of these logs;"
                " they are stored separately."
            )
        return "\n".join(told)


@dataclass(frozen=True, slots=True)
class Addition:
    """Logs that are to be added to an archive, and who does the work.

    ``accept`` is told of every cell that could not be read, before anything is written, and may
    raise. ``replace`` lets days that are there already be taken the place of.
    """

    log: LogSource
    inputs: AuditInputs
    place: ArchivePlace
    executor: Executor
    accept: Callable[[Sequence[Fault]], None] = lambda _faults: None
    progress: Callable[[str, float], None] = lambda _stage, _done: None
    replace: bool = False

    def added(self) -> Added:
        """Add the days of the logs to the archive, whole or not at all."""
        with tempfile.TemporaryDirectory(prefix="feeaudit-") as name:
            return self._added(Path(name))

    def _added(self, folder: Path) -> Added:
        journal = read_journal(self.place)
        config = self.inputs.config
        if journal is not None:
            refuse_other_days(self.place, config, journal.zone, journal.gaming_day_starts)
        self.progress("Reading", 0.0)
        days, lost, hands = self._cut(folder)
        there = sorted({*days} & (journal.days if journal else set()))
        if there and not self.replace:
            raise UnusableLog(_already_there(self.place, there))
        number = (journal.pages if journal else 0) + 1
        ending = f".{number:06}.parquet" if journal else ".parquet"
        items = [
            _WriteItem(self.place, room, day, days[room, day], ending) for room, day in sorted(days)
        ]
        written: dict[int, tuple[StoredFile, ...]] = {}
        for each, files in self.executor.run(_written, items):
            written[each] = files
            self.progress("Writing", len(written) / len(items))
        partitions = tuple(
            Partition(room, day, written[each]) for each, (room, day) in enumerate(sorted(days))
        )
        left = _written(
            self.inputs, _WriteItem(self.place, "", None, lost, f".{number:06}.parquet")
        )
        page = JournalPage(
            number, config.zone, config.gaming_day_starts, partitions, left, tuple(there)
        )
        write_page(self.place, page)
        return Added(tuple(sorted(days)), tuple(there), hands, sum(each.rows for each in left))

    def _cut(self, folder: Path) -> tuple[dict[tuple[str, int], Pieces], Pieces, int]:
        """Cut the logs by cardroom and gaming day; return their pieces, and those of no place."""
        layout = LogLayout(self.log, self.inputs, EVERYTHING, folder, folder, self.executor)
        sources, where = table_sources(self.log), str(folder)
        first = [each for each in sources if each.table in {"hands", *OF_PLACES}]
        seen: list[Surveyed] = [
            *layout.run(surveyed, [SurveyItem(each, where, EVERYTHING) for each in first])
        ]
        hands = [each for each in seen if each.table == "hands"]
        units, _, rooms = layout.numbered(hands)
        names, task = days_together(units, rooms)
        territory = Territory(rooms, self.inputs.config, units, task)
        territory.save(folder)
        bits = bits_of(sum(each.ids for each in hands))
        twice = layout.buckets(hands, bits)
        if len(twice):
            layout.keep_repeated(hands, twice, territory)
        self.progress("Reading", len(first) / len(sources))
        rest = [each for each in sources if each not in first]
        items = [ShuffleItem(each, where, bits, EVERYTHING, (), apart=True) for each in rest]
        records: list[Shuffled] = [*layout.run(shuffled, items)]
        read: list[Surveyed | Shuffled] = [*seen, *records]
        self.accept([*self.log.faults, *(fault for each in read for fault in each.faults)])
        days: dict[tuple[str, int], Pieces] = {}
        lost: Pieces = {}
        played = _Played(names)
        for table, room, day, piece in _places(seen, folder, self.inputs.config):
            days.setdefault(played.nearest(room, day), {}).setdefault(table, []).append(piece)
        for each in records:
            for number, piece in each.pieces:
                days.setdefault(names[number], {}).setdefault(each.table, []).append(piece)
            for room, day, piece in each.handless:
                mine = days.setdefault(played.nearest(room, day), {})
                mine.setdefault(each.table, []).append(piece)
            lost.setdefault(each.table, []).extend(each.lost)
        return days, lost, sum(each.hands for each in hands)


class _Played:
    """The gaming days on which the cardrooms of a log have hands."""

    def __init__(self, days: Sequence[tuple[str, int]]) -> None:
        self._days: dict[str, list[int]] = {}
        for room, day in sorted(days):
            self._days.setdefault(room, []).append(day)
        self._every = sorted({day for _, day in days})

    def nearest(self, cardroom: str, day: int) -> tuple[str, int]:
        """Return the day that a record is kept with: its own, else one that has hands.

        A night's log tells of placards and seats since days before, which are there already; also
        of a cardroom that did not play that night.
        """
        mine = self._days.get(cardroom, self._every)
        return cardroom, mine[max(bisect_right(mine, day) - 1, 0)] if mine else day


def refuse_other_days(place: ArchivePlace, config: Config, zone: str, starts: int) -> None:
    """Refuse an archive whose gaming days begin at another hour or in another zone."""
    if (config.zone, config.gaming_day_starts) != (zone, starts):
        raise UnusableLog(
            f"{place}: the archive is cut into gaming days that begin at {starts}:00 in {zone}, and"
            f" the configuration says {config.gaming_day_starts}:00 in {config.zone}. Give the"
            " configuration that the archive was made with, or make another archive"
        )


def _already_there(place: ArchivePlace, there: list[tuple[str, int]]) -> str:
    named = [f"{room} {day_text(day)}" for room, day in there[:_SHOWN]]
    more = f" and {len(there) - _SHOWN:,} more" if len(there) > _SHOWN else ""
    return (
        f"{place}: {', '.join(named)}{more} {'is' if len(there) == 1 else 'are'} in the archive"
        " already; nothing was added. Leave these days out, or take their place with --replace"
    )


def _places(
    seen: list[Surveyed], folder: Path, config: Config
) -> Iterator[tuple[str, str, int, Piece]]:
    """Yield pieces by table, cardroom and gaming day; what is about places is cut by day here."""
    for found in seen:
        if found.table == "hands":
            yield from (("hands", room, day, piece) for room, day, piece in found.pieces)
            continue
        with PieceWriter(folder / f"{found.source}-{found.table}.days") as writer:
            for room, _, piece in found.pieces:
                for rows in read_pieces([piece]):
                    day = config.gaming_days(times_of(rows, _SINCE[found.table], 0))
                    key, pairs = numbered([day - int(day.min())])
                    for number, some in grouped(rows, key):
                        which = int(pairs[number, 0]) + int(day.min())
                        yield found.table, room, which, writer.add(some)


class _WriteItem(NamedTuple):
    """The pieces of a cardroom's gaming day, by table, and where they are to be written."""

    place: ArchivePlace
    cardroom: str
    day: int | None
    pieces: Pieces
    ending: str


def _written(_inputs: AuditInputs, item: _WriteItem) -> tuple[StoredFile, ...]:
    """Write the tables of a cardroom's gaming day."""
    return tuple(_files(item))


def _files(item: _WriteItem) -> Iterable[StoredFile]:
    for table in TABLES:
        pieces = item.pieces.get(table)
        if not pieces:
            continue
        rows = joined([*read_pieces(pieces)])
        content = _parquet(stored(table, rows))
        path = f"{partition_path(item.cardroom, item.day)}/{table}{item.ending}"
        item.place.write(path, content)
        yield StoredFile(
            table=table,
            path=path,
            rows=rows.num_rows,
            sha256=hashlib.sha256(content).hexdigest(),
            columns=tuple(name for name in stated(table, rows) if name not in {"source", "row"}),
            handless=_handless(table, rows),
            until=_until(table, rows),
        )


def _parquet(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd", version="2.6")
    return sink.getvalue()


def _handless(table: str, rows: pa.Table) -> int:
    """Return how many collections name no hand, or are fees for periods."""
    if table != "collections":
        return 0
    blank = 0
    if "hand_id" in rows.column_names:
        blank = pc.sum(rows.column("hand_id").is_null()).as_py() or 0
    return int(blank + charges_of(rows).num_rows) if "hand_id" in rows.column_names else len(rows)


def _until(table: str, rows: pa.Table) -> int:
    """Return when the last stay of seats ends; -1 where one is open."""
    if table != "seats":
        return 0
    ends = times_of(rows, "to", -1)
    return -1 if (ends < 0).any() else int(np.max(ends, initial=0))
