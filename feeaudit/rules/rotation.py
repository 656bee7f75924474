"""What the book says of the player-dealer position in a game: every statement taken together.

A game's own statements and its cardroom's general ones all hold, each in its own strength: a cap
stays a cap, a duty to offer stays a duty to offer. Where they do not agree, or an ambiguous anomaly
bears on one of them, the doubt is kept, and findings that rest on it are for review.

The documents use *round* and *round of play* for one deal, so a cap or an offer in rounds is one
in hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feeaudit.book.model import Anomaly, Cardroom, Game, Rotation
    from feeaudit.rules.contexts import Context

Lines = tuple[int, ...]

MANY: Final = 2
"""From how many hands in a row on a cap without a number is looked at: every printed one is two."""

_ENTITY: Final = {"person_or_entity", "part_holder"}
_DOUBTS: Final = {
    "cap": "cap",
    "exception": "new_players_last",
    "previous_hand_only": "three_wagers_this_round",
}
"""What is in doubt where an ambiguous anomaly has a reading of this name."""


@dataclass(frozen=True, slots=True)
class Said:
    """A number of hands and the lines that print it; 0 where none is printed."""

    hands: int = 0
    lines: Lines = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the printed statements on the position come to.

    ``cap`` binds a person, ``entity_cap`` also an entity. ``loose_cap`` is a cap that the print
    does not settle, where it prints no firm one; ``why`` tells. ``turn`` is how many hands make a
    turn, 0 where nothing tells. ``doubts`` names eligibility conditions that are in doubt.
    """

    document: str = ""
    cap: Said = Said()
    entity_cap: Said = Said()
    loose_cap: Said = Said()
    offer: Said = Said()
    offered: bool = False
    offer_lines: Lines = ()
    offered_to: str = ""
    directions: tuple[str, ...] = ()
    direction_lines: Lines = ()
    first_offer: str = ""
    first_lines: Lines = ()
    intervening: Lines = ()
    turn: int = 0
    if_nobody: str = ""
    nobody_lines: Lines = ()
    eligible: Mapping[str, Lines] = field(default_factory=dict)
    never: Lines = ()
    doubts: frozenset[str] = frozenset()


NO_RULES: Final = Rules()


@dataclass(frozen=True, eq=False)
class Printed:
    """The rules of every game that occurs, and which of them each context has."""

    each: tuple[Rules, ...]
    of_context: tuple[int, ...]


def printed(contexts: Iterable[Context]) -> Printed:
    """Return the rules of the games that occur; no rules where there is no player-dealer."""
    places: dict[tuple[str, str], int] = {}
    rules = [NO_RULES]
    of_context = []
    for context in contexts:
        cardroom, game = context.cardroom, context.game
        if cardroom is None or game is None or game.kind != "player_dealer":
            of_context.append(0)
            continue
        key = (cardroom.cardroom, game.game)
        if key not in places:
            places[key] = len(rules)
            rules.append(composed(cardroom, game))
        of_context.append(places[key])
    return Printed(tuple(rules), tuple(of_context))


def composed(cardroom: Cardroom, game: Game) -> Rules:
    """Return what a game's statements and its cardroom's general ones come to."""
    general = [each for each in cardroom.rotation if not each.games or game.game in each.games]
    said = [*game.rotation, *general]
    doubts = _doubts(cardroom, game, said)
    cap = _strictest((each.cap.hands, each.lines) for each in said if each.cap)
    moves = _strictest((each.rotates_after or 0, each.lines) for each in said)
    offer = _strictest((each.offer.after or 0, each.lines) for each in said if each.offer)
    turn = cap.hands or moves.hands or offer.hands
    receivers = {each.offer.to for each in said if each.offer}
    return Rules(
        document=cardroom.document,
        cap=cap,
        entity_cap=_strictest(
            (each.cap.hands, each.lines) for each in said if each.cap and each.cap.holder in _ENTITY
        ),
        loose_cap=_loose(said, cap, moves, offer, in_doubt="cap" in doubts),
        offer=_due(said, offer, turn),
        offered=bool(receivers),
        offer_lines=_lines(said, lambda each: each.offer is not None),
        offered_to=next((each for each in _WIDEST if each in receivers), ""),
        directions=tuple(sorted({each.direction for each in said} - {""})),
        direction_lines=_lines(said, lambda each: bool(each.direction)),
        first_offer=next((each.first_offer for each in said if each.first_offer), ""),
        first_lines=_lines(said, lambda each: bool(each.first_offer)),
        intervening=_lines(said, lambda each: each.intervening),
        turn=turn,
        if_nobody=next((each.if_nobody for each in said if each.if_nobody), ""),
        nobody_lines=_lines(said, lambda each: bool(each.if_nobody)),
        eligible=_conditions(said),
        never=_lines(said, lambda each: bool(each.never)),
        doubts=doubts,
    )


_WIDEST: Final = ("all_seated", "seat_then_backline", "next")


def _strictest(stated: Iterable[tuple[int, Lines]]) -> Said:
    """Return the smallest number stated, with every line that states it."""
    numbers = [each for each in stated if each[0] > 0]
    if not numbers:
        return Said()
    least = min(number for number, _ in numbers)
    return Said(least, _merged(lines for number, lines in numbers if number == least))


def _loose(said: list[Rotation], cap: Said, moves: Said, offer: Said, *, in_doubt: bool) -> Said:
    if cap.hands:
        return Said()
    unnumbered = _lines(said, lambda each: each.cap is not None)
    if unnumbered:
        why = "the rules forbid to go on and on, but print no number"
        return Said(moves.hands or MANY, _merged([unnumbered, moves.lines]), why)
    if in_doubt and offer.hands:
        why = "the rules may mean a cap or only a duty to offer"
        return Said(offer.hands, offer.lines, why)
    if moves.hands:
        why = f"the rules move the position on after {moves.hands}, but print no cap"
        return Said(moves.hands, moves.lines, why)
    return Said()


def _due(said: list[Rotation], offer: Said, turn: int) -> Said:
    """Return after how many hands an offer is due: as printed, else when a turn is over."""
    lines = _lines(said, lambda each: each.offer is not None)
    if offer.hands or not lines:
        return offer
    return Said(turn, lines)


def _conditions(said: list[Rotation]) -> dict[str, Lines]:
    names = dict.fromkeys(name for each in said for name in each.eligible)
    return {name: _merged(each.lines for each in said if name in each.eligible) for name in names}


def _doubts(cardroom: Cardroom, game: Game, said: list[Rotation]) -> frozenset[str]:
    """Return what ambiguous anomalies leave open of the statements whose lines they name."""
    stated = {line for each in said for line in each.lines}
    return frozenset(
        _DOUBTS[reading.reading]
        for anomaly in (*game.anomalies, *cardroom.anomalies)
        if _bears_on(anomaly, game, stated)
        for reading in anomaly.readings
        if reading.reading in _DOUBTS
    )


def _bears_on(anomaly: Anomaly, game: Game, stated: set[int]) -> bool:
    named = not anomaly.games or game.game in anomaly.games
    return named and anomaly.conclusion == "ambiguous" and not stated.isdisjoint(anomaly.lines)


def _lines(said: list[Rotation], test: Callable[[Rotation], bool]) -> Lines:
    return _merged(each.lines for each in said if test(each))


def _merged(lines: Iterable[Lines]) -> Lines:
    return tuple(sorted({line for each in lines for line in each}))
