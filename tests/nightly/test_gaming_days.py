"""A log of several gaming days, audited day by day, gives what it gives as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.book.load import read_laws
from feeaudit.nightly.gaming_days import SPANS_DAYS, days_of, part_of
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.nightly.gaming_days import GamingDays

pytestmark = pytest.mark.slow

PLANTED = {"FEE-OVER": 6, "FEE-MISSING": 4, "ROT-TURNS": 3, "DROP-MATCH": 2, "LOG-ORPHAN": 2}


@pytest.fixture(scope="module")
def log(book: Book) -> Log:
    return simulate(book, hands=600, days=3, cardrooms=["mortimers"], plant=PLANTED).log


@pytest.fixture(scope="module")
def days(log: Log, book: Book) -> GamingDays:
    return days_of(log, book, Config())


@pytest.fixture(scope="module")
def parts(days: GamingDays) -> list[Log]:
    return [part_of(days, each.cardroom, each.day)[0] for each in days.parts]


def test_every_finding_of_the_whole_is_one_of_a_day(
    log: Log, book: Book, parts: list[Log], schedules: Path
) -> None:
    laws = read_laws(schedules)
    whole = audit(Case(log, book, laws)).findings
    found = [audit(Case(part, book, laws)).findings for part in parts]
    told = sorted(name for each in found for name in each["id"])
    assert len(parts) == 3
    assert {*PLANTED} <= {*whole["check"]}
    assert told == sorted(whole["id"])


@pytest.mark.parametrize(
    "name", ["hands", "wagers", "collections", "offers", "counts", "attestations"]
)
def test_every_record_but_what_lasts_goes_to_one_day(log: Log, parts: list[Log], name: str) -> None:
    assert sum(part.table(name).num_rows for part in parts) == log.table(name).num_rows > 0


def test_the_hands_of_a_day_are_counted(days: GamingDays, parts: list[Log]) -> None:
    assert [each.hands for each in days.parts] == [part.hands.num_rows for part in parts]


def test_a_log_of_one_day_is_left_as_it_is(book: Book) -> None:
    log = simulate(book, hands=60, cardrooms=["mortimers"]).log
    days = days_of(log, book, Config())
    (only,) = days.parts
    part, notices = part_of(days, only.cardroom, only.day)
    assert part is log
    assert notices == ()


def test_a_count_that_spans_days_is_left_out_and_said_so(log: Log, book: Book) -> None:
    counts = log.table("counts")
    ends = counts.column("to")
    place = counts.schema.get_field_index("to")
    latest = ends.take(pc.sort_indices(ends, sort_keys=[("", "descending")])[:1])
    long = counts.slice(0, 1).set_column(place, counts.schema.field(place), latest)
    days = days_of(replace(log, tables=log.tables | {"counts": long}), book, Config())
    cut = [part_of(days, each.cardroom, each.day) for each in days.parts]
    assert sum(part.table("counts").num_rows for part, _ in cut) == 0
    assert sum(notices == (SPANS_DAYS,) for _, notices in cut) >= 2


def test_a_record_that_names_its_cardroom_in_other_words_goes_to_that_cardroom(book: Book) -> None:
    log = simulate(book, hands=120, cardrooms=["lucky-lady", "mortimers"]).log
    (name,) = [each.name for each in book.cardrooms if each.cardroom == "mortimers"]
    seats = log.table("seats")
    place = seats.schema.get_field_index("cardroom")
    said = seats.column(place).cast(pa.string())
    renamed = pc.if_else(pc.equal(said, "mortimers"), name, said).dictionary_encode()
    spelled = replace(
        log, tables=log.tables | {"seats": seats.set_column(place, "cardroom", renamed)}
    )

    def seated(each: Log) -> list[int]:
        days = days_of(each, book, Config())
        cut = [part_of(days, part.cardroom, part.day)[0] for part in days.parts]
        return [part.table("seats").num_rows for part in cut]

    assert min(seated(log)) > 0
    assert seated(spelled) == seated(log)
