"""OPT-FITS: the stretch of hands that another option or edition explains, from when to when."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import shuffled

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.options.better_fits import FEWEST_HANDS, runs
from feeaudit.intake.selection import Narrow, narrowed
from feeaudit.rules.configuration.model import Config, Span
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log

FIRST_DAY = date(2026, 3, 6)
OLD = {"pokara": "1"}


@pytest.fixture(scope="module")
def old_fees(book: Book) -> Log:
    """Two gaming days of a game at the fees of the edition before the last printed one."""
    made = simulate(
        book,
        hands=300,
        cardrooms=["hawaiian-gardens"],
        games=["pokara"],
        day=FIRST_DAY,
        days=2,
        editions=OLD,
    )
    return made.log


class Told(NamedTuple):
    """What a finding tells, in an order that sorts."""

    id: str
    table: str
    day: int
    hand_id: str
    at: int
    until: int
    message: str


def found(log: Log, book: Book, config: Config | None = None) -> list[Told]:
    findings = audit(Case(log, book, config=config or Config()), ["OPT-FITS"]).findings
    return sorted(Told(*row) for row in findings[list(Told._fields)].itertuples(index=False))


def test_the_edition_that_fits_is_named_for_every_table_and_day(old_fees: Log, book: Book) -> None:
    told = found(old_fees, book)
    played = Case(old_fees, book).hands.groupby(["table", "day"], observed=True).size()
    assert {(each.table, each.day) for each in told} == set(played.index[played >= FEWEST_HANDS])
    assert told
    assert all("edition 1 of " in each.message for each in told)


def test_the_edition_in_force_fits_and_nothing_is_said(old_fees: Log, book: Book) -> None:
    assert found(old_fees, book, Config(editions=OLD)) == []


def test_an_edition_that_ended_is_told_from_the_day_after_its_last_on(
    old_fees: Log, book: Book
) -> None:
    spans = (Span("1", end=FIRST_DAY), Span("2", start=FIRST_DAY + timedelta(days=1)))
    first = (FIRST_DAY - date(1970, 1, 1)).days
    later = found(old_fees, book, Config(editions={"pokara": spans}))
    assert later == [each for each in found(old_fees, book) if each.day > first]
    assert later


def parts(log: Log) -> list[Log]:
    """Return a log by table and gaming day."""
    zone = ZoneInfo(log.zone)
    morning = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, 6, tzinfo=zone)
    edges = [None, *(morning + timedelta(days=day) for day in range(1, 3)), None]
    tables = sorted(set(log.hands.column("table").to_pylist()))
    return [
        narrowed(log, Narrow((table,), start, end))
        for table in tables
        for start, end in pairwise(edges)
    ]


@pytest.mark.slow
def test_a_log_in_parts_gives_the_same_findings(old_fees: Log, book: Book) -> None:
    pieces = [told for part in parts(old_fees) for told in found(part, book)]
    assert sorted(pieces) == found(old_fees, book)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_rows_changes_nothing(old_fees: Log, book: Book, seed: int) -> None:
    turned = shuffled(old_fees, Random(seed))  # noqa: S311 - an order, not a secret
    assert found(turned, book) == found(old_fees, book)


MARKS = st.tuples(st.booleans(), st.booleans())
# Hands of a kind come in stretches: one by one, hardly any night would have a run in it.
STRETCHES = st.tuples(st.just((False, True)) | MARKS, st.integers(1, 12))
NIGHTS = st.lists(STRETCHES, min_size=1, max_size=8).map(
    lambda stretches: np.array([mark for mark, hands in stretches for _ in range(hands)]).T
)


def weight(logged: Any, rival: Any) -> int:
    return int(np.where(rival, np.where(logged, 0, 1), -4).sum())


@given(night=NIGHTS)
@settings(max_examples=200, deadline=None)
def test_the_heaviest_run_is_found(night: Any) -> None:
    logged, rival = night
    count = len(logged)
    heaviest = max(
        weight(logged[first:last], rival[first:last])
        for first in range(count)
        for last in range(first + 1, count + 1)
    )
    told = list(runs(logged, rival[None, :]))
    assert max((run.weight for run in told), default=0) == (
        heaviest if heaviest >= FEWEST_HANDS else 0
    )


@given(night=NIGHTS)
@settings(max_examples=200, deadline=None)
def test_runs_follow_each_other_and_fit_much_better(night: Any) -> None:
    logged, rival = night
    last = -1
    for run in runs(logged, rival[None, :]):
        part = slice(run.first, run.last + 1)
        assert last < run.first <= run.last
        assert weight(logged[part], rival[part]) == run.weight >= FEWEST_HANDS
        assert rival[run.first]
        assert rival[run.last]
        assert rival[part].mean() >= 0.8
        last = run.last


@pytest.mark.parametrize(("worse", "better"), [(0, 1), (1, 0)])
def test_of_two_rivals_the_better_one_is_told(worse: int, better: int) -> None:
    logged = np.zeros(20, dtype=bool)
    rivals = np.ones((2, 20), dtype=bool)
    rivals[worse, 5] = False
    assert [(run.rival, run.first, run.last) for run in runs(logged, rivals)] == [(better, 0, 19)]


@pytest.mark.parametrize(("hands", "told"), [(FEWEST_HANDS, 1), (FEWEST_HANDS - 1, 0)])
def test_a_run_takes_so_many_hands_and_no_fewer(hands: int, told: int) -> None:
    logged, rivals = np.zeros(hands, dtype=bool), np.ones((1, hands), dtype=bool)
    assert len(list(runs(logged, rivals))) == told
