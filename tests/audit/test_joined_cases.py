"""Cases of a check side by side in one log: what is found does not depend on how it is split."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from support.casebook import CASES, config_of, found, log_of, shuffled
from support.joined_cases import (
    JoinedCases,
    cases_side_by_side,
    is_set_up,
    joined_cases,
    lasts,
    names_turned_around,
)
from support.long_logs import inputs
from support.same_results import assert_same

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.simulate.casebook import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.casebook import CaseText

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

# What is put before a name so that names are in another order.
TURNED = re.compile(r"~\d+ ")
# Of two who may hold a seat, the finding is about the one whose name comes last.
BY_NAME = {"LIM-RELATION"}
AMOUNTS = ("owed", "owed_most", "taken", "over", "under")
CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))
FAMILIES = sorted({check.partition("-")[0] for check in CHECKS})


@pytest.mark.parametrize("check", CHECKS)
def test_the_cases_side_by_side_show_what_each_shows_by_itself(check: str) -> None:
    """By itself with the people of each case named the other way round."""
    for texts in cases_side_by_side(check):
        joined = JoinedCases(texts)
        facts = joined.apart(_facts(check, joined.log, texts[0]))
        for text in texts:
            # That a case without findings shows none by itself is tested as such.
            stated = "findings" in text.body and text.body["findings"]
            log = (log_of if check in BY_NAME else names_turned_around)(text.body)
            alone = _facts(check, log, text) if stated else []
            assert sorted(map(_told, facts.pop(text.name, []))) == sorted(map(_told, alone))
        assert not facts


@pytest.mark.parametrize("check", CHECKS)
def test_what_happens_again_a_week_later_is_found_again(check: str) -> None:
    for texts in cases_side_by_side(check):
        some = tuple(each for each in texts if not lasts(each) and not is_set_up(each))
        if not some:
            continue
        once, twice = (
            Counter(map(_about, _facts(check, JoinedCases(some, again).log, some[0])))
            for again in (False, True)
        )
        assert twice == once + once


@pytest.mark.parametrize("check", CHECKS)
def test_the_order_of_rows_changes_no_finding_of_a_case(check: str) -> None:
    for texts in cases_side_by_side(check):
        log = JoinedCases(texts).log
        mixed = shuffled(log, Random(check))  # noqa: S311 - the same order every time
        stated, otherwise = (
            Counter(map(_told, _facts(check, each, texts[0]))) for each in (log, mixed)
        )
        assert stated == otherwise


def _about(fact: dict[str, Any]) -> tuple[object, ...]:
    """Return what a finding is about and how much it is, but for when."""
    hand = str(fact["hand"]).removeprefix("again ")
    names = ("table", "seat", "player", "payer", "component", "review", *AMOUNTS)
    return hand, *(fact.get(name) for name in names)


def _facts(check: str, log: Log, text: CaseText) -> list[dict[str, Any]]:
    """Return what a check finds in a log of the site of a case, with the names of tables."""
    case = Case(log, inputs().book, inputs().laws, config_of(text.body))
    names = {number: table for (_, table), number in case.table_numbers.items()}
    facts = found(case, REGISTRY[check].run(case).findings)
    return [
        {"table": names[each["table_code"]], **each} if "table_code" in each else each
        for each in facts
    ]


def _told(fact: dict[str, Any]) -> str:
    """Return all that a finding says, but for the numbers that others before it add to."""
    said = str(fact["message"]).partition(", row ")[0].replace("cases.csv", "case.csv")
    plain = {key: [*value] if isinstance(value, tuple) else value for key, value in fact.items()}
    others = {"message", "row", "table_code", "context", "source"}
    told = repr([said, sorted((key, plain[key]) for key in plain.keys() - others)])
    return TURNED.sub("", told)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_cases_in_parts_show_what_they_show_together(family: str) -> None:
    """A part takes the same time whatever it holds, so the checks of a family share theirs."""
    texts = [text for text in _every_case() if text.check.startswith(family)]
    for joined in _with_the_same_tables(texts):
        whole = _at_once(joined.log)
        found = audit_in_parts(joined.log, inputs(), hands_a_part=whole.hands // 3 + 1)
        assert_same(found, whole)


@pytest.mark.slow
def test_cases_of_several_tables_or_days_show_the_same_a_table_and_day_at_a_time() -> None:
    texts = [text for text in _every_case() if _has_several_tables_or_days(text)]
    assert len(texts) > 30
    for joined in _with_the_same_tables(texts):
        found = audit_in_parts(joined.log, inputs(), hands_a_part=1)
        assert_same(found, _at_once(joined.log))


def _every_case() -> Iterator[CaseText]:
    """Yield the cases of the usual site, by names that no other has."""
    for check in CHECKS:
        for text in joined_cases(check)[0].texts:
            yield replace(text, name=f"{check} {text.name}")


def _with_the_same_tables(texts: list[CaseText]) -> list[JoinedCases]:
    alike = defaultdict(list)
    for text in texts:
        alike[str(text.body.get("tables"))].append(text)
    return [JoinedCases(tuple(each)) for each in alike.values()]


def _has_several_tables_or_days(text: CaseText) -> bool:
    rows = rows_of(text.body)
    tables = {each["table"] for some in rows.values() for each in some if each.get("table")}
    days = {each["started_at"].date() for each in rows["hands"] if each.get("started_at")}
    return len(tables) > 1 or len(days) > 1


@pytest.mark.parametrize("check", ["DROP-MATCH", "FEE-TIME", "LOG-ORPHAN", "OPT-MIXED"])
def test_the_cases_show_the_same_in_parts_as_they_are_read(check: str, tmp_path: Path) -> None:
    write_log(joined_cases(check)[0].log, tmp_path / "log")
    whole = _at_once(read_log([tmp_path / "log"]))
    with opened_log([tmp_path / "log"]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=whole.hands // 3 + 1), whole)


def _at_once(log: Log) -> AuditResult:
    return audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))
