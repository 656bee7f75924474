"""The summary of an audit for a terminal: the first screen, then checks and what they lacked."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from feeaudit.audit.tallies import answer
from feeaudit.report.coverage_text import untested
from feeaudit.report.first_screen import figures
from feeaudit.report.incident_text import figures_text, groups_text
from feeaudit.report.incident_words import found_groups
from feeaudit.report.phrases import counted, joined
from feeaudit.report.text_table import WIDTH, text_table

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.voice import Voice

_REASONS_SHOWN = 12
# A screenful; the gravest come first, and feeaudit incidents lists all.
_INCIDENTS_SHOWN = 10


def rendered(result: AuditResult, voice: Voice) -> str:
    """Return the summary as text."""
    parts = [
        fill(_looked_at(result, voice), WIDTH),
        fill(answer(result), WIDTH),
        figures_text(figures(result) if result.hands else []),
        groups_text(found_groups(result, voice, _INCIDENTS_SHOWN)),
        _by_check(result),
        _untested(result),
        *(_wrapped(f"Note: {notice}") for notice in result.notices),
    ]
    return "\n\n".join(part for part in parts if part)


def _wrapped(text: str, indent: str = "") -> str:
    """Return a paragraph within the terminal's width; names and paths are not broken."""
    return fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _looked_at(result: AuditResult, voice: Voice) -> str:
    if not result.hands:
        return "No hands: the log has none, or none of the tables and times asked for."
    cardrooms = joined(map(voice.cardroom, result.cardrooms))
    hands, tables = counted(result.hands, "hand"), counted(result.tables, "table")
    return f"{cardrooms}: {hands} at {tables}, {voice.period(result.first, result.last)}"


def _by_check(result: AuditResult) -> str:
    """Return the checks that found something in a table; the others in a sentence each.

    A check that could test nothing is never listed with those that tested and found nothing.
    """
    looked = [each for each in result.coverage if each.tested or each.untested]
    found = [each for each in result.coverage if each.violations or each.reviews]
    rows = [
        (
            each.check,
            each.title,
            f"{each.tested:,}",
            f"{each.violations:,}" if each.violations else "",
            f"{each.reviews:,}" if each.reviews else "",
            f"{sum(each.untested.values()):,}" if each.untested else "",
        )
        for each in found
    ]
    header = ("Check", "", "Tested", "Violations", "Review", "Not tested")
    table = text_table(header, rows) if rows else ""
    quiet = [each for each in looked if each not in found]
    passed = [each.check for each in quiet if each.tested]
    idle = [each.check for each in quiet if not each.tested]
    others = (
        f"Tested without findings: {', '.join(passed)}." if passed else "",
        f"Could test no hand: {', '.join(idle)}." if idle else "",
    )
    return "\n\n".join(filter(None, (table, *(_wrapped(each) for each in others if each))))


def _untested(result: AuditResult) -> str:
    """Return why hands were not tested, the checks that share a reason together."""
    told = [
        _wrapped(
            f"{why}: {', '.join(f'{check} {hands:,}' for check, hands in checks.items())}", "  "
        )
        for why, checks in untested(result).items()
    ]
    if not told:
        return ""
    if len(told) > _REASONS_SHOWN:
        told = [*told[:_REASONS_SHOWN], f"  ... and {len(told) - _REASONS_SHOWN} more reasons"]
    return "\n".join(["Hands not tested, and why:", *told])
