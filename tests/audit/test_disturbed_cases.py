"""Cases with something changed: what is said of them stays the same, however the log is laid out.

In these logs checks meet what hardly any case is about: names left out, records doubled or missing,
times and amounts a little off. Nobody has worked their verdicts out by hand; what holds for them is
that neither the order of rows nor how the log is parted matters, and that what one version says the
next does not change unseen. Approve what is meant to change as in ``test_answers.py``: there it can
be read what it is.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from support.answers import ANSWERS, lines_by_table
from support.casebook import shuffled
from support.disturbed_cases import digests_by_check, disturbed_cases, disturbed_log, site_of
from support.long_logs import inputs
from support.same_results import assert_same
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

# Two are quick, so that whoever runs the quick tests alone sees most changes.
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))]


@cache
def log_of(seed: int) -> Log:
    return disturbed_log(disturbed_cases(), seed)


@cache
def said_of(seed: int) -> AuditResult:
    # Every other site knows some of the people.
    return audited(log_of(seed), site_of(log_of(seed), seed) if seed % 2 else None)


def audited(log: Log, site: Config | None = None) -> AuditResult:
    return audit(Case(log, shipped_book(), shipped_laws(), site or Config()))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_of_cases_with_something_changed_is_what_was_approved(
    seed: int, *, approve: bool
) -> None:
    digests = digests_by_check(said_of(seed))
    said = "".join(f"{digest} {name}\n" for name, digest in digests.items())
    path = ANSWERS / f"disturbed-cases-{seed}.txt"
    if approve:
        path.write_text(said, encoding="utf-8", newline="\n")
    assert said == path.read_text(encoding="utf-8")


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


def test_the_log_in_parts_says_what_the_whole_says(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    write_log(log_of(2), folder)
    whole = audited(read_log([folder]))
    with opened_log([folder]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=700), whole)
