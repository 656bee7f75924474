"""A law file: statewide rules with their legal status over time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.shared_shapes import NOTE, SLUG, plain
from feeaudit.book.model import Law, LawEvent, LawRule, LawStatus, Parameter
from feeaudit.book.vocabulary import CONFIDENCES, LAW_DEFAULTS, LAW_STATUSES
from feeaudit.core.shape import (
    Choice,
    Day,
    Flag,
    Key,
    ListOf,
    Record,
    Schema,
    Source,
    Text,
    Word,
    scalar,
)

if TYPE_CHECKING:
    from datetime import date

    import yaml

CHECK = Word(r"[A-Z]{3,4}-[A-Z]+", "a check such as ROT-TURNS")
PARAMETER_NAME = Word(r"[a-z]+(?:_[a-z]+)*", "a parameter such as window_minutes")


@dataclass(frozen=True, slots=True)
class DayOrUnknown:
    """A date, or the word unknown."""

    def read(self, node: yaml.Node, source: Source) -> date | None:
        if scalar(node, source, "a date or unknown") == "unknown":
            return None
        return Day().read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        return {"anyOf": [Day().schema(defs), {"const": "unknown"}]}


def _status(values: dict[str, Any], _node: yaml.Node, _source: Source) -> LawStatus:
    return LawStatus(
        status=values["status"],
        since=values["from"],
        confidence=values["confidence"],
        until=values.get("to"),
        earliest=values.get("earliest"),
        latest=values.get("latest"),
        inferred=values.get("inferred", ()),
        note=values.get("note", ""),
    )


STATUS: Record[LawStatus] = Record(
    "status",
    {
        "status": Key(Choice(LAW_STATUSES, "legal status"), "Its status.", required=True),
        "from": Key(DayOrUnknown(), "Since when.", required=True),
        "to": Key(Day(), "Its last day, where that was set."),
        "earliest": Key(Day(), "The earliest day of a beginning that is not known."),
        "latest": Key(Day(), "The latest day of a beginning that is not known."),
        "inferred": Key(
            ListOf(Choice({"from": "", "to": ""}, "day")),
            "Days that no source states, calculated from others.",
        ),
        "confidence": Key(Choice(CONFIDENCES, "source"), "How we know.", required=True),
        "note": NOTE,
    },
    _status,
)

EVENT: Record[LawEvent] = Record(
    "event",
    {
        "event": Key(Text(), "What happened, in our own words.", required=True),
        "on": Key(Day(), "When.", required=True),
        "confidence": Key(Choice(CONFIDENCES, "source"), "How we know.", required=True),
    },
    plain(LawEvent),
)

PARAMETER: Record[Parameter] = Record(
    "parameter",
    {
        "parameter": Key(PARAMETER_NAME, "Its name.", required=True),
        "value": Key(Text(), "The value used unless another is chosen.", required=True),
        "choices": Key(ListOf(Text()), "The values it may take, where they are few."),
        "settled": Key(Flag(), "Whether the text settles it.", required=True),
    },
    plain(Parameter),
)


def _rule(values: dict[str, Any], node: yaml.Node, source: Source) -> LawRule:
    rule = LawRule(**values)
    days = [each.since for each in rule.status if each.since is not None]
    if days != sorted(days):
        raise source.misread(node, f"the status of {rule.rule} must be listed oldest first")
    if bool(rule.checks) == bool(rule.untested):
        message = f"{rule.rule} must name the 'checks' based on it, or say why none is"
        raise source.misread(node, f"{message} ('untested')")
    return rule


LAW: Record[Law] = Record(
    "law",
    {
        "law": Key(SLUG, "Its id.", required=True),
        "name": Key(Text(), "Where it holds.", required=True),
        "rules": Key(
            ListOf(
                Record(
                    "rule",
                    {
                        "rule": Key(SLUG, "Its id, for --as-if.", required=True),
                        "title": Key(Text(), "What it is about.", required=True),
                        "authority": Key(Text(), "Where it stands.", required=True),
                        "says": Key(Text(), "What it says, in our own words.", required=True),
                        "default": Key(
                            Choice(LAW_DEFAULTS, "default"), "When it applies.", required=True
                        ),
                        "status": Key(
                            ListOf(STATUS, least=1), "Its status over time.", required=True
                        ),
                        "parameters": Key(ListOf(PARAMETER), "Its figures."),
                        "checks": Key(ListOf(CHECK), "The checks based on it."),
                        "events": Key(ListOf(EVENT), "What happened that changed no status."),
                        "untested": Key(Text(), "Why no check is based on it."),
                    },
                    _rule,
                )
            ),
            "The rules.",
            required=True,
        ),
    },
    plain(Law),
)
