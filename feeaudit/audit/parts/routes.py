"""Routes: which part of a log each hand and each record belongs to.

The unit is a table on a gaming day; no check looks further, but for three things that are seen to
here. Units that a count of the drop box spans stay together, units that share a hand id stay
together, and what a part must know of the rest is handed to it (see ``surroundings``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.digests import digests, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa
    from numpy.typing import NDArray

    from feeaudit.core.arrays import Bools, Digests, Ints
    from feeaudit.rules.configuration.model import Config

_DAYS: Final = 24
_HOUR: Final = 3_600_000_000
NOWHERE: Final = np.int64(-1)


@dataclass(slots=True)
class Rooms:
    """The tables of the cardrooms, numbered as they come."""

    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, rows: pa.Table, *, known_only: bool) -> Ints:
        """Return the number of each row's table; -1 where it is not told or not known."""
        if "cardroom" not in rows.column_names or "table" not in rows.column_names:
            return np.full(rows.num_rows, NOWHERE)
        room, rooms = _codes(rows, "cardroom")
        table, tables = _codes(rows, "table")
        packed = room * (len(tables) + 1) + table
        pairs, of = np.unique(packed, return_inverse=True)
        found = [self._number(rooms, tables, int(pair), known_only) for pair in pairs]
        numbers: Ints = np.array(found, dtype=np.int64)[of] if found else packed
        return numbers

    def _number(self, rooms: list[str], tables: list[str], pair: int, known_only: bool) -> int:
        room, table = divmod(pair, len(tables) + 1)
        if room == len(rooms) or table == len(tables):
            return int(NOWHERE)
        key = (rooms[room], tables[table])
        if known_only:
            return self.numbers.get(key, int(NOWHERE))
        return self.numbers.setdefault(key, len(self.numbers))


def _codes(rows: pa.Table, name: str) -> tuple[Ints, list[str]]:
    """Return a column of names as codes, and the names; a blank is one beyond the last."""
    column = rows.column(name).unify_dictionaries().combine_chunks()
    column = column if not hasattr(column, "chunks") else column.chunk(0)
    words = column.dictionary.to_pylist()
    codes = column.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
    return codes.astype(np.int64), words


@dataclass(frozen=True, slots=True)
class Territory:
    """Which part each table on each gaming day is in; ``units`` are those, ascending."""

    rooms: Rooms
    config: Config
    units: Ints
    part: Ints
    parts: int

    @property
    def idle(self) -> list[tuple[str, str]]:
        """The tables, with their cardrooms, that have hands but none that is wanted."""
        busy = set(np.unique(self.units >> _DAYS).tolist())
        return [each for each, number in self.rooms.numbers.items() if number not in busy]

    def owners(self, table: Ints, at: Ints) -> Ints:
        """Return the part of a moment at a table: that of the day, else the nearest, else 0."""
        unit = self._nearest(table, self.config.gaming_days(np.maximum(at, 0)))
        if not len(self.part):
            return np.zeros(len(unit), dtype=np.int64)
        return np.where(unit < 0, 0, self.part[np.maximum(unit, 0)])

    def around(self, part: int) -> tuple[int, int]:
        """Return from when to when the gaming days of a part last, in any zone, and a day more."""
        days = (self.units[self.part == part] & ((1 << _DAYS) - 1)) - (1 << (_DAYS - 1))
        if not len(days):
            return 0, 0
        return (int(days.min()) - 2) * 24 * _HOUR, (int(days.max()) + 4) * 24 * _HOUR

    def _nearest(self, table: Ints, day: Ints) -> Ints:
        """Return the unit of a table on a day, else its last before, else its first after."""
        if not len(self.units):
            return np.full(len(table), NOWHERE)
        at = np.searchsorted(self.units, _packed(table, day), side="right")
        before, after = np.maximum(at - 1, 0), np.minimum(at, len(self.units) - 1)
        mine = (self.units[before] >> _DAYS == table) & (at > 0)
        later = self.units[after] >> _DAYS == table
        return np.where(mine, before, np.where(later, after, NOWHERE))

    def of_moments(self, rows: pa.Table, name: str) -> Ints:
        """Return the part of each row of a table of the room."""
        return self.owners(self.rooms.of(rows, known_only=True), times_of(rows, name, 0))

    def of_stays(self, rows: pa.Table, since: Ints, until: Ints) -> tuple[Ints, Ints]:
        """Return rows and the parts that each is needed in: those of its table, a day around."""
        table = self.rooms.of(rows, known_only=True)
        first, last = (self.config.gaming_days(each) for each in (since, until))
        low = np.searchsorted(self.units, _packed(table, first - 1))
        high = np.searchsorted(self.units, _packed(table, last + 1), side="right")
        count = np.where(table >= 0, np.maximum(high - low, 0), 0)
        row = np.repeat(np.arange(len(table)), count)
        within = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
        row = np.concatenate([row, np.arange(len(table))])
        part = np.concatenate(
            [self.part[low[row[: len(within)]] + within], self.owners(table, since)]
        )
        part, row = np.divmod(np.unique(part * max(len(table), 1) + row), max(len(table), 1))
        return row, part


