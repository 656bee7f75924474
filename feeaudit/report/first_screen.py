"""The first screen of every report: what is said first, in which words and in which order.

Page, paper, workbook, terminal and store lay this out and decide nothing. First the figures:
incidents, hands affected, money over and under, questions, and what could not be tested. Then the
incidents, the gravest first; then what is for review. Then everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.audit import tallies
from feeaudit.audit.incidents import CAUSES
from feeaudit.core.money import dollars
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feeaudit.audit.result import AuditResult

STAKES: Final = {
    "integrity": "Integrity of the game",
    "patrons": "Patrons' money",
    "house": "The house's money",
    "approval": "Conditions of approval",
    "records": "Records",
}
SURE: Final = {"exact": "explained exactly", "likely": "likely", "together": "only together"}
# Fewer hands than this and a rate per thousand says more than is known.
_ENOUGH: Final = 100


class Figure(NamedTuple):
    """A figure of the first screen: what it is, how much, what stands beside it, and its tone."""

    name: str
    value: str
    beside: str
    tone: str


def figures(result: AuditResult) -> list[Figure]:
    """Return the figures of the first screen, in their order."""
    counts = tallies.headline(result)
    return [
        Figure(
            "Incidents",
            f"{counts['incidents']:,}",
            _beside(counted(result.violations, "violation"), result.violations, result),
            "violation" if counts["incidents"] else "clean",
        ),
        Figure(
            "Hands affected",
            f"{counts['hands_affected']:,}",
            _beside(
                f"of {counted(result.hands, 'hand')} audited", counts["hands_affected"], result
            ),
            "violation" if counts["hands_affected"] else "clean",
        ),
        Figure(
            "Over-collected",
            dollars(result.over),
            f"to be paid back to {counted(counts['people_over'], 'person', 'people')}"
            if result.over
            else "nobody is owed anything",
            "violation" if result.over else "clean",
        ),
        Figure(
            "Under-collected",
            dollars(result.under),
            "never netted against the other",
            "violation" if result.under else "clean",
        ),
        Figure(
            "For review",
            counted(counts["questions"], "question"),
            _beside(counted(result.reviews, "finding"), result.reviews, result),
            "review" if counts["questions"] else "clean",
        ),
        Figure(
            "Not tested",
            f"{counts['checks_idle']} of {counts['checks']}",
            "checks could test nothing",
            "review" if counts["checks_idle"] else "clean",
        ),
    ]


def _beside(words: str, count: int, result: AuditResult) -> str:
    """Return words with the rate per thousand hands, where that says something."""
    rate = per_thousand(count, result.hands)
    return f"{words}, {rate}" if rate else words


def per_thousand(count: int, hands: int) -> str:
    """Return a rate in words, ``1.9 per 1,000 hands``; blank for none, or for few hands."""
    if not count or hands < _ENOUGH:
        return ""
    tenths = (count * 10_000 + hands // 2) // hands
    rate = f"{tenths // 10:,}.{tenths % 10}" if tenths else "under 0.1"
    return f"{rate} per 1,000 hands"


def cause_title(cause: str) -> str:
    """Return the title of a cause; its id where this version does not know it."""
    return CAUSES[cause].title if cause in CAUSES else cause


def by_stake(
    incidents: Iterable[Mapping[str, Any]],
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yield what is at stake, in words, with the incidents of it in the order they have."""
    groups: dict[str, list[Mapping[str, Any]]] = {stake: [] for stake in STAKES}
    for each in incidents:
        groups[each["stake"]].append(each)
    yield from ((STAKES[stake], each) for stake, each in groups.items() if each)


def split_by_verdict(
    incidents: Iterable[Mapping[str, Any]],
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """Return incidents with a violation, and questions, each in the order they have."""
    found = list(incidents)
    return (
        [each for each in found if each["verdict"] == "violation"],
        [each for each in found if each["verdict"] != "violation"],
    )
