"""The appendix: schedules cited, notices, and what the report was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.pdf.letters import shortened
from feeaudit.report.phrases import audit_date

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

INPUTS: Final = 300


def appendix(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the last pages say."""
    inputs = [_input(each.file, each.sheet, each.sha256) for each in result.sources]
    return {
        "schedules": [_schedule(row) for row in result.facts.schedules.to_dict("records")],
        "notices": [shortened(each) for each in result.notices],
        "as_if": list(basis.as_if),
        "made_of": [
            ["Program", basis.program],
            ["Date of the audit", audit_date(basis) or "not given"],
            ["Schedules", basis.book],
            ["Configuration", basis.configuration],
            ["Digest over all", basis.digest],
        ],
        "inputs": inputs[:INPUTS],
        "inputs_left": f"{len(inputs) - INPUTS:,}" if len(inputs) > INPUTS else "",
    }


def _schedule(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "schedule": row["schedule"],
        "edition": f"{row['edition']}, {'certain' if row['pinned'] else 'assumed'}",
        "approvals": row["approvals"] or "none printed",
        "document": row["document"],
        "games": row["games"],
        "options": shortened(row["options"], 300),
        "hands": f"{row['hands']:,}",
    }


def _input(file: str, sheet: str, sha256: str) -> list[str]:
    name = shortened(file, 200)
    return [f"{name}, sheet {shortened(sheet, 80)}" if sheet else name, sha256]
