"""The records of hands on their way to the tasks that have the hands, file by file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.parts.hand_ids import HandUnits
from feeaudit.audit.parts.pieces import Piece, PieceWriter, grouped
from feeaudit.audit.parts.survey import StatedColumns
from feeaudit.audit.parts.territory import codes_of, saved_territory, tables_of, times_of
from feeaudit.core.arrays import MOST_DAYS, paired, parted
from feeaudit.intake.tables import joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.log_sources import TableSource
    from feeaudit.audit.parts.territory import Territory
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.intake.log import Fault
    from feeaudit.intake.selection import Narrow

# So much of a file is sorted by tasks at a time: fewer pieces than by batches, in bounded memory.
_BUFFER: Final = 48 * 1024**2
_FOR_PERIODS: Final = ("time", "new_player")


class ShuffleItem(NamedTuple):
    """A file of records, and what tells where they belong.

    ``apart`` keeps those without a hand apart: by cardroom and gaming day, or as lost.
    """

    source: TableSource
    folder: str
    bits: int
    narrow: Narrow
    idle: tuple[tuple[str, str], ...]
    apart: bool = False


@dataclass(slots=True)
class Shuffled:
    """Where the records of a file went: pieces by task, fees for periods by cardroom as well.

    ``unplaced`` is the sum of the collections that neither a hand nor a table and a time places.
    """

    source: int
    table: str
    headings: StatedColumns = field(default_factory=StatedColumns)
    faults: list[Fault] = field(default_factory=list)
    pieces: list[tuple[int, Piece]] = field(default_factory=list)
    charges: list[tuple[str, Piece]] = field(default_factory=list)
    unplaced: int = 0
    handless: list[tuple[str, int, Piece]] = field(default_factory=list)
    lost: list[Piece] = field(default_factory=list)


def shuffled(inputs: AuditInputs, item: ShuffleItem) -> Shuffled:
    """Hand the records of one file to tasks, in the order they have."""
    source = item.source
    done = Shuffled(source.number, source.table)
    territory = saved_territory(Path(item.folder), inputs.config)
    places = HandUnits(item.folder, item.bits, source.beside)
    hand_out = _set_apart if item.apart else _hand_out
    with PieceWriter(Path(item.folder) / f"{source.number}-{source.table}.records") as writer:
        buffer: list[pa.Table] = []
        for batch in source.batches(inputs.book):
            done.faults.extend(batch.faults)
            done.headings.add(source.table, batch.table)
            buffer.append(item.narrow.records(source.table, batch.table, item.idle))
            if sum(each.nbytes for each in buffer) > _BUFFER:
                hand_out(joined(buffer), territory, places, done, writer)
                buffer = []
        if buffer:
            hand_out(joined(buffer), territory, places, done, writer)
    return done


def _hand_out(
    rows: pa.Table, territory: Territory, places: HandUnits, done: Shuffled, writer: PieceWriter
) -> None:
    task, known = _tasks(rows, territory, places)
    done.pieces.extend((number, writer.add(some)) for number, some in grouped(rows, task))
    if done.table != "collections":
        return
    done.unplaced += unplaced_sum(rows, known, territory)
    done.charges.extend(
        (room, writer.add(some)) for room, some in charges_by_room(rows, territory, places)
    )


def _set_apart(
    rows: pa.Table, territory: Territory, places: HandUnits, done: Shuffled, writer: PieceWriter
) -> None:
    """Hand records to their hands' tasks; keep others by cardroom and day, else as lost."""
    task, known = _tasks(rows, territory, places)
    mine = np.where(known, task, -1)
    done.pieces.extend((number, writer.add(some)) for number, some in grouped(rows, mine))
    rest = rows.filter(pa.array(~known))
    code, words = np.zeros(rest.num_rows, dtype=np.int64), list[str]()
    if "cardroom" in rest.column_names and rest.num_rows:
        code, words = codes_of(rest, "cardroom")
    at = times_of(rest, "taken_at", -1)
    named = pc.is_valid(rest.column("hand_id")) if "hand_id" in rest.column_names else None
    lost = (code == len(words)) | (at < 0)
    if named is not None:
        lost |= named.to_numpy()
    day = territory.config.gaming_days(np.maximum(at, 0))
    key = np.where(lost, -1, paired(code, day, MOST_DAYS))
    for number, some in grouped(rest, key):
        of_room, of_day = parted(np.array([number]), MOST_DAYS)
        done.handless.append((words[int(of_room[0])], int(of_day[0]), writer.add(some)))
    if lost.any():
        done.lost.append(writer.add(rest.filter(pa.array(lost))))


