"""The first screen of every report: what is said first, in which words and in which order.

Page, paper, workbook, terminal and store lay this out and decide nothing. First the figures:
incidents, hands affected, money over and under, questions, and what could not be tested. Then the
incidents, the gravest first; then what is for review. Then everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feeaudit.audit.result import AuditResult

# Of fewer hands a rate per thousand says more than is known.
_ENOUGH: Final = 100


class Figure(NamedTuple):
    """A figure of the first screen: what it is, how much, what stands beside it, and its tone.

    The tone is one of violation, over, under and review; blank where all is well. ``number`` is
    the value for a spreadsheet: a count, or cents.
    """

    name: str
    value: str
    beside: str
    tone: str
    number: int


class Headline(NamedTuple):
    """The counts behind the figures; money is cents."""

    incidents: int
    violations: int
    hands_affected: int
    hands: int
    over: int
    people_over: int
    under: int
    questions: int
    reviews: int
    checks: int
    checks_idle: int
    checks_without_hands: int
    waived: int = 0
    waived_over: int = 0
    waived_under: int = 0


def figures(result: AuditResult) -> list[Figure]:
    """Return the figures of the first screen, in their order."""
    waived = result.findings[result.findings["waiver"] != ""]
    return figures_of(
        Headline(
            **tallies.headline(result),
            violations=result.violations,
            hands=result.hands,
            over=result.over,
            under=result.under,
            reviews=result.reviews,
            waived=result.waived,
            waived_over=int(waived["over"].sum()),
            waived_under=int(waived["under"].sum()),
        )
    )


def figures_of(counts: Headline) -> list[Figure]:
    """Return the figures of the first screen from their counts."""
    left = counts.violations - counts.waived
    waived = _without(counts.waived, f"{counts.waived:,}", f"{left:,}")
    # A pot that paid too much is no person.
    payers = counted(counts.people_over, "payer")
    asked = "question" if counts.questions == 1 else "questions"
    apart = "not netted against over-collection"
    return [
        _count(
            "Incidents",
            counts.incidents,
            "violation",
            counted(counts.violations, "violation"),
            waived,
            per_thousand(counts.violations, counts.hands),
        ),
        _count(
            "Hands affected",
            counts.hands_affected,
            "violation",
            f"of {counted(counts.hands, 'hand')} audited",
            per_thousand(counts.hands_affected, counts.hands),
        ),
        _money("Over-collected", counts.over, "over", f"to return to {payers}", counts.waived_over),
        _money("Under-collected", counts.under, "under", apart, counts.waived_under),
        _count(
            "For review",
            counts.questions,
            "review",
            f"{asked}: {counted(counts.reviews, 'finding')}",
            per_thousand(counts.reviews, counts.hands),
        ),
        Figure(
            "Not tested",
            f"{counts.checks_idle} of {counts.checks}",
            _idle(counts),
            "review" if counts.checks_idle else "",
            counts.checks_idle,
        ),
    ]


def _count(name: str, count: int, tone: str, *beside: str) -> Figure:
    return Figure(name, f"{count:,}", _beside(*beside), tone if count else "", count)


def _money(name: str, cents: int, tone: str, words: str, waived: int) -> Figure:
    note = _without(waived, dollars(waived), dollars(cents - waived))
    beside = _beside(words if cents else "", note)
    return Figure(name, dollars(cents), beside, tone if cents else "", cents)


def added_up(summaries: Sequence[Mapping[str, int]]) -> Headline:
    """Return the counts of several cardrooms together; of checks, those that no room could run.

    A night of which nothing is left counts nothing.
    """
    if not summaries:
        return Headline(**dict.fromkeys(Headline._fields, 0))
    most = {"checks": max, "checks_idle": min, "checks_without_hands": min}
    return Headline(
        **{
            name: most.get(name, sum)(each.get(name, 0) for each in summaries)
            for name in Headline._fields
        }
    )


def _idle(counts: Headline) -> str:
    """Return what is said of the checks that tested nothing, and of those with no hand to test."""
    words, without = "checks could test nothing", counts.checks_without_hands
    if without and without == counts.checks_idle:
        return f"{words}: no applicable hands"
    return f"{words}; {without} of them had no applicable hands" if without else words


def _without(count: int, covered: str, rest: str) -> str:
    return f"{covered} waived, {rest} without them" if count else ""


def _beside(*words: str) -> str:
    return ", ".join(filter(None, words))


def per_thousand(count: int, hands: int) -> str:
    """Return a rate in words, ``1.9 per 1,000 hands``; blank for none, or for few hands."""
    if not count or hands < _ENOUGH:
        return ""
    tenths = (count * 10_000 + hands // 2) // hands
    rate = f"{tenths // 10:,}.{tenths % 10}" if tenths else "under 0.1"
    return f"{rate} per 1,000 hands"
