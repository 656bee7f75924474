"""The first look at a log, file by file: which tables played when, under which hand ids.

Hands are laid out by cardroom and gaming day while they are read; tables that are about a place and
not a hand (seats, postings, counts, attestations) by cardroom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.digests import digests
from feeaudit.audit.parts.pieces import Piece, PieceWriter, grouped
from feeaudit.audit.parts.territory import NOWHERE, Rooms, codes_of, packed
from feeaudit.core.numbering import numbered
from feeaudit.intake.log import stated

if TYPE_CHECKING:
    import pyarrow as pa

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.log_sources import RowSource
    from feeaudit.core.arrays import Digests, Ints
    from feeaudit.intake.log import Fault
    from feeaudit.intake.selection import Narrow

OF_PLACES: Final = ("seats", "postings", "counts", "attestations")
"""The tables that are about a place: small, and needed in more than one task."""


class SurveyItem(NamedTuple):
    """A file to look at, and where to write what it holds; hands may be left where they are."""

    source: RowSource
    folder: str
    narrow: Narrow
    lay_out: bool = True


@dataclass(slots=True)
class StatedColumns:
    """The columns of a table that say something, in files with rows and in those without."""

    filled: dict[tuple[str, ...], pa.Schema] = field(default_factory=dict)
    empty: dict[tuple[str, ...], pa.Schema] = field(default_factory=dict)

    def add(self, table: str, rows: pa.Table) -> None:
        """Note the columns of some rows."""
        names = stated(table, rows)
        kind = self.filled if rows.num_rows else self.empty
        if tuple(names) not in kind:
            kind[tuple(names)] = rows.slice(0, 0).select(names).schema

    def update(self, other: StatedColumns) -> None:
        """Take in the columns of another file."""
        self.filled.update(other.filled)
        self.empty.update(other.empty)

    @property
    def schemas(self) -> list[pa.Schema]:
        """What a task's rows are put below; where no row comes at all, headings count."""
        return list((self.filled or self.empty).values())


@dataclass(slots=True)
class Surveyed:
    """What one file holds: pieces by cardroom (and gaming day, of hands), units and their sizes.

    ``units`` are packed with the numbers of ``places``, ascending; ``ids`` is how many hands there
    are, wanted or not.
    """

    source: int
    table: str
    headings: StatedColumns = field(default_factory=StatedColumns)
    faults: list[Fault] = field(default_factory=list)
    pieces: list[tuple[str, int, Piece]] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)
    units: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    sizes: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    hands: int = 0
    ids: int = 0


def surveyed(inputs: AuditInputs, item: SurveyItem) -> Surveyed:
    """Look at one file."""
    found = Surveyed(item.source.number, item.source.table)
    with PieceWriter(Path(item.folder) / f"{found.source}-{found.table}.first") as writer:
        if found.table == "hands":
            _hands(inputs, item, found, writer)
        else:
            for batch in item.source.batches(inputs.book):
                found.headings.add(found.table, batch.table)
                found.faults.extend(batch.faults)
                _by_cardroom(batch.table, found, writer)
    return found


def _by_cardroom(rows: pa.Table, found: Surveyed, writer: PieceWriter) -> None:
    code, words = codes_of(rows, "cardroom")
    for number, some in grouped(rows, code):
        # Each names one: a row of these tables that does not is set aside as it is read.
        found.pieces.append((words[number], 0, writer.add(some)))


def _hands(inputs: AuditInputs, item: SurveyItem, found: Surveyed, writer: PieceWriter) -> None:
    rooms = Rooms()
    every: list[Ints] = []
    mixed: list[Digests] = []
    for batch in item.source.batches(inputs.book):
        rows = batch.table
        found.headings.add("hands", rows)
        found.faults.extend(batch.faults)
        wanted = item.narrow.wanted(rows)
        day = inputs.config.gaming_days(rows.column("started_at").cast("int64").to_numpy())
        table = rooms.of(rows, known_only=False)
        unit = packed(table, day)
        every.append(unit if wanted is None else np.where(wanted, unit, NOWHERE))
        mixed.append(digests(rows.column("hand_id")))
        room, _ = codes_of(rows, "cardroom")
        key, _ = numbered([room, day - (int(day.min()) if len(day) else 0)])
        key = key if wanted is None else np.where(wanted, key, NOWHERE)
        for _, some in grouped(rows, key) if item.lay_out else ():
            found.pieces.append((*_place(inputs, some), writer.add(some)))
    found.places = list(rooms.numbers)
    unit, ids = np.concatenate([*every]), np.concatenate([*mixed])
    found.units, found.sizes = np.unique(unit[unit >= 0], return_counts=True)
    found.hands, found.ids = int(found.sizes.sum()), len(ids)
    order = np.argsort(ids, kind="stable")
    local = np.searchsorted(found.units, unit).astype(np.int32)
    local[unit < 0] = NOWHERE
    np.save(ids_path(item.folder, found.source), ids[order])
    np.save(locals_path(item.folder, found.source), local[order])


def _place(inputs: AuditInputs, hands: pa.Table) -> tuple[str, int]:
    """Return the cardroom and gaming day of hands that share both."""
    first = hands.slice(0, 1)
    day = inputs.config.gaming_days(first.column("started_at").cast("int64").to_numpy())
    return str(first.column("cardroom")[0].as_py()), int(day[0])


def ids_path(folder: str, source: int) -> Path:
    """Return where the digests of a file's hand ids are, ascending."""
    return Path(folder) / f"{source}-ids.npy"


def locals_path(folder: str, source: int) -> Path:
    """Return where the units of these hands are, by their number in the file; -1 if unwanted."""
    return Path(folder) / f"{source}-local.npy"
