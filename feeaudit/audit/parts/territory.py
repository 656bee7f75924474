"""Territory: which task answers for each table on each gaming day.

The unit is a table on a gaming day; no check looks further, but for what a task is handed of the
rest of the log (see ``surroundings``). Units that the counts of a drop box tie together are always
in one task, which never has units of two cardrooms.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa
    from numpy.typing import NDArray

    from feeaudit.core.arrays import Ints
    from feeaudit.rules.configuration.model import Config

# Room for gaming days from long before 1970 to long after.
_DAYS: Final = 24
_OFFSET: Final = 1 << (_DAYS - 1)
NOWHERE: Final = np.int64(-1)


def packed(table: Ints, day: Ints) -> Ints:
    """Return a table and a day as one number that sorts by table, then day."""
    numbers: Ints = (np.asarray(table, dtype=np.int64) << _DAYS) + day + _OFFSET
    return numbers


def tables_of(units: Ints) -> Ints:
    """Return the tables of packed units."""
    tables: Ints = units >> _DAYS
    return tables


def days_of(units: Ints) -> Ints:
    """Return the gaming days of packed units."""
    days: Ints = (units & ((1 << _DAYS) - 1)) - _OFFSET
    return days


@dataclass(slots=True)
class Rooms:
    """The tables of the cardrooms, numbered as they come."""

    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, rows: pa.Table, *, known_only: bool) -> Ints:
        """Return the number of each row's table; -1 where it is not told or not known."""
        if "cardroom" not in rows.column_names or "table" not in rows.column_names:
            return np.full(rows.num_rows, NOWHERE)
        room, rooms = codes_of(rows, "cardroom")
        table, tables = codes_of(rows, "table")
        pairs, of = np.unique(room * (len(tables) + 1) + table, return_inverse=True)
        found = [self._number(rooms, tables, int(pair), known_only) for pair in pairs]
        numbers: Ints = np.array(found, dtype=np.int64)[of] if found else room
        return numbers

    def _number(self, rooms: list[str], tables: list[str], pair: int, known_only: bool) -> int:
        room, table = divmod(pair, len(tables) + 1)
        if room == len(rooms) or table == len(tables):
            return int(NOWHERE)
        key = (rooms[room], tables[table])
        if known_only:
            return self.numbers.get(key, int(NOWHERE))
        return self.numbers.setdefault(key, len(self.numbers))


def codes_of(rows: pa.Table, name: str) -> tuple[Ints, list[str]]:
    """Return a column of names as codes, and the names; a blank is one beyond the last."""
    column = rows.column(name).unify_dictionaries().combine_chunks()
    column = column if not hasattr(column, "chunks") else column.chunk(0)
    words = column.dictionary.to_pylist()
    codes = column.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
    return codes.astype(np.int64), words


@dataclass(frozen=True, slots=True)
class Territory:
    """The task of each table on each gaming day; ``units`` are those that have hands, ascending."""

    rooms: Rooms
    config: Config
    units: Ints
    task: NDArray[np.int32]

    def owners(self, table: Ints, at: Ints) -> Ints:
        """Return the task of a moment at a table: that of the day, else the nearest, else 0."""
        unit = self._nearest(table, self.config.gaming_days(np.maximum(at, 0)))
        if not len(self.task):
            return np.zeros(len(unit), dtype=np.int64)
        return np.where(unit < 0, 0, self.task[np.maximum(unit, 0)]).astype(np.int64)

    def _nearest(self, table: Ints, day: Ints) -> Ints:
        """Return the unit of a table on a day, else its last before, else its first after."""
        if not len(self.units):
            return np.full(len(table), NOWHERE)
        at = np.searchsorted(self.units, packed(table, day), side="right")
        before, after = np.maximum(at - 1, 0), np.minimum(at, len(self.units) - 1)
        mine = tables_of(self.units[before]) == table
        later = tables_of(self.units[after]) == table
        return np.where(mine, before, np.where(later, after, NOWHERE))

    def of_moments(self, rows: pa.Table, name: str) -> Ints:
        """Return the task of each row of a table of the room."""
        return self.owners(self.rooms.of(rows, known_only=True), times_of(rows, name, 0))

    def of_stays(self, rows: pa.Table, since: Ints, until: Ints) -> tuple[Ints, Ints]:
        """Return rows and the tasks that each is needed in: those of its table, a day around."""
        table = self.rooms.of(rows, known_only=True)
        first, last = (self.config.gaming_days(each) for each in (since, until))
        low = np.searchsorted(self.units, packed(table, first - 1))
        high = np.searchsorted(self.units, packed(table, last + 1), side="right")
        count = np.where(table >= 0, np.maximum(high - low, 0), 0)
        row = np.repeat(np.arange(len(table)), count)
        within = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
        task = np.concatenate([self.task[low[row] + within], self.owners(table, since)])
        row = np.concatenate([row, np.arange(len(table))])
        width = max(len(table), 1)
        task, row = np.divmod(distinct(task.astype(np.int64) * width + row), width)
        return row, task

    def save(self, folder: Path) -> None:
        """Write it where every process finds it."""
        np.save(folder / "units.npy", self.units)
        np.save(folder / "tasks.npy", self.task)
        named = [[*pair] for pair in self.rooms.numbers]
        (folder / "rooms.json").write_text(json.dumps(named), encoding="utf-8")


def saved_territory(folder: Path, config: Config) -> Territory:
    """Return what was written."""
    rooms, units, task = _saved(folder, (folder / "units.npy").stat().st_mtime_ns)
    return Territory(rooms, config, units, task)


@lru_cache(maxsize=2)
def _saved(folder: Path, _written: int) -> tuple[Rooms, Ints, NDArray[np.int32]]:
    named = json.loads((folder / "rooms.json").read_text(encoding="utf-8"))
    rooms = Rooms({(room, table): number for number, (room, table) in enumerate(named)})
    # Read and not mapped, since it is kept: Windows deletes no file that is.
    return rooms, np.load(folder / "units.npy"), np.load(folder / "tasks.npy")


def times_of(rows: pa.Table, name: str, absent: int) -> Ints:
    """Return a column of moments in microseconds since 1970."""
    if name not in rows.column_names:
        return np.full(rows.num_rows, absent, dtype=np.int64)
    times: Ints = rows.column(name).cast("int64").fill_null(absent).to_numpy()
    return times
