"""Settling: what was read becomes tables, and what cannot be used is set aside hand by hand.

A hand with a bad wager would owe the wrong fee, so a bad cell sets aside all records of its hand,
on whatever sheet they are, and a fault says which went with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.intake.log import SET_ASIDE, Fault, Log
from feeaudit.intake.profiles.cell_column import numbered
from feeaudit.intake.tables import NAME, ROW, SOURCE, TABLES, arrow_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.core.arrays import Bools, Ints, Words
    from feeaudit.intake.cells.cell import Value
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.log import SourceFile
    from feeaudit.intake.profiles.drafts import RecordDraft
    from feeaudit.intake.tables import Column

MOST_FAULTS = 100_000
_MOST_LISTED = 10
_UTC = pa.timestamp("us", tz="UTC")


@dataclass(frozen=True, slots=True)
class SheetPart:
    """What was read from one sheet: drafts of records, faults, and the rows set aside for some."""

    sheet: Sheet
    drafts: list[RecordDraft]
    faults: list[Fault]
    bad_rows: dict[int, list[Fault]]

    @property
    def place(self) -> tuple[str, bool]:
        """Return which sheet it is, and whether its rows are the columns of the file."""
        return self.sheet.name, self.sheet.turned


def settled(
    parts: list[SheetPart], sources: tuple[SourceFile, ...], zone: str, faults: tuple[Fault, ...]
) -> Log:
    """Return the log of what was read, without the hands that have a bad cell."""
    aside = _Aside.of(parts)
    order = {source.sheet: place for place, source in enumerate(sources)}
    tables = {}
    for name in TABLES:
        drafts = [
            (order[part.sheet.name], each, aside.kept(part, each))
            for part in parts
            for each in part.drafts
            if each.table == name
        ]
        if drafts:
            tables[name] = _table(name, drafts, zone)
    found = [*faults, *(fault for part in parts for fault in part.faults), *aside.told(parts)]
    found.sort(key=lambda fault: (order.get(fault.sheet, -1), fault.row))
    return Log(tables, sources, tuple(_bounded(found)), zone)


def _bounded(faults: list[Fault]) -> list[Fault]:
    if len(faults) <= MOST_FAULTS:
        return faults
    more = f"{len(faults) - MOST_FAULTS:,} more"
    rest = Fault("", "", 0, "", "", "too many faults", more, "a profile that fits the file")
    return [*faults[:MOST_FAULTS], rest]


@dataclass(frozen=True, slots=True)
class _Aside:
    """What is set aside: rows with a bad cell, and the hands they belong to with their faults."""

    rows: dict[tuple[str, bool], set[int]]
    hands: dict[Value, list[Fault]]
    out: dict[int, Bools] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: list[SheetPart]) -> _Aside:
        rows: dict[tuple[str, bool], set[int]] = {}
        hands: dict[Value, list[Fault]] = {}
        for part in parts:
            rows.setdefault(part.place, set()).update(part.bad_rows)
            for each in part.drafts if part.bad_rows else ():
                bad = np.isin(each.rows, list(part.bad_rows))
                ids = _hands(each)[bad].tolist()
                again = [(row, hand) for row, hand in each.repeats if row in part.bad_rows]
                for row, hand in (*zip(each.rows[bad].tolist(), ids, strict=True), *again):
                    if hand is not None:
                        known = hands.setdefault(hand, [])
                        known.extend(f for f in part.bad_rows[row] if f not in known)
        return cls(rows, hands)

    def kept(self, part: SheetPart, each: RecordDraft) -> Ints:
        """Return the places of a draft's records that are not set aside."""
        keep = ~self._is_out(each)
        if bad := self.rows[part.place]:
            keep &= ~np.isin(each.rows, list(bad))
        return np.flatnonzero(keep)

    def _is_out(self, each: RecordDraft) -> Bools:
        """Tell which records are of a hand that is set aside."""
        if not self.hands:
            return np.zeros(len(each.rows), dtype=bool)
        if id(each) not in self.out:
            are = map(self.hands.__contains__, _hands(each).tolist())
            self.out[id(each)] = np.fromiter(are, bool, len(each.rows))
        return self.out[id(each)]

    def told(self, parts: list[SheetPart]) -> Iterator[Fault]:
        """Yield a fault for each hand set aside: why, and which records went with it."""
        went: dict[Value, list[tuple[SheetPart, str, int]]] = {}
        for part in parts:
            for each in part.drafts:
                out = self._is_out(each)
                ids = _hands(each)[out].tolist()
                for row, hand in zip(each.rows[out].tolist(), ids, strict=True):
                    went.setdefault(hand, []).append((part, each.table, row))
        for hand, records in went.items():
            yield _hand_set_aside(str(hand), self.hands[hand], records)


