"""The different numbers of a column, however they lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.core.arrays import distinct


@given(st.lists(st.integers(-(2**40), 2**40)), st.booleans())
def test_they_are_those_that_numpy_finds(numbers: list[int], ascending: bool) -> None:
    column = np.array(sorted(numbers) if ascending else numbers, dtype=np.int64)
    assert distinct(column).tolist() == sorted(set(numbers))


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_narrow_columns_reach_from_end_to_end(kind: type[np.signedinteger]) -> None:
    ends = np.iinfo(kind)
    column = np.array([ends.max, ends.min, 0, ends.max], dtype=kind)
    assert distinct(column).tolist() == [ends.min, 0, ends.max]
