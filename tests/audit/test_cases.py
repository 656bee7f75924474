"""Every case of every check: what must fire fires, near misses stay silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.casebook import CASES, CaseText, case_of, case_texts, found, matches

from feeaudit.audit.checks import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Outcome
    from feeaudit.book.model import Book, Law

# An order is that of offers: it applies to the hands before which there are some, or should be.
OF_SOME_HANDS = {"ROT-ORDER"}
TEXTS = [text for path in sorted(CASES.glob("*.yaml")) for text in case_texts(path)]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.check}-{text.name}")
def test_case(text: CaseText, book: Book, laws: tuple[Law, ...]) -> None:
    case = case_of(text.body, book, laws)
    outcome = REGISTRY[text.check].run(case)
    facts = found(case, outcome.findings)
    expected = text.body.get("findings", [])
    assert len(facts) == len(expected), facts
    left = list(facts)
    for wanted in expected:
        fitting = [fact for fact in left if matches(wanted, fact)]
        assert fitting, (wanted, left)
        left.remove(fitting[0])
    hands = outcome.findings["hand"].to_numpy()
    assert outcome.tested[hands[hands >= 0]].all(), "a hand with a finding counts as tested"
    assert_covered(text, case, outcome)


def assert_covered(text: CaseText, case: Case, outcome: Outcome) -> None:
    """Hold what is tested, untested and not applicable against what the case states."""
    untested = np.zeros(len(outcome.tested), dtype=bool)
    reasons = []
    for reason, hands in outcome.untested.items():
        assert not (hands & outcome.tested).any()
        untested |= hands
        reasons += [reason] * bool(hands.any())
    stated = str(text.body.get("untested") or "")
    assert bool(reasons) == bool(stated), reasons
    assert [reason for reason in reasons if stated not in reason] == []
    idle = case.hands["hand_id"].to_numpy()[~outcome.tested & ~untested].tolist()
    if text.check not in OF_SOME_HANDS:
        assert idle == text.body.get("not_applicable", [])


def test_every_check_has_cases_that_fire_and_near_misses_that_it_tests() -> None:
    firing = {text.check for text in TEXTS if text.body.get("findings")}
    silent = [text for text in TEXTS if not text.body.get("findings")]
    near = {text.check for text in silent if "untested" not in text.body}
    assert firing == near == set(REGISTRY)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("a: {hand: {}}\na: {hand: {}}", r"states \['a'\] twice"),
        ("a: {hand: {wagers: {1: {base: 5}, 1: {base: 6}}}}", r"states \['1'\] twice"),
        ("a: {hand: {at: 19:30}}", "quote 19:30"),
        ("a: {hand: {}, finding: []}", "finding"),
        ("a: {hand: {}, hands: []}", "hand or hands"),
    ],
)
def test_a_case_that_would_be_read_otherwise_than_it_is_written_is_refused(
    tmp_path: Path, body: str, why: str
) -> None:
    path = tmp_path / "LOG-TIME.yaml"
    path.write_text(f"check: LOG-TIME\n{body}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=why):
        list(case_texts(path))
