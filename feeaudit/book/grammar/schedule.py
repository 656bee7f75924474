"""A schedule file: one printed fee schedule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.anomalies import ANOMALY
from feeaudit.book.grammar.marks import MARKS
from feeaudit.book.grammar.options import OPTION_ROW, RawOption
from feeaudit.book.grammar.shared_shapes import (
    APPROVAL,
    DOCUMENT,
    HEADING,
    NOTE,
    RULE,
    SCHEDULE_NAME,
    SLUG,
    OptionSet,
    options_named,
)
from feeaudit.book.grammar.terms import TERM
from feeaudit.book.model import Schedule
from feeaudit.core.shape import Choice, Day, Key, Lines, ListOf, MapOf, Record, Source, Text, Word

if TYPE_CHECKING:
    import yaml


def _schedule(values: dict[str, Any], node: yaml.Node, source: Source) -> Schedule:
    numbered = values.get("numbering", "numbers") == "numbers"
    raws: tuple[RawOption, ...] = values.get("options", ())
    options = tuple(raw.made(raw.lines) for raw in raws)
    known = tuple(option.option for option in options)
    by_name = {option.option: option for option in options}
    printed = values.get("table", "printed") == "printed"
    if printed and not options:
        raise source.misread(node, "this schedule has no options; say 'table: not_printed' if so")
    if numbered:
        _numbers_only(raws, node, source)
    first, last = values.get("effective_from"), values.get("effective_to")
    if first and last and last < first:
        raise source.misread(node, f"it ends on {last}, before it begins on {first}")
    terms = tuple(raw.made(numbered, known) for raw in values.get("terms", ()))
    anomalies = tuple(raw.made(numbered, by_name) for raw in values.get("anomalies", ()))
    headers = tuple(
        (options_named(texts, numbered, known), lines) for texts, lines in values.get("headers", ())
    )
    return Schedule(
        cardroom="",
        schedule=values["schedule"],
        edition=values.get("edition", "1"),
        title=values["title"],
        games=values["games"],
        approvals=values.get("approvals", ()),
        document=values["document"],
        lines=values["lines"],
        numbered=numbered,
        file=source.file,
        row=node.start_mark.line + 1,
        printed=printed,
        headers=headers,
        effective_from=first,
        effective_to=last,
        replaces=values.get("replaces", ()),
        headings=values.get("headings", ()),
        terms=terms,
        options=options,
        rules=values.get("rules", ()),
        anomalies=anomalies,
        note=values.get("note", ""),
        marks=tuple(raw.made(numbered, known) for raw in values.get("marks", ())),
    )


def _numbers_only(raws: tuple[RawOption, ...], node: yaml.Node, source: Source) -> None:
    for raw in raws:
        if re.fullmatch(r"[0-9]{1,4}", raw.option) is None:
            raise source.misread(
                node,
                f"option {raw.option!r} is not a number; say 'numbering: limits' if none are"
                " printed",
            )


SCHEDULE: Record[Schedule] = Record(
    "schedule",
    {
        "schedule": Key(SLUG, "Its id within the cardroom.", required=True),
        "edition": Key(Word(r"[0-9a-z]+", "an edition such as 2"), "Which printing, from 1."),
        "title": Key(Text(), "What people call it.", required=True),
        "games": Key(ListOf(SLUG, least=1), "The games it is for.", required=True),
        "approvals": Key(ListOf(APPROVAL), "Bureau ids printed with it."),
        "document": Key(DOCUMENT, "The approved document.", required=True),
        "lines": Key(Lines(), "Where it is printed.", required=True),
        "headings": Key(ListOf(HEADING), "The printed headings above it, outermost first."),
        "table": Key(
            Choice({"printed": "", "not_printed": "announced, but absent"}, "state of the table"),
            "Whether its table is printed.",
        ),
        "numbering": Key(
            Choice({"numbers": "", "limits": "options go by their limit"}, "numbering"),
            "What options are called.",
        ),
        "headers": Key(
            MapOf(OptionSet(), Lines()), "Header lines that print the tiers of these options."
        ),
        "effective_from": Key(Day(), "First day in force, where known."),
        "effective_to": Key(Day(), "Last day in force, where known."),
        "replaces": Key(
            ListOf(SCHEDULE_NAME),
            "Schedules under other ids, printed before it, in whose place it stands.",
        ),
        "note": NOTE,
        "rules": Key(ListOf(RULE), "General rules printed with it."),
        "terms": Key(ListOf(TERM), "How it is collected."),
        "options": Key(ListOf(OPTION_ROW), "The table itself."),
        "anomalies": Key(ListOf(ANOMALY), "What is odd in print, and what we conclude."),
        "marks": MARKS,
    },
    _schedule,
)
