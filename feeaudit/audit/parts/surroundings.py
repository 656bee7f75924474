"""What a task must know of the rest of its log.

Stays in seats, placards, counts and attestations go to every task that they concern. Fees for
periods are kept by cardroom, since players move between its tables: a task looks at those of the
days around its own, and asks who paid such a fee at any time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa

from feeaudit.audit.digests import digests
from feeaudit.audit.identity import person_of
from feeaudit.audit.parts.hand_ids import repeated_hands
from feeaudit.audit.parts.pieces import Piece, PieceWriter, grouped, read_pieces
from feeaudit.audit.parts.shuffle import at_tables, charges_of
from feeaudit.audit.parts.territory import saved_territory, times_of
from feeaudit.intake.tables import joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.hand_ids import HandUnits
    from feeaudit.audit.parts.territory import Territory
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.intake.selection import Narrow
    from feeaudit.rules.configuration.model import Config

__all__ = [
    "Payers",
    "Surroundings",
    "at_known_times",
    "at_tables",
    "charges_of",
    "payers_of",
    "undated_charges",
]

Payers = tuple[tuple[str, str], ...]
_EVER: Final = 1 << 55
_DAY: Final = 24 * 3_600_000_000
_STAYS: Final = {"seats": (("from", 0), ("to", _EVER)), "attestations": (("at", 0), ("at", 0))}


class AroundItem(NamedTuple):
    """What is logged of a cardroom's places, and its fees for periods, by table of the log.

    ``names`` are the columns of collections, where the log has any.
    """

    folder: str
    number: int
    cardroom: str
    pieces: dict[str, tuple[Piece, ...]]
    charges: tuple[Piece, ...]
    narrow: Narrow
    idle: tuple[tuple[str, str], ...]


def laid_around(inputs: AuditInputs, item: AroundItem) -> list[tuple[str, int, Piece]]:
    """Write what the tasks of a cardroom must know; return the pieces by table and task."""
    territory = saved_territory(Path(item.folder), inputs.config)
    found: list[tuple[str, int, Piece]] = []
    with PieceWriter(Path(item.folder) / f"around-{item.number}") as writer:
        for name, pieces in item.pieces.items():
            rows = item.narrow.records(name, joined([*read_pieces(pieces)]), item.idle)
            row, task = _routed(name, rows, territory)
            chosen = rows if row is None else rows.take(pa.array(row))
            found.extend((name, number, writer.add(some)) for number, some in grouped(chosen, task))
    _keep_charges(item, inputs.config)
    return found


def _routed(name: str, rows: pa.Table, territory: Territory) -> tuple[Ints | None, Ints]:
    """Return which rows go where; no rows named means each once, in order."""
    if name == "counts":
        return None, territory.of_moments(rows, "from")
    if name == "postings":
        return territory.of_stays(rows, *_standing(rows, territory))
    since, until = (times_of(rows, each, absent) for each, absent in _STAYS[name])
    return territory.of_stays(rows, since, np.maximum(since, until))


def _standing(rows: pa.Table, territory: Territory) -> tuple[Ints, Ints]:
    """Return from when to when each placard stood: until the table's next was put up."""
    table, since = territory.rooms.of(rows, known_only=True), times_of(rows, "posted_at", 0)
    pairs, of = np.unique(np.stack([table, since]), axis=1, return_inverse=True)
    until = np.full(pairs.shape[1], _EVER, dtype=np.int64)
    again = np.flatnonzero(pairs[0, 1:] == pairs[0, :-1])
    until[again] = pairs[1, again + 1]
    return since, until[of]


def _keep_charges(item: AroundItem, config: Config) -> None:
    """Write the fees for periods by time, and who paid them by the digests of their names."""
    if not item.charges:
        return
    charges = joined([*read_pieces(item.charges)])
    timed = at_known_times(charges).combine_chunks()
    base = f"{item.folder}/charges-{item.number}"
    Path(f"{base}-undated.json").write_text(json.dumps(undated_charges(charges)), encoding="utf-8")
    _write(f"{base}.arrow", timed)
    np.save(f"{base}-at.npy", times_of(timed, "taken_at", 0))
    named = person_of(config)
    payers = payers_of(timed)
    persons = digests(pa.array([named(player) for _, player in payers], pa.string()))
    order = np.argsort(persons, kind="stable")
    table = pa.table(
        {"cardroom": [room for room, _ in payers], "player": [who for _, who in payers]}
    )
    np.save(f"{base}-persons.npy", persons[order])
    table = pa.table([each.cast(pa.string()) for each in table.columns], names=table.column_names)
    _write(f"{base}-payers.arrow", table.take(pa.array(order)).combine_chunks())


def _write(path: str, table: pa.Table) -> None:
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table)


def _read(path: str) -> pa.Table:
    with pa.memory_map(path) as file:
        return pa.ipc.open_file(file).read_all()


