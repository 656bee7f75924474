"""Splitting the tables of a log into its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import pyarrow as pa

from feeaudit.audit.parts.routes import Routes, Territory, times_of

if TYPE_CHECKING:
    from feeaudit.core.arrays import Ints

_EVER: Final = 1 << 55
_FEW: Final = 64
_STAYS: Final = {"seats": (("from", 0), ("to", _EVER)), "attestations": (("at", 0), ("at", 0))}


class Sink(Protocol):
    """Takes the rows of parts as they come."""

    def add(self, part: int, table: str, rows: pa.Table) -> None:
        """Keep rows of a table for a part."""


def split(name: str, rows: pa.Table, routes: Routes, sink: Sink) -> None:
    """Hand the rows of a table to the parts that need them, in the order they have."""
    row, part = _routed(name, rows, routes)
    if (part[1:] < part[:-1]).any():
        order = np.argsort(part, kind="stable")
        row, part = (order if row is None else row[order]), part[order]
    ordered = rows if row is None else rows.take(pa.array(row))
    # Rows of hands that are not wanted have no part; they come before the first.
    bounds = np.searchsorted(part, np.arange(routes.parts + 1))
    for number in range(routes.parts):
        start, end = int(bounds[number]), int(bounds[number + 1])
        if end > start:
            sink.add(number, name, compact(ordered.slice(start, end - start)))


def _routed(name: str, rows: pa.Table, routes: Routes) -> tuple[Ints | None, Ints]:
    """Return which rows go where; no rows named means each once, in order."""
    territory = routes.territory
    if name == "counts":
        return None, territory.of_moments(rows, "from")
    if name == "postings":
        return territory.of_stays(rows, *_standing(rows, territory))
    if name in _STAYS:
        since, until = (times_of(rows, each, absent) for each, absent in _STAYS[name])
        return territory.of_stays(rows, since, np.maximum(since, until))
    return None, routes.of_records(rows)


def _standing(rows: pa.Table, territory: Territory) -> tuple[Ints, Ints]:
    """Return from when to when each placard stood: until the table's next was put up."""
    table, since = territory.rooms.of(rows, known_only=True), times_of(rows, "posted_at", 0)
    pairs, of = np.unique(np.stack([table, since]), axis=1, return_inverse=True)
    until = np.full(pairs.shape[1], _EVER, dtype=np.int64)
    again = np.flatnonzero(pairs[0, 1:] == pairs[0, :-1])
    until[again] = pairs[1, again + 1]
    return since, until[of]


def compact(rows: pa.Table) -> pa.Table:
    """Return rows whose columns of names list only the names they use, unless they are few."""
    columns = [_compact(column) for column in rows.columns]
    return pa.table(columns, names=rows.column_names)


def _compact(column: pa.ChunkedArray) -> Any:
    if not pa.types.is_dictionary(column.type):
        return column
    if sum(len(chunk.dictionary) for chunk in column.chunks) <= _FEW:
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
