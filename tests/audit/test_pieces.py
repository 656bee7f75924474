"""Rows on their way to tasks: cut by their keys, however they lie, in the order they have."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from feeaudit.audit.parts.pieces import grouped

MANY = 2_000


def groups_of(key: list[int]) -> dict[int, list[int]]:
    rows = pa.table({"row": range(len(key)), "seat": pa.array(map(str, key)).dictionary_encode()})
    found = list(grouped(rows, np.array(key, dtype=np.int64)))
    assert [number for number, _ in found] == sorted(number for number, _ in found)
    for number, some in found:
        assert {*some.column("seat").to_pylist()} == {str(number)}
    return {number: some.column("row").to_pylist() for number, some in found}


@pytest.mark.parametrize(
    "key",
    [
        pytest.param([3] * 5, id="all_of_one_task"),
        pytest.param([1, 1, 0, 0, 1, 0], id="a_few_stretches"),
        pytest.param([number % 3 for number in range(MANY)], id="by_turns"),
        pytest.param([70_000 * (number % 3) for number in range(MANY)], id="by_turns_far_apart"),
    ],
)
def test_rows_of_a_key_keep_their_order(key: list[int]) -> None:
    wanted = {each: [row for row, one in enumerate(key) if one == each] for each in {*key}}
    assert groups_of(key) == wanted


@pytest.mark.parametrize("times", [1, MANY])
def test_rows_that_go_nowhere_are_left_out(times: int) -> None:
    assert groups_of([-1, 2] * times) == {2: list(range(1, 2 * times, 2))}


def test_no_rows_are_in_no_group() -> None:
    assert groups_of([]) == {}
