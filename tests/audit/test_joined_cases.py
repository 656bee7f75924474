"""Cases of a check side by side in one log: what is found does not depend on how it is split."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.casebook import CASES, config_of, found, matches
from support.joined_cases import JoinedCases, cases_side_by_side, joined_cases
from support.long_logs import inputs
from support.same_results import assert_same

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("last_first", [False, True])
def test_the_cases_side_by_side_show_what_each_shows(check: str, last_first: bool) -> None:
    for texts in cases_side_by_side(check):
        joined = JoinedCases(texts[::-1] if last_first else texts)
        case = Case(joined.log, inputs().book, inputs().laws, config_of(texts[0].body))
        facts = joined.apart(_with_tables(case, found(case, REGISTRY[check].run(case).findings)))
        for text in texts:
            for wanted in map(_in_any_row, text.body.get("findings", ())):
                fitting = [each for each in facts[text.name] if matches(wanted, each)]
                nameless = [each for each in facts[""] if matches(wanted, each)]
                assert fitting or nameless, (text.name, wanted, facts[text.name])
                facts[text.name if fitting else ""].remove((fitting or nameless)[0])
        assert not any(facts.values()), facts


def _in_any_row(wanted: dict[str, Any]) -> dict[str, Any]:
    """Return what is expected of a finding but for the rows, which others precede here."""
    return {
        key: value
        for key, value in wanted.items()
        if key != "row" and not (key == "says" and ", row " in value)
    }


def _with_tables(case: Case, facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return findings with the names of tables that go by their numbers as yet."""
    names = {number: table for (_, table), number in case.table_numbers.items()}
    return [
        {"table": names[each["table_code"]], **each} if "table_code" in each else each
        for each in facts
    ]


@pytest.mark.slow
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
