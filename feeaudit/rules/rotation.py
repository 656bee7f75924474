"""What the book says of the player-dealer position in a game: every statement taken together.

A game's own statements and its cardroom's general ones all hold, each in its own strength: a cap
stays a cap, a duty to offer stays a duty to offer. Where the paper can be read several ways, or
the option does not tell whose rules hold, there are several sets of rules; what breaks all of them
is a violation, what breaks some is for review.

The documents use *round* and *round of play* for one deal, so a cap or an offer in rounds is one
in hands. A position goes one way round the table, so a reading that states a direction states the
only one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Final

from feeaudit.book.catalogue import schedules_of
from feeaudit.core.kept_answers import kept
from feeaudit.rules.doubts import open_anomalies, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from feeaudit.book.model import Anomaly, Cardroom, Game, Reading, Rotation, Schedule
    from feeaudit.rules.contexts import Context

Lines = tuple[int, ...]
Options = tuple[tuple["Schedule", str], ...]

MANY: Final = 2
"""From how many hands in a row on a cap without a number is looked at: every printed one is two."""

_ENTITY: Final = {"person_or_entity", "part_holder"}
_SCHEDULE: Final = ""
"""What stands for the schedule among the anomalies on whose readings rules rest."""


@dataclass(frozen=True, slots=True)
class Said:
    """A number of hands and the lines that print it; 0 where none is printed."""

    hands: int = 0
    lines: Lines = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the printed statements on the position come to under one reading of them.

    ``cap`` binds a person, ``entity_cap`` also an entity. ``loose_cap`` is a cap that the print
    does not settle, where it prints no firm one; ``why`` tells. ``turn`` is how many hands make a
    turn, 0 where nothing tells. ``button`` tells that the position is a dealer button that moves
    from seat to seat and is offered to nobody.
    """

    document: str = ""
    button: bool = False
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


NO_RULES: Final = Rules()


@dataclass(frozen=True, slots=True)
class ReadRules:
    """Rules, and the reading of each anomaly on which they rest."""

    rules: Rules
    reads: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a game at an option, one for each way that the paper can be read."""

    each: tuple[ReadRules, ...] = (ReadRules(NO_RULES),)

    def under(self, reading: int) -> Rules:
        """Return the rules under a reading by its number, none beyond the last."""
        return self.each[reading].rules if reading < len(self.each) else NO_RULES

    def in_doubt(self, broken: frozenset[int]) -> tuple[str, ...]:
        """Return the anomalies that decide whether rules are broken; these are, by their place.

        One decides where other rules, which differ in its reading alone, are not broken. None does
        where it depends on the schedule that the option is of.
        """
        ids = {
            one
            for mine in broken
            for other in range(len(self.each))
            if other not in broken
            for one in self._apart(mine, other)
        }
        return tuple(sorted(ids - {_SCHEDULE}))

    def _apart(self, mine: int, other: int) -> set[str]:
        """Return the one anomaly in whose reading two sets of rules differ, if it is one."""
        apart = {name for name, _ in self.each[mine].reads ^ self.each[other].reads}
        return apart if len(apart) == 1 else set()


@dataclass(frozen=True, eq=False)
class Printed:
    """The rules of every game that occurs, and which of them each context has."""

    each: tuple[RuleSet, ...]
    of_context: tuple[int, ...]


def printed(contexts: Iterable[Context]) -> Printed:
    """Return the rules of the games that occur; no rules where nothing is said of the position."""
    sets, known = [RuleSet()], dict[int, tuple[RuleSet, int]]()
    of_context = []
    for context in contexts:
        cardroom, game = context.cardroom, context.game
        if cardroom is None or game is None or not has_position(cardroom, game):
            of_context.append(0)
            continue
        found = _rule_set(cardroom, game, context)
        if id(found) not in known:
            if found not in sets:
                sets.append(found)
            known[id(found)] = (found, sets.index(found))
        of_context.append(known[id(found)][1])
    return Printed(tuple(sets), tuple(of_context))


# The parts of a long log are of the same games, day after day.
@kept(4_000)
def _rule_set(cardroom: Cardroom, game: Game, context: Context) -> RuleSet:
    options = _options(context) or _in_force(context, cardroom, game)
    return rule_set(cardroom, game, options)


_SETS: Final = 1_000
"""So many sets of rules are more than the games of a state have."""
_sets: list[RuleSet] = []


def _one_of(rules: RuleSet) -> RuleSet:
    """Return the same object for rules that say the same: by then, to compare them is slow."""
    if rules in _sets:
        return _sets[_sets.index(rules)]
    if len(_sets) >= _SETS:
        _sets.clear()
    _sets.append(rules)
    return rules


def _options(context: Context) -> Options:
    return tuple((offer.schedule, offer.option.option) for offer in context.offers)


def _in_force(context: Context, cardroom: Cardroom, game: Game) -> Options:
    """Return the schedules that an option which is not told may be of."""
    schedules = schedules_of(cardroom, game)
    return tuple((each, "") for each in schedules if each.key in context.valid)


def has_position(cardroom: Cardroom, game: Game) -> bool:
    """Tell whether a game has a player-dealer, or poker rules that speak of a position."""
    return game.kind == "player_dealer" or any(True for _ in said_of(cardroom, game))


def said_of(cardroom: Cardroom, game: Game) -> Iterator[Rotation]:
    """Yield what is printed of the position, in the game's rules and in general."""
    yield from game.rotation
    yield from (each for each in cardroom.rotation if _is_for(each, game))


def _is_for(said: Rotation, game: Game) -> bool:
    """Tell whether a statement is for a game; a general one that names none is for banked games."""
    return game.game in said.games if said.games else game.kind == "player_dealer"


