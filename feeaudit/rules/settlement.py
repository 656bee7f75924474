"""What the printed rules of a game say about settlement, put together from their statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Game, Rule, Settlement
    from feeaudit.rules.contexts import Context

BOTH_WAYS: Final = ("clockwise", "counter_clockwise")


@dataclass(frozen=True, slots=True)
class Start:
    """One printed start of settlement and the ways it may go on; two where none is stated."""

    starts: str
    directions: tuple[str, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Where a wager kind stands in the printed order, at the earliest and at the latest."""

    earliest: dict[str, int]
    latest: dict[str, int]
    lines: tuple[int, ...]
    qualified: bool


def is_banked(context: Context) -> bool:
    """Tell whether the game has a player-dealer position."""
    return context.game is not None and context.game.kind == "player_dealer"


def cover_rules(context: Context) -> tuple[Rule, ...]:
    """Return the statements that nobody wins or loses more than the player-dealer put up."""
    if context.game is None or context.cardroom is None:
        return ()
    name, kind = context.game.game, context.game.kind
    general = (
        rule
        for rule in context.cardroom.rules
        if (not rule.games or name in rule.games) and rule.kind in {"", kind}
    )
    return tuple(r for r in (*context.game.rules, *general) if r.rule == "covers_only")


def cover_in_doubt(context: Context) -> bool:
    """Tell whether a note qualifies every such statement, so that it may not bind all wagers."""
    rules = cover_rules(context)
    return bool(rules) and all(rule.note for rule in rules)


def returns(context: Context) -> tuple[Settlement, ...]:
    """Return the statements that what is not covered is returned."""
    if context.game is None:
        return ()
    return tuple(each for each in context.game.settlement if "returned" in each.uncovered)


def starts(game: Game) -> tuple[Start, ...]:
    """Return each printed start of settlement; several where statements contradict each other."""
    anywhere = _directions(game.settlement)
    found = []
    for place in dict.fromkeys(each.starts for each in game.settlement if each.starts):
        said = [each for each in game.settlement if each.starts == place]
        directions = _directions(said) or anywhere
        lines = tuple(sorted({line for each in said for line in each.lines}))
        if len(directions) == len(BOTH_WAYS):
            # Two statements that send settlement both ways: each is a start of its own.
            found += [Start(place, (way,), lines) for way in directions]
        else:
            found.append(Start(place, directions or BOTH_WAYS, lines))
    return tuple(found)


def _directions(said: Iterable[Settlement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.direction for each in said if each.direction))


def ranks(game: Game) -> Ranks:
    """Return the printed order of wager kinds; orders that differ leave their kinds side by side.

    A note beside an order says that part of it is not printed, so it is qualified.
    """
    said = [each for each in game.settlement if each.order]
    listed = set(said[0].order).intersection(*(each.order for each in said)) if said else set()
    places = {kind: [each.order.index(kind) for each in said] for kind in listed}
    return Ranks(
        earliest={kind: min(found) for kind, found in places.items()},
        latest={kind: max(found) for kind, found in places.items()},
        lines=tuple(sorted({line for each in said for line in each.lines})),
        qualified=any(each.note for each in said),
    )


def document_of(context: Context) -> str:
    """Return the document that prints the rules of the game."""
    return context.cardroom.document if context.cardroom is not None else ""
