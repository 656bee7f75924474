"""The log as frames of plain columns, joined once: every check works on these.

Absent values are told by sentinels, so that columns stay NumPy integers: MISSING for amounts and
times, -1 for codes and counts. Names are pandas categoricals; ``hand`` is the row of the hand in
``hands``, as wide as NumPy looks things up by: narrower numbers it would widen at every look.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.digests import digests, runs_of
from feeaudit.core.numbering import numbered
from feeaudit.intake.tables import TABLES, schema_of

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.intake.log import Log

MISSING: Final = np.iinfo(np.int64).min


def hands_frame(log: Log) -> pd.DataFrame:
    """Return the hands: one row each, in the log's order.

    Columns: every column that the log has, and ``table_code``, one number a cardroom and table.
    """
    data = _columns(log.hands, "hands")
    # Made into texts once, since findings ask for them again and again.
    ids = _one_piece(log.hands.column("hand_id")).to_numpy(zero_copy_only=False)
    data["hand_id"] = pd.Series(ids, dtype=object)
    # A number for each pair of words that occurs, in the order of their codes.
    pairs = [data[name].codes.astype(np.int64) for name in ("cardroom", "table")]
    return pd.DataFrame({**data, "table_code": numbered(pairs)[0]}, copy=False)


def child_frame(log: Log, name: str, hands: HandIds) -> pd.DataFrame:
    """Return a table of records that belong to hands, with ``hand`` (-1 for an orphan or none).

    It stands for ``hand_id``, which is left out.
    """
    if name not in log.tables:
        return _lacking(name, "hand").copy(deep=False)
    table = log.tables[name]
    kept = [each for each in table.column_names if each != "hand_id"]
    data = _columns(table.select(kept), name)
    if "hand_id" in table.column_names:
        data["hand"] = hands.rows(table.column("hand_id"))
    else:
        data["hand"] = np.full(len(table), -1, dtype=np.int64)
    return pd.DataFrame(data, copy=False)


def place_frame(log: Log, name: str, tables: dict[tuple[str, str], int]) -> pd.DataFrame:
    """Return a table of records that belong to tables of the room, with the hands' table_code."""
    if name not in log.tables:
        return _lacking(name, "table_code").copy(deep=False)
    frame = pd.DataFrame(_columns(log.tables[name], name), copy=False)
    frame["table_code"] = tables_named(frame, tables)
    return frame


@cache
def _lacking(name: str, joined: str) -> pd.DataFrame:
    """Return no records of a table that a log lacks: a small log lacks most."""
    table = schema_of(name, "UTC").empty_table()
    data = _columns(table, name) | {joined: np.empty(0, dtype=np.int64)}
    if joined == "hand":
        data.pop("hand_id", None)
    return pd.DataFrame(data, copy=False)


def table_numbers(hands: pd.DataFrame) -> dict[tuple[str, str], int]:
    """Return the number of each cardroom and table."""
    code = hands["table_code"].to_numpy()
    first = np.sort(np.unique(code, return_index=True)[1])
    rooms, names = (hands[each].array[first].tolist() for each in ("cardroom", "table"))
    return dict(zip(zip(rooms, names, strict=True), code[first].tolist(), strict=True))


def tables_named(frame: pd.DataFrame, tables: dict[tuple[str, str], int]) -> Ints:
    """Return the number of the table that each record names; -1 for none that has hands."""
    if not {"cardroom", "table"} <= set(frame.columns) or not len(frame):
        return np.full(len(frame), -1, dtype=np.int64)
    columns = [frame[each].array for each in ("cardroom", "table")]
    rooms, names = ([*map(str, each.categories), ""] for each in columns)
    numbers = [[tables.get((room, name), -1) for name in names] for room in rooms]
    found: Ints = np.array(numbers, dtype=np.int64)[columns[0].codes, columns[1].codes]
    return found


def _columns(table: pa.Table, name: str) -> dict[str, Any]:
    kinds = {column.name: column.kind.name for column in TABLES[name]}
    return {
        each: _column(table.column(each), kinds.get(each, "kept"))
        for each in table.column_names
        if kinds.get(each) is not None or each in {"source", "row"}
    }


def _column(values: pa.ChunkedArray, kind: str) -> Any:
    whole = _one_piece(values)
    if kind in {"name", "choice"}:
        codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        kind = pd.CategoricalDtype(_distinct(whole.dictionary))
        return pd.Categorical.from_codes(codes, dtype=kind, validate=False)
    if kind in {"money", "signed"}:
        return _filled(whole)
    if kind == "time":
        return _filled(whole.cast(pa.int64()))
    if kind == "count":
        return whole.fill_null(-1).to_numpy(zero_copy_only=False)
    if kind == "yes_no":
        return whole.cast(pa.int8()).fill_null(-1).to_numpy(zero_copy_only=False)
    return whole.to_pandas()


def _one_piece(values: pa.ChunkedArray | pa.Array) -> pa.Array:
    """Return a column as one array; one that is in one piece already is not copied."""
    if isinstance(values, pa.Array):
        return values
    if values.num_chunks == 1:
        return values.chunk(0)
    return pa.concat_arrays(values.chunks) if values.num_chunks else pa.array([], values.type)


def _distinct(words: pa.Array) -> pd.Index:
    return pd.Index(np.array(words.to_pylist(), dtype=object), dtype=object)


def _filled(values: pa.Array) -> Ints:
    filled: Ints = (
        values.fill_null(MISSING).to_numpy(zero_copy_only=False)
        if values.null_count
        else values.to_numpy(zero_copy_only=False)
    )
    return filled


class HandIds:
    """The ids of hands, to find the rows of hands by; the first of a repeated id."""

    def __init__(self, ids: pa.ChunkedArray) -> None:
        self.ids = _one_piece(ids)
        self._index = pd.Index(digests(self.ids))
        # Asked here, this fills the table of the index, which threads then only read.
        self._unique = self._index.is_unique

    def repeated(self) -> Bools:
        """Tell which hands have an id that stands in an earlier row; ids differ if digests do."""
        if self._unique:
            return np.zeros(len(self.ids), dtype=bool)
        again: Bools = pd.Series(self.ids.to_numpy(zero_copy_only=False)).duplicated().to_numpy()
        return again

    def rows(self, ids: pa.ChunkedArray) -> Any:
        """Return for each record the row of its hand, -1 for an orphan or none.

        The records of a hand mostly stand together, so only the first of each run is looked up: by
        a digest, and where the digest finds a hand the ids themselves are compared.
        """
        names, sizes = runs_of(ids)
        return np.repeat(self._looked_up(names), sizes)

    def _looked_up(self, names: pa.Array) -> Ints:
        if not self._unique:
            exact: Ints = pc.index_in(names, value_set=self.ids).fill_null(-1).to_numpy()
            return exact
        place: Ints = self._index.get_indexer(digests(names))
        found = self.ids.take(pa.array(place, mask=place < 0))
        same = pc.equal(names, found).fill_null(False)  # noqa: FBT003 - pyarrow's signature
        place[~same.to_numpy(zero_copy_only=False)] = -1
        return place
