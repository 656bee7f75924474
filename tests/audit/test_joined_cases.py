"""Cases of a check side by side in one log: what is found does not depend on how it is split."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.casebook import CASES
from support.joined_cases import joined_cases
from support.long_logs import inputs
from support.same_results import assert_same

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.parametrize("check", CHECKS)
def test_the_cases_in_parts_show_what_they_show_together(check: str) -> None:
    log = joined_cases(check)[0].log
    whole = _at_once(log)
    assert_same(audit_in_parts(log, inputs(), hands_a_part=whole.hands // 3 + 1), whole)


@pytest.mark.parametrize("check", ["DROP-MATCH", "FEE-TIME", "LOG-ORPHAN", "OPT-MIXED"])
def test_the_cases_show_the_same_in_parts_as_they_are_read(check: str, tmp_path: Path) -> None:
    write_log(joined_cases(check)[0].log, tmp_path / "log")
    whole = _at_once(read_log([tmp_path / "log"]))
    with opened_log([tmp_path / "log"]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=whole.hands // 3 + 1), whole)


def _at_once(log: Log) -> AuditResult:
    return audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))
