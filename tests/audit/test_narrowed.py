"""Some tables and hours of a log: nothing is found there that is not found in the whole."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest

from feeaudit.audit.case import Case
from feeaudit.audit.run import audit
from feeaudit.book.load import read_book, read_laws
from feeaudit.intake.narrow import Narrow, narrowed
from feeaudit.resources import folder
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.intake.log import Log

BOOK = read_book(folder("schedules"))
LAWS = read_laws(folder("schedules"))
every_cardroom = pytest.mark.parametrize("cardroom", [each.cardroom for each in BOOK.cardrooms])


@cache
def clean_night(cardroom: str) -> Log:
    return simulate(BOOK, hands=700, cardrooms=[cardroom], seed=11).log


def hours_of(log: Log, first: int, last: int) -> Narrow:
    """Return so many hours after the first hand until so many."""
    start = min(log.hands.column("started_at").to_pylist())
    return Narrow(start=start + timedelta(hours=first), end=start + timedelta(hours=last))


@every_cardroom
@pytest.mark.parametrize("hours", [(1, 3), (0, 2), (4, 9)])
def test_some_hours_of_a_clean_night_are_clean(cardroom: str, hours: tuple[int, int]) -> None:
    log = clean_night(cardroom)
    found = audit(Case(narrowed(log, hours_of(log, *hours)), BOOK, LAWS))
    assert 0 < found.hands < log.hands.num_rows
    assert found.findings[["check", "table", "message"]].to_dict("records") == []


@every_cardroom
def test_one_table_of_a_clean_night_is_clean(cardroom: str) -> None:
    log = clean_night(cardroom)
    for table in sorted(set(log.hands.column("table").to_pylist())):
        found = audit(Case(narrowed(log, Narrow((table,))), BOOK, LAWS))
        assert found.findings[["check", "table", "message"]].to_dict("records") == []


def test_a_box_is_held_against_the_log_only_where_its_whole_period_is_wanted() -> None:
    log = clean_night("lucky-chances")
    counts = log.table("counts")
    whole = narrowed(log, Narrow(start=min(counts.column("from").to_pylist())))
    assert whole.table("counts").num_rows == counts.num_rows
    begun = min(counts.column("from").to_pylist()) + timedelta(minutes=1)
    assert narrowed(log, Narrow(start=begun)).table("counts").num_rows < counts.num_rows
