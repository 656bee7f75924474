"""Findings on disk: Parquet, a row group for each table of the room, by the tables' names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from feeaudit.audit.circumstances import CIRCUMSTANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from feeaudit.core.arrays import Ints

_NUMBERS: Final = ("day", "at", "until", "owed", "owed_most", "taken", "over", "under", "row")


def written(path: Path, findings: pd.DataFrame) -> None:
    """Write findings, which are in the order of their tables."""
    tables = findings["table"].to_numpy()
    starts = np.flatnonzero(np.concatenate([[True], tables[1:] != tables[:-1]]))
    ends = np.append(starts[1:], len(tables))
    with pq.ParquetWriter(path, _schema(findings), compression="zstd") as writer:
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            writer.write_table(as_arrow(findings.iloc[start:end]), row_group_size=end - start)


def _schema(findings: pd.DataFrame) -> pa.Schema:
    return as_arrow(findings.iloc[:1]).schema


def as_arrow(findings: pd.DataFrame) -> pa.Table:
    """Return findings as columns of Arrow; a why is two lists, of labels and of texts."""
    columns: dict[str, Any] = {}
    for name in findings.columns:
        values = findings[name]
        if name == "why":
            pairs = values.tolist()
            texts = pa.list_(pa.string())
            columns["why_labels"] = pa.array(
                [[label for label, _ in each] for each in pairs], texts
            )
            columns["why_texts"] = pa.array([[text for _, text in each] for each in pairs], texts)
        elif name in _NUMBERS or name in CIRCUMSTANCES:
            columns[name] = pa.array(values.to_numpy().astype(np.int64))
        else:
            columns[name] = pa.array(values.astype(object).to_numpy(), pa.string())
    return pa.table(columns)


def as_frame(rows: pa.Table) -> pd.DataFrame:
    """Return findings as a frame of plain columns: whole numbers and texts."""
    columns: dict[str, Any] = {}
    for name in rows.column_names:
        column = rows.column(name)
        if name == "why_labels":
            pairs = zip(column.to_pylist(), rows.column("why_texts").to_pylist(), strict=True)
            why = [tuple(zip(*each, strict=True)) for each in pairs]
            columns["why"] = pd.Series(why, dtype=object)
        elif name != "why_texts":
            columns[name] = plain(column)
    return pd.DataFrame(columns, copy=False)


def plain(column: pa.ChunkedArray) -> Any:
    """Return a column as plain numbers or texts; a text that occurs often is held once."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        column = column.dictionary_encode()
    if not pa.types.is_dictionary(column.type):
        return column.to_numpy()
    encoded = column.unify_dictionaries()
    words = np.array(encoded.chunk(0).dictionary.to_pylist() if encoded.num_chunks else [], object)
    codes: Ints = np.concatenate(
        [each.indices.to_numpy() for each in encoded.chunks] or [np.empty(0, dtype=np.int64)]
    )
    return pd.Series(words[codes] if len(words) else np.empty(0, object), dtype=object)


def read(paths: Iterable[Path | str], names: Iterable[str] | None = None) -> pa.Table:
    """Return the findings of some files one below the other, all columns or some."""
    wanted = None if names is None else list(names)
    return pa.concat_tables([pq.read_table(path, columns=wanted) for path in paths])


def tables_in(path: Path | str) -> list[str]:
    """Return the table of the room that each row group is of."""
    return [str(rows.column("table")[0].as_py()) for rows in groups(path, ["table"])]


def groups(path: Path | str, names: list[str] | None = None) -> Iterator[pa.Table]:
    """Yield the findings of a file, table by table of the room; all columns or some."""
    with pq.ParquetFile(path) as file:
        for number in range(file.num_row_groups):
            yield file.read_row_group(number, columns=names)


def group(path: Path | str, number: int) -> pa.Table:
    """Return the findings of one row group."""
    with pq.ParquetFile(path) as file:
        return file.read_row_group(number)
