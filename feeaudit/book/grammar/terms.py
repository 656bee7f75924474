"""Terms: how a stretch of options is collected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.shared_shapes import (
    KIND,
    LIMITS,
    NEEDED_LINES,
    NOTE,
    OPTION,
    SLUG,
    LimitShape,
    OptionSet,
    options_named,
)
from feeaudit.book.model import Charge, TableLimit, Term
from feeaudit.book.vocabulary import (
    COMPONENTS,
    MOMENTS,
    NO_OPENING_ROUND,
    OPENING_ROUNDS,
    PAYERS,
    PER,
    PERIOD_STARTS,
    PLAYER_COUNTS,
    READING_MOMENTS,
)
from feeaudit.core.shape import Choice, Count, Key, Lines, ListOf, Record, Source

if TYPE_CHECKING:
    import yaml

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


def _charge(values: dict[str, Any], _node: yaml.Node, _source: Source) -> dict[str, Any]:
    return values


_CHARGE_KEYS: dict[str, Key] = {
    "per": Key(Choice(PER, "unit"), "How often it is owed."),
    "wagers": Key(ListOf(KIND), "The wagers counted in the total, or each charged."),
    "collect": Key(ListOf(Choice(MOMENTS, "moment")), "When it is taken; any of these."),
    "payer": Key(Choice(PAYERS, "payer"), "Who pays, where it is not the usual payer."),
    "count": Key(Choice(PLAYER_COUNTS, "player count"), "Which players are counted."),
}
CHARGE: Record[dict[str, Any]] = Record(
    "charge",
    {
        **_CHARGE_KEYS,
        "shortfall": Key(Choice(PAYERS, "payer"), "Who pays what the payer cannot."),
    },
    _charge,
)
READING_CHARGE: Record[dict[str, Any]] = Record(
    "reading's charge",
    {
        **_CHARGE_KEYS,
        "collect": Key(
            ListOf(Choice(READING_MOMENTS, "moment")), "When it is taken; any of these."
        ),
        "antes": Key(Count(1), "How many players ante at most, where the antes bear a fee."),
    },
    _charge,
)


def _made_charge(component: str, values: dict[str, Any], term: dict[str, Any]) -> Charge:
    moments = values.get("collect", term.get("collect", ()))
    return Charge(
        component=component,
        per=values.get("per") or _PER_OF.get(component, "hand"),
        payer=values.get("payer") or _PAYER_OF[component],
        wagers=values.get("wagers", ()),
        moments=moments,
        count=values.get("count", ""),
        shortfall=values.get("shortfall", ""),
        moment_lines=term.get("moment_lines", term["lines"]) if moments else (),
    )


def _table_limit(values: dict[str, Any], _node: yaml.Node, _source: Source) -> TableLimit:
    names = ("per", "ladder")
    given = {name: values[name] for name in names if name in values}
    return TableLimit(values.get("minimum"), values.get("maximum"), **given)


_TABLE_LIMIT_KEYS: dict[str, Key] = {
    "minimum": Key(LimitShape(), "The minimum, or the range minimums may be chosen from."),
    "maximum": Key(LimitShape(), "The maximum, or the range maximums may be chosen from."),
}

TABLE_LIMIT: Record[TableLimit] = Record(
    "table limit",
    {**_TABLE_LIMIT_KEYS, "per": Key(Choice(PER, "unit"), "Applied to each of what.")},
    _table_limit,
)

READING_TABLE_LIMIT: Record[TableLimit] = Record(
    "table limit of a reading",
    {
        **_TABLE_LIMIT_KEYS,
        "ladder": Key(
            Choice(COMPONENTS, "component"), "Each option's bounds of this fee are its limit."
        ),
    },
    _table_limit,
)


PERIOD_START: Key = Key(Choice(PERIOD_STARTS, "start of a period"), "When a period begins.")


@dataclass(frozen=True, slots=True)
class RawTerm:
    """A term before the options of its schedule are known."""

    values: dict[str, Any]
    row: int

    def made(self, numbered: bool, known: tuple[str, ...]) -> Term:
        values = self.values
        charges = tuple(
            _made_charge(component, values[component], values)
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
            period_starts=values.get("period_starts", ""),
            opening_round=values.get("opening_round", ""),
            no_opening_round=values.get("no_opening_round", ""),
            bands=tuple(
                options_named((band,), numbered, known) for band in values.get("bands", ())
            ),
            table_limit=values.get("table_limit"),
            limits=values.get("limits", ()),
            note=values.get("note", ""),
            collect=values.get("collect", ()),
        )


def _raw_term(values: dict[str, Any], node: yaml.Node, source: Source) -> RawTerm:
    if ("period" in values) != ("period_starts" in values):
        raise source.misread(node, "'period' and 'period_starts' are stated together")
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
        "moment_lines": Key(Lines(), "The lines that state when, where 'lines' are many."),
        **{
            component: Key(CHARGE, f"How the {component} fee is charged: {doc}.")
            for component, doc in COMPONENTS.items()
        },
        "free": Key(ListOf(KIND), "Wagers on which players pay nothing, as stated."),
        "period": Key(Count(1), "Minutes of a period."),
        "period_starts": PERIOD_START,
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
