"""Every case of every check: what must fire fires, near misses stay silent, alone and side by side."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.casebook import (
    CASES,
    CaseText,
    case_texts,
    config_of,
    found,
    log_of,
    matches,
    shuffled,
)
from support.joined_cases import (
    JoinedCases,
    cases_side_by_side,
    is_set_up,
    lasts,
    names_turned_around,
)
from support.long_logs import inputs

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.check import Outcome
    from feeaudit.intake.log import Log

Facts = list[dict[str, Any]]

# An order is that of offers: it applies to the hands before which there are some, or should be.
OF_SOME_HANDS = {"ROT-ORDER"}
# What is put before a name so that names are in another order.
TURNED = re.compile(r"~\d+ ")
# Of two who may hold a seat, the finding is about the one whose name comes last.
BY_NAME = {"LIM-RELATION"}
AMOUNTS = ("owed", "owed_most", "taken", "over", "under")
TEXTS = [text for path in sorted(CASES.glob("*.yaml")) for text in case_texts(path)]
TEXT_OF = {(text.check, text.name): text for text in TEXTS}
CHECKS = sorted({text.check for text in TEXTS})


@dataclass(frozen=True)
class Shown:
    """What a check makes of a log: the ids of its hands, the outcome, and findings as facts."""

    hands: list[str]
    outcome: Outcome
    facts: Facts


@cache
def alone(check: str, name: str) -> Shown:
    """Return what a case shows by itself, which is asked for beside others as well."""
    text = TEXT_OF[check, name]
    return shown(check, log_of(text.body), text)


def shown(check: str, log: Log, text: CaseText) -> Shown:
    """Return what a check makes of a log of the site of a case; findings name their tables."""
    case = Case(log, inputs().book, inputs().laws, config_of(text.body))
    outcome = REGISTRY[check].run(case)
    names = {number: table for (_, table), number in case.table_numbers.items()}
    facts = [
        {"table": names[each["table_code"]], **each} if "table_code" in each else each
        for each in found(case, outcome.findings)
    ]
    return Shown(case.hands["hand_id"].tolist(), outcome, facts)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.check}-{text.name}")
def test_case(text: CaseText) -> None:
    case = alone(text.check, text.name)
    facts, outcome = case.facts, case.outcome
    expected = text.body.get("findings", [])
    assert len(facts) == len(expected), facts
    left = list(facts)
    for wanted in expected:
        fitting = [fact for fact in left if matches(wanted, fact)]
        assert fitting, (wanted, left)
        left.remove(fitting[0])
    hands = outcome.findings["hand"].to_numpy()
    assert outcome.tested[hands[hands >= 0]].all(), "a hand with a finding counts as tested"
    assert_covered(text, case)


def assert_covered(text: CaseText, case: Shown) -> None:
    """Hold what is tested, untested and not applicable against what the case states."""
    outcome = case.outcome
    untested = np.zeros(len(outcome.tested), dtype=bool)
    reasons = []
    for reason, hands in outcome.untested.items():
        assert not (hands & outcome.tested).any()
        untested |= hands
        reasons += [reason] * bool(hands.any())
    stated = str(text.body.get("untested") or "")
    assert bool(reasons) == bool(stated), reasons
    assert [reason for reason in reasons if stated not in reason] == []
    idle = [case.hands[row] for row in np.flatnonzero(~outcome.tested & ~untested)]
    if text.check not in OF_SOME_HANDS:
        assert idle == text.body.get("not_applicable", [])


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_the_cases_side_by_side_show_what_each_shows_by_itself(check: str) -> None:
    for place, texts in enumerate(beside_each_other(check)):
        facts = JoinedCases(texts).apart(side_by_side(check, place))
        for text in texts:
            expected = alone(check, text.name).facts
            assert sorted(map(_told, facts.pop(text.name, []))) == sorted(map(_told, expected))
        assert not facts


# Four tests ask for the same cases, their log and what it shows.
beside_each_other = cache(cases_side_by_side)


@cache
def log_side_by_side(check: str, place: int) -> Log:
    """Return the log of the cases of a check that are at this place of those side by side."""
    return JoinedCases(beside_each_other(check)[place]).log


@cache
def side_by_side(check: str, place: int) -> Facts:
    """Return what the cases of a check show that are at this place of those side by side."""
    texts = beside_each_other(check)[place]
    return shown(check, log_side_by_side(check, place), texts[0]).facts


@pytest.mark.slow
@pytest.mark.parametrize("check", [check for check in CHECKS if check not in BY_NAME])
def test_whose_name_comes_first_changes_no_finding_of_a_case(check: str) -> None:
    for place, texts in enumerate(beside_each_other(check)):
        turned = shown(check, JoinedCases(texts, change=names_turned_around).log, texts[0]).facts
        assert Counter(map(_told, turned)) == Counter(map(_told, side_by_side(check, place)))


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_what_happens_again_a_week_later_is_found_again(check: str) -> None:
    for place, texts in enumerate(beside_each_other(check)):
        some = tuple(each for each in texts if not lasts(each) and not is_set_up(each))
        if not some:
            continue
        twice = shown(check, JoinedCases(some, again=True).log, some[0]).facts
        once = (
            side_by_side(check, place)
            if some == texts
            else shown(check, JoinedCases(some).log, some[0]).facts
        )
        assert Counter(map(_about, twice)) == Counter([*map(_about, once)] * 2)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_the_order_of_rows_changes_no_finding_of_a_case(check: str) -> None:
    for place, texts in enumerate(beside_each_other(check)):
        mixed = shuffled(log_side_by_side(check, place), Random(check))  # noqa: S311 - always the same
        otherwise = shown(check, mixed, texts[0]).facts
        assert Counter(map(_told, otherwise)) == Counter(map(_told, side_by_side(check, place)))


def _about(fact: dict[str, Any]) -> tuple[object, ...]:
    """Return what a finding is about and how much it is, but for when."""
    hand = str(fact["hand"]).removeprefix("again ")
    names = ("table", "seat", "player", "payer", "component", "review", *AMOUNTS)
    return hand, *(fact.get(name) for name in names)


def _told(fact: dict[str, Any]) -> str:
    """Return all that a finding says, but for the numbers that others before it add to."""
    said = str(fact["message"]).partition(", row ")[0].replace("cases.csv", "case.csv")
    plain = {key: [*value] if isinstance(value, tuple) else value for key, value in fact.items()}
    others = {"message", "row", "table_code", "context", "source"}
    told = repr([said, sorted((key, plain[key]) for key in plain.keys() - others)])
    return TURNED.sub("", told)


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
