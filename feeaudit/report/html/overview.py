"""The first screen: what was audited, the answer, and what every check could and could not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.audit.checks import REGISTRY
from feeaudit.report.characters import shown
from feeaudit.report.coverage_text import how_far, untested_most_first
from feeaudit.report.families import family
from feeaudit.report.first_screen import figures
from feeaudit.report.phrases import audit_date, clipped, counted, joined

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_LOG: Final = "The log itself"


def overview(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the first screen says."""
    return {
        "title": joined(clipped(basis.voice.cardroom(each)) for each in result.cardrooms)
        or "No cardroom",
        "period": basis.voice.period(result.first, result.last),
        "zone": basis.zone,
        "audited": audit_date(basis),
        "answer": tallies.answer(result),
        "tone": _tone(result),
        "figures": figures(result),
        "looked": how_far(result),
        "as_if": [shown(each) for each in basis.as_if],
    }


def _tone(result: AuditResult) -> str:
    """Return how the answer is coloured; the words beside it say the same."""
    if not result.anything_tested or result.violations > result.waived:
        return "violation"
    return "review" if result.reviews or result.violations else "clean"


def families(result: AuditResult) -> list[dict[str, Any]]:
    """Return the checks by family, each with what it tested and found."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in tallies.by_check(result).to_dict("records"):
        idle = not (row["tested"] or row["untested"])
        groups.setdefault(family(row["check"]), []).append(row | {"idle": idle})
    return [_family(name, checks) for name, checks in groups.items()]


def _family(name: str, checks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a family with the checks that found something apart from those that did not."""
    found = [row for row in checks if row["violations"] or row["reviews"]]
    quiet = [row for row in checks if row not in found]
    return {
        "name": _LOG if name == "log" else name.capitalize(),
        "checks": checks,
        "found": found,
        "quiet": quiet,
        "quiet_count": len(quiet),
    }


def not_run(result: AuditResult) -> list[str]:
    """Return the checks of the catalogue that were left out of this audit."""
    ran = {each.check for each in result.coverage}
    return [name for name in REGISTRY if name not in ran]


def untested(result: AuditResult) -> list[dict[str, Any]]:
    """Return each reason why hands were not tested and the checks it held up, most hands first."""
    return [
        {"why": clipped(why, 300), "groups": _groups(checks)}
        for why, checks in untested_most_first(result)
    ]


def _groups(checks: dict[str, int]) -> list[dict[str, Any]]:
    by_hands: dict[int, list[str]] = {}
    for check, hands in checks.items():
        by_hands.setdefault(hands, []).append(check)
    return [
        {"hands": counted(hands, "hand"), "checks": by_hands[hands]}
        for hands in sorted(by_hands, reverse=True)
    ]
