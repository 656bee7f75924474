"""What was looked at: the checks with findings, the checks without, and what was not tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.html.words import counted, joined
from feeaudit.report.pdf.letters import shortened

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult


def coverage(result: AuditResult) -> dict[str, Any]:
    """Return the table of checks and the reasons why hands were not tested."""
    rows = tallies.by_check(result).to_dict("records")
    found = [row for row in rows if row["violations"] or row["reviews"]]
    return {
        "looked": _how_far(rows),
        "found": [_found(row) for row in found],
        "totals": [
            f"{result.violations:,}",
            f"{result.reviews:,}",
            f"{result.waived:,}",
            dollars(result.over),
            dollars(result.under),
        ],
        "checks": [_looked(row) for row in rows],
        "untested": _untested(result),
    }


def _how_far(rows: list[dict[str, Any]]) -> str:
    """Return in a sentence how far the checks could see."""
    tested = [row for row in rows if row["tested"]]
    partly = sum(1 for row in tested if row["untested"])
    blind = sum(1 for row in rows if row["untested"] and not row["tested"])
    idle = len(rows) - len(tested) - blind
    parts = [
        f"{len(tested) - partly} tested every hand they concern",
        f"{partly} left some hands untested" if partly else "",
        f"{blind} could test nothing" if blind else "",
        f"{idle} had no hand to test" if idle else "",
    ]
    return f"Of {counted(len(rows), 'check')}, {joined(filter(None, parts))}."


def _found(row: dict[str, Any]) -> list[str]:
    counts = [f"{row[name]:,}" if row[name] else "" for name in ("violations", "reviews", "waived")]
    money = [dollars(row[name]) if row[name] else "" for name in ("over", "under")]
    return [row["check"], row["title"], *counts, *money]


def _looked(row: dict[str, Any]) -> list[str]:
    found = row["violations"] + row["reviews"]
    # What a check found may rest on no hand, such as a fee of a hand that is not logged.
    if found:
        said = f"{found:,} found"
    elif row["tested"]:
        said = "nothing found"
    else:
        said = "not tested" if row["untested"] else "no hand concerned"
    tested, untested = (
        f"{row[name]:,}" if row[name] else "\N{EN DASH}" for name in ("tested", "untested")
    )
    return [row["check"], row["title"], tested, untested, said]


def _untested(result: AuditResult) -> list[dict[str, Any]]:
    """Return each reason with the checks it held up, most hands first."""
    reasons: dict[str, dict[str, int]] = {}
    for each in result.coverage:
        for why, hands in each.untested.items():
            reasons.setdefault(why, {})[each.check] = hands
    ordered = sorted(reasons.items(), key=lambda item: (-max(item[1].values()), item[0]))
    return [
        {"why": shortened(why, 400), "hands": _span(checks), "checks": list(checks)}
        for why, checks in ordered
    ]


def _span(checks: dict[str, int]) -> str:
    least, most = min(checks.values()), max(checks.values())
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"
