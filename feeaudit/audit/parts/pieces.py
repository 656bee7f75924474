"""Pieces of tables on disk, many in one file, each found by its place in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from feeaudit.audit.parts.log_sources import RowSource
    from feeaudit.book.model import Book
    from feeaudit.core.arrays import Ints

# A long log's pieces are many gigabytes, which a disk takes longer for than packing them does.
_WRITTEN: Final = pa.ipc.IpcWriteOptions(compression="lz4")
_FEW: Final = 64
# Where a log is in the order of its tables, a day's records are in few runs: these are copied as
# they stand, which takes a fraction of the time of sorting them row by row.
_MANY_RUNS: Final = 256
_NARROW: Final = np.iinfo(np.int16).max


class Piece(NamedTuple):
    """Some rows of a table in a file: where they begin, how many bytes, how many rows."""

    file: str
    start: int
    length: int
    rows: int


class PieceWriter:
    """Writes pieces one after the other into a file, which is made with the first of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, rows: pa.Table) -> Piece:
        """Write rows; return where they are."""
        if self._file is None:
            self._file = self._path.open("wb")
        start = self._file.tell()
        with pa.ipc.new_stream(self._file, rows.schema, options=_WRITTEN) as stream:
            stream.write_table(compact(rows))
        return Piece(str(self._path), start, self._file.tell() - start, rows.num_rows)


def read_rows(stored: Iterable[Piece | RowSource], book: Book) -> Iterator[pa.Table]:
    """Yield the rows of pieces, or of whole files that stay where they are, in their order."""
    for each in stored:
        if isinstance(each, Piece):
            yield from read_pieces([each])
        else:
            yield from (batch.table for batch in each.batches(book))


def read_pieces(pieces: Iterable[Piece]) -> Iterator[pa.Table]:
    """Yield the rows of pieces, in their order."""
    for piece in pieces:
        with Path(piece.file).open("rb") as file:
            file.seek(piece.start)
            content = file.read(piece.length)
        yield pa.ipc.open_stream(pa.py_buffer(content)).read_all()


def grouped(rows: pa.Table, key: Ints) -> Iterator[tuple[int, pa.Table]]:
    """Yield rows by their key, ascending, each group in the order it has; keys below 0 go."""
    if not len(key):
        return
    starts = np.flatnonzero(changes(key))
    if len(starts) > _MANY_RUNS:
        # Keys count from 0, and few are large; by two bytes NumPy sorts several times as fast.
        narrow = key.astype(np.int16) if key.max() <= _NARROW else key
        order = np.argsort(narrow, kind="stable")
        rows, key = rows.take(pa.array(order)), key[order]
        starts = np.flatnonzero(changes(key))
    ends = np.append(starts[1:], len(key))
    runs: dict[int, list[pa.Table]] = {}
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if key[start] >= 0:
            runs.setdefault(int(key[start]), []).append(rows.slice(start, end - start))
    for number in sorted(runs):
        yield number, pa.concat_tables(runs[number]).combine_chunks()


def compact(rows: pa.Table) -> pa.Table:
    """Return rows whose columns of names list only the names they use, unless they are few."""
    columns = [_compact(column) for column in rows.columns]
    return pa.table(columns, names=rows.column_names)


def _compact(column: pa.ChunkedArray) -> Any:
    if not pa.types.is_dictionary(column.type):
        return column
    if column.num_chunks == 1 and len(column.chunk(0).dictionary) <= _FEW:
        return column
    whole = column.unify_dictionaries().combine_chunks()
    whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False) + 1
    used = np.flatnonzero(np.bincount(codes, minlength=1)[1:])
    place = np.zeros(len(whole.dictionary) + 1, dtype=np.int32)
    place[used + 1] = np.arange(len(used), dtype=np.int32)
    blank = codes == 0 if whole.null_count else None
    return pa.DictionaryArray.from_arrays(
        pa.array(place[codes], mask=blank), whole.dictionary.take(pa.array(used))
    )
