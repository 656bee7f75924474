"""Days: how far a time of day goes on from the one above before it is odd, or before it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from support.profiled import EVENING

from feeaudit.intake.profiles.days import BACKWARDS, GAP, Placed, following


@pytest.mark.parametrize(
    ("later", "oddity"),
    [
        (timedelta(), ""),
        (timedelta(hours=12), ""),
        (timedelta(hours=12, minutes=1), GAP),
        (timedelta(hours=18), GAP),
    ],
)
def test_a_time_goes_on_from_the_one_above_for_up_to_18_hours(
    later: timedelta, oddity: str
) -> None:
    assert following(EVENING, EVENING + later) == Placed(EVENING + later, oddity)


def test_a_time_further_on_is_out_of_order_and_taken_before_the_one_above() -> None:
    further = timedelta(hours=18, minutes=1)
    earlier = EVENING + further - timedelta(days=1)
    assert following(EVENING, EVENING + further) == Placed(earlier, BACKWARDS)
