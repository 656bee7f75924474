"""The grammar of the book: which keys each YAML file takes, what they mean and what they make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.ladders import LadderShape, Written
from feeaudit.book.model import (
    Anomaly,
    Cap,
    Charge,
    KnownGame,
    Limit,
    LimitRule,
    Multiple,
    NotFees,
    Offer,
    Option,
    Reading,
    Rotation,
    Rule,
    Schedule,
    Settlement,
    TableLimit,
    Term,
    Wager,
)
from feeaudit.book.money import cents
from feeaudit.book.shape import (
    Amount,
    Choice,
    Count,
    Day,
    Flag,
    Key,
    Lines,
    ListOf,
    MapOf,
    Misread,
    Record,
    Schema,
    Shape,
    Source,
    Text,
    Word,
    scalar,
)
from feeaudit.book.words import (
    ACTION_STARTS,
    ANOMALY_KINDS,
    BACKLINE,
    COMPONENTS,
    CONCLUSIONS,
    DIRECTIONS,
    ELIGIBILITY,
    EVENTS,
    FIRST_OFFERS,
    GAME_KINDS,
    HOLDERS,
    IF_NOBODY,
    MECHANICAL_ANOMALIES,
    MOMENTS,
    NEVER_BANKS,
    NO_OPENING_ROUND,
    OFFERED_TO,
    OPENING_ROUNDS,
    PAYERS,
    PER,
    PLACED,
    PLAYER_COUNTS,
    RATE_COUNTING,
    ROLES,
    RULE_SCOPES,
    RULES,
    UNCOVERED,
    UNITS,
)

if TYPE_CHECKING:
    import yaml

SLUG = Word(r"[a-z0-9]+(?:-[a-z0-9]+)*", "an id such as three-card-poker")
KIND = Word(r"[a-z0-9]+(?:_[a-z0-9]+)*", "a wager kind such as pair_plus")
APPROVAL = Word(r"GEG[AR]-\d{6}", "an approval such as GEGA-003056")
DOCUMENT = Word(r"[\w.-]+\.txt", "the file name of a document")
OPTION = Word(r"[\w./ ;-]+", "an option")
LINES_KEY = Key(Lines(), "Lines of the document that say so.")
NEEDED_LINES = Key(Lines(), "Lines of the document that say so.", required=True)
NOTE = Key(Text(), "In our own words, never the document's.")

_PAYER_OF = {
    "player": "player",
    "player_dealer": "player_dealer",
    "bonus": "player",
    "pot": "pot",
    "ante": "ante",
    "button": "button",
    "no_flop": "pot",
    "jackpot": "pot",
    "time": "player",
    "new_player": "player",
}
_PER_OF = {"time": "period", "new_player": "player"}
_STAKES = {
    "blinds": "blinds",
    "posted_ante": "ante",
    "forced_bet": "forced bet",
    "buy_in": "buy-in",
    "points": "points",
}


@dataclass(frozen=True, slots=True)
class LimitShape:
    """A limit as printed: ``5-25``, ``100``, ``2-no limit``, ``no limit``, ``3-4-7``."""

    def read(self, node: yaml.Node, source: Source) -> Limit:
        text = scalar(node, source, "a limit")
        match = re.fullmatch(r"(\d+(?:\.\d\d?)?)(?:-(\d+(?:\.\d\d?)?|no limit))?", text)
        if match is None:
            if re.fullmatch(r"no limit|\d+(?:\.\d\d?)?(?:-\d+(?:\.\d\d?)?){2,3}", text) is None:
                raise source.misread(
                    node, f"{text!r} is not a limit: write 5-25, 100, 2-no limit or 3-4-7"
                )
            return Limit(text)
        low = cents(match[1])
        if match[2] is None:
            return Limit(text, low, low)
        if match[2] == "no limit":
            return Limit(text, low, None)
        if cents(match[2]) < low:
            raise source.misread(node, f"{text!r} is not a range: it runs backwards")
        return Limit(text, low, cents(match[2]))

    def schema(self) -> Schema:
        return {"type": ["string", "number"]}


@dataclass(frozen=True, slots=True)
class OptionSet:
    """Options as written: ``1-36``, ``[1, 3-5]`` or ``all``; laid out when the schedule is known."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        texts = ListOf(OPTION).read(node, source)
        if not texts:
            raise source.misread(node, "expected at least one option")
        return texts

    def schema(self) -> Schema:
        one = {"type": ["string", "integer"]}
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


