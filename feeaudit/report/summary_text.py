"""The summary of an audit for a terminal: what was looked at, the answer, and what to read next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.money import dollars
from feeaudit.report.findings_json import moment
from feeaudit.report.tables import text_table

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult


def rendered(result: AuditResult, zone: str) -> str:
    """Return the summary as text."""
    period = f"{moment(result.first, zone)} to {moment(result.last, zone)}"
    parts = [
        f"{result.hands:,} hands, {result.tables} tables, {', '.join(result.cardrooms)}, {period}",
        _answer(result),
        _by_check(result),
        *(f"Note: {notice}" for notice in result.notices),
    ]
    return "\n\n".join(part for part in parts if part)


def _answer(result: AuditResult) -> str:
    if not result.anything_tested:
        return "Nothing could be tested: the log lacks what the checks need."
    if not len(result.findings):
        return "No finding: everything that could be tested was as approved."
    return (
        f"{result.violations:,} violations and {result.reviews:,} matters for review."
        f" Over-collected {dollars(result.over)}, under-collected {dollars(result.under)}."
    )


def _by_check(result: AuditResult) -> str:
    rows = [
        (
            each.check,
            each.title,
            f"{each.tested}",
            f"{each.violations or ''}",
            f"{each.reviews or ''}",
            "; ".join(f"{count} hands: {why}" for why, count in list(each.untested.items())[:2]),
        )
        for each in result.coverage
        if each.tested or each.violations or each.reviews or each.untested
    ]
    return text_table(("Check", "", "Tested", "Violations", "Review", "Not tested"), rows)
