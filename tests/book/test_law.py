"""The law pack: status and confidence are data, and nothing doubtful is applied by default."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from feeaudit.book.load import read_laws
from feeaudit.core.problem import BookError

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import LawRule


@pytest.fixture(scope="module")
def rules(schedules: Path) -> dict[str, LawRule]:
    return {rule.rule: rule for law in read_laws(schedules) for rule in law.rules}


def test_rotation_is_law_since_the_day_it_took_effect(rules: dict[str, LawRule]) -> None:
    rotation = rules["pc-330-11"]
    assert not rotation.applies_on(date(2000, 9, 29))
    assert rotation.applies_on(date(2000, 9, 30))


@pytest.mark.parametrize(
    "day",
    [date(2026, 2, 1), date(2026, 3, 1), date(2026, 4, 15), date(2026, 6, 1), date(2027, 1, 1)],
)
def test_the_forty_minute_rule_is_never_applied_by_default(
    rules: dict[str, LawRule], day: date
) -> None:
    assert not rules["11-ccr-2076"].applies_on(day)


@pytest.mark.parametrize(
    ("day", "status"),
    [
        (date(2026, 2, 5), "proposed"),
        (date(2026, 3, 1), "approved"),
        (date(2026, 4, 15), "in_force"),
        (date(2026, 6, 1), "stayed"),
        (date(2026, 6, 2), "invalidated"),
        (date(2026, 12, 1), "invalidated"),
    ],
)
def test_a_status_of_unknown_date_follows_the_one_before_it(
    rules: dict[str, LawRule], day: date, status: str
) -> None:
    assert rules["11-ccr-2076"].status_on(day).status == status


def test_what_the_forty_minute_rule_leaves_open_is_a_parameter(rules: dict[str, LawRule]) -> None:
    open_ = {each.parameter for each in rules["11-ccr-2076"].parameters if not each.settled}
    assert open_ == {"window", "clock_starts", "break_resets"}


def test_every_default_is_one_of_its_choices(rules: dict[str, LawRule]) -> None:
    for rule in rules.values():
        for each in rule.parameters:
            assert not each.choices or each.value in each.choices


def test_only_official_sources_are_applied_by_default(rules: dict[str, LawRule]) -> None:
    for rule in rules.values():
        if rule.default == "applied":
            assert all(each.confidence != "press_report" for each in rule.status)


def test_retention_is_five_and_seven_years(rules: dict[str, LawRule]) -> None:
    years = {name: rules[name].parameters[0].value for name in ("4-ccr-12003", "4-ccr-12312")}
    assert years == {"4-ccr-12003": "5", "4-ccr-12312": "7"}


def test_what_was_worked_out_says_so(rules: dict[str, LawRule]) -> None:
    percentage, waiver = (rules[f"pc-337j-f-{name}"].status[0] for name in ("percentage", "waiver"))
    assert (percentage.since, percentage.inferred) == (date(2002, 1, 1), ("from",))
    assert (waiver.since, waiver.inferred) == (date(2004, 1, 1), ("from",))
    stayed = rules["11-ccr-2076"].status_on(date(2026, 5, 25))
    assert (stayed.until, stayed.inferred) == (date(2026, 7, 5), ("to",))


def test_a_rule_that_no_check_rests_on_says_why(rules: dict[str, LawRule]) -> None:
    assert rules["bp-19943-5"].untested
    assert all(bool(rule.checks) != bool(rule.untested) for rule in rules.values())


RULE = (
    "  - {rule: r, title: T, authority: A, says: S, default: applied, untested: U, status: [%s]}\n"
)
STATUS = "{status: %s, from: %s, confidence: secondary}"
BACKWARDS = RULE % ", ".join(
    [STATUS % ("in_force", "2026-04-01"), STATUS % ("approved", "2026-02-06")]
)


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("rulez: []\n", r"law/x\.yaml:3:1: 'rulez' is not a key of a law"),
        (f"rules:\n{RULE % ''}", "expected at least 1, found an empty list"),
        (f"rules:\n{BACKWARDS}", "the status of r must be listed oldest first"),
    ],
)
def test_a_mistake_in_a_law_file_is_named(tmp_path: Path, rules: str, problem: str) -> None:
    folder = tmp_path / "law"
    folder.mkdir()
    (folder / "x.yaml").write_text(f"law: x\nname: X\n{rules}", encoding="utf-8")
    with pytest.raises(BookError, match=problem):
        read_laws(tmp_path)
