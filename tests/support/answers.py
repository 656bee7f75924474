"""Answers: everything that an audit says of a log, as text that people read and versions compare."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.result import AuditResult

ANSWERS: Final = Path(__file__).resolve().parents[1] / "answers"
_MONEY: Final = ("owed", "owed_most", "taken", "over", "under")
_ABOUT: Final = (
    *("hand_id", "cardroom", "game", "option"),
    *("seat", "player", "payer", "component", "schedule"),
)
_CITED: Final = ("document", "lines", "doubt", "waiver", "file", "sheet")
# What depends on what else is in the log.
_OF_ALL: Final = ("row", "incident")
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FACTS: Final = ("activity", "banking", "offers", "drops", "schedules", "shortfalls")


def answer(result: AuditResult, check: str = "") -> str:
    """Return what an audit says of a log; whys in full of the findings of one check, or of all."""
    parts = [
        [f"{result.hands} hands, {result.tables} tables, over {result.over}, under {result.under}"],
        result.notices,
        _findings(result.findings, check),
        _incidents(result.incidents),
        _coverage(result),
        _rules(result.rules),
        *(_rows(name, getattr(result.facts, name)) for name in _FACTS),
    ]
    return "\n".join(line for part in parts for line in part) + "\n"


def lines_by_table(result: AuditResult) -> Iterator[tuple[str, str]]:
    """Yield what is said of each table, in order: findings with their whys, and facts."""
    for each in result.findings.to_dict("records"):
        words = (each[name] for name in result.findings.columns if name not in _OF_ALL)
        yield each["table"], _listed(*words)
    for name in _FACTS:
        frame = getattr(result.facts, name)
        for each in frame.to_dict("records") if "table" in frame else ():
            yield each["table"], _listed(name, *each.values())


def _findings(findings: pd.DataFrame, check: str) -> Iterator[str]:
    for each in findings.to_dict("records"):
        yield ""
        yield f"{each['table']}: {each['check']} {each['verdict']} {each['id']}"
        yield _listed(*_when(each), *(each[name] for name in _ABOUT))
        yield _listed(*_sums(each), *(each[name] for name in _CITED))
        yield f"    {each['message']}"
        if check in {"", each["check"]}:
            yield from (f"      {label}: {text}" for label, text in each["why"] or ())
    yield ""


def _sums(finding: dict[str, Any]) -> list[str]:
    return [f"{name} {decimal(finding[name])}" for name in _MONEY if finding[name] >= 0]


def _when(finding: dict[str, Any]) -> list[str]:
    known = (finding[name] for name in ("at", "until") if finding[name] > 0)
    return [(_FIRST + timedelta(microseconds=each)).isoformat(" ") for each in known]


def _incidents(incidents: pd.DataFrame) -> Iterator[str]:
    for each in incidents[incidents["cause"] != "alone"].to_dict("records"):
        yield _listed("incident", *each.values())


def _coverage(result: AuditResult) -> Iterator[str]:
    """Yield how many hands were tested, and which were not and why, by what they have in common."""
    alike = defaultdict(list)
    for each in result.coverage:
        alike[f"tested {each.tested}, {each.violations} violations, {each.reviews} reviews"].append(
            each.check
        )
        for why, hands in each.untested.items():
            alike[f"untested {hands}: {why}"].append(each.check)
    yield from (f"{said}: {', '.join(checks)}" for said, checks in alike.items())


def _rules(rules: pd.DataFrame) -> Iterator[str]:
    """Yield how many statements of the book were tested, untested or notes, and why."""
    columns = (rules[name].tolist() for name in ("state", "hands", "reason"))
    for alike, count in sorted(Counter(zip(*columns, strict=True)).items()):
        yield _listed(f"{count} statements", *alike)


def _rows(name: str, frame: pd.DataFrame) -> Iterator[str]:
    for each in frame.itertuples(index=False):
        yield _listed(name, *each)


def _listed(*words: object) -> str:
    return "  " + " | ".join(str(each) for each in words if each != "")
