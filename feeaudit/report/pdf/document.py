"""The content of the report as plain values, in the order of its pages; a template lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.report.pdf.actions_section import actions
from feeaudit.report.pdf.appendix import appendix
from feeaudit.report.pdf.cover import cover, footer, summary
from feeaudit.report.pdf.coverage_section import coverage
from feeaudit.report.pdf.figures import drops, fees_by_table, hours_by_table
from feeaudit.report.pdf.findings_section import listing
from feeaudit.report.pdf.incidents_section import incidents_on_paper
from feeaudit.report.pdf.rotation_section import rotation
from feeaudit.report.plain_values import local

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def document(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return everything the pages say."""
    return {
        "date": _date(result, basis),
        "cover": cover(result, basis),
        "footer": footer(result, basis),
        "summary": summary(result, basis),
        "incidents": incidents_on_paper(result, basis),
        "actions": actions(result, basis),
        "coverage": coverage(result),
        "listing": listing(result, basis),
        "fees": fees_by_table(result, basis),
        "hours": hours_by_table(result, basis),
        "drops": drops(result, basis),
        "rotation": rotation(result, basis),
        "appendix": appendix(result, basis),
    }


def _date(result: AuditResult, basis: Basis) -> list[int]:
    """Return the date the file carries: the audit's, else that of the last hand; never today's."""
    day = basis.audited_on or local(max(result.last, 0), basis.zone).date()
    return [day.year, day.month, day.day]
