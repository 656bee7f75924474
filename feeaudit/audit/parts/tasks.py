"""Tasks: the units of a cardroom that are audited together, day after day.

A task has whole units, of one cardroom, up to a number of hands: small rooms' days are audited
several at a time, and a large day's tables in several tasks. Units that a count of the drop box
spans, or two counts that follow each other, stay together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.parts.territory import days_of, packed, tables_of
from feeaudit.core.groups import changes
from feeaudit.rules.configuration.model import date_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa
    from numpy.typing import NDArray

    from feeaudit.audit.parts.territory import Rooms
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.configuration.model import Config

_HOUR: Final = 3_600_000_000
# After every gaming day.
_ALL_DAYS: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Task:
    """Some units of a cardroom: its number, its gaming days, and how many hands they have."""

    number: int
    cardroom: str
    days: tuple[int, ...]
    hands: int

    @property
    def named(self) -> str:
        """What it is, for a person: ``mortimers, 2026-03-06 to 2026-03-08``."""
        if not self.days:
            return self.cardroom or "records without a cardroom"
        first, last = map(date_of, self.span)
        return f"{self.cardroom}, {first}" + (f" to {last}" if last != first else "")

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last of its gaming days; 1970 where it has none."""
        return (min(self.days), max(self.days)) if self.days else (0, 0)


def ties_of(
    counts: Iterable[pa.Table], rooms: Rooms, config: Config, units: Ints
) -> Iterator[tuple[int, int]]:
    """Yield neighboring units of a table that one count spans, hands in play at its ends too."""
    for rows in counts:
        table = rooms.of(rows, known_only=True)
        since, until = (rows.column(name).cast("int64").to_numpy() for name in ("from", "to"))
        low = np.searchsorted(units, packed(table, config.gaming_days(since - _HOUR)))
        high = np.searchsorted(
            units, packed(table, config.gaming_days(until + _HOUR)), side="right"
        )
        told = table >= 0
        for first, last in {*zip(low[told].tolist(), high[told].tolist(), strict=True)}:
            yield from zip(range(first, last - 1), range(first + 1, last), strict=True)


def tasks_of(
    units: Ints, sizes: Ints, rooms: Rooms, ties: Iterable[tuple[int, int]], target: int
) -> tuple[list[Task], NDArray[np.int32]]:
    """Return the tasks of a log's units, and the task of each unit.

    A task begins with a gaming day, so that a day's files are read once; only a day with more hands
    than a task has is cut. Units that are tied over days have tasks of their own, which look
    through the files of many days.
    """
    leader = _leaders(len(units), ties)
    total = np.zeros(len(units), dtype=np.int64)
    np.add.at(total, leader, sizes)
    names = [room for room, _ in rooms.numbers]
    room, day = np.array([names[each] for each in tables_of(units)]), days_of(units)
    lasting = np.zeros(len(units), dtype=bool)
    lasting[leader[day != day[leader]]] = True
    # What is tied over days is one stretch, whichever day it begins on.
    stretch = np.where(lasting, _ALL_DAYS, day)
    leaders = np.flatnonzero(leader == np.arange(len(units)))
    order = leaders[np.lexsort((units[leaders], stretch[leaders], room[leaders]))]
    task = np.zeros(len(units), dtype=np.int32)
    task[order] = _filled(room[order], stretch[order], total[order], target)
    task = task[leader]
    return _listed(task, room, day, sizes), task


def _filled(room: Ints, stretch: Ints, hands: Ints, target: int) -> list[int]:
    """Return the task of each of some units, which are in order of cardroom and day."""
    starts = np.flatnonzero(changes(room) | changes(stretch))
    found: list[int] = []
    number, filled, last = -1, 0, None
    for some in np.split(np.arange(len(room)), starts)[1:]:
        whole, kind = int(hands[some].sum()), (room[some[0]], stretch[some[0]] == _ALL_DAYS)
        if kind != last or filled + whole > target:
            number, filled, last = number + 1, 0, kind
        # A day that is cut is cut into parts of about the same size.
        share = -(-whole // max(-(-whole // target), 1))
        for each in hands[some].tolist():
            if filled and whole > target and (filled >= share or filled + each > target):
                number, filled = number + 1, 0
            found.append(number)
            filled += each
    return found


def _listed(task: NDArray[np.int32], room: Ints, day: Ints, sizes: Ints) -> list[Task]:
    order = np.argsort(task, kind="stable")
    edges = np.searchsorted(task[order], np.arange(int(task.max(initial=-1)) + 2))
    tasks = []
    for number, (start, end) in enumerate(
        zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ):
        mine = order[start:end]
        days = tuple(np.unique(day[mine]).tolist())
        tasks.append(Task(number, str(room[mine[0]]), days, int(sizes[mine].sum())))
    return tasks


def _leaders(count: int, ties: Iterable[tuple[int, int]]) -> Ints:
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


def days_together(units: Ints, rooms: Rooms) -> tuple[list[tuple[str, int]], NDArray[np.int32]]:
    """Return the cardrooms' gaming days, and which of them each unit is of."""
    names = [room for room, _ in rooms.numbers]
    table, day = tables_of(units), days_of(units)
    known: dict[tuple[str, int], int] = {}
    of = [
        known.setdefault((names[one], other), len(known))
        for one, other in zip(table.tolist(), day.tolist(), strict=True)
    ]
    return list(known), np.array(of, dtype=np.int32)
