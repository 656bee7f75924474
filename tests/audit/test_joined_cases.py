"""Cases of a check side by side in one log: what is found does not depend on how it is split."""

from __future__ import annotations

import pytest
from support.casebook import CASES
from support.joined_cases import joined_cases
from support.long_logs import inputs
from support.same_results import assert_same

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.parametrize("check", CHECKS)
def test_the_cases_in_parts_show_what_they_show_together(check: str) -> None:
    log = joined_cases(check)[0].log
    whole = audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))
    assert_same(audit_in_parts(log, inputs(), hands_a_part=whole.hands // 3 + 1), whole)
