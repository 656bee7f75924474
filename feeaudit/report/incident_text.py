"""Incidents for a terminal: a few lines each, within 80 columns."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.characters import shown
from feeaudit.report.first_screen import SURE, by_stake
from feeaudit.report.phrases import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WIDTH: Final = 79
_INDENT: Final = "    "
_TABLES: Final = 6


def incident_blocks(incidents: Iterable[Mapping[str, Any]]) -> str:
    """Return incidents, in the words of findings.json, under what is at stake."""
    parts = []
    for stake, members in by_stake(incidents):
        parts.append("\n\n".join([stake, *map(_block, members)]))
    return "\n\n".join(parts)


def _block(incident: Mapping[str, Any]) -> str:
    head = f"{incident['id']}  {facts_text(incident)}"
    sentence = wrap(
        shown(incident["sentence"]), _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT
    )
    return "\n".join([*wrap(head, _WIDTH, subsequent_indent=_INDENT), *sentence])


def facts_text(incident: Mapping[str, Any]) -> str:
    """Return the figures of an incident: where, how many, how much, how sure."""
    money = [
        f"{way} ${incident[way]}" for way in ("over", "under") if incident[way] not in {"0.00", ""}
    ]
    sure = SURE.get(incident["sure"], incident["sure"])
    return "; ".join(
        [
            tables_text(incident),
            counted(incident["hands"], "hand"),
            counted(len(incident["findings"]), "finding"),
            *money,
            sure,
        ]
    )


def tables_text(incident: Mapping[str, Any]) -> str:
    """Return the cardroom and the tables of an incident, the first ones by name."""
    tables = [shown(each) for each in incident["tables"]]
    if not tables:
        return shown(incident["cardroom"] or "") or "no table"
    more = len(tables) - _TABLES
    names = [*tables[:_TABLES], f"{more} more"] if more > 0 else tables
    return f"{shown(incident['cardroom'] or '')} {joined(names)}".strip()
