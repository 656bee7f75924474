"""Whatever an audit of the cases says, word for word, is what it said when a person last read it."""

from __future__ import annotations

import pytest
from support.casebook import CASES
from support.long_logs import inputs
from support.same_results import assert_same
from support.transcripts import TRANSCRIPTS, joined_cases, transcript

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.parametrize("check", CHECKS)
def test_an_audit_of_the_cases_says_what_it_said(check: str) -> None:
    """If the change is meant, ``python tests/support/transcripts.py`` writes down the new words."""
    kept = (TRANSCRIPTS / f"{check}.txt").read_text(encoding="utf-8")
    assert transcript(check).splitlines() == kept.splitlines()


@pytest.mark.parametrize("check", CHECKS)
def test_the_cases_in_parts_show_what_they_show_together(check: str) -> None:
    log = joined_cases(check)[0].log
    whole = audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))
    assert_same(audit_in_parts(log, inputs(), hands_a_part=whole.hands // 3 + 1), whole)
