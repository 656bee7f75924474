"""The summary of an audit for a terminal: the first screen, then checks and what they lacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.tallies import answer
from feeaudit.report.coverage_text import untested
from feeaudit.report.findings_json import incident_records
from feeaudit.report.first_screen import figures
from feeaudit.report.incident_text import figures_text, incident_blocks
from feeaudit.report.phrases import counted
from feeaudit.report.plain_values import moment
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult

_REASONS_SHOWN = 12
# A screenful; the gravest come first, and feeaudit incidents lists all.
_INCIDENTS_SHOWN = 10


def rendered(result: AuditResult, zone: str) -> str:
    """Return the summary as text."""
    parts = [
        _looked_at(result, zone),
        answer(result),
        figures_text(figures(result) if result.hands else []),
        incident_blocks(incident_records(result.incidents, zone), _INCIDENTS_SHOWN),
        _by_check(result),
        _untested(result),
        *(f"Note: {notice}" for notice in result.notices),
    ]
    return "\n\n".join(part for part in parts if part)


def _looked_at(result: AuditResult, zone: str) -> str:
    if not result.hands:
        return "No hands: the log has none, or none of the tables and times asked for."
    first, last = (
        moment(each, zone)[:16].replace("T", " ") for each in (result.first, result.last)
    )
    cardrooms = ", ".join(result.cardrooms)
    hands, tables = counted(result.hands, "hand"), counted(result.tables, "table")
    return f"{cardrooms}: {hands} at {tables}, {first} to {last}"


def _by_check(result: AuditResult) -> str:
    rows = [
        (
            each.check,
            each.title,
            f"{each.tested}",
            f"{each.violations or ''}",
            f"{each.reviews or ''}",
            f"{sum(each.untested.values()) or ''}",
        )
        for each in result.coverage
        if each.tested or each.violations or each.reviews or each.untested
    ]
    return text_table(("Check", "", "Tested", "Violations", "Review", "Not tested"), rows)


def _untested(result: AuditResult) -> str:
    """Return why hands were not tested, the checks that share a reason together."""
    told = [
        f"  {why}: {', '.join(f'{check} {hands:,}' for check, hands in checks.items())}"
        for why, checks in untested(result).items()
    ]
    if not told:
        return ""
    if len(told) > _REASONS_SHOWN:
        told = [*told[:_REASONS_SHOWN], f"  ... and {len(told) - _REASONS_SHOWN} more reasons"]
    return "\n".join(["Hands not tested, and why:", *told])
