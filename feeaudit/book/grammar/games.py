"""Game files: the game list, and a cardroom's games with their wagers and rotation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.anomalies import ANOMALY
from feeaudit.book.grammar.marks import MARKS
from feeaudit.book.grammar.shared_shapes import (
    APPROVAL,
    KIND,
    LIMIT_KEYS,
    LIMITS,
    LINES_KEY,
    NEEDED_LINES,
    NOTE,
    RULE,
    SCHEDULES,
    SLUG,
    limit_rule,
    refuse_idle_step,
)
from feeaudit.book.grammar.statements import BACKLINE_RULE, ROTATION, SETTLEMENT
from feeaudit.book.model import Backline, KnownGame, LimitRule, Wager
from feeaudit.book.vocabulary import (
    BACKLINE,
    GAME_KINDS,
    OPENING_ROUNDS,
    PLACED,
    ROLES,
)
from feeaudit.core.shape import Choice, Count, Flag, Key, Lines, ListOf, MapOf, Record, Source, Text

if TYPE_CHECKING:
    import yaml

_WAGER_KEYS: dict[str, Key] = {
    "role": Key(Choice(ROLES, "role"), "Its role in the game."),
    "placed": Key(Choice(PLACED, "moment"), "When it is placed."),
    "withdrawn": Key(Flag(), "Every player places it, and may take it back during the hand."),
    "names": Key(ListOf(Text()), "Names it is printed under."),
    "backline": Key(Choice(BACKLINE, "word on backline bets"), "Backline bets on it."),
    "schedules": SCHEDULES,
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
            withdrawn=self.values.get("withdrawn", False),
            names=tuple(dict.fromkeys(names)),
            lines=self.values.get("lines", ()),
            note=self.values.get("note", ""),
        )

    def rule(self, kind: str) -> LimitRule | None:
        return limit_rule((kind,), self.values)

    def backline(self, kind: str) -> Backline | None:
        rule = self.values.get("backline")
        if rule is None:
            return None
        bound = self.values.get("schedules", ())
        return Backline(rule, (kind,), None, self.values.get("lines", ()), bound)


def _raw_wager(values: dict[str, Any], node: yaml.Node, source: Source) -> RawWager:
    refuse_idle_step(values, node, source)
    return RawWager(values)


RAW_WAGER: Record[RawWager] = Record("wager", {**_WAGER_KEYS, **LIMIT_KEYS}, _raw_wager)


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
        "fewest_players": Key(Count(1), "The least number of players, the player-dealer included."),
        "seat_lines": Key(Lines(), "Lines of the document that say how many seats or players."),
        "backline": Key(ListOf(BACKLINE_RULE), "Backline bets in this game."),
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
        "marks": MARKS,
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
