"""Writing a log: CSV for people and spreadsheets, Parquet for machines, one workbook for Excel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from feeaudit.core.whole_files import replace_file
from feeaudit.intake.tables import ROW, SOURCE, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from feeaudit.intake.log import Log
    from feeaudit.intake.tables import Column

_CENTS = pa.decimal128(18, 2)
FORMATS = ("csv", "parquet", "xlsx")


def write_log(log: Log, target: Path, format_: str = "csv") -> list[Path]:
    """Write a log into a folder (csv, parquet) or as one workbook (xlsx); return the files."""
    if format_ == "xlsx":
        from feeaudit.intake.log_workbook import write_workbook  # noqa: PLC0415

        return [write_workbook(log, target)]
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in log.tables.items():
        path = target / f"{name}.{format_}"
        plain = stored(name, table)
        replace_file(path, _WRITERS[format_](plain))
        written.append(path)
    return written


def stored(name: str, table: pa.Table) -> pa.Table:
    """Return a table as it is stored: amounts in dollars, without source and row."""
    columns = {column.name: column for column in TABLES[name]}
    names = [each for each in table.column_names if each not in {SOURCE, ROW}]
    arrays = [_stored_column(columns.get(each), table.column(each)) for each in names]
    return pa.table(arrays, names=names)


def _stored_column(column: Column | None, values: pa.ChunkedArray) -> pa.ChunkedArray:
    if column is not None and column.kind.name in {"money", "signed"}:
        return dollars(values)
    return values


def dollars(cents: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return cents as decimals of two places, exactly."""
    chunks = []
    for chunk in cents.chunks:
        words = np.zeros((len(chunk), 2), dtype="<i8")
        words[:, 0] = chunk.fill_null(0).to_numpy(zero_copy_only=False)
        words[:, 1] = words[:, 0] >> 63
        validity = chunk.buffers()[0] if chunk.null_count and chunk.offset == 0 else None
        if chunk.null_count and validity is None:
            validity = pa.array(chunk.is_valid()).buffers()[1]
        buffers = [validity, pa.py_buffer(words)]
        chunks.append(pa.Array.from_buffers(_CENTS, len(chunk), buffers))
    return pa.chunked_array(chunks, _CENTS)


def _write_parquet(table: pa.Table) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        # Amounts as whole numbers, as most programs store them, are read in a fifth of the time.
        pq.write_table(
            table, path, compression="zstd", version="2.6", store_decimal_as_integer=True
        )

    return write


def _write_csv(table: pa.Table) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        options = pyarrow.csv.WriteOptions(quoting_style="needed")
        pyarrow.csv.write_csv(_printable(table), path, options)

    return write


_WRITERS = {"csv": _write_csv, "parquet": _write_parquet}


def _printable(table: pa.Table) -> pa.Table:
    """Return a table as text would show it: yes and no, times with their offset."""
    arrays = [_printable_column(table.column(name)) for name in table.column_names]
    return pa.table(arrays, names=table.column_names)


def _printable_column(values: pa.ChunkedArray) -> pa.ChunkedArray:
    kind = values.type
    if pa.types.is_boolean(kind):
        return pc.if_else(values, "yes", "no")
    if pa.types.is_timestamp(kind):
        return pc.strftime(values, format="%Y-%m-%dT%H:%M:%S%z")
    if pa.types.is_dictionary(kind):
        return values.cast(pa.string())
    return values
