"""From a draft to a log: typed Arrow tables exactly as the log format declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.tables import ROW, SOURCE, TABLES, arrow_type, schema_of
from feeaudit.simulate.draft import near_hands
from feeaudit.simulate.frames import NULL, picked

if TYPE_CHECKING:
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.intake.tables import Column
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.frames import Frame, Names


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
