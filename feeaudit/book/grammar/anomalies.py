"""Anomalies: what is odd in print, how it can be read, what is concluded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.options import READING_OPTION, RawOption
from feeaudit.book.grammar.shared_shapes import (
    LIMITS,
    NEEDED_LINES,
    NOTE,
    RULE,
    SCHEDULE_NAME,
    SLUG,
    OptionSet,
    options_named,
)
from feeaudit.book.grammar.statements import BACKLINE_RULE, ROTATION, SETTLEMENT
from feeaudit.book.grammar.terms import PERIOD_START, READING_CHARGE, READING_TABLE_LIMIT
from feeaudit.book.model import Anomaly, Charge, Option, Reading
from feeaudit.book.vocabulary import ANOMALY_KINDS, COMPONENTS, CONCLUSIONS, MECHANICAL_ANOMALIES
from feeaudit.core.shape import Choice, Count, Key, Lines, ListOf, Record, Source, Text, Word

if TYPE_CHECKING:
    import yaml


@dataclass(frozen=True, slots=True)
class RawReading:
    """A reading before the schedule is known."""

    reading: str
    note: str
    options: tuple[RawOption, ...]
    charges: tuple[Charge, ...]
    period: int | None
    effects: dict[str, Any]

    def made(self, numbered: bool, printed: dict[str, Option], lines: tuple[int, ...]) -> Reading:
        options = tuple(
            raw.made(printed[raw.option].lines if raw.option in printed else (0,))
            for raw in self.options
        )
        effects = dict(self.effects)
        unpriced = options_named(effects.pop("unpriced", ()), numbered, tuple(printed))
        return Reading(
            self.reading,
            self.note,
            options,
            tuple(
                replace(each, moment_lines=lines) if each.moments else each for each in self.charges
            ),
            self.period,
            unpriced=unpriced,
            **effects,
        )


def _raw_reading(values: dict[str, Any], _node: yaml.Node, _source: Source) -> RawReading:
    charges = tuple(
        Charge(
            component=component,
            per=values[component].get("per", ""),
            payer=values[component].get("payer", ""),
            wagers=values[component].get("wagers", ()),
            moments=values[component].get("collect", ()),
            count=values[component].get("count", ""),
            antes=values[component].get("antes"),
        )
        for component in COMPONENTS
        if component in values
    )
    return RawReading(
        reading=values["reading"],
        note=values.get("note", ""),
        options=values.get("options", ()),
        charges=charges,
        period=values.get("period"),
        effects={name: values[name] for name in _EFFECTS if name in values},
    )


_EFFECTS: dict[str, Key] = {
    "period_starts": PERIOD_START,
    "without": Key(Lines(), "What is printed on these lines does not hold."),
    "limits": Key(ListOf(LIMITS), "Limits that hold under this reading only."),
    "rotation": Key(ListOf(ROTATION), "Statements on the position that hold under it only."),
    "settlement": Key(ListOf(SETTLEMENT), "Statements on settlement that hold under it only."),
    "rules": Key(ListOf(RULE), "General rules that hold under it only."),
    "backline": Key(ListOf(BACKLINE_RULE), "Backline bets as this reading has them."),
    "seats": Key(Count(1), "Seats, as this reading has them."),
    "table_limit": Key(READING_TABLE_LIMIT, "The table limit, as this reading has it."),
    "games": Key(ListOf(SLUG), "The schedule is for these games only."),
    "instead": Key(ListOf(SCHEDULE_NAME), "Other printed schedules that hold instead."),
    "unpriced": Key(OptionSet(), "Options that have no fee under this reading."),
    "no_effect": Key(Text(), "Why no log can distinguish this reading from the others."),
}


READING: Record[RawReading] = Record(
    "reading",
    {
        "reading": Key(
            Word(r"[a-z0-9]+(?:_[a-z0-9]+)*", "a name such as as_printed"),
            "Its name; as_printed is what the file says.",
            required=True,
        ),
        "note": NOTE,
        "options": Key(ListOf(READING_OPTION), "Options as this reading has them."),
        "period": Key(Count(1), "Minutes of a period, as this reading has them."),
        **_EFFECTS,
        **{
            component: Key(READING_CHARGE, f"How this reading charges the {component} fee.")
            for component in COMPONENTS
        },
    },
    _raw_reading,
)


@dataclass(frozen=True, slots=True)
class RawAnomaly:
    """An anomaly before the options of its schedule are known."""

    values: dict[str, Any]
    row: int

    def made(self, numbered: bool, printed: dict[str, Option]) -> Anomaly:
        values = dict(self.values)
        options = options_named(values.pop("options", ()), numbered, tuple(printed))
        readings = tuple(
            raw.made(numbered, printed, values["lines"]) for raw in values.pop("readings", ())
        )
        kinds = values.pop("kind")
        return Anomaly(kinds=kinds, **values, options=options, readings=readings, row=self.row)


def _raw_anomaly(values: dict[str, Any], node: yaml.Node, source: Source) -> RawAnomaly:
    told_by_tiers = MECHANICAL_ANOMALIES.keys() >= set(values["kind"])
    readings = values.get("readings", ())
    if values["conclusion"] == "ambiguous" and len(readings) == 0 and not told_by_tiers:
        raise source.misread(node, "an ambiguous anomaly states its 'readings'")
    names = [each.reading for each in readings]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise source.misread(node, f"two readings are called {twice!r}: a site settles on a name")
    return RawAnomaly(values, node.start_mark.line + 1)


ANOMALY: Record[RawAnomaly] = Record(
    "anomaly",
    {
        "kind": Key(
            ListOf(Choice(ANOMALY_KINDS, "kind of anomaly"), least=1),
            "What is odd.",
            required=True,
        ),
        "options": Key(OptionSet(), "The options it touches."),
        "games": Key(ListOf(SLUG), "Only these games of the schedule."),
        "component": Key(Choice(COMPONENTS, "component"), "The component it touches."),
        "lines": NEEDED_LINES,
        "conclusion": Key(Choice(CONCLUSIONS, "conclusion"), "The conclusion.", required=True),
        "note": Key(Text(), "What is odd and why we conclude so.", required=True),
        "readings": Key(ListOf(READING), "The possible readings."),
    },
    _raw_anomaly,
)
