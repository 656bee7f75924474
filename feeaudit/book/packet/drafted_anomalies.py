"""Mechanical anomalies of a draft, recorded without a conclusion: that is a person's.

They are found by the lint itself in what was just written, so that a draft records exactly what
the lint would ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.irregularities import irregularities
from feeaudit.book.packet.yaml_text import options_text, quoted, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.irregularities import Irregularity
    from feeaudit.book.model import Cardroom, Schedule

# What a person's terms will settle; before they are written it says nothing about the print.
_OF_TERMS = {"uncovered_option", "too_many_rates"}
_NOTED = 3


def anomaly_text(schedule: Schedule, cardroom: Cardroom) -> str:
    """Return the anomalies of a schedule as YAML, one for each kind and component."""
    found: dict[tuple[str, str], list[Irregularity]] = {}
    for each in irregularities(schedule, cardroom):
        if each.kind not in _OF_TERMS:
            found.setdefault((each.kind, each.component), []).append(each)
    rows = [
        row
        for (kind, component), every in found.items()
        for row in _record(kind, component, every, schedule)
    ]
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
    details = list(dict.fromkeys(each.detail for each in every))
    more = f"; and {len(details) - _NOTED} more" if len(details) > _NOTED else ""
    yield f"    note: {quoted('; '.join(details[:_NOTED]) + more)}"