def _hands(each: RecordDraft) -> Words:
    found = each.columns.get("hand_id")
    return np.full(len(each.rows), None, dtype=object) if found is None else found


def _hand_set_aside(
    hand: str, faults: list[Fault], records: list[tuple[SheetPart, str, int]]
) -> Fault:
    part, _, row = next((each for each in records if each[1] == "hands"), records[0])
    cells = _listed(f"{fault.sheet}!{fault.address}".lstrip("!") for fault in faults)
    by_table: dict[str, list[str]] = {}
    for other, table, at in records:
        line = other.sheet.line(at)
        where = f"{other.sheet.name} {line}" if other is not part else line
        by_table.setdefault(table, []).append(where)
    with_it = "; ".join(
        f"{len(places)} of {table} ({_listed(dict.fromkeys(places))})"
        for table, places in by_table.items()
    )
    return Fault(
        file=part.sheet.file,
        sheet=part.sheet.name,
        row=row + 1,
        column="hand_id",
        address="",
        kind=SET_ASIDE,
        value=hand,
        expected=f"{cells} repaired; set aside until then: {with_it}",
    )


def _listed(texts: Iterable[str]) -> str:
    listed = list(texts)
    more = len(listed) - _MOST_LISTED
    return ", ".join(listed[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _table(name: str, drafts: list[tuple[int, RecordDraft, Ints]], zone: str) -> pa.Table:
    """Return one table of the log, in the order of its sheets and rows."""
    stated = {column for _, each, _ in drafts for column in each.columns}
    columns = [each for each in TABLES[name] if each.name in stated or each.required]
    sources = np.concatenate([np.full(len(kept), source) for source, _, kept in drafts])
    rows = np.concatenate([each.rows[kept] + 1 for _, each, kept in drafts])
    order = np.lexsort((rows, sources))
    arrays = [
        _names(column.name, drafts, order)
        if arrow_type(column, zone) == NAME
        else _array(column, _collected(column.name, drafts)[order], zone)
        for column in columns
    ]
    places = {SOURCE: sources, ROW: rows}
    arrays += [pa.array(each[order], pa.int32()) for each in places.values()]
    return pa.table(arrays, names=[*(column.name for column in columns), *places])


def _collected(column: str, drafts: list[tuple[int, RecordDraft, Ints]]) -> Words:
    """Return what the drafts say of a column, one below the other."""
    found = [(each.columns.get(column), kept) for _, each, kept in drafts]
    return np.concatenate(
        [
            np.full(len(kept), None, dtype=object) if values is None else values[kept]
            for values, kept in found
        ]
    )


def _names(column: str, drafts: list[tuple[int, RecordDraft, Ints]], order: Ints) -> pa.Array:
    """Return a column of names, each different one once; most columns have one or a few."""
    words: dict[Value, int] = {}
    parts = [
        _name_codes(each.columns.get(column), kept, words).astype(np.int32)
        for _, each, kept in drafts
    ]
    codes = np.concatenate(parts)[order]
    used, first, place = np.unique(codes, return_index=True, return_inverse=True)
    # Numbered as they come, blanks last of all and then none.
    rank = np.argsort(np.argsort(np.where(used < 0, len(codes), first)))
    indices = pa.array(rank[place].astype(np.int32), mask=codes < 0)
    known = list(words)
    shown = [known[code] for code in used[np.argsort(rank)].tolist() if code >= 0]
    return pa.DictionaryArray.from_arrays(indices, pa.array(shown, pa.string()))


def _name_codes(values: Words | None, kept: Ints, words: dict[Value, int]) -> Ints:
    """Return the names of some records by number, -1 for none; new ones are added to the words."""
    if values is None or not len(kept):
        return np.full(len(kept), -1, dtype=np.int64)
    if values.strides == (0,):  # a constant
        only: Value = values[0]
        return np.full(len(kept), -1 if only is None else words.setdefault(only, len(words)))
    different, codes = numbered(values[kept])
    numbers = [
        -1 if each is None else words.setdefault(str(each), len(words)) for each in different
    ]
    return np.array(numbers, dtype=np.int64)[codes]


def _array(column: Column, values: Words, zone: str) -> pa.Array:
    kind = arrow_type(column, zone)
    if column.kind.name == "time":
        return pa.array(values, pa.int64()).cast(_UTC).cast(kind)
    return pa.array(values, kind)