def _tasks(rows: pa.Table, territory: Territory, places: HandUnits) -> tuple[Ints, Bools]:
    """Return the task of each record, and whether its hand is known.

    That of a record without a hand is its table's; -1 goes nowhere, since its hand is unwanted.
    """
    if "hand_id" not in rows.column_names:
        known = np.zeros(rows.num_rows, dtype=bool)
        return territory.of_moments(rows, "taken_at"), known
    unit, known = places.units(rows.column("hand_id"))
    blank = rows.column("hand_id").is_null().to_numpy()
    known &= ~blank
    of = np.append(territory.task, -1).astype(np.int64)
    task = np.where(known, of[unit], 0)
    alone = np.flatnonzero(blank)
    if len(alone):
        task[alone] = territory.of_moments(rows.take(alone), "taken_at")
    return task, known


def unplaced_sum(collections: pa.Table, known: Bools, territory: Territory) -> int:
    """Return the sum of what neither a hand nor a table and a time places."""
    rows = collections.take(np.flatnonzero(~known))
    at_table = territory.rooms.of(rows, known_only=True) >= 0
    timed = times_of(rows, "taken_at", -1) != -1
    amount = rows.column("amount").fill_null(0).to_numpy()
    return int(amount[~(at_table & timed)].sum())


def charges_by_room(
    collections: pa.Table, territory: Territory, places: HandUnits
) -> Iterator[tuple[str, pa.Table]]:
    """Yield the fees for periods by cardroom; a blank one where neither they nor hands tell it."""
    charges = charges_of(collections)
    if "hand_id" in charges.column_names:
        unit, _ = places.units(charges.column("hand_id"))
        table = np.append(tables_of(np.asarray(territory.units)), -1)[unit]
        charges = at_tables(charges, [*territory.rooms.numbers], table)
    if "cardroom" not in charges.column_names:
        yield from [("", charges)] if charges.num_rows else []
        return
    code, words = codes_of(charges, "cardroom")
    for number, some in grouped(charges, code):
        yield words[number] if number < len(words) else "", some


def charges_of(collections: pa.Table) -> pa.Table:
    """Return the collections that are fees for periods."""
    code, words = codes_of(collections, "fee")
    for_periods = np.array([*(each in _FOR_PERIODS for each in words), False])
    return collections.take(pa.array(np.flatnonzero(for_periods[code])))


def at_tables(charges: pa.Table, rooms: list[tuple[str, str]], table: Ints) -> pa.Table:
    """Return fees with cardroom and table: those of the hand, by number, else what they name.

    A fee logged by its hand and one logged by its table are of one account. The id of a hand that
    the log does not have is left out.
    """
    place = charges.column_names.index("hand_id")
    known = pc.if_else(pa.array(table >= 0), charges.column("hand_id"), None)
    charges = charges.set_column(place, "hand_id", known)
    for place, name in enumerate(("cardroom", "table")):
        words = np.array([*(each[place] for each in rooms), None], dtype=object)
        told = pa.array(words[table], pa.string())
        if name in charges.column_names:
            told = pc.coalesce(told, charges.column(name).cast(pa.string()))
            charges = charges.drop_columns(name)
        charges = charges.append_column(name, told.dictionary_encode())
    return charges
