"""Cases of all checks in one log: what is found does not depend on how it is split."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.casebook import CASES
from support.joined_cases import JoinedCases, joined_cases
from support.long_logs import inputs
from support.same_results import assert_same

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.simulate.casebook import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from support.casebook import CaseText

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.slow
def test_the_cases_in_parts_show_what_they_show_together(tmp_path: Path) -> None:
    """A part takes the same time whatever it holds, so the cases of all checks share theirs."""
    for place, joined in enumerate(_with_the_same_tables(_every_case())):
        path = tmp_path / str(place)
        write_log(joined.log, path)
        whole = _at_once(read_log([path]))
        with opened_log([path]) as opened:
            found = audit_in_parts(opened, inputs(), hands_a_part=whole.hands // 3 + 1)
        assert_same(found, whole)


@pytest.mark.slow
def test_cases_of_several_tables_or_days_show_the_same_a_table_and_day_at_a_time() -> None:
    texts = [text for text in _every_case() if _has_several_tables_or_days(text)]
    assert len(texts) > 30
    for joined in _with_the_same_tables(texts):
        found = audit_in_parts(joined.log, inputs(), hands_a_part=1)
        assert_same(found, _at_once(joined.log))


@cache
def _every_case() -> tuple[CaseText, ...]:
    """Return the cases of the usual site, by names that no other has."""
    return tuple(
        replace(text, name=f"{check} {text.name}")
        for check in CHECKS
        for text in joined_cases(check)[0].texts
    )


def _with_the_same_tables(texts: Iterable[CaseText]) -> list[JoinedCases]:
    alike = defaultdict(list)
    for text in texts:
        alike[str(text.body.get("tables"))].append(text)
    return [JoinedCases(tuple(each)) for each in alike.values()]


def _has_several_tables_or_days(text: CaseText) -> bool:
    rows = rows_of(text.body)
    tables = {each["table"] for some in rows.values() for each in some if each.get("table")}
    days = {each["started_at"].date() for each in rows["hands"] if each.get("started_at")}
    return len(tables) > 1 or len(days) > 1


def _at_once(log: Log) -> AuditResult:
    return audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))
