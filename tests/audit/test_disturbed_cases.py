"""Cases with something changed: what is said of them stays the same, however the log is laid out.

In these logs checks meet what hardly any case is about: names left out, records doubled or missing,
times and amounts a little off. Nobody has worked their verdicts out by hand; what holds for them is
that neither the order of rows nor how the log is parted matters, and that what one version says the
next does not change unseen. Approve what is meant to change as in ``test_answers.py``: there it can
be read what it is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from functools import cache
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from support.answers import ANSWERS, lines_by_table
from support.casebook import shuffled
from support.disturbed_cases import (
    digest_of,
    digests_by_check,
    disturbed_cases,
    disturbed_log,
    site_of,
    small_logs,
)
from support.long_logs import inputs
from support.same_results import assert_same
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.fee_statements import Party, statement_of
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log import ZONE
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

# Some are quick, so that whoever runs the quick tests alone sees most changes.
SEEDS = [0, 2, 3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 4))]
# The log of this seed holds what happened from an hour on, as where hours were asked for.
CUT_OFF, SINCE = 2, datetime(2026, 2, 1, 10, tzinfo=ZoneInfo(ZONE))


@cache
def log_of(seed: int) -> Log:
    log = disturbed_log(disturbed_cases(), seed)
    return replace(log, since=SINCE) if seed == CUT_OFF else log


@cache
def case_of(seed: int) -> Case:
    # Every other site knows some of the people.
    log = log_of(seed)
    return case_at(log, site_of(log, seed) if seed % 2 else None)


@cache
def said_of(seed: int) -> AuditResult:
    return audit(case_of(seed))


def case_at(log: Log, site: Config | None = None) -> Case:
    return Case(log, shipped_book(), shipped_laws(), site or Config())


def audited(log: Log, site: Config | None = None) -> AuditResult:
    return audit(case_at(log, site))


def assert_approved(name: str, said: str, *, approve: bool) -> None:
    path = ANSWERS / f"{name}.txt"
    if approve:
        path.write_text(said, encoding="utf-8", newline="\n")
    assert said == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_of_cases_with_something_changed_is_what_was_approved(
    seed: int, *, approve: bool
) -> None:
    digests = digests_by_check(said_of(seed))
    said = "".join(f"{digest} {name}\n" for name, digest in digests.items())
    assert_approved(f"disturbed-cases-{seed}", said, approve=approve)


def test_what_is_said_of_two_cases_by_themselves_is_what_was_approved(*, approve: bool) -> None:
    results = map(audited, small_logs(disturbed_cases(), 6))
    said = "".join(f"{digest_of(digests_by_check(each))}\n" for each in results)
    assert_approved("disturbed-pairs", said, approve=approve)


def test_the_statement_of_a_provider_is_what_was_approved(*, approve: bool) -> None:
    statement = statement_of(case_of(3), Party("provider", "Bay"))
    rows = [*statement.rows.itertuples(index=False, name=None)]
    assert len(rows) > 50, "a statement of next to nothing says nothing of how one is made"
    said = f"{len(rows)} fees {digest_of(rows, statement.remarks)}\n"
    assert_approved("disturbed-statement", said, approve=approve)


@pytest.mark.slow
def test_the_order_of_rows_changes_nothing_that_is_said() -> None:
    """Of a hand that is logged twice the first row counts, so that there the order matters."""
    log = log_of(1)
    mixed = shuffled(log, Random(1))  # noqa: S311 - the same order every time
    rows = (log.tables["hands"].column(each).to_pylist() for each in ("table", "hand_id"))
    twice = {table for (table, _), count in Counter(zip(*rows, strict=True)).items() if count > 1}
    stated, otherwise = (
        Counter(line for line in lines_by_table(each) if line[0] not in twice)
        for each in (said_of(1), audited(mixed, site_of(log, 1)))
    )
    assert stated == otherwise
    assert len(stated) > 1000


@pytest.mark.slow
def test_the_log_in_parts_says_what_the_whole_says(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    write_log(log_of(2), folder)
    whole = audited(read_log([folder]))
    with opened_log([folder]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=700), whole)
