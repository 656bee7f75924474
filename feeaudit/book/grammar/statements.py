"""Statements on the position, on settlement and on backline bets, each in its own strength.

A game makes them, and so may a reading of an anomaly. ``schedules`` binds one to the schedules, or
editions, with whose rules it is printed: older rules do not bind the games of newer sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from feeaudit.book.grammar.shared_shapes import KIND, NEEDED_LINES, NOTE, SCHEDULES, SLUG, plain
from feeaudit.book.model import Backline, Cap, OfferDuty, Rotation, Settlement
from feeaudit.book.vocabulary import (
    ACTION_STARTS,
    BACKLINE,
    DIRECTIONS,
    ELIGIBILITY,
    FIRST_OFFERS,
    HOLDERS,
    IF_NOBODY,
    KIND_BY_KIND,
    NEVER_BANKS,
    OFFERED_TO,
    POSITIONS,
    RESULTS,
    UNCOVERED,
    UNITS,
)
from feeaudit.core.shape import Choice, Count, Flag, Key, Lines, ListOf, Record, Schema, Source


@dataclass(frozen=True, slots=True)
class OneRound:
    """A group of wagers: ``base`` or ``[player_line, banker_line]``."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        return ListOf(KIND, least=1).read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        return ListOf(KIND, least=1).schema(defs)


_BACKLINE_RULE: Record[Backline] = Record(
    "backline rule",
    {
        "rule": Key(Choice(BACKLINE, "word on backline bets"), "Whether allowed.", required=True),
        "wagers": Key(ListOf(KIND), "Only on these wagers; on all where absent."),
        "at_most": Key(Count(1), "So many backline bets on one position."),
        "lines": Key(Lines(), "Lines of the document that say so."),
        "schedules": SCHEDULES,
    },
    plain(Backline),
)


@dataclass(frozen=True, slots=True)
class BacklineRule:
    """A statement on backline bets: one word, or the word with its wagers, number and lines."""

    def read(self, node: yaml.Node, source: Source) -> Backline:
        if isinstance(node, yaml.ScalarNode):
            return Backline(Choice(BACKLINE, "word on backline bets").read(node, source))
        return _BACKLINE_RULE.read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        word = Choice(BACKLINE, "word on backline bets").schema(defs)
        return {"anyOf": [word, _BACKLINE_RULE.schema(defs)]}


BACKLINE_RULE = BacklineRule()

CAP: Record[Cap] = Record(
    "cap",
    {
        "hands": Key(Count(0), "How many in a row; 0 where no number is printed.", required=True),
        "unit": Key(Choice(UNITS, "unit"), "Hands or rounds.", required=True),
        "holder": Key(Choice(HOLDERS, "holder"), "Whose turns are counted.", required=True),
    },
    plain(Cap),
)


def _offer(values: dict[str, Any], _node: yaml.Node, _source: Source) -> OfferDuty:
    return OfferDuty(values.get("after"), values.get("unit", "hand"), values.get("to", "next"))


OFFER: Record[OfferDuty] = Record(
    "offer",
    {
        "after": Key(Count(1), "After how many; absent where no number is printed."),
        "unit": Key(Choice(UNITS, "unit"), "Hands or rounds."),
        "to": Key(Choice(OFFERED_TO, "receiver of offers"), "To whom."),
    },
    _offer,
)

# A button moves from seat to seat: of all that is said of a position, this binds it.
_OF_A_BUTTON = {"cap", "rotates_after", "direction"}


def _saying(values: dict[str, Any], node: yaml.Node, source: Source) -> set[str]:
    """Return the keys by which a statement says something; refuse one that says nothing."""
    said = values.keys() - {"lines", "schedules", "games", "position", "note"}
    if not said:
        raise source.misread(node, "this statement says nothing that could be kept or broken")
    return said


def _rotation(values: dict[str, Any], node: yaml.Node, source: Source) -> Rotation:
    idle = sorted(_saying(values, node, source) - _OF_A_BUTTON)
    if "position" in values and idle:
        raise source.misread(
            node, f"nothing uses {idle[0]!r} of a button, which nobody is offered: leave it out"
        )
    return Rotation(**values)


def _settlement(values: dict[str, Any], node: yaml.Node, source: Source) -> Settlement:
    others = sorted(_saying(values, node, source) - {"result", "order"})
    if "result" in values and (others or "order" not in values):
        raise source.misread(
            node, "'result' says whose hands have this 'order', and nothing else: state both alone"
        )
    return Settlement(**values)


ROTATION: Record[Rotation] = Record(
    "rotation",
    {
        "lines": NEEDED_LINES,
        "cap": Key(CAP, "A cap on consecutive turns."),
        "offer": Key(OFFER, "A duty to offer the position on."),
        "rotates_after": Key(Count(1), "The position itself moves on after so many hands."),
        "direction": Key(Choice(DIRECTIONS, "direction"), "The direction it moves."),
        "first_offer": Key(Choice(FIRST_OFFERS, "first offer"), "Who is offered it first."),
        "intervening": Key(Flag(), "An intervening player-dealer is required."),
        "if_nobody": Key(Choice(IF_NOBODY, "outcome"), "What happens if nobody accepts."),
        "eligible": Key(ListOf(Choice(ELIGIBILITY, "condition")), "Who may take it."),
        "never": Key(ListOf(Choice(NEVER_BANKS, "party")), "Who may never bank."),
        "shared_by": Key(Count(1), "How many parties may share the position."),
        "position": Key(Choice(POSITIONS, "position"), "What moves, where nobody banks."),
        "games": Key(ListOf(SLUG), "Only these games, for a general rule or a reading."),
        "schedules": SCHEDULES,
        "note": NOTE,
    },
    _rotation,
)

SETTLEMENT: Record[Settlement] = Record(
    "settlement",
    {
        "lines": NEEDED_LINES,
        "starts": Key(Choice(ACTION_STARTS, "starting place"), "Where it starts."),
        "direction": Key(Choice(DIRECTIONS, "direction"), "The direction it goes."),
        "result": Key(Choice(RESULTS, "result"), "Only hands that lose, that win, or that fold."),
        "order": Key(ListOf(KIND), "Wagers in the order they are settled."),
        "rounds": Key(ListOf(OneRound()), "Wagers settled around the table before the next group."),
        "kind_by_kind": Key(
            Choice(KIND_BY_KIND, "word on rounds"),
            "Whether each kind is settled around the table separately.",
        ),
        "uncovered": Key(ListOf(Choice(UNCOVERED, "outcome")), "What is not covered."),
        "schedules": SCHEDULES,
        "note": NOTE,
    },
    _settlement,
)
