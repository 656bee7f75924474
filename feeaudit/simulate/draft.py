"""A draft: the log while it is being made, as frames that planters may still change.

In the end it becomes typed Arrow tables, exactly as the log format declares them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.tables import ROW, SOURCE, TABLES, arrow_type, schema_of
from feeaudit.simulate.draft_frames import (
    COLUMNS,
    NULL,
    Frame,
    Names,
    frame_of_rows,
    length,
    picked,
    stacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.intake.tables import Column
    from feeaudit.simulate.chairs import Rings
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting


@dataclass(slots=True)
class Ids:
    """The text of each hand's id: the table's prefix and the hand's number there.

    A hand's place in these lists is what every frame calls ``hand``; it never changes.
    """

    prefixes: list[str]
    sitting: IntArray
    number: IntArray

    def texts(self) -> list[str]:
        """Return every id."""
        prefixes = [self.prefixes[each] for each in self.sitting.tolist()]
        numbers = self.number.tolist()
        return [f"{at}-{no:04d}" for at, no in zip(prefixes, numbers, strict=True)]


@dataclass(slots=True)
class Draft:
    """The frames of a log, what they were made from, and which hands are already spoken for.

    ``odd_rates`` are the fees planted so far that an option does not print, by sitting and option.
    """

    setups: Sequence[Setup]
    sittings: Sequence[Sitting]
    names: Names
    rings: Rings
    ids: Ids
    frames: dict[str, Frame]
    reserved: set[int] = field(default_factory=set)
    odd_rates: dict[tuple[int, tuple[str, ...]], set[int]] = field(default_factory=dict)
    _added: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    _dropped: dict[str, list[int]] = field(default_factory=dict)
    _orders: dict[str, tuple[IntArray, IntArray]] = field(default_factory=dict)

    def __getitem__(self, table: str) -> Frame:
        return self.frames[table]

    def rows_of(self, table: str, hand: int) -> IntArray:
        """Return the rows of one hand in a table, in their order."""
        if table not in self._orders:
            hands = self.frames[table]["hand"]
            order = np.argsort(hands, kind="stable")
            self._orders[table] = (order, hands[order])
        order, ordered = self._orders[table]
        first, last = np.searchsorted(ordered, [hand, hand + 1])
        return order[first:last]

    def returned(self, hand: int) -> bool:
        """Tell whether a wager of a hand was given back, or a part of one."""
        return bool((self["wagers"]["returned"][self.rows_of("wagers", hand)] > 0).any())

    def setup_of(self, hand: int) -> Setup:
        """Return the setup of a hand."""
        return self.setups[int(self["hands"]["setup"][hand])]

    def opens_free(self, hand: int) -> bool:
        """Tell whether a hand is among those of a new game that may go without a fee."""
        sittings = self["hands"]["sitting"]
        first = int(np.searchsorted(sittings, sittings[hand]))
        return hand - first < self.setup_of(hand).free_hands

    def add(self, table: str, /, **values: int) -> None:
        """Add a record; it stands in the frame once the draft is settled."""
        self._added.setdefault(table, []).append(values)

    def copy_row(self, table: str, row: int, /, **changes: int) -> None:
        """Add a copy of a record with some values changed."""
        values = {name: int(self[table][name][row]) for name in COLUMNS[table]}
        self.add(table, **{**values, **changes})

    def drop(self, table: str, rows: Iterable[int]) -> None:
        """Take records away; they are gone once the draft is settled."""
        self._dropped.setdefault(table, []).extend(int(row) for row in rows)

    def settle(self) -> None:
        """Apply what was added and dropped."""
        for table, rows in self._dropped.items():
            keep = np.ones(length(self[table]), dtype=np.bool_)
            keep[rows] = False
            self.frames[table] = picked(self[table], keep)
        for table, added in self._added.items():
            self.frames[table] = stacked(table, [self[table], frame_of_rows(table, added)])
        self._dropped.clear()
        self._added.clear()
        self._orders.clear()

    def free(self, *hands: int) -> bool:
        """Tell whether nothing has been planted on any of these hands."""
        return not self.reserved.intersection(hands)

    def reserve(self, *hands: int) -> None:
        """Keep hands from being planted on again."""
        self.reserved.update(hands)


def near_hands(frame: Frame) -> IntArray:
    """Return by which hand each record is put in order: its own, or the one that follows it."""
    near = frame.get("near")
    hand = frame.get("hand", near)
    if hand is None:
        return np.arange(length(frame))
    return hand if near is None else np.where(near == NULL, hand, near)


def log_of(draft: Draft, zone: str) -> Log:
    """Return the log of a draft: every table, records in the order of hands."""
    ids = pa.array(draft.ids.texts(), pa.string())
    tables = {name: _table(name, draft.frames[name], draft.names, ids, zone) for name in TABLES}
    return Log(tables=tables, sources=(SourceFile("simulated"),), zone=zone)


def _table(name: str, frame: Frame, names: Names, ids: pa.Array, zone: str) -> pa.Table:
    ordered = picked(frame, np.argsort(near_hands(frame), kind="stable"))
    count = len(next(iter(ordered.values())))
    arrays = [
        _id_array(ordered["hand"], ids)
        if column.kind.name == "id"
        else _array(column, ordered[column.name], names, zone)
        for column in TABLES[name]
    ]
    schema = schema_of(name, zone)
    arrays.append(pa.array(np.zeros(count, dtype=np.int32)))
    arrays.append(pa.array(np.arange(1, count + 1, dtype=np.int32)))
    if schema.names[-2:] != [SOURCE, ROW]:
        raise ValueError("the log format ends with source and row")
    return pa.Table.from_arrays(arrays, schema=schema)


def _id_array(hand: IntArray, ids: pa.Array) -> pa.Array:
    return ids.take(pa.array(hand, mask=hand == NULL))


def _array(column: Column, values: IntArray, names: Names, zone: str) -> pa.Array:
    kind = column.kind.name
    blank = values == NULL
    if kind in {"name", "choice"}:
        return _names_array(values, blank, names)
    if kind == "text":
        texts = [None if code == NULL else names.text(code) for code in values.tolist()]
        return pa.array(texts, pa.string())
    if kind == "time":
        return pa.array(values, mask=blank).view(arrow_type(column, zone))
    if kind == "yes_no":
        return pa.array(values > 0, mask=blank)
    if kind == "count":
        return pa.array(np.where(blank, 0, values).astype(np.int32), mask=blank)
    return pa.array(values, mask=blank)


def _names_array(values: IntArray, blank: BoolArray, names: Names) -> pa.Array:
    """Return names dictionary-encoded, the dictionary holding only the names that occur."""
    used = np.unique(values[~blank])
    places = np.searchsorted(used, values).astype(np.int32)
    places[blank] = 0
    texts = pa.array([names.texts[code] for code in used.tolist()], pa.string())
    return pa.DictionaryArray.from_arrays(pa.array(places, mask=blank), texts)
