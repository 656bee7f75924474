"""Shapes that several files share: ids, limits, sets of options, rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.model import Heading, Limit, LimitRule, Multiple, Rule
from feeaudit.book.vocabulary import (
    EVENTS,
    GAME_KINDS,
    RATE_COUNTING,
    RULE_SCOPES,
    RULES,
    TOTAL_OF,
)
from feeaudit.core.dialect import PLAIN_AMOUNT
from feeaudit.core.money import cents
from feeaudit.core.shape import (
    Amount,
    Choice,
    Count,
    Key,
    Lines,
    ListOf,
    MapOf,
    Record,
    Schema,
    Source,
    Text,
    Word,
    scalar,
)

if TYPE_CHECKING:
    import yaml

SLUG = Word(r"[a-z0-9]+(?:-[a-z0-9]+)*", "an id such as three-card-poker")
KIND = Word(r"[a-z0-9]+(?:_[a-z0-9]+)*", "a wager kind such as pair_plus")
APPROVAL = Word(r"GEG[AR]-[0-9]{6}", "an approval such as GEGA-003056")
DIGEST = Word(r"[0-9a-f]{64}", "the SHA-256 of a file, 64 digits from 0 to f")
DOCUMENT = Word(r"[\w.-]+\.(?:txt|pdf)", "the file name of a document")
_LIMIT = re.compile(rf"({PLAIN_AMOUNT})(?:-({PLAIN_AMOUNT}|no limit)|(\+))?")
_SEVERAL_FIGURES = re.compile(rf"no limit|{PLAIN_AMOUNT}(?:-{PLAIN_AMOUNT}){{2,5}}")
_MULTIPLE = re.compile(rf"(?:({PLAIN_AMOUNT})x )?([a-z0-9_]+(?: or [a-z0-9_]+)*)")
_STRETCH = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
OPTION = Word(r"[\w./ ;+-]+", "an option")
LINES_KEY = Key(Lines(), "Lines of the document that say so.")
NEEDED_LINES = Key(Lines(), "Lines of the document that say so.", required=True)
NOTE = Key(Text(), "In our own words, never the document's.")
SCHEDULE_NAME = Word(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:@[0-9a-z]+)?", "a schedule such as pai-gow@2")
SCHEDULES = Key(
    ListOf(SCHEDULE_NAME), "Only under these schedules; an edition is written pai-gow@2."
)


@dataclass(frozen=True, slots=True)
class LimitShape:
    """A limit as printed: ``5-25``, ``100``, ``100+`` (or higher), ``2-no limit``, ``3-4-7``."""

    def read(self, node: yaml.Node, source: Source) -> Limit:
        text = scalar(node, source, "a limit")
        match = _LIMIT.fullmatch(text)
        if match is None:
            if _SEVERAL_FIGURES.fullmatch(text) is None:
                raise source.misread(
                    node, f"{text!r} is not a limit: write 5-25, 100, 100+, 2-no limit or 3-4-7"
                )
            return Limit(text)
        low = cents(match[1])
        if match[3] or match[2] == "no limit":
            return Limit(text, low, None)
        if match[2] is None:
            return Limit(text, low, low)
        if cents(match[2]) < low:
            raise source.misread(node, f"{text!r} is not a range: it runs backwards")
        return Limit(text, low, cents(match[2]))

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": ["string", "number"]}


@dataclass(frozen=True, slots=True)
class OptionSet:
    """Options as written: ``1-36``, ``[1, 3-5]`` or ``all``; the schedule knows which they are."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        return ListOf(OPTION, least=1).read(node, source)

    def schema(self, _defs: Schema, /) -> Schema:
        one = {"type": ["string", "integer"]}
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


@dataclass(frozen=True, slots=True)
class MultipleShape:
    """``ante``, ``2x ante``, ``0.5x base``, ``player_line or banker_line`` or ``table``."""

    def read(self, node: yaml.Node, source: Source) -> Multiple:
        text = scalar(node, source, "a wager or a multiple of one")
        match = _MULTIPLE.fullmatch(text)
        if match is None:
            raise source.misread(node, f"{text!r} is not a multiple such as 2x ante")
        return Multiple(cents(match[1] or "1"), match[2])

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class NeedsShape:
    """Wagers that must stand too: ``ante``, or ``player_line or banker_line``."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        words = scalar(node, source, "a wager kind").split(" or ")
        if not all(re.fullmatch(r"[a-z0-9_]+", word) for word in words):
            raise source.misread(node, "write the wagers as 'player_line or banker_line'")
        return tuple(words)

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "string"}


def options_named(
    texts: tuple[str, ...], numbered: bool, known: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the options that a set names: ranges count only where options are numbers.

    What is no range, such as ``3-1``, stays as it is and names an option that does not exist.
    """
    if texts == ("all",):
        return known
    names: list[str] = []
    for text in texts:
        match = _STRETCH.fullmatch(text) if numbered else None
        stretch = range(int(match[1]), int(match[2]) + 1) if match else range(0)
        names.extend(map(str, stretch) if stretch else [text])
    return tuple(names)


