"""The first screen for a terminal, within 80 columns: figures, then incidents."""

from __future__ import annotations

from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.incident_words import IncidentWords, incident_groups
from feeaudit.report.phrases import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from feeaudit.report.first_screen import Figure
    from feeaudit.report.incident_words import IncidentGroup
    from feeaudit.report.voice import Voice

_WIDTH: Final = 79
_INDENT: Final = "    "


def figures_text(told: Sequence[Figure]) -> str:
    """Return the figures of the first screen, one per line."""
    if not told:
        return ""
    names, values = max(len(each.name) for each in told), max(len(each.value) for each in told)
    left = " " * (names + values + 4)
    lines = (f"{each.name:{names}}  {each.value:>{values}}  {each.beside}" for each in told)
    return "\n".join(fill(each, _WIDTH, subsequent_indent=left) for each in lines)


def incident_blocks(
    incidents: Iterable[Mapping[str, Any]], voice: Voice, most: int | None = None
) -> str:
    """Return incidents, in the words of findings.json, under their headings."""
    return groups_text(incident_groups(incidents, voice, most))


def groups_text(groups: Iterable[IncidentGroup]) -> str:
    """Return groups of incidents under their headings, and how many more there are."""
    parts, left = [], {"violation": 0, "review": 0}
    for group in groups:
        left[group.verdict] += group.left
        if group.members:
            parts.append("\n\n".join([group.title, *map(_block, group.members)]))
    named = (("violation", "more incident"), ("review", "more question"))
    more = [counted(left[verdict], noun) for verdict, noun in named if left[verdict]]
    return "\n\n".join([*parts, *([f"... and {joined(more)}"] if more else [])])


def _block(incident: IncidentWords) -> str:
    # An incident of a table that the log does not name may have nothing to say of itself.
    head = "  ".join(filter(None, [incident.id, "; ".join(incident.facts)]))
    sentence = wrap(incident.sentence, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return "\n".join([*wrap(head, _WIDTH, subsequent_indent=_INDENT), *sentence])
