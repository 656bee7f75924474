"""The first screen: what was audited, the answer, and what every check could and could not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.audit.checks import REGISTRY
from feeaudit.core.money import dollars
from feeaudit.report.html.words import (
    clipped,
    counted,
    given_date,
    joined,
    period,
    place_name,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

FAMILIES: Final = {
    "FEE": "Fees",
    "OPT": "Options",
    "LIM": "Limits",
    "ROT": "Rotation",
    "TPP": "Rotation",
    "PAY": "Settlement",
    "DROP": "Drop",
    "LOG": "The log itself",
}


def overview(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the first screen says."""
    return {
        "title": joined(place_name(each) for each in result.cardrooms) or "No cardroom",
        "period": period(result.first, result.last, basis.zone),
        "zone": basis.zone,
        "audited": given_date(basis.date),
        "tables": counted(result.tables, "table"),
        "hands": counted(result.hands, "hand"),
        "answer": tallies.answer(result),
        "tone": _tone(result),
        "figures": _figures(result),
        "looked": _looked(result),
        "as_if": [shown(each) for each in basis.as_if],
    }


def _tone(result: AuditResult) -> str:
    """Return how the answer is coloured; the words beside it say the same."""
    if not result.anything_tested or result.violations > result.waived:
        return "violation"
    return "review" if result.reviews or result.violations else "clean"


def _figures(result: AuditResult) -> list[dict[str, str]]:
    """Return the four figures; what a waiver covers is told apart under each."""
    waived = result.findings[result.findings["waiver"] != ""]
    over, under = int(waived["over"].sum()), int(waived["under"].sum())
    return [
        {
            "name": "Over-collected",
            "figure": dollars(result.over),
            "kind": "over" if result.over else "",
            "note": _without(over, dollars(over), dollars(result.over - over)),
        },
        {
            "name": "Under-collected",
            "figure": dollars(result.under),
            "kind": "under" if result.under else "",
            "note": _without(under, dollars(under), dollars(result.under - under)),
        },
        {
            "name": "Violations",
            "figure": f"{result.violations:,}",
            "kind": "violation" if result.violations else "",
            "note": _without(
                result.waived, f"{result.waived:,}", f"{result.violations - result.waived:,}"
            ),
        },
        {
            "name": "For review",
            "figure": f"{result.reviews:,}",
            "kind": "review" if result.reviews else "",
            "note": "the rules do not settle these" if result.reviews else "",
        },
    ]


def _without(count: int, covered: str, rest: str) -> str:
    return f"{covered} waived, {rest} without them" if count else ""


def _looked(result: AuditResult) -> str:
    """Return in a sentence how far the checks could see."""
    coverage = result.coverage
    blind = sum(not each.tested and bool(each.untested) for each in coverage)
    partly = sum(bool(each.tested and each.untested) for each in coverage)
    idle = sum(not each.tested and not each.untested for each in coverage)
    full = len(coverage) - blind - partly - idle
    parts = [
        f"{full} tested every hand they concern",
        f"{partly} left some hands untested" if partly else "",
        f"{blind} could test nothing" if blind else "",
        f"{idle} had no hand to test" if idle else "",
    ]
    ran = counted(len(coverage), "check")
    return f"Of {ran}, {joined(filter(None, parts))}."


def families(result: AuditResult) -> list[dict[str, Any]]:
    """Return the checks by family, each with what it tested and found."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in tallies.by_check(result).to_dict("records"):
        name = FAMILIES.get(str(row["check"]).partition("-")[0], "Others")
        groups.setdefault(name, []).append(row | {"idle": not (row["tested"] or row["untested"])})
    return [{"name": name, "checks": checks} for name, checks in groups.items()]


def not_run(result: AuditResult) -> list[str]:
    """Return the checks of the catalogue that were left out of this audit."""
    ran = {each.check for each in result.coverage}
    return [name for name in REGISTRY if name not in ran]


def untested(result: AuditResult) -> list[dict[str, Any]]:
    """Return each reason why hands were not tested and the checks it held up, most hands first."""
    reasons: dict[str, dict[int, list[str]]] = {}
    for each in result.coverage:
        for why, hands in each.untested.items():
            reasons.setdefault(why, {}).setdefault(hands, []).append(each.check)
    rows = [
        {"why": clipped(why, 300), "hands": max(by_hands), "groups": _groups(by_hands.items())}
        for why, by_hands in reasons.items()
    ]
    return sorted(rows, key=lambda row: (-row["hands"], row["why"]))


def _groups(by_hands: Iterable[tuple[int, list[str]]]) -> list[dict[str, Any]]:
    return [
        {"hands": counted(hands, "hand"), "checks": checks}
        for hands, checks in sorted(by_hands, reverse=True)
    ]