def times_of(rows: pa.Table, name: str, absent: int) -> Ints:
    """Return a column of moments in microseconds since 1970."""
    if name not in rows.column_names:
        return np.full(rows.num_rows, absent, dtype=np.int64)
    times: Ints = rows.column(name).cast("int64").fill_null(absent).to_numpy()
    return times


@dataclass(frozen=True, slots=True)
class Routes:
    """Where everything goes: the territory, and the part of each hand by its id's digest."""

    territory: Territory
    known: Digests
    known_part: NDArray[np.int32]

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return self.territory.parts

    def of_records(self, rows: pa.Table) -> Ints:
        """Return the part of each record of a hand; of one without a hand, that of its table."""
        if "hand_id" not in rows.column_names:
            return self.territory.of_moments(rows, "taken_at")
        part, known = self._looked_up(rows)
        part[~known] = 0
        blank = np.flatnonzero(rows.column("hand_id").is_null().to_numpy())
        if len(blank):
            part[blank] = self.territory.of_moments(rows.take(blank), "taken_at")
        return part

    def unplaced(self, collections: pa.Table) -> int:
        """Return the sum of what neither a hand nor a table and a time places."""
        rows = collections
        if "hand_id" in collections.column_names:
            _, known = self._looked_up(collections)
            rows = collections.take(np.flatnonzero(~known))
        at_table = self.territory.rooms.of(rows, known_only=True) >= 0
        timed = times_of(rows, "taken_at", -1) != -1
        amount = rows.column("amount").fill_null(0).to_numpy()
        return int(amount[~(at_table & timed)].sum())

    def _looked_up(self, rows: pa.Table) -> tuple[Ints, Bools]:
        """Return the part of each record's hand, and whether there is such a hand.

        The records of a hand mostly stand together, so only the first of each run is looked up.
        """
        runs, sizes = runs_of(rows.column("hand_id"))
        mixed = digests(runs)
        of, found = np.zeros(len(mixed), dtype=np.int64), np.zeros(len(mixed), dtype=bool)
        if len(self.known):
            order = np.argsort(mixed)
            sought = mixed[order]
            place = np.minimum(np.searchsorted(self.known, sought), len(self.known) - 1)
            of[order], found[order] = self.known_part[place], self.known[place] == sought
        return np.repeat(of, sizes), np.repeat(found, sizes)


def _packed(table: Ints, day: Ints) -> Ints:
    """Return a table and a day as one number that sorts by table, then day."""
    packed: Ints = (np.asarray(table, dtype=np.int64) << _DAYS) + day + (1 << (_DAYS - 1))
    return packed


