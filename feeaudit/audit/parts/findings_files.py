"""Findings on disk: Parquet in the order of the room's tables, by small groups of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from feeaudit.audit.circumstances import CIRCUMSTANCES
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from feeaudit.core.arrays import Ints

# Few enough that the findings of a table are read without many others, and as many as keep what a
# file says of its groups small beside them.
_IN_A_GROUP: Final = 1_000
_AT_A_TIME: Final = 20_000
_NUMBERS: Final = ("day", "at", "until", "owed", "owed_most", "taken", "over", "under", "row")


def written(path: Path, findings: pd.DataFrame) -> None:
    """Write findings, which are in the order of their tables."""
    starts = range(0, len(findings), _AT_A_TIME)
    blocks = (as_arrow(findings.iloc[start : start + _AT_A_TIME]) for start in starts)
    write_blocks(path, blocks, _IN_A_GROUP)


def write_blocks(path: Path, blocks: Iterator[pa.Table], in_a_group: int) -> None:
    """Write blocks of findings, at least one, below each other; only one is held at a time."""
    block = next(blocks)
    with pq.ParquetWriter(path, block.schema, compression="zstd") as writer:
        while block is not None:
            writer.write_table(block, row_group_size=in_a_group)
            block = next(blocks, None)


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


def groups(path: Path | str) -> Iterator[pa.Table]:
    """Yield the findings of a file in order, some at a time."""
    with pq.ParquetFile(path) as file:
        for number in range(file.num_row_groups):
            yield file.read_row_group(number)


def picked(paths: Sequence[Path], rows: Ints, names: Sequence[str] | None = None) -> pa.Table:
    """Return findings by their rows in files one after the other, all columns or some.

    Only groups with any of them are read.
    """
    sizes = [pq.read_metadata(path).num_rows for path in paths]
    ends = np.cumsum(sizes)
    order = np.argsort(rows, kind="stable")
    file = np.searchsorted(ends, rows[order], side="right")
    found = [
        _picked(path, rows[order][file == number] - (ends[number] - sizes[number]), names)
        for number, path in enumerate(paths)
        if (file == number).any()
    ]
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return pa.concat_tables(found).take(pa.array(back))


def _picked(path: Path, rows: Ints, names: Sequence[str] | None) -> pa.Table:
    with pq.ParquetFile(path) as file:
        held = file.metadata
        ends = np.cumsum([held.row_group(each).num_rows for each in range(held.num_row_groups)])
        group = np.searchsorted(ends, rows, side="right")
        wanted = distinct(group)
        some = file.read_row_groups(wanted.tolist(), names)
        # How many rows before each group that is read are in groups that are not.
        sizes = np.diff(ends, prepend=0)
        start = np.cumsum(sizes[wanted]) - sizes[wanted]
        place = start[np.searchsorted(wanted, group)] + rows - (ends - sizes)[group]
        return some.take(pa.array(place))