@dataclass(frozen=True, slots=True)
class MultipleShape:
    """``ante``, ``2x ante``, ``0.5x base`` or ``table``."""

    def read(self, node: yaml.Node, source: Source) -> Multiple:
        text = scalar(node, source, "a wager or a multiple of one")
        match = re.fullmatch(r"(?:(\d+(?:\.\d\d?)?)x )?([a-z0-9_]+)", text)
        if match is None:
            raise source.misread(node, f"{text!r} is not a multiple such as 2x ante")
        return Multiple(cents(match[1] or "1"), match[2])

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class NeedsShape:
    """Wagers that must stand too: ``ante``, or ``player_line or banker_line``."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        words = scalar(node, source, "a wager kind").split(" or ")
        if not all(re.fullmatch(r"[a-z0-9_]+", word) for word in words):
            raise source.misread(node, "write the wagers as 'player_line or banker_line'")
        return tuple(words)

    def schema(self) -> Schema:
        return {"type": "string"}


def options_named(texts: tuple[str, ...], numbered: bool, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options that a set names: ranges count only where options are numbers."""
    if texts == ("all",):
        return known
    names: list[str] = []
    for text in texts:
        match = re.fullmatch(r"(\d+)-(\d+)", text) if numbered else None
        if match is None:
            names.append(text)
        else:
            names.extend(str(number) for number in range(int(match[1]), int(match[2]) + 1))
    return tuple(names)


def _plain(cls: type[Any]) -> Any:
    """Make a record's value by handing its keys to a class."""

    def make(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Any:
        return cls(**values)

    return make


def _with_row(cls: type[Any]) -> Any:
    """Make a record's value by handing its keys and its YAML line to a class."""

    def make(values: dict[str, Any], node: yaml.Node, _source: Source) -> Any:
        return cls(**values, row=node.start_mark.line + 1)

    return make


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
        "note": NOTE,
    },
    _plain(Rule),
)


def _charge(values: dict[str, Any], _node: yaml.Node, _source: Source) -> dict[str, Any]:
    return values


CHARGE: Record[dict[str, Any]] = Record(
    "charge",
    {
        "per": Key(Choice(PER, "unit"), "How often it is owed."),
        "on": Key(ListOf(KIND), "The wagers counted in the total, or each charged."),
        "collect": Key(ListOf(Choice(MOMENTS, "moment")), "When it is taken; any of these."),
        "payer": Key(Choice(PAYERS, "payer"), "Who pays, where it is not the usual payer."),
        "count": Key(Choice(PLAYER_COUNTS, "player count"), "Which players are counted."),
        "shortfall": Key(Choice(PAYERS, "payer"), "Who pays what the payer cannot."),
    },
    _charge,
)


def _made_charge(component: str, values: dict[str, Any], collect: tuple[str, ...]) -> Charge:
    return Charge(
        component=component,
        per=values.get("per") or _PER_OF.get(component, "hand"),
        payer=values.get("payer") or _PAYER_OF[component],
        on=values.get("on", ()),
        moments=values.get("collect", collect),
        count=values.get("count", ""),
        shortfall=values.get("shortfall", ""),
    )


def _table_limit(values: dict[str, Any], _node: yaml.Node, _source: Source) -> TableLimit:
    return TableLimit(values.get("minimum"), values.get("maximum"), values.get("per", ""))


TABLE_LIMIT: Record[TableLimit] = Record(
    "table limit",
    {
        "minimum": Key(LimitShape(), "The minimum, or the range minimums may be chosen from."),
        "maximum": Key(LimitShape(), "The maximum, or the range maximums may be chosen from."),
        "per": Key(Choice(PER, "unit"), "Applied to each of what."),
    },
    _table_limit,
)

