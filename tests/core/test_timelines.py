"""Records by group and time, held against counting them one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.core.timelines import Timelines

Pairs = list[tuple[int, int]]
PAIRS = st.lists(st.tuples(st.integers(-1, 3), st.integers(-2, 5)), max_size=12)


@given(PAIRS, PAIRS)
def test_what_comes_before_a_moment(records: Pairs, moments: Pairs) -> None:
    group, time = np.array([*zip(*records, strict=True)] or [(), ()], dtype=np.int64)
    of, at = np.array([*zip(*moments, strict=True)] or [(), ()], dtype=np.int64)
    lines = Timelines(group, time)
    assert [records[each] for each in lines.order] == sorted(records)
    assert lines.counts(of, at, "left").tolist() == [
        sum(one == mine and when < now for one, when in records) for mine, now in moments
    ]
    assert lines.counts(of, at, "right").tolist() == [
        sum(one == mine and when <= now for one, when in records) for mine, now in moments
    ]
    assert lines.places(of, at, "left").tolist() == [
        sum(each < moment for each in records) for moment in moments
    ]
    assert lines.places(of, at, "right").tolist() == [
        sum(each <= moment for each in records) for moment in moments
    ]
    assert lines.last(of, at).tolist() == [_last(records, moment) for moment in moments]


def _last(records: Pairs, moment: tuple[int, int]) -> int:
    """Return the last record of a group by a moment; of several at once the last that is listed."""
    mine, now = moment
    found = [(when, row) for row, (one, when) in enumerate(records) if one == mine and when <= now]
    return max(found, default=(0, -1))[1] if mine >= 0 else -1
