"""Coverage in words: how far the checks could see, and what kept them from seeing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.report.phrases import counted, joined

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult


def how_far(result: AuditResult) -> str:
    """Return in a sentence how far the checks could see."""
    coverage = result.coverage
    tested = [each for each in coverage if each.tested]
    partly = sum(bool(each.untested) for each in tested)
    blind = sum(bool(each.untested) and not each.tested for each in coverage)
    idle = len(coverage) - len(tested) - blind
    parts = [
        f"{len(tested) - partly} tested every hand they concern",
        f"{partly} could not test some hands" if partly else "",
        f"{blind} could test nothing" if blind else "",
        f"{idle} had no applicable hands" if idle else "",
    ]
    return f"Of {counted(len(coverage), 'check')}, {joined(filter(None, parts))}."


def untested(result: AuditResult) -> dict[str, dict[str, int]]:
    """Return for each reason the checks that it held up, each with how many hands."""
    reasons: dict[str, dict[str, int]] = {}
    for each in result.coverage:
        for why, hands in each.untested.items():
            reasons.setdefault(why, {})[each.check] = hands
    return reasons


def untested_most_first(result: AuditResult) -> list[tuple[str, dict[str, int]]]:
    """Return the reasons and what each held up, most hands first."""
    return sorted(
        untested(result).items(), key=lambda reason: (-max(reason[1].values()), reason[0])
    )
