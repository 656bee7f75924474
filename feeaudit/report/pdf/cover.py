"""The first pages: cover, footer and executive summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.first_screen import figures
from feeaudit.report.phrases import audit_date, counted, dotted, joined

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_FOOTER_APPROVALS: Final = 4
_FOOTER_PLACES: Final = 2
_HEADER_RULES: Final = 3
_SHORT_DIGEST: Final = 16


def cover(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what stands on the cover."""
    return {
        "place": joined(map(basis.voice.cardroom, result.cardrooms)) or "No cardroom",
        "period": basis.voice.period(result.first, result.last),
        "audited": audit_date(basis) or "no date given",
        "scope": f"{counted(result.hands, 'hand')} at {counted(result.tables, 'table')}",
        "answer": tallies.answer(result),
        "tone": _tone(result),
        "figures": _figures(result),
        "digest": basis.digest,
        "program": basis.program,
    }


def _tone(result: AuditResult) -> str:
    if not result.anything_tested:
        return "untested"
    if result.violations > result.waived:
        return "violation"
    return "review" if len(result.findings) else "clean"


def _figures(result: AuditResult) -> list[dict[str, str]]:
    return [
        {"name": each.name, "figure": each.value, "beside": each.beside} for each in figures(result)
    ]


def footer(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what stands on every page."""
    ids = approvals(result)
    few = 0 < len(ids) <= _FOOTER_APPROVALS
    told = ", ".join(ids) if few else "see the appendix" if ids else "none is printed"
    return {
        "place": _place(result, basis),
        "period": basis.voice.period(result.first, result.last),
        "approvals": told,
        "digest": basis.digest[:_SHORT_DIGEST],
        "as_if": _as_if(basis),
    }


def _as_if(basis: Basis) -> str:
    """Return what every page says of rules applied as if in force; blank where there are none."""
    rules = [dotted(each, 40) for each in basis.as_if]
    if len(rules) > _HEADER_RULES:
        rules = [*rules[: _HEADER_RULES - 1], f"{len(rules) - _HEADER_RULES + 1} more rules"]
    return f"As if: audited as though {joined(rules)} were in force." if rules else ""


def _place(result: AuditResult, basis: Basis) -> str:
    names = [basis.voice.cardroom(each) for each in result.cardrooms]
    return dotted(joined(names), 60) if len(names) <= _FOOTER_PLACES else f"{len(names)} cardrooms"


def approvals(result: AuditResult) -> list[str]:
    """Return the approval ids of the schedules that hands were held against."""
    cells = result.facts.schedules["approvals"].tolist()
    return sorted({each.strip() for cell in cells for each in str(cell).split(",") if each.strip()})


def summary(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the executive summary: what was audited, the answer, and waivers told apart."""
    hour = basis.voice.hour(basis.gaming_day_starts)
    return {
        "answer": tallies.answer(result),
        "audited": [
            ["Cardroom", joined(map(basis.voice.cardroom, result.cardrooms)) or "none"],
            ["Period", basis.voice.period(result.first, result.last)],
            [
                "Clock",
                f"{basis.zone}; the gaming day begins at {hour}",
            ],
            [
                "Tables and hands",
                f"{counted(result.tables, 'table')}, {counted(result.hands, 'hand')}",
            ],
            ["Checks", f"{len(result.coverage):,}, each run on every hand it applies to"],
            ["Date of the audit", audit_date(basis) or "not given"],
        ],
        "figures": _figures(result),
        "waivers": _waivers(result),
    }


def _waivers(result: AuditResult) -> list[list[str]]:
    """Return the figures with and without what waivers cover; nothing where there are none."""
    findings = result.findings
    covered = findings[(findings["waiver"] != "") & (findings["verdict"] == "violation")]
    if not len(covered):
        return []
    over, under = int(covered["over"].sum()), int(covered["under"].sum())
    rows = [
        ("All violations", result.violations, result.over, result.under),
        ("Covered by a waiver", len(covered), over, under),
        (
            "Without them",
            result.violations - len(covered),
            result.over - over,
            result.under - under,
        ),
    ]
    return [[name, f"{count:,}", dollars(a), dollars(b)] for name, count, a, b in rows]
