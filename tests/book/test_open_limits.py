"""Limits that are printed as "or higher": a least bet, and no greatest one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import SCHEDULE, write_book

from feeaudit.book.lint import lint
from feeaudit.book.load import read_book
from feeaudit.core.problem import BookError
from feeaudit.report.sign.wording import limit_text

if TYPE_CHECKING:
    from pathlib import Path

LADDER = "{by: table_action, 5-100: 1, 101+: 2}"
OPEN = SCHEDULE.replace("limit: 5-100", "limit: 100+").replace(
    LADDER, "{by: table_action, 100-500: 1, 501+: 2}"
)


def test_an_open_limit_has_a_least_bet_and_no_greatest(tmp_path: Path) -> None:
    (place,) = read_book(write_book(tmp_path, OPEN)).cardrooms
    limit = place.schedules[0].options[0].limit
    assert limit is not None
    assert (limit.text, limit.low, limit.high) == ("100+", 10000, None)
    assert limit_text(limit) == "$100 or higher"
    assert lint(place) == []


def test_what_is_no_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"100\+, 2-no limit"):
        read_book(write_book(tmp_path, OPEN.replace("limit: 100+", "limit: 100+5")))