def plain(cls: type[Any]) -> Any:
    """Make a record's value by handing its keys to a class."""

    def make(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Any:
        return cls(**values)

    return make


# What a rule must state beyond its lines to say anything; what no rule lists is not for it.
_RULE_STATES: dict[str, tuple[str, ...]] = {
    "rates": ("at_most", "per"),
    "fee_kept": ("events",),
    "no_extra_fee": ("events",),
    "free_hands": ("hands",),
}
_RULE_MAY_STATE = {
    "rates": ("counting",),
    "courtesy_button": ("events",),
    "free_hands": ("events",),
}
_STATED_BY_SOME = ("at_most", "per", "counting", "events", "hands")


def _rule(values: dict[str, Any], node: yaml.Node, source: Source) -> Rule:
    rule = values["rule"]
    needed = _RULE_STATES.get(rule, ())
    for key in needed:
        if key not in values:
            raise source.misread(node, f"the rule {rule!r} says nothing without {key!r}")
    for key in _STATED_BY_SOME:
        if key in values and key not in (*needed, *_RULE_MAY_STATE.get(rule, ())):
            raise source.misread(node, f"nothing uses {key!r} of the rule {rule!r}: leave it out")
    return Rule(**values)


RULE: Record[Rule] = Record(
    "rule",
    {
        "rule": Key(Choice(RULES, "rule"), "Which rule.", required=True),
        "lines": NEEDED_LINES,
        "at_most": Key(Count(1), "How many rates, for rates."),
        "per": Key(Choice(RULE_SCOPES, "scope"), "Counted per what."),
        "counting": Key(Choice(RATE_COUNTING, "way to count rates"), "What counts as a rate."),
        "events": Key(ListOf(Choice(EVENTS, "event")), "In which events."),
        "hands": Key(Count(1), "How many hands."),
        "games": Key(ListOf(SLUG), "Only these games."),
        "kind": Key(Choice(GAME_KINDS, "kind of game"), "Only games of this kind."),
        "schedules": SCHEDULES,
        "note": NOTE,
    },
    _rule,
)


LIMIT_KEYS: dict[str, Key] = {
    "minimum": Key(Amount(), "At least this, whatever the table limit."),
    "maximum": Key(Amount(), "At most this, whatever the table limit."),
    "within": Key(Choice({"table": "the table limit"}, "limit"), "Within the table limits."),
    "equals": Key(ListOf(MultipleShape()), "Exactly one of these multiples of another wager."),
    "at_least": Key(
        MultipleShape(),
        "At least this multiple of another wager; of its own kind, that of the next smaller one.",
    ),
    "at_most": Key(MultipleShape(), "At most this multiple of another wager, or 'table'."),
    "step": Key(Amount(), "Only in steps of this."),
    "step_above": Key(Amount(), "Steps count above this amount."),
    "needs": Key(ListOf(NeedsShape()), "Only with these wagers."),
    "one_per": Key(KIND, "One for each of these."),
    "many_per": Key(MultipleShape(), "At most so many for each of these, such as 3x base."),
    "never_with": Key(KIND, "Not on a hand that has one of these."),
}


_OF_TOTALS = {"maximum", "within", "at_most"}
# What stands beside a wager is asked where wagers are related, not where one is by itself.
_RELATIONS = {"equals", "at_least", "at_most", "needs", "one_per", "many_per", "never_with"}


def limit_rule(
    wagers: tuple[str, ...], values: dict[str, Any], *, total: bool = False
) -> LimitRule | None:
    """Return the limits written beside a wager, or nothing where none are."""
    given = {name: values[name] for name in LIMIT_KEYS if name in values}
    if not given:
        return None
    given["within_table"] = given.pop("within", "") == "table"
    return LimitRule(
        wagers=wagers,
        total=total,
        per=values.get("per", ""),
        where=values.get("where", ()),
        lines=values.get("lines", ()),
        schedules=values.get("schedules", ()),
        **given,
    )


def _limits(values: dict[str, Any], node: yaml.Node, source: Source) -> LimitRule:
    wagers = values.get("wagers") or values.get("total") or ()
    if ("wagers" in values) == ("total" in values):
        raise source.misread(node, "a limit names either 'wagers' (each) or 'total' (added up)")
    strange = sorted(LIMIT_KEYS.keys() & values.keys() - _OF_TOTALS) if "total" in values else []
    if strange:
        raise source.misread(node, f"a total takes no '{strange[0]}', only a bound from above")
    alone = sorted(LIMIT_KEYS.keys() & values.keys() - _RELATIONS) or ["total"] * (
        "total" in values
    )
    if "where" in values and alone:
        raise source.misread(node, f"nothing uses 'where' of a limit with '{alone[0]}'")
    if "per" in values and "total" not in values:
        raise source.misread(node, "nothing uses 'per' without 'total': each wager is by itself")
    refuse_idle_step(values, node, source)
    rule = limit_rule(wagers, values, total="total" in values)
    if rule is None:
        raise source.misread(node, "this limit limits nothing")
    return rule


def refuse_idle_step(values: dict[str, Any], node: yaml.Node, source: Source) -> None:
    """Refuse a limit that says from where steps count and not how large they are."""
    if "step_above" in values and "step" not in values:
        raise source.misread(node, "nothing uses 'step_above' without 'step'")


LIMITS: Record[LimitRule] = Record(
    "limit",
    {
        "wagers": Key(ListOf(KIND), "Each of these wagers by itself."),
        "total": Key(ListOf(KIND), "These wagers of one player, added up."),
        "per": Key(Choice(TOTAL_OF, "word on totals"), "Those of everybody who bets there."),
        "lines": NEEDED_LINES,
        "where": Key(
            MapOf(KIND, Amount(), KIND.pattern), "Only beside a wager of just this amount."
        ),
        "schedules": SCHEDULES,
        **LIMIT_KEYS,
    },
    _limits,
)

HEADING: Record[Heading] = Record(
    "printed heading",
    {
        "printed": Key(Text(), "The words as printed; markup is left out.", required=True),
        "line": Key(Count(), "The line it is on.", required=True),
    },
    plain(Heading),
)