@dataclass
class Surroundings:
    """The rest of the log, as far as a task's checks ask for it.

    ``unplaced`` is the sum of the collections that nothing places at a table. ``days`` are the
    task's first and last gaming day, ``people`` those that its own records name.
    ``room`` numbers its cardroom, and ``nothing`` is how charges look where there are none.
    """

    folder: str
    territory: Territory
    task: int
    room: int
    days: tuple[int, int]
    unplaced: int
    places: HandUnits
    nothing: pa.Table
    units: Ints
    people: Iterable[str] = field(default=(), repr=False)

    def answers_for(self, cardroom: list[str], table: list[str], at: Ints) -> Bools:
        """Tell which moments at tables this task answers for: each has one that does."""
        numbers = self.territory.rooms.numbers
        codes = [numbers.get(pair, -1) for pair in zip(cardroom, table, strict=True)]
        owners = self.territory.owners(np.array(codes, dtype=np.int64), at)
        mine: Bools = owners == self.task
        return mine

    @property
    def _base(self) -> str:
        return f"{self.folder}/charges-{self.room}"

    @cached_property
    def charges(self) -> pa.Table:
        """The fees for periods taken at any table of the cardroom, and those of a day around.

        No period is as long as a day.
        """
        if not Path(f"{self._base}.arrow").exists():
            return self.nothing
        first, last = self._near()
        near = _read(f"{self._base}.arrow").slice(first, last - first)
        return joined([self.nothing, near]) if self.nothing.num_columns else near

    @cached_property
    def undated(self) -> list[tuple[str, str]]:
        """The cardroom and table of its fees for periods of which no day is known."""
        path = Path(f"{self._base}-undated.json")
        pairs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        return [(cardroom, table) for cardroom, table in pairs]

    def _near(self) -> tuple[int, int]:
        """Return which of the cardroom's charges are of the days around.

        Where gaming days begin is a matter of the zone: only charges near by are asked for theirs.
        """
        times = np.load(f"{self._base}-at.npy", mmap_mode="r")
        low, high = self.days
        first, last = np.searchsorted(times, [(low - 3) * _DAY, (high + 5) * _DAY])
        day = self.territory.config.gaming_days(np.array(times[first:last]))
        wanted = np.flatnonzero((day >= low - 1) & (day <= high + 1))
        return (int(first + wanted[0]), int(first + wanted[-1] + 1)) if len(wanted) else (0, 0)

    @cached_property
    def payers(self) -> Payers:
        """Who paid such fees: in the days around, and of the task's own people at any time."""
        if not Path(f"{self._base}.arrow").exists():
            return ()
        near = payers_of(self.charges)
        known = np.load(f"{self._base}-persons.npy", mmap_mode="r")
        if not len(known):
            return near
        named = person_of(self.territory.config)
        asked = np.unique(
            digests(pa.array(sorted({named(each) for each in self.people}), pa.string()))
        )
        low = np.searchsorted(known, asked)
        high = np.searchsorted(known, asked, side="right")
        rows = np.concatenate([np.arange(a, b) for a, b in zip(low, high, strict=True)] or [low])
        table = _read(f"{self._base}-payers.arrow").take(pa.array(rows.astype(np.int64)))
        pairs = zip(*(table.column(name).to_pylist() for name in table.column_names), strict=True)
        return tuple(dict.fromkeys([*near, *pairs]))

    def holds(self, ids: list[str]) -> Bools:
        """Tell which ids are (with near certainty) those of hands of the log."""
        return self.places.known(pa.array(ids, pa.string()))

    @cached_property
    def repeated(self) -> dict[str, tuple[int, int]]:
        """The ids of its hands that stand in the log more than once: place of the first."""
        table = repeated_hands(self.folder)
        if table is None:
            return {}
        ids = table.column("hand_id").to_pylist()
        own = np.isin(table.column("unit").to_numpy(), self.units)
        mine = {each for each, here in zip(ids, own.tolist(), strict=True) if here}
        firsts: dict[str, tuple[int, int]] = {}
        rows = zip(
            ids, table.column("source").to_pylist(), table.column("row").to_pylist(), strict=True
        )
        for name, source, row in rows:
            if name in mine:
                firsts.setdefault(name, (source, row))
        return firsts


def at_known_times(charges: pa.Table) -> pa.Table:
    """Return the charges whose time is told, by time."""
    if "taken_at" not in charges.column_names:
        return charges.slice(0, 0)
    return charges.filter(charges.column("taken_at").is_valid()).sort_by("taken_at")


def undated_charges(charges: pa.Table) -> list[tuple[str, str]]:
    """Return cardroom and table of the charges of which neither a time nor a hand tells the day."""
    undated = np.ones(charges.num_rows, dtype=bool)
    for name in {"taken_at", "hand_id"}.intersection(charges.column_names):
        undated &= charges.column(name).is_null().to_numpy()
    if not {"cardroom", "table"}.issubset(charges.column_names):
        return []
    places = charges.filter(pa.array(undated)).select(["cardroom", "table"])
    return sorted({pair for pair in zip(*places.to_pydict().values(), strict=True) if all(pair)})


def payers_of(charges: pa.Table) -> Payers:
    """Return the cardroom and name of everybody who paid these fees for a period."""
    names = [
        charges.column(name).cast(pa.string()).fill_null("").to_pylist()
        if name in charges.column_names
        else [""] * charges.num_rows
        for name in ("cardroom", "player")
    ]
    return tuple(dict.fromkeys(pair for pair in zip(*names, strict=True) if pair[1]))