_LIMIT_KEYS: dict[str, Key] = {
    "minimum": Key(Amount(), "At least this, whatever the table limit."),
    "maximum": Key(Amount(), "At most this, whatever the table limit."),
    "within": Key(Choice({"table": "the table limit"}, "limit"), "Within the table limits."),
    "equals": Key(ListOf(MultipleShape()), "Exactly one of these multiples of another wager."),
    "at_least": Key(MultipleShape(), "At least this multiple of another wager."),
    "at_most": Key(MultipleShape(), "At most this multiple of another wager, or 'table'."),
    "step": Key(Amount(), "Only in steps of this."),
    "step_above": Key(Amount(), "Steps count above this amount."),
    "needs": Key(ListOf(NeedsShape()), "Only with these wagers."),
    "one_per": Key(KIND, "One for each of these."),
}


def _limit_rule(
    wagers: tuple[str, ...], values: dict[str, Any], *, total: bool = False
) -> LimitRule | None:
    """Return the limits written beside a wager, or nothing where none are."""
    given = {name: values[name] for name in _LIMIT_KEYS if name in values}
    if not given:
        return None
    given["within_table"] = given.pop("within", "") == "table"
    return LimitRule(wagers=wagers, total=total, lines=values.get("lines", ()), **given)


def _limits(values: dict[str, Any], node: yaml.Node, source: Source) -> LimitRule:
    wagers = values.get("wagers") or values.get("total") or ()
    if ("wagers" in values) == ("total" in values):
        raise source.misread(node, "a limit names either 'wagers' (each) or 'total' (added up)")
    rule = _limit_rule(wagers, values, total="total" in values)
    if rule is None:
        raise source.misread(node, "this limit limits nothing")
    return rule


LIMITS: Record[LimitRule] = Record(
    "limit",
    {
        "wagers": Key(ListOf(KIND), "Each of these wagers by itself."),
        "total": Key(ListOf(KIND), "These wagers of one player, added up."),
        "lines": NEEDED_LINES,
        **_LIMIT_KEYS,
    },
    _limits,
)


@dataclass(frozen=True, slots=True)
class RawTerm:
    """A term before the options of its schedule are known."""

    values: dict[str, Any]
    row: int

    def made(self, numbered: bool, known: tuple[str, ...]) -> Term:
        values = self.values
        collect = values.get("collect", ())
        charges = tuple(
            _made_charge(component, values[component], collect)
            for component in COMPONENTS
            if component in values
        )
        return Term(
            options=options_named(values["options"], numbered, known),
            games=values.get("games", ()),
            lines=values["lines"],
            row=self.row,
            charges=charges,
            free=values.get("free", ()),
            period=values.get("period"),
            opening_round=values.get("opening_round", ""),
            no_opening_round=values.get("no_opening_round", ""),
            bands=tuple(
                options_named((band,), numbered, known) for band in values.get("bands", ())
            ),
            table_limit=values.get("table_limit"),
            limits=values.get("limits", ()),
            note=values.get("note", ""),
        )


def _raw_term(values: dict[str, Any], node: yaml.Node, _source: Source) -> RawTerm:
    return RawTerm(values, node.start_mark.line + 1)


TERM: Record[RawTerm] = Record(
    "term",
    {
        "options": Key(OptionSet(), "The options it covers.", required=True),
        "games": Key(ListOf(SLUG), "Only these games of the schedule."),
        "lines": NEEDED_LINES,
        "collect": Key(
            ListOf(Choice(MOMENTS, "moment")), "When fees are taken; absent where not stated."
        ),
        **{
            component: Key(CHARGE, f"How the {component} fee is charged: {doc}.")
            for component, doc in COMPONENTS.items()
        },
        "free": Key(ListOf(KIND), "Wagers on which players pay nothing, as stated."),
        "period": Key(Count(1), "Minutes of a period."),
        "opening_round": Key(Choice(OPENING_ROUNDS, "opening round"), "What opens the hand."),
        "no_opening_round": Key(
            Choice(NO_OPENING_ROUND, "outcome"), "What is taken when it is not reached."
        ),
        "bands": Key(ListOf(OPTION), "Options that are one price list by number of players."),
        "table_limit": Key(TABLE_LIMIT, "Limits printed for these options together."),
        "limits": Key(ListOf(LIMITS), "Limits of wagers under these options."),
        "note": NOTE,
    },
    _raw_term,
)


