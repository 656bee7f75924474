"""Mechanical anomalies of a draft, recorded without a conclusion: that is a person's.

They are found by the lint itself in what was just written, so that a draft records exactly what
the lint would ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.irregularities import irregularities
from feeaudit.book.packet.yaml_text import options_text, quoted, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.irregularities import Irregularity
    from feeaudit.book.model import Cardroom, Schedule
    from feeaudit.book.packet.contradictions import Contradiction

# What a person's terms will settle; before they are written it says nothing about the print.
_OF_TERMS = {"uncovered_option", "too_many_rates"}
_NOTED = 3


def anomaly_text(
    schedule: Schedule, cardroom: Cardroom, against: Sequence[Contradiction] = ()
) -> str:
    """Return the anomalies of a schedule as YAML, one for each kind and component.

    ``against`` is what the prose beside its tables says otherwise, which no lint can see.
    """
    found: dict[tuple[str, str], list[Irregularity]] = {}
    for each in irregularities(schedule, cardroom):
        if each.kind not in _OF_TERMS:
            found.setdefault((each.kind, each.component), []).append(each)
    rows = [
        row
        for (kind, component), every in found.items()
        for row in _record(kind, component, every, schedule)
    ]
    rows += [row for each in _merged(against) for row in _contradiction(each, schedule)]
    return "".join(f"{row}\n" for row in (["anomalies:", *rows] if rows else []))


def _record(
    kind: str, component: str, every: list[Irregularity], schedule: Schedule
) -> Iterator[str]:
    names = list(dict.fromkeys(each.option for each in every))
    yield f"  - kind: {kind}"
    yield f"    options: {options_text(names, schedule.numbered)}"
    if component:
        yield f"    component: {component}"
    yield f"    lines: {stretches(each.line for each in every)}"
    yield "    conclusion: undecided"
    yield f"    note: {quoted(_details([each.detail for each in every]))}"


def _merged(against: Sequence[Contradiction]) -> list[list[Contradiction]]:
    """Return contradictions of one reason together, in the order of the print."""
    found: dict[tuple[str, str], list[Contradiction]] = {}
    for each in against:
        found.setdefault((each.component, each.why), []).append(each)
    return list(found.values())


def _contradiction(every: list[Contradiction], schedule: Schedule) -> Iterator[str]:
    names = list(dict.fromkeys(each.option for each in every))
    yield "  - kind: contradiction"
    yield f"    options: {options_text(names, schedule.numbered)}"
    if every[0].component:
        yield f"    component: {every[0].component}"
    yield f"    lines: {stretches(line for each in every for line in each.lines)}"
    yield "    conclusion: undecided"
    yield f"    note: {quoted(_details([each.detail for each in every]))}"


def _details(every: Sequence[str]) -> str:
    details = list(dict.fromkeys(every))
    more = f"; and {len(details) - _NOTED} more" if len(details) > _NOTED else ""
    return "; ".join(details[:_NOTED]) + more
