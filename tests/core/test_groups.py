"""Rows that belong together."""

from __future__ import annotations

import numpy as np
import pytest

from feeaudit.core.groups import groups_of


@pytest.mark.parametrize("keys", [[1, 1, 3, 7, 7, 7], [7, 1, 7, 3, 1, 7]])
def test_some_groups_add_up_as_they_do_among_all(keys: list[int]) -> None:
    groups, values = groups_of(np.array(keys)), np.array([5, 6, 7, 8, 9, 10])
    some = groups.some(np.array([2, 0]), len(keys))
    assert some.keys.tolist() == [7, 1]
    assert some.sums(values).tolist() == groups.sums(values)[[2, 0]].tolist()
    assert some.most(values).tolist() == groups.most(values)[[2, 0]].tolist()
