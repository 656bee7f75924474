"""From a raw table to typed rows: every cell checked, rows with a bad cell set aside and listed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.intake.cells import typed
from feeaudit.intake.formats import DoesNotFit
from feeaudit.intake.log import Fault, TypedRows
from feeaudit.intake.tables import ROW, SOURCE, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.cells import Mask
    from feeaudit.intake.clock import Codes
    from feeaudit.intake.formats import RawTable
    from feeaudit.intake.tables import Column

MOST_FAULTS = 100_000
Rows = np.ndarray[tuple[int], np.dtype[np.int32]]


def type_rows(raw: RawTable, source: int, zone: str) -> TypedRows:
    """Return the typed rows of a raw table."""
    batches = list(typed_batches(raw, source, zone))
    faults = tuple(fault for batch in batches for fault in batch.faults)
    filled = [batch.table for batch in batches if batch.table.num_rows] or [batches[0].table]
    return TypedRows(pa.concat_tables(filled).unify_dictionaries(), faults)


def typed_batches(raw: RawTable, source: int, zone: str) -> Iterator[TypedRows]:
    """Yield the typed rows of a raw table, batch by batch; at least one, be it empty."""
    columns = {column.name: column for column in TABLES[raw.table]}
    missing = [
        name for name, column in columns.items() if column.required and name not in raw.names
    ]
    if missing:
        yield TypedRows(_nothing(raw, source, zone), tuple(_absent(raw, missing)))
        return
    start, told = 0, 0
    for batch in _batches(raw):
        rows = _typed_rows(raw, batch, start, source, zone, MOST_FAULTS - told)
        start, told = start + batch.num_rows, told + len(rows.faults)
        yield rows
    last = (*_ragged(raw), *_unread(raw))
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


def _typed_rows(  # noqa: PLR0913, PLR0917 - a batch, and where it stands
    raw: RawTable, batch: pa.RecordBatch, start: int, source: int, zone: str, room: int
) -> TypedRows:
    columns = {column.name: column for column in TABLES[raw.table]}
    table, found = _typed_batch(raw, batch, columns, zone)
    rows = raw.rows(start, batch.num_rows)
    table = table.append_column(SOURCE, _constant(source, batch.num_rows))
    table = table.append_column(ROW, pa.array(rows))
    keep = np.ones(batch.num_rows, dtype=bool)
    keep[_rows_of(found)] = False
    keep &= ~np.isin(rows, [row for row, *_ in raw.unread])
    if not keep.all():
        table = table.filter(pa.array(keep))
    return TypedRows(table, tuple(_faults(raw, batch, found, rows, room)))


def _typed_batch(
    raw: RawTable, batch: pa.RecordBatch, columns: dict[str, Column], zone: str
) -> tuple[pa.Table, list[tuple[Column, Mask]]]:
    groups = _groups(batch)
    arrays = []
    found = []
    for name in raw.names:
        column = columns.get(name)
        values = batch.column(name)
        if column is not None:
            values, bad = typed(column, values, zone, groups)
            if bad is not None:
                found.append((column, bad))
        arrays.append(values)
    return pa.table(arrays, names=list(raw.names)), found


def _groups(batch: pa.RecordBatch) -> Codes | None:
    """Return which rows belong to one table, for times in the hour that happens twice."""
    if "table" not in batch.schema.names:
        return None
    encoded = batch.column("table")
    if not pa.types.is_dictionary(encoded.type):
        encoded = encoded.dictionary_encode()
    codes: Codes = encoded.indices.fill_null(-1).cast(pa.int32()).to_numpy(zero_copy_only=False)
    return codes


def _rows_of(found: list[tuple[Column, Mask]]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    if not found:
        return np.empty(0, dtype=np.intp)
    return np.flatnonzero(np.logical_or.reduce([bad for _, bad in found]))


def _faults(
    raw: RawTable,
    batch: pa.RecordBatch,
    found: list[tuple[Column, Mask]],
    rows: Rows,
    room: int,
) -> Iterator[Fault]:
    told = {(row, column) for row, column, *_ in raw.unread}
    for column, bad in found:
        values = batch.column(column.name)
        for place in np.flatnonzero(bad)[: max(room, 0)]:
            if (int(rows[place]), column.name) in told:
                continue
            value = values[int(place)].as_py()
            blank = value is None or not str(value).strip()
            yield Fault(
                file=raw.file,
                sheet=raw.sheet,
                row=int(rows[place]),
                column=column.name,
                address=raw.address(column.name, int(rows[place])),
                kind="missing" if blank else f"not {_article(column)}",
                value="" if blank else str(value)[:200],
                expected=column.expected,
            )


def _article(column: Column) -> str:
    return {
        "money": "an amount",
        "signed": "an amount",
        "time": "a time",
        "count": "a number",
        "yes_no": "yes or no",
        "choice": f"a {column.name}",
    }.get(column.kind.name, "a value")


def _ragged(raw: RawTable) -> Iterator[Fault]:
    for row, cells, expected in raw.ragged:
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


def _unread(raw: RawTable) -> Iterator[Fault]:
    for row, column, shown, expected in raw.unread:
        yield Fault(
            file=raw.file,
            sheet=raw.sheet,
            row=row,
            column=column,
            address=raw.address(column, row),
            kind="no stored value",
            value=shown,
            expected=expected,
        )


def _absent(raw: RawTable, missing: list[str]) -> Iterator[Fault]:
    for name in missing:
        yield Fault(
            file=raw.file,
            sheet=raw.sheet,
            row=1,
            column=name,
            address="",
            kind="missing column",
            value="",
            expected=f"a column named {name}; found {', '.join(raw.names)}",
        )


def _nothing(raw: RawTable, source: int, zone: str) -> pa.Table:
    columns = {column.name: column for column in TABLES[raw.table]}
    names = [name for name in raw.names if name in columns]
    arrays = [typed(columns[name], pa.nulls(0, pa.string()), zone)[0] for name in names]
    table = pa.table(arrays, names=names)
    table = table.append_column(SOURCE, _constant(source, 0))
    return table.append_column(ROW, pa.array([], pa.int32()))


def _constant(value: int, length: int) -> pa.Array:
    return pa.array(np.full(length, value, dtype=np.int32))
