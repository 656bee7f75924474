"""Game files: the game list, and a cardroom's games with their wagers and rotation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.anomalies import ANOMALY
from feeaudit.book.grammar.common import (
    APPROVAL,
    KIND,
    LIMIT_KEYS,
    LIMITS,
    LINES_KEY,
    NEEDED_LINES,
    NOTE,
    RULE,
    SLUG,
    limit_rule,
    plain,
)
from feeaudit.book.model import Cap, KnownGame, LimitRule, Offer, Rotation, Settlement, Wager
from feeaudit.book.words import (
    ACTION_STARTS,
    BACKLINE,
    DIRECTIONS,
    ELIGIBILITY,
    FIRST_OFFERS,
    GAME_KINDS,
    HOLDERS,
    IF_NOBODY,
    NEVER_BANKS,
    OFFERED_TO,
    OPENING_ROUNDS,
    PLACED,
    ROLES,
    UNCOVERED,
    UNITS,
)
from feeaudit.core.shape import Choice, Count, Flag, Key, ListOf, MapOf, Record, Source, Text

if TYPE_CHECKING:
    import yaml

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
        return limit_rule((kind,), self.values)


def _raw_wager(values: dict[str, Any], _node: yaml.Node, _source: Source) -> RawWager:
    return RawWager(values)


RAW_WAGER: Record[RawWager] = Record("wager", {**_WAGER_KEYS, **LIMIT_KEYS}, _raw_wager)

CAP: Record[Cap] = Record(
    "cap",
    {
        "hands": Key(Count(0), "How many in a row; 0 where no number is printed.", required=True),
        "unit": Key(Choice(UNITS, "unit"), "Hands or rounds.", required=True),
        "holder": Key(Choice(HOLDERS, "holder"), "Whose turns are counted.", required=True),
    },
    plain(Cap),
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
    plain(Rotation),
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
    plain(Settlement),
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
