"""Every case of every check: what must fire fires, near misses stay silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from casebook import CASES, CaseText, case_of, case_texts, found, matches

from feeaudit.audit.checks import REGISTRY
from feeaudit.book.load import read_laws

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

TEXTS = [text for path in sorted(CASES.glob("*.yaml")) for text in case_texts(path)]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.check}-{text.name}")
def test_case(text: CaseText, book: Book, schedules: Path) -> None:
    case = case_of(text.body, book, read_laws(schedules))
    outcome = REGISTRY[text.check].run(case)
    facts = found(case, outcome.findings)
    expected = text.body.get("findings", [])
    assert len(facts) == len(expected), facts
    for wanted in expected:
        assert any(matches(wanted, fact) for fact in facts), (wanted, facts)
    for hands in outcome.untested.values():
        assert not (hands & outcome.tested).any()
    if "untested" in text.body:
        reasons = [reason for reason, hands in outcome.untested.items() if hands.any()]
        assert any(text.body["untested"] in reason for reason in reasons), reasons


def test_every_check_has_cases_that_fire_and_cases_that_do_not() -> None:
    firing = {text.check for text in TEXTS if text.body.get("findings")}
    silent = {text.check for text in TEXTS if not text.body.get("findings")}
    assert firing == set(REGISTRY)
    assert silent == set(REGISTRY)
