"""What was looked at: the checks with findings, the checks without, and what was not tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.coverage_text import how_far, untested_most_first
from feeaudit.report.pdf.letters import shortened

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult


def coverage(result: AuditResult) -> dict[str, Any]:
    """Return the table of checks and the reasons why hands were not tested."""
    rows = tallies.by_check(result).to_dict("records")
    found = [row for row in rows if row["violations"] or row["reviews"]]
    return {
        "looked": how_far(result),
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
        said = "no findings"
    else:
        said = "not tested" if row["untested"] else "not applicable"
    tested, untested = (
        f"{row[name]:,}" if row[name] else "\N{EN DASH}" for name in ("tested", "untested")
    )
    return [row["check"], row["title"], tested, untested, said]


def _untested(result: AuditResult) -> list[dict[str, Any]]:
    """Return each reason with the checks it held up, most hands first."""
    return [
        {"why": shortened(why, 400), "hands": _span(checks), "checks": list(checks)}
        for why, checks in untested_most_first(result)
    ]


def _span(checks: dict[str, int]) -> str:
    least, most = min(checks.values()), max(checks.values())
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"