def routes_of(
    hands: Iterable[tuple[pa.Table, Bools | None]],
    counts: pa.Table | None,
    config: Config,
    target: int,
) -> Routes:
    """Return the routes of a log, in parts of about so many hands.

    Hands come in batches, each with which of them are wanted (None for all); the others, and what
    belongs to them, go nowhere.
    """
    rooms = Rooms()
    units, mixed, wanted = [], [], []
    for rows, keep in hands:
        wanted.append(np.ones(rows.num_rows, dtype=bool) if keep is None else keep)
        days = config.gaming_days(rows.column("started_at").cast("int64").to_numpy())
        units.append(_packed(rooms.of(rows, known_only=False), days))
        mixed.append(digests(rows.column("hand_id")))
    every, known, kept = (np.concatenate(each) for each in (units, mixed, wanted))
    del units, mixed, wanted
    distinct = np.unique(every[kept])
    # There may be many millions of hands, so what is kept of each is small.
    unit = np.searchsorted(distinct, every).astype(np.int32)
    unit[~kept] = NOWHERE
    del every
    sizes = np.bincount(unit[kept], minlength=len(distinct))
    order = np.argsort(known)
    known, unit = known[order], unit[order]
    ties = [*_shared(known, unit), *_counted(counts, rooms, config, distinct)]
    part = _parts(distinct, sizes, ties, target)
    territory = Territory(rooms, config, distinct, part, int(part.max(initial=0)) + 1)
    return Routes(territory, known, np.append(part, NOWHERE).astype(np.int32)[unit])


def _shared(known: Digests, unit: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Yield units that share a hand id."""
    again = np.flatnonzero(known[1:] == known[:-1])
    pairs = np.unique(np.stack([unit[again], unit[again + 1]]), axis=1)
    for one, other in pairs.T.tolist():
        if one != other and min(one, other) >= 0:
            yield one, other


def _counted(
    counts: pa.Table | None, rooms: Rooms, config: Config, units: Ints
) -> Iterator[tuple[int, int]]:
    """Yield neighbouring units of a table that one count spans, hands in play at its ends too."""
    if counts is None or not counts.num_rows or not len(units):
        return
    table = rooms.of(counts, known_only=True)
    since, until = (counts.column(name).cast("int64").to_numpy() for name in ("from", "to"))
    low = np.searchsorted(units, _packed(table, config.gaming_days(since - _HOUR)))
    high = np.searchsorted(units, _packed(table, config.gaming_days(until + _HOUR)), side="right")
    for first, last in {*zip(low[table >= 0].tolist(), high[table >= 0].tolist(), strict=True)}:
        yield from zip(range(first, last - 1), range(first + 1, last), strict=True)


def _parts(units: Ints, sizes: Ints, ties: list[tuple[int, int]], target: int) -> Ints:
    """Return the part of each unit: days in order, tied units together, filled up to the target."""
    leader = _leaders(len(units), ties)
    total = np.zeros(len(units), dtype=np.int64)
    np.add.at(total, leader, sizes)
    day = units & ((1 << _DAYS) - 1)
    part = np.zeros(len(units), dtype=np.int64)
    number, filled = 0, 0
    for place in np.lexsort((units >> _DAYS, day)).tolist():
        if leader[place] != place:
            continue
        if filled and filled + total[place] > target:
            number, filled = number + 1, 0
        part[place] = number
        filled += int(total[place])
    return part[leader]


def _leaders(count: int, ties: list[tuple[int, int]]) -> Ints:
    """Return for each unit the first of those it is tied to, directly or through others."""
    leader = list(range(count))

    def first(unit: int) -> int:
        while leader[unit] != unit:
            leader[unit] = leader[leader[unit]]
            unit = leader[unit]
        return unit

    for one, other in ties:
        low, high = sorted((first(one), first(other)))
        leader[high] = low
    return np.array([first(each) for each in range(count)], dtype=np.int64)
