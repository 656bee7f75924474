"""Columns: a cell is what its column expects, or it is reported, in whatever way it is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.intake.cells.column import typed
from feeaudit.intake.log import ZONE
from feeaudit.intake.tables import TABLES

COLUMNS = {column.name: column for columns in TABLES.values() for column in columns}


def as_read(name: str, cells: list[str] | pa.Array) -> list[Any]:
    """The cells of a column as they are read; those that do not fit it are refused."""
    values, bad = typed(COLUMNS[name], pa.array(cells), ZONE)
    refused = np.zeros(len(cells), dtype=bool) if bad is None else bad
    return [
        "refused" if out else value for value, out in zip(values.to_pylist(), refused, strict=True)
    ]


def spelled(form: str) -> st.SearchStrategy[str]:
    return st.from_regex(form, fullmatch=True)


AMOUNTS = spelled(r"[-+$(]?[0-9]{0,3}[.,]?[0-9]{0,3}([eE]-?[0-9])?\)?")
TIMES = spelled(
    r"2026-0[1-9]-[0-3][0-9]([ T][0-2][0-9](:?[0-5][0-9]){0,2}(\.[0-9]{1,7})?)?"
    r"(Z|[+-][01][0-9](:?[03]0)?)?"
)


@pytest.mark.parametrize(
    ("name", "cells", "others"),
    [
        ("result", AMOUNTS, ["$5", "five"]),
        ("taken_at", TIMES, ["2026-01-01 12:00", "2026-01-01T20:00Z", "noon"]),
    ],
    ids=["amounts", "times"],
)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_cell_is_read_alike_whatever_stands_beside_it(
    name: str, cells: st.SearchStrategy[str], others: list[str], data: st.DataObject
) -> None:
    """A column of plain cells is read by one cast, any other by patterns of our own."""
    cell = data.draw(cells)
    (alone,) = as_read(name, [cell])
    assert [as_read(name, [cell, other])[0] for other in others] == [alone] * len(others)


@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.float64(), pa.uint8(), pa.int64()])
@pytest.mark.parametrize("name", ["hand_id", "seat", "waived"])
def test_a_stored_number_may_be_a_name(name: str, kind: pa.DataType) -> None:
    assert as_read(name, pa.array([7, 8]).cast(kind)) == ["7", "8"]


@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.float64(), pa.uint64()])
def test_a_stored_count_may_be_any_kind_of_number(kind: pa.DataType) -> None:
    assert as_read("players", pa.array([7, None]).cast(kind)) == [7, None]


@pytest.mark.parametrize(
    "number",
    [
        pa.array([2**63], pa.uint64()),
        pa.array([2**31]),
        pa.array([-1]),
        pa.array([7.5]),
        pa.array([float("inf")]),
        pa.array([float("nan")]),
        pa.array([1e300]),
    ],
    ids=lambda number: str(number[0]),
)
@pytest.mark.filterwarnings("error")
def test_a_stored_number_that_counts_nothing_is_refused(number: pa.Array) -> None:
    beside = pa.array([7]).cast(number.type)
    assert as_read("players", pa.concat_arrays([number, beside])) == ["refused", 7]
