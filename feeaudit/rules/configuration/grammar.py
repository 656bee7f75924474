"""The keys of feeaudit.toml: what each may hold, told once for the reader and for editors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml

from feeaudit.book.grammar.shared_shapes import SLUG
from feeaudit.core.dates import STYLES
from feeaudit.core.problem import Problem
from feeaudit.core.shape import (
    Amount,
    Choice,
    Day,
    Key,
    ListOf,
    MapOf,
    Misread,
    Record,
    Schema,
    Source,
    Text,
    Word,
    pairs_of,
    scalar,
)
from feeaudit.core.toml_nodes import places
from feeaudit.rules.configuration.model import (
    Config,
    Person,
    SettledDoubt,
    Site,
    Span,
    Waiver,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

ROLES = {
    "patron": "plays for their own account",
    "third_party": "plays for a third-party provider of proposition player services",
    "house": "works for the cardroom",
}
PARAMETER = Word(r"[a-z]+(?:_[a-z]+)*", "a parameter such as window_minutes")
_SPAN_DAYS = {
    "from": Key(Day(), "The first gaming day, included; open where left out."),
    "to": Key(Day(), "The last gaming day, included; open where left out."),
}


@dataclass(frozen=True, slots=True)
class ZoneShape:
    """A time zone by its name."""

    def read(self, node: yaml.Node, source: Source) -> str:
        text = scalar(node, source, "a time zone")
        try:
            ZoneInfo(text)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            message = f"{text!r} is not a time zone such as America/Los_Angeles"
            raise source.misread(node, message) from None
        return text

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class HourShape:
    """A full hour of the day."""

    def read(self, node: yaml.Node, source: Source) -> int:
        text = scalar(node, source, "an hour from 0 to 23")
        if text not in map(str, range(24)):
            raise source.misread(node, f"{text!r} is not an hour from 0 to 23")
        return int(text)

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": 23}


def _days(values: dict[str, Any], node: yaml.Node, source: Source) -> tuple[Any, Any]:
    start, end = values.get("from"), values.get("to")
    if start is not None and end is not None and end < start:
        raise source.misread(node, f"it ends on {end}, before it begins on {start}")
    return start, end


def _span(values: dict[str, Any], node: yaml.Node, source: Source) -> Span:
    return Span(values["edition"], *_days(values, node, source))


SPAN: Record[Span] = Record(
    "span of an edition",
    {
        "edition": Key(Text(), "The edition in force, as the book numbers it.", required=True),
        **_SPAN_DAYS,
    },
    _span,
)


@dataclass(frozen=True, slots=True)
class PinShape:
    """The edition in force: one for good, or several one after the other."""

    def read(self, node: yaml.Node, source: Source) -> str | tuple[Span, ...]:
        if isinstance(node, yaml.ScalarNode):
            return Text().read(node, source)
        spans = ListOf(SPAN).read(node, source)
        if not spans:
            raise source.misread(node, "expected an edition, or spans of them")
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        _refuse_overlaps(list(zip(spans, parts, strict=True)), source)
        return spans

    def schema(self, defs: Schema, /) -> Schema:
        edition = {"type": ["string", "integer"]}
        return {"anyOf": [edition, *ListOf(SPAN).schema(defs)["anyOf"]]}


def _refuse_overlaps(spans: list[tuple[Span, yaml.Node]], source: Source) -> None:
    """Refuse spans that overlap or do not follow each other, oldest first."""
    misread = False
    for (one, _), (other, node) in pairwise(spans):
        if one.end is None or other.start is None or other.start <= one.end:
            held = f"to {one.end}" if one.end else "permanently"
            begun = f"on {other.start}" if other.start else "with no first day"
            source.note(
                node,
                f"edition {other.edition} begins {begun} and edition {one.edition} before it holds"
                f" {held}: list the oldest first and end each before the next begins",
            )
            misread = True
    if misread:
        raise Misread


def _person(values: dict[str, Any], node: yaml.Node, source: Source) -> Person:
    role, provider = values["role"], values.get("provider", "")
    if (role == "third_party") != bool(provider):
        message = (
            "a third party's player plays for a provider: say which with 'provider'"
            if role == "third_party"
            else f"a person whose role is {role} cannot have a provider"
        )
        raise source.misread(node, message)
    badges, names = values.get("badges", ()), values.get("names", ())
    return Person(values["name"], role, provider, badges, names, *_days(values, node, source))


PERSON: Record[Person] = Record(
    "person",
    {
        "name": Key(Text(), "The name, as the log has it.", required=True),
        "role": Key(Choice(ROLES, "role"), "What the person is.", required=True),
        "provider": Key(Text(), "The provider a third party's player plays for."),
        "badges": Key(ListOf(Text()), "Badge numbers, where the log has these."),
        "names": Key(ListOf(Text()), "Other names and spellings in the log."),
        **_SPAN_DAYS,
    },
    _person,
)


def _waiver(values: dict[str, Any], node: yaml.Node, source: Source) -> Waiver:
    return Waiver(values["reason"], values.get("games", ()), *_days(values, node, source))


WAIVER: Record[Waiver] = Record(
    "waiver",
    {
        "reason": Key(Text(), "The reason, as the log's waived column has it.", required=True),
        "games": Key(ListOf(Text()), "Only these games."),
        **_SPAN_DAYS,
    },
    _waiver,
)


@dataclass(frozen=True, slots=True)
class WaiverShape:
    """A published waiver, or its reason alone."""

    def read(self, node: yaml.Node, source: Source) -> Waiver:
        if isinstance(node, yaml.ScalarNode):
            return Waiver(Text().read(node, source))
        return WAIVER.read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        return {"anyOf": [{"type": "string"}, WAIVER.schema(defs)]}


def _settled(values: dict[str, Any], node: yaml.Node, source: Source) -> SettledDoubt:
    days = _days(values, node, source)
    return SettledDoubt(values["anomaly"], values["reading"], values["authority"], *days)


SETTLED: Record[SettledDoubt] = Record(
    "settled doubt",
    {
        "anomaly": Key(
            Text(), "Which doubt, by the id that feeaudit schedules doubts shows.", required=True
        ),
        "reading": Key(Text(), "Which of its readings holds.", required=True),
        "authority": Key(
            Text(), "On whose authority: a letter, a ruling, a name and date.", required=True
        ),
        **_SPAN_DAYS,
    },
    _settled,
)


@dataclass(frozen=True, slots=True)
class ParametersShape:
    """What law rules leave open: a table a rule, or ``"rule.parameter"`` as one key."""

    def read(self, node: yaml.Node, source: Source) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        for key, value in pairs_of(node, source):
            if isinstance(value, yaml.MappingNode):
                rule = SLUG.read(key, source)
                pairs = MapOf(PARAMETER, Text()).read(value, source)
                found += [(f"{rule}.{name}", text) for name, text in pairs]
            elif "." in key.value:
                found.append((str(key.value), Text().read(value, source)))
            else:
                message = f"{key.value!r}is not a parameter: write [parameters.{key.value}]"
                raise source.misread(key, message)
        return tuple(found)

    def schema(self, defs: Schema, /) -> Schema:
        value = Text().schema(defs)
        table = {"type": "object", "additionalProperties": value}
        return {"type": "object", "additionalProperties": {"anyOf": [value, table]}}


def _site(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Site:
    return Site(**values)


SITE: Record[Site] = Record(
    "site",
    {
        "letterhead": Key(
            ListOf(Text()), "The lines at the top of a letter: name, address, phone."
        ),
        "contact": Key(Text(), "Who a player should contact."),
        "information": Key(
            Word(r"https?://\S+", "an address that begins with https://"),
            "Where people of the site read about feeaudit; SARIF names it.",
        ),
    },
    _site,
)


def _config(values: dict[str, Any], node: yaml.Node, source: Source) -> Config:
    found = {
        path: (source.file, mark.line + 1, mark.column + 1) for path, mark in places(node).items()
    }
    _refuse_namesakes(values.get("people", ()), found, source)
    for name in values.keys() & {"editions", "parameters"}:
        values[name] = dict(values[name])
    return Config(**values, places=found)


def _refuse_namesakes(
    people: tuple[Person, ...], found: Mapping[Any, tuple[str, int, int]], source: Source
) -> None:
    """Refuse two people of one name or badge at one time: nobody could tell who is meant."""
    for place, person in enumerate(people):
        for earlier, other in enumerate(people[:place]):
            shared = sorted(person.called & other.called)
            if shared and _overlap(person, other):
                line = found["people", earlier][1]
                message = f"{shared[0]!r} is already {other.name}, on line {line}, at that time"
                source.problems.append(Problem(*found["people", place], message))
    if source.problems:
        raise Misread


def _overlap(one: Person, other: Person) -> bool:
    before = one.end is not None and other.start is not None and one.end < other.start
    after = other.end is not None and one.start is not None and other.end < one.start
    return not before and not after


CONFIGURATION: Record[Config] = Record(
    "configuration",
    {
        "cardroom": Key(
            Text(), "The cardroom, by id or name; a log with hands of another is refused."
        ),
        "zone": Key(ZoneShape(), "The time zone of the log's times."),
        "gaming_day_starts": Key(HourShape(), "The hour at which a gaming day begins."),
        "dates": Key(
            Choice(STYLES, "way of writing dates"), "How reports write dates and times for people."
        ),
        "editions": Key(
            MapOf(SLUG, PinShape()), "The edition in force of a schedule, permanently or by date."
        ),
        "people": Key(
            ListOf(PERSON), "Who is who, if the log does not say; the log takes precedence."
        ),
        "waivers": Key(ListOf(WaiverShape()), "Waivers published in advance."),
        "count_tolerance": Key(Amount(), "How much the count of a box may differ, in dollars."),
        "settled": Key(
            ListOf(SETTLED), "Open questions in the documents that an authority has settled."
        ),
        "as_if": Key(ListOf(SLUG), "Law rules to apply regardless of their status."),
        "parameters": Key(ParametersShape(), "What those rules leave open."),
        "site": Key(SITE, "What letters and other papers say of the cardroom itself."),
    },
    _config,
)