@dataclass(frozen=True, slots=True)
class RawOption:
    """An option as written; a reading's option may lean on the lines of the printed one."""

    option: str
    row: int
    limit: Limit | None
    stakes: tuple[tuple[str, str], ...]
    written: tuple[tuple[str, Written], ...]
    lines: tuple[int, ...]
    note: str

    def made(self, lines: tuple[int, ...]) -> Option:
        ladders = tuple(written.ladder(component, lines) for component, written in self.written)
        return Option(self.option, lines, self.row, self.limit, self.stakes, ladders, self.note)


def _raw_option(values: dict[str, Any], node: yaml.Node, source: Source) -> RawOption:
    written = tuple(
        (component, each)
        for component in COMPONENTS
        if component in values
        for each in values[component]
    )
    if not written:
        raise source.misread(node, f"option {values['option']} prints no fee")
    lines = values.get("lines", ())
    for component, each in written:
        room = each.lines or lines
        if 1 < len(room) < len(each.rungs) and any(rung.cell.line is None for rung in each.rungs):
            raise source.misread(
                node,
                f"the {component} ladder has {len(each.rungs)} tiers for {len(room)} lines;"
                " give it its own 'lines'",
            )
    return RawOption(
        option=values["option"],
        row=node.start_mark.line + 1,
        limit=values.get("limit"),
        stakes=tuple((label, values[key]) for key, label in _STAKES.items() if key in values),
        written=written,
        lines=lines,
        note=values.get("note", ""),
    )


_FEE_KEYS = {
    component: Key(LadderShape(), f"The {component} fee: {doc}.")
    for component, doc in COMPONENTS.items()
}


OPTION_ROW: Record[RawOption] = Record(
    "option",
    {
        "option": Key(OPTION, "Its number, or its limit as printed.", required=True),
        "lines": Key(Lines(), "The lines that print it, in order.", required=True),
        "limit": Key(LimitShape(), "The table limit as printed."),
        "blinds": Key(Text(), "Small and big blind."),
        "posted_ante": Key(Text(), "The ante players post (a stake, not a fee)."),
        "forced_bet": Key(Text(), "The forced bet."),
        "buy_in": Key(Text(), "The buy-in."),
        "points": Key(Text(), "The value of a point."),
        **_FEE_KEYS,
        "note": NOTE,
    },
    _raw_option,
)

READING_OPTION: Record[RawOption] = Record(
    "reading's option",
    {
        "option": Key(OPTION, "The option read otherwise.", required=True),
        **_FEE_KEYS,
    },
    _raw_option,
)


@dataclass(frozen=True, slots=True)
class RawReading:
    """A reading before the schedule is known."""

    reading: str
    note: str
    options: tuple[RawOption, ...]
    charges: tuple[Charge, ...]

    def made(self, printed: dict[str, Option]) -> Reading:
        options = tuple(
            raw.made(printed[raw.option].lines if raw.option in printed else (0,))
            for raw in self.options
        )
        return Reading(self.reading, self.note, options, self.charges)


