"""From a raw table to typed rows: every cell checked, rows with a bad cell set aside and listed.

A blank row is no record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.dialect import LOG, Refused
from feeaudit.intake.cells.cell import value_of
from feeaudit.intake.cells.clock import SKIPPED_HOUR
from feeaudit.intake.cells.column import as_text, typed
from feeaudit.intake.files.raw_tables import DoesNotFit
from feeaudit.intake.log import Fault, TypedRows
from feeaudit.intake.tables import ROW, SOURCE, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.arrays import Bools, HalfInts
    from feeaudit.intake.cells.clock import Last
    from feeaudit.intake.files.raw_tables import RawTable
    from feeaudit.intake.tables import Column

MOST_FAULTS = 100_000


def type_rows(raw: RawTable, source: int, zone: str) -> TypedRows:
    """Return the typed rows of a raw table."""
    batches = list(typed_batches(raw, source, zone))
    faults = tuple(fault for batch in batches for fault in batch.faults)
    filled = [batch.table for batch in batches if batch.table.num_rows] or [batches[0].table]
    whole = pa.concat_tables(filled).unify_dictionaries()
    # In one piece, columns are shared with the frames that checks work on.
    return TypedRows(whole.combine_chunks(), faults)


def missing_columns(raw: RawTable) -> list[str]:
    """Return the columns that every record of a raw table needs and it does not have."""
    return [each.name for each in TABLES[raw.table] if each.required and each.name not in raw.names]


def typed_batches(raw: RawTable, source: int, zone: str) -> Iterator[TypedRows]:
    """Yield the typed rows of a raw table, batch by batch; at least one, be it empty.

    The table has all the columns that are required; one that lacks any is not to be typed.
    """
    start, told, before = 0, 0, _Before()
    for batch in _batches(raw):
        rows = _typed_rows(raw, batch, start, source, zone, MOST_FAULTS - told, before)
        start, told = start + batch.num_rows, told + len(rows.faults)
        yield rows
    last = (*_ragged(raw, MOST_FAULTS - told), *_unread(raw))
    if last or not start:
        yield TypedRows(_nothing(raw, source, zone), last)


def _batches(raw: RawTable) -> Iterator[pa.RecordBatch]:
    """Yield the batches of a table; from the first cell that does not fit its column on, as text.

    The batches are cut at the same rows either way, so those that were read are passed over.
    """
    done = 0
    try:
        for batch in raw.batches(as_text=False):
            yield batch
            done += 1
    except DoesNotFit:
        yield from islice(raw.batches(as_text=True), done, None)


@dataclass(slots=True)
class _Before:
    """What a batch leaves to the next, which goes on in the hour that happens twice."""

    tables: dict[str | None, int] = field(default_factory=dict)
    last: dict[str, Last] = field(default_factory=dict)

    def groups(self, tables: pa.DictionaryArray) -> HalfInts:
        """Return which rows belong to one table, by the same numbers in every batch."""
        words = [*tables.dictionary.to_pylist(), None]
        numbers = [self.tables.setdefault(word, len(self.tables)) for word in words]
        places = tables.indices.fill_null(len(words) - 1).to_numpy(zero_copy_only=False)
        codes: HalfInts = np.array(numbers, dtype=np.int32)[places]
        return codes


def _typed_rows(  # noqa: PLR0913, PLR0917 - a batch, and where it stands
    raw: RawTable,
    batch: pa.RecordBatch,
    start: int,
    source: int,
    zone: str,
    room: int,
    before: _Before,
) -> TypedRows:
    table, found = _typed_batch(raw, batch, zone, before)
    rows = raw.rows(start, batch.num_rows)
    table = table.append_column(SOURCE, _constant(source, batch.num_rows))
    table = table.append_column(ROW, pa.array(rows))
    keep = np.ones(batch.num_rows, dtype=bool)
    if found:
        blank = np.logical_and.reduce(
            [pc.is_null(each).to_numpy(zero_copy_only=False) for each in batch]
        )
        keep = ~np.logical_or.reduce([blank, *(bad for _, bad in found)])
        found = [(column, bad & ~blank) for column, bad in found]
    keep &= ~np.isin(rows, [row for row, *_ in raw.unread])
    if not keep.all():
        table = table.filter(pa.array(keep))
    return TypedRows(table, tuple(_faults(raw, batch, found, rows, room)))


def _typed_batch(
    raw: RawTable, batch: pa.RecordBatch, zone: str, before: _Before
) -> tuple[pa.Table, list[tuple[Column, Bools]]]:
    columns = {column.name: column for column in TABLES[raw.table]}
    names = _names(raw)
    groups = None
    if "table" in columns and "table" in raw.names:
        groups = before.groups(typed(columns["table"], batch.column("table"), zone)[0])
    arrays = []
    found = []
    for name in names:
        column = columns.get(name)
        if column is None:
            arrays.append(as_text(batch.column(name)))
            continue
        last = before.last.setdefault(name, {})
        values, bad = typed(column, batch.column(name), zone, groups, last)
        arrays.append(values)
        if bad is not None:
            found.append((column, bad))
    return pa.table(arrays, names=names), found


def _names(raw: RawTable) -> list[str]:
    """Return the columns of a file; those that have the names of ours make room for them."""
    return [name for name in raw.names if name not in {SOURCE, ROW}]


def _faults(
    raw: RawTable,
    batch: pa.RecordBatch,
    found: list[tuple[Column, Bools]],
    rows: HalfInts,
    room: int,
) -> Iterator[Fault]:
    """Yield the bad cells of a batch; those that there is no room to tell are counted."""
    told = {(row, column) for row, column, *_ in raw.unread}
    left, more = max(room, 0), 0
    for column, bad in found:
        cells = ((int(place), int(rows[place])) for place in np.flatnonzero(bad))
        untold = [(place, row) for place, row in cells if (row, column.name) not in told]
        for place, row in untold[:left]:
            yield _fault(raw, column, row, _stored(batch.column(column.name)[place]))
        more += max(len(untold) - left, 0)
        left = max(left - len(untold), 0)
    yield from _untold(raw, more)


def _untold(raw: RawTable, more: int) -> Iterator[Fault]:
    if more > 0:
        expected = "a file in the log's format"
        rest = f"{more:,} more"
        yield Fault(raw.file, raw.sheet, 0, "", "", "too many faults", rest, expected)


def _fault(raw: RawTable, column: Column, row: int, value: object) -> Fault:
    blank = value is None or not str(value).strip()
    kind, expected = ("missing", column.expected) if blank else _refusal(column, value)
    return Fault(
        file=raw.file,
        sheet=raw.sheet,
        row=row,
        column=column.name,
        address=raw.address(column.name, row),
        kind=kind,
        value="" if blank else str(value)[:200],
        expected=expected,
    )


def _refusal(column: Column, value: Any) -> tuple[str, str]:
    """Return why a cell does not fit, as whoever reads it alone would say."""
    try:
        found = value_of(column, value, LOG)
    except Refused as refused:
        return refused.kind, refused.expected
    if isinstance(found, datetime) and found.tzinfo is None:
        # A time like any other, read alone; only the zone knows that its clocks skipped it.
        return SKIPPED_HOUR
    return f"not {_article(column)}", column.expected


def _stored(cell: pa.Scalar) -> object:
    try:
        return cell.as_py()
    except (OverflowError, ValueError):  # a time that no calendar shows
        return f"{cell.value} {cell.type}"


def _article(column: Column) -> str:
    return {
        "money": "an amount",
        "signed": "an amount",
        "time": "a time",
        "count": "a number",
        "yes_no": "yes or no",
        "choice": f"a {column.name}",
    }.get(column.kind.name, "a value")


def _ragged(raw: RawTable, room: int) -> Iterator[Fault]:
    listed = raw.ragged[: max(room, 0)]
    for row, cells, expected in listed:
        yield Fault(
            file=raw.file,
            sheet=raw.sheet,
            row=row,
            column="",
            address=f"row {row}",
            kind="row out of shape",
            value=f"{cells} cells",
            expected=f"{expected} cells, as the header has",
        )
    yield from _untold(raw, len(raw.ragged) - len(listed))


def _unread(raw: RawTable) -> Iterator[Fault]:
    for each in raw.unread:
        yield Fault(
            file=raw.file,
            sheet=raw.sheet,
            row=each.row,
            column=each.column,
            address=each.address,
            kind=each.kind,
            value=each.shown,
            expected=each.expected,
        )


def _nothing(raw: RawTable, source: int, zone: str) -> pa.Table:
    columns = {column.name: column for column in TABLES[raw.table]}
    names = _names(raw)
    nothing = pa.nulls(0, pa.string())
    arrays = [
        typed(columns[name], nothing, zone)[0] if name in columns else nothing for name in names
    ]
    table = pa.table(arrays, names=names)
    table = table.append_column(SOURCE, _constant(source, 0))
    return table.append_column(ROW, pa.array([], pa.int32()))


def _constant(value: int, length: int) -> pa.Array:
    return pa.array(np.full(length, value, dtype=np.int32))
