"""The parts of a log on disk while they are audited, in Arrow's own format."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from feeaudit.audit.parts.routes import times_of
from feeaudit.audit.parts.surroundings import Surroundings, at_known_times, payers_of
from feeaudit.intake.log import stated
from feeaudit.intake.tables import joined

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.audit.parts.routes import Routes

_EMPTY: Final = "empty"
_HEADING: Final = "heading"
_CHARGES: Final = "charges.arrow"
_SHARED: Final = "shared.pickle"
# A long log's parts are many gigabytes, which a disk takes longer for than packing them does.
_WRITTEN: Final = pa.ipc.IpcWriteOptions(compression="lz4")


@dataclass(frozen=True, slots=True)
class Scratch:
    """A folder that only this run uses; whoever made it removes it."""

    folder: Path
    _expected: set[tuple[str, ...]] = field(default_factory=set)

    def add(self, part: int | str, table: str, rows: pa.Table) -> None:
        """Append rows of a table to a part."""
        with (
            (self.folder / f"{part}-{table}.arrow").open("ab") as file,
            pa.ipc.new_stream(file, rows.schema, options=_WRITTEN) as stream,
        ):
            stream.write_table(rows)

    def expect(self, table: str, rows: pa.Table) -> None:
        """Note which columns of a table say something, in any part of the log.

        Where no row comes at all, those of its heading count.
        """
        kind = _EMPTY if rows.num_rows else _HEADING
        names = stated(table, rows)
        seen = (kind, table, *names)
        if seen not in self._expected:
            self._expected.add(seen)
            self.add(kind, table, rows.slice(0, 0).select(names))

    def tables(self, part: int) -> dict[str, pa.Table]:
        """Return the tables of a part."""
        names = sorted(
            {
                each.stem.partition("-")[2]
                for kind in (_EMPTY, _HEADING)
                for each in self.folder.glob(f"{kind}-*.arrow")
            }
        )
        return {name: self._table(part, name) for name in names}

    def _table(self, part: int, name: str) -> pa.Table:
        expected = list(self._streams(_EMPTY, name)) or list(self._streams(_HEADING, name))
        own = list(self._streams(part, name))
        # A column that only other parts have rows of is there all the same, and blank.
        same = own and all(each.schema.names == own[0].schema.names for each in expected)
        if same:
            return joined(own)
        names = dict.fromkeys(each for one in expected for each in one.column_names)
        return joined([*expected, *own]).select(list(names))

    def _streams(self, part: int | str, name: str) -> Iterator[pa.Table]:
        path = self.folder / f"{part}-{name}.arrow"
        if path.exists():
            with pa.memory_map(str(path)) as file:
                while file.tell() < file.size():
                    yield pa.ipc.open_stream(file).read_all()

    def keep_rest(self, routes: Routes, charges: pa.Table, unplaced: int) -> None:
        """Keep what every part must know of the rest."""
        np.save(self.folder / "known.npy", routes.known)
        timed = at_known_times(charges)
        with pa.ipc.new_stream(self.folder / _CHARGES, timed.schema) as stream:
            stream.write_table(timed.combine_chunks())
        shared = (routes.territory, payers_of(timed), unplaced)
        (self.folder / _SHARED).write_bytes(pickle.dumps(shared))

    def surroundings(self, part: int) -> Surroundings:
        """Return what a part must know of the rest."""
        shared = (self.folder / _SHARED).read_bytes()
        territory, payers, unplaced = pickle.loads(shared)  # noqa: S301 - our own file, in a folder private to this run
        with pa.memory_map(str(self.folder / _CHARGES)) as file:
            charges = pa.ipc.open_stream(file).read_all()
        times = times_of(charges, "taken_at", 0)
        first, last = np.searchsorted(times, territory.around(part))
        near = charges.slice(int(first), int(last - first))
        known = np.load(self.folder / "known.npy", mmap_mode="r")
        return Surroundings(territory, part, near, payers, unplaced, known)