def _raw_reading(values: dict[str, Any], _node: yaml.Node, _source: Source) -> RawReading:
    charges = tuple(
        Charge(
            component=component,
            per=values[component].get("per", ""),
            payer=values[component].get("payer", ""),
            on=values[component].get("on", ()),
            moments=values[component].get("collect", ()),
            count=values[component].get("count", ""),
        )
        for component in COMPONENTS
        if component in values
    )
    return RawReading(
        values["reading"], values.get("note", ""), values.get("options", ()), charges
    )


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
        **{
            component: Key(CHARGE, f"How this reading charges the {component} fee.")
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
        readings = tuple(raw.made(printed) for raw in values.pop("readings", ()))
        kinds = values.pop("kind")
        return Anomaly(kinds=kinds, **values, options=options, readings=readings, row=self.row)


def _raw_anomaly(values: dict[str, Any], node: yaml.Node, source: Source) -> RawAnomaly:
    told_by_tiers = MECHANICAL_ANOMALIES.keys() >= set(values["kind"])
    readings = values.get("readings", ())
    if values["conclusion"] == "ambiguous" and len(readings) == 0 and not told_by_tiers:
        raise source.misread(node, "an ambiguous anomaly states its 'readings'")
    return RawAnomaly(values, node.start_mark.line + 1)


ANOMALY: Record[RawAnomaly] = Record(
    "anomaly",
    {
        "kind": Key(
            ListOf(Choice(ANOMALY_KINDS, "kind of anomaly")), "What is odd.", required=True
        ),
        "options": Key(OptionSet(), "The options it touches."),
        "component": Key(Choice(COMPONENTS, "component"), "The component it touches."),
        "lines": NEEDED_LINES,
        "conclusion": Key(Choice(CONCLUSIONS, "conclusion"), "What we conclude.", required=True),
        "note": Key(Text(), "What is odd and why we conclude so.", required=True),
        "readings": Key(ListOf(READING), "The possible readings."),
    },
    _raw_anomaly,
)


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
    terms = tuple(raw.made(numbered, known) for raw in values.get("terms", ()))
    anomalies = tuple(raw.made(numbered, by_name) for raw in values.get("anomalies", ()))
    headers = tuple(
        (options_named(texts, numbered, known), lines)
        for texts, lines in values.get("headers", ())
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
        effective_from=values.get("effective_from"),
        effective_to=values.get("effective_to"),
        terms=terms,
        options=options,
        rules=values.get("rules", ()),
        anomalies=anomalies,
        note=values.get("note", ""),
    )


def _numbers_only(raws: tuple[RawOption, ...], node: yaml.Node, source: Source) -> None:
    for raw in raws:
        if not raw.option.isdigit():
            raise source.misread(
                node, f"option {raw.option!r} is no number; say 'numbering: limits' if none are printed"
            )


SCHEDULE: Record[Schedule] = Record(
    "schedule",
    {
        "schedule": Key(SLUG, "Its id within the cardroom.", required=True),
        "edition": Key(Word(r"[0-9a-z]+", "an edition such as 2"), "Which printing, from 1."),
        "title": Key(Text(), "What people call it.", required=True),
        "games": Key(ListOf(SLUG), "The games it is for.", required=True),
        "approvals": Key(ListOf(APPROVAL), "Bureau ids printed with it."),
        "document": Key(DOCUMENT, "The approved document.", required=True),
        "lines": Key(Lines(), "Where it is printed.", required=True),
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
        "note": NOTE,
        "rules": Key(ListOf(RULE), "General rules printed with it."),
        "terms": Key(ListOf(TERM), "How it is collected."),
        "options": Key(ListOf(OPTION_ROW), "The table itself."),
        "anomalies": Key(ListOf(ANOMALY), "What is odd in print, and what we conclude."),
    },
    _schedule,
)


_WAGER_KEYS: dict[str, Key] = {
    "role": Key(Choice(ROLES, "role"), "Its role in the game."),
    "placed": Key(Choice(PLACED, "moment"), "When it is placed."),
    "names": Key(ListOf(Text()), "Names it is printed under."),
    "backline": Key(Choice(BACKLINE, "word on backline bets"), "Backline bets on it."),
    "lines": LINES_KEY,
    "note": NOTE,
}


@dataclass(frozen=True, slots=True)
class RawWager:
    """A wager as a cardroom's game states it; role and moment may come from the game list."""

    values: dict[str, Any]
    limit: dict[str, Any]

    def made(self, kind: str, known: Wager | None) -> Wager | None:
        role = self.values.get("role") or (known.role if known else "")
        placed = self.values.get("placed") or (known.placed if known else "")
        if not role or not placed:
            return None
        names = (known.names if known else ()) + self.values.get("names", ())
        return Wager(
            wager=kind,
            role=role,
            placed=placed,
            names=tuple(dict.fromkeys(names)),
            backline=self.values.get("backline", ""),
            lines=self.values.get("lines", ()),
            note=self.values.get("note", ""),
        )

    def rule(self, kind: str) -> LimitRule | None:
        return _limit_rule((kind,), self.limit)


def _raw_wager(values: dict[str, Any], _node: yaml.Node, _source: Source) -> RawWager:
    return RawWager(values, values)


RAW_WAGER: Record[RawWager] = Record("wager", {**_WAGER_KEYS, **_LIMIT_KEYS}, _raw_wager)

CAP: Record[Cap] = Record(
    "cap",
    {
        "hands": Key(Count(0), "How many in a row; 0 where no number is printed.", required=True),
        "unit": Key(Choice(UNITS, "unit"), "Hands or rounds.", required=True),
        "holder": Key(Choice(HOLDERS, "holder"), "Whose turns are counted.", required=True),
    },
    _plain(Cap),
)


def _offer(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Offer:
    return Offer(values.get("after"), values.get("unit", "hand"), values.get("to", "next"))


OFFER: Record[Offer] = Record(
    "offer",
    {
        "after": Key(Count(1), "After how many; absent where no number is printed."),
        "unit": Key(Choice(UNITS, "unit"), "Hands or rounds."),
        "to": Key(Choice(OFFERED_TO, "receiver of offers"), "To whom."),
    },
    _offer,
)

ROTATION: Record[Rotation] = Record(
    "rotation",
    {
        "lines": NEEDED_LINES,
        "cap": Key(CAP, "A cap on consecutive turns."),
        "offer": Key(OFFER, "A duty to offer the position on."),
        "rotates_after": Key(Count(1), "The position itself moves on after so many hands."),
        "direction": Key(Choice(DIRECTIONS, "direction"), "Which way it moves."),
        "first_offer": Key(Choice(FIRST_OFFERS, "first offer"), "Who is offered it first."),
        "intervening": Key(Flag(), "An intervening player-dealer is required."),
        "if_nobody": Key(Choice(IF_NOBODY, "outcome"), "What happens if nobody accepts."),
        "eligible": Key(ListOf(Choice(ELIGIBILITY, "condition")), "Who may take it."),
        "never": Key(ListOf(Choice(NEVER_BANKS, "party")), "Who may never bank."),
        "shared_by": Key(Count(1), "How many parties may share the position."),
        "games": Key(ListOf(SLUG), "Only these games, for a cardroom's general rule."),
        "note": NOTE,
    },
    _plain(Rotation),
)

SETTLEMENT: Record[Settlement] = Record(
    "settlement",
    {
        "lines": NEEDED_LINES,
        "starts": Key(Choice(ACTION_STARTS, "starting place"), "Where it starts."),
        "direction": Key(Choice(DIRECTIONS, "direction"), "Which way it goes."),
        "order": Key(ListOf(KIND), "Wagers in the order they are settled."),
        "uncovered": Key(ListOf(Choice(UNCOVERED, "outcome")), "What is not covered."),
        "note": NOTE,
    },
    _plain(Settlement),
)


@dataclass(frozen=True, slots=True)
class RawGame:
    """A game as a cardroom states it, before the game list is consulted."""

    values: dict[str, Any]
    row: int
    column: int


def _raw_game(values: dict[str, Any], node: yaml.Node, _source: Source) -> RawGame:
    return RawGame(values, node.start_mark.line + 1, node.start_mark.column + 1)


GAME: Record[RawGame] = Record(
    "game",
    {
        "name": Key(Text(), "Its name here, where it differs from the game list."),
        "names": Key(ListOf(Text()), "Other names it is printed under."),
        "approvals": Key(ListOf(APPROVAL), "Bureau ids printed for it."),
        "lines": NEEDED_LINES,
        "seats": Key(Count(1), "Seats, the player-dealer's included."),
        "backline": Key(Choice(BACKLINE, "word on backline bets"), "Backline bets in this game."),
        "opening_round": Key(Choice(OPENING_ROUNDS, "opening round"), "What opens the hand."),
        "wagers": Key(MapOf(KIND, RAW_WAGER, KIND.pattern), "Its wager kinds."),
        "limits": Key(ListOf(LIMITS), "Limits that bind several wagers."),
        "rotation": Key(ListOf(ROTATION), "What is printed on the player-dealer position."),
        "no_rotation": Key(Text(), "Why a player-dealer game has no rotation rule of its own."),
        "settlement": Key(ListOf(SETTLEMENT), "How wagers are settled."),
        "rules": Key(ListOf(RULE), "General rules printed with the game."),
        "anomalies": Key(ListOf(ANOMALY), "What is odd in its rules."),
        "no_schedule": Key(Text(), "Why no fee schedule is printed for it."),
        "note": NOTE,
    },
    _raw_game,
)

GAMES: Record[tuple[tuple[str, RawGame], ...]] = Record(
    "list of games",
    {"games": Key(MapOf(SLUG, GAME, SLUG.pattern), "The games of this cardroom.", required=True)},
    lambda values, _node, _source: values["games"],
)

_KNOWN_WAGER: Record[dict[str, Any]] = Record(
    "wager",
    {
        "role": Key(Choice(ROLES, "role"), "Its role in the game.", required=True),
        "placed": Key(Choice(PLACED, "moment"), "When it is placed.", required=True),
        "names": Key(ListOf(Text()), "Names it is printed under."),
    },
    lambda values, _node, _source: values,
)


def _known_game(values: dict[str, Any], _node: yaml.Node, _source: Source) -> KnownGame:
    wagers = tuple(Wager(wager=kind, **wager) for kind, wager in values.get("wagers", ()))
    return KnownGame("", values["name"], values["kind"], values.get("names", ()), wagers)


KNOWN_GAMES: Record[tuple[tuple[str, KnownGame], ...]] = Record(
    "game list",
    {
        "games": Key(
            MapOf(
                SLUG,
                Record(
                    "game",
                    {
                        "name": Key(Text(), "The name people know it by.", required=True),
                        "names": Key(ListOf(Text()), "Other names and spellings."),
                        "kind": Key(
                            Choice(GAME_KINDS, "kind of game"), "Against whom.", required=True
                        ),
                        "wagers": Key(
                            MapOf(KIND, _KNOWN_WAGER, KIND.pattern), "Its wager vocabulary."
                        ),
                    },
                    _known_game,
                ),
                SLUG.pattern,
            ),
            "Every game of the book.",
            required=True,
        )
    },
    lambda values, _node, _source: values["games"],
)

CARDROOM: Record[dict[str, Any]] = Record(
    "cardroom",
    {
        "cardroom": Key(SLUG, "Its id; the name of its folder.", required=True),
        "name": Key(Text(), "Its present name.", required=True),
        "names": Key(ListOf(Text()), "Names it is or was printed under."),
        "document": Key(DOCUMENT, "Its approved document.", required=True),
        "zone": Key(Text(), "Its time zone, such as America/Los_Angeles.", required=True),
        "rules": Key(ListOf(RULE), "General rules of the place."),
        "rotation": Key(ListOf(ROTATION), "What is printed for all its player-dealer games."),
        "anomalies": Key(ListOf(ANOMALY), "What is odd in the document as a whole."),
        "not_fees": Key(
            ListOf(
                Record(
                    "stretch of lines",
                    {"lines": NEEDED_LINES, "why": Key(Text(), "What they are.", required=True)},
                    _plain(NotFees),
                )
            ),
            "Lines that look like fees and are not.",
        ),
        "note": NOTE,
    },
    lambda values, _node, _source: values,
)

FILES: dict[str, Shape[Any]] = {
    "schedule": SCHEDULE,
    "games": GAMES,
    "cardroom": CARDROOM,
    "game-list": KNOWN_GAMES,
}

__all__ = ["CARDROOM", "FILES", "GAMES", "KNOWN_GAMES", "SCHEDULE", "Misread", "RawGame", "RawWager"]