def rule_set(cardroom: Cardroom, game: Game, options: Options = ()) -> RuleSet:
    """Return the rules of a game under each reading, for the options it may be played at.

    Without any, only what is bound to no schedule holds.
    """
    read = []
    for schedule, option in options or ((None, ""),):
        anomalies = open_anomalies(cardroom, game, schedule, option)
        read.append(_readings(cardroom, game, schedule, *anomalies))
    if len(read) == 1:
        return _together(read[0])
    found: list[ReadRules] = []
    for (schedule, _), several in zip(options, read, strict=True):
        if not all(each.rules in [one.rules for one in found] for each in several):
            named = {(_SCHEDULE, schedule.key)}
            found += [replace(each, reads=each.reads | named) for each in several]
    return _together(tuple(found))


@kept(4_000)
def _together(found: tuple[ReadRules, ...]) -> RuleSet:
    """Return rules as one set; readings that come to the same leave nothing open."""
    alike = all(each.rules == found[0].rules for each in found)
    return _one_of(RuleSet((ReadRules(found[0].rules),) if alike else found))


# Of a schedule's many options most leave the same open.
@kept(4_000)
def _readings(
    cardroom: Cardroom, game: Game, schedule: Schedule | None, *anomalies: Anomaly
) -> tuple[ReadRules, ...]:
    """Return the rules under every combination of readings of what is open about them."""

    def stated(reading: Reading) -> list[Rotation]:
        return [each for each in reading.rotation if not each.games or game.game in each.games]

    printed = [*said_of(cardroom, game)]
    known = statements(printed, anomalies, stated, schedule)
    open_ones = {each.id: each for one in known for each in one.doubts}
    found = []
    for choice in product(*(anomaly.readings for anomaly in open_ones.values())):
        reads = dict(zip(open_ones, choice, strict=True))
        said = [
            each.said
            for each in known
            if all(_holds(each.said, one, reads[one.id], stated) for one in each.doubts)
        ]
        rules = composed(cardroom.document, said, [each for each in said if each not in printed])
        names = frozenset((name, reading.reading) for name, reading in reads.items())
        found.append(ReadRules(rules, names))
    return tuple(found)


def _holds(
    said: Rotation,
    doubt: Anomaly,
    reading: Reading,
    stated: Callable[[Reading], list[Rotation]],
) -> bool:
    """Tell whether a statement in doubt holds under a reading: it makes it, or leaves it."""
    if any(said in stated(each) for each in doubt.readings):
        return said in stated(reading)
    return set(said.lines).isdisjoint(reading.without)


def composed(document: str, said: list[Rotation], read: list[Rotation]) -> Rules:
    """Return what statements come to; ``read`` are those of them that readings make."""
    only_ways = [each for each in read if each.direction]
    ways = only_ways or [each for each in said if each.direction]
    button = bool(said) and all(each.position == "button" for each in said)
    moves = _strictest((each.rotates_after or 0, each.lines) for each in said)
    caps = [(each.cap.hands, each.lines) for each in said if each.cap]
    # A button moves for everybody: who has it again has it more often than the rules allow.
    caps += [(each.rotates_after or 0, each.lines) for each in said if each.position == "button"]
    cap = _strictest(caps)
    offer = _strictest((each.offer.after or 0, each.lines) for each in said if each.offer)
    turn = cap.hands or moves.hands or offer.hands
    receivers = {each.offer.to for each in said if each.offer}
    return Rules(
        document=document,
        button=button,
        cap=cap,
        entity_cap=_strictest(
            (each.cap.hands, each.lines) for each in said if each.cap and each.cap.holder in _ENTITY
        ),
        loose_cap=_loose(said, cap, moves),
        offer=_due(said, offer, turn),
        offered=bool(receivers),
        offer_lines=_lines(said, lambda each: each.offer is not None),
        offered_to=next((each for each in _WIDEST if each in receivers), ""),
        directions=tuple(sorted({each.direction for each in ways})),
        direction_lines=_lines(ways, lambda _: True),
        first_offer=next((each.first_offer for each in said if each.first_offer), ""),
        first_lines=_lines(said, lambda each: bool(each.first_offer)),
        intervening=_lines(said, lambda each: each.intervening),
        turn=turn,
        if_nobody=next((each.if_nobody for each in said if each.if_nobody), ""),
        nobody_lines=_lines(said, lambda each: bool(each.if_nobody)),
        eligible=_conditions(said),
        never=_lines(said, lambda each: bool(each.never)),
    )


_WIDEST: Final = ("all_seated", "seat_then_backline", "next")


def _strictest(stated: Iterable[tuple[int, Lines]]) -> Said:
    """Return the smallest number stated, with every line that states it."""
    numbers = [each for each in stated if each[0] > 0]
    if not numbers:
        return Said()
    least = min(number for number, _ in numbers)
    return Said(least, _merged(lines for number, lines in numbers if number == least))


def _loose(said: list[Rotation], cap: Said, moves: Said) -> Said:
    if cap.hands:
        return Said()
    unnumbered = _lines(said, lambda each: each.cap is not None)
    if unnumbered:
        why = "the rules prohibit holding it continuously, but state no number"
        return Said(moves.hands or MANY, _merged([unnumbered, moves.lines]), why)
    if moves.hands:
        why = f"the rules move the position on after {moves.hands}, but state no cap"
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


def _lines(said: list[Rotation], test: Callable[[Rotation], bool]) -> Lines:
    return _merged(each.lines for each in said if test(each))


def _merged(lines: Iterable[Lines]) -> Lines:
    return tuple(sorted({line for each in lines for line in each}))
