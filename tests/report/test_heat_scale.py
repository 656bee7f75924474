"""The steps of a heat map grow by a factor and leave no count out."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from feeaudit.report.heat_scale import STEPS, heat_steps, step_of


def test_a_thousand_does_not_make_a_handful_invisible() -> None:
    steps = heat_steps(1000)
    assert [each.counts for each in steps] == [
        "1 to 3",
        "4 to 15",
        "16 to 63",
        "64 to 251",
        "252 to 1,000",
    ]
    assert (step_of(0, steps), step_of(2, steps), step_of(1000, steps)) == (0, 1, 5)


def test_few_counts_have_a_step_each() -> None:
    assert [each.counts for each in heat_steps(3)] == ["1", "2", "3"]
    assert heat_steps(0) == []


@given(st.integers(1, 10**7))
def test_every_count_has_one_step_and_more_is_never_paler(most: int) -> None:
    steps = heat_steps(most)
    assert steps[0].low == 1
    assert steps[-1].high == most
    assert len(steps) <= STEPS
    assert all(one.high + 1 == other.low for one, other in itertools.pairwise(steps))
