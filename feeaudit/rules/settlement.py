"""What the printed rules of a game say about settlement, under every reading that can be defended.

Statements are put together for each combination of readings, so that a hand can be judged under
each: what breaks all of them is wrong, what breaks only some is for a person, who is told which
recorded anomaly decides it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.book.catalogue import rules_of, schedules_of
from feeaudit.rules.doubts import open_anomalies, statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.book.model import Anomaly, Cardroom, Game, Rule, Schedule, Settlement
    from feeaudit.rules.contexts import Context

BOTH_WAYS: Final = ("clockwise", "counter_clockwise")
RESULTS: Final = ("", "losing", "winning", "folded")
"""What became of a player's hand; first where its wagers do not say."""
_SERVES_ONCE: Final = frozenset({"returned", "used_once"})


class Place(NamedTuple):
    """Where a kind of wager stands: in which round of the table, and in which place of a seat."""

    round: int
    rank: int


Spans = dict[str, tuple[Place, Place]]
"""Where kinds of wagers stand, at the earliest and at the latest, for statements may differ."""


@dataclass(frozen=True)
class PrintedOrder:
    """One printed order of settlement: where it starts and the ways it may go on, two if unstated.

    ``spans`` are by the result of a player's hand, which its wagers of the kinds ``on_hand`` show;
    kinds that are not there have no printed place. Where hands that fold have an order, who stays
    in places a wager of the kinds ``raises``.
    """

    starts: str
    directions: tuple[str, ...]
    spans: dict[str, Spans]
    on_hand: frozenset[str]
    raises: frozenset[str]
    lines: tuple[int, ...]

    @cached_property
    def rounds(self) -> int:
        """Return how often settlement goes round; once where every seat is settled at once."""
        return 1 + max((each.round for each in self._latest), default=0)

    @cached_property
    def ranks(self) -> int:
        """Return more than any place within a seat."""
        return 2 + max((each.rank for each in self._latest), default=0)

    @property
    def _latest(self) -> list[Place]:
        return [late for spans in self.spans.values() for _, late in spans.values()]

    def span(self, kind: str, result: str = "") -> tuple[Place, Place]:
        """Return where a kind stands, at the earliest and at the latest; free without a place."""
        if kind in self.spans[result]:
            return self.spans[result][kind]
        if self.rounds == 1:
            return Place(0, 0), Place(0, self.ranks - 1)
        return Place(-1, 0), Place(self.rounds, 0)


@dataclass(frozen=True, slots=True)
class World:
    """What is said under one schedule and one reading of each anomaly that bears on settlement."""

    schedule: str
    readings: tuple[Anomaly, ...]
    settlement: tuple[Settlement, ...]
    covers: tuple[Rule, ...]
    on_hand: frozenset[str] = frozenset()
    """The kinds of wagers that win or lose with the player's hand; bonus bets go their own way."""
    raises: frozenset[str] = frozenset()
    """The kinds that who stays in has placed; none where no order is for those who fold."""

    @property
    def returns(self) -> tuple[Settlement, ...]:
        """Return the statements that the player-dealer's money serves once, and no further."""
        return tuple(
            each for each in self.settlement if not _SERVES_ONCE.isdisjoint(each.uncovered)
        )

    def apart(self, other: World) -> list[str]:
        """Return the ids of what is read otherwise in another world; a schedule has none."""
        mine, others = ({each.id: each.readings for each in one.readings} for one in (self, other))
        found = [name for name in mine.keys() | others.keys() if mine.get(name) != others.get(name)]
        return found if self.schedule == other.schedule else [*found, ""]


@dataclass(frozen=True)
class SettlementRules:
    """The rules of settlement of a game under an option, in every world; no game, no rules."""

    game: str = ""
    document: str = ""
    worlds: tuple[World, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()
    bettor_bound: tuple[int, ...] = ()
    """The lines that let no bettor win more than was bet."""

    @cached_property
    def starts(self) -> tuple[str, ...]:
        """Return where settlement starts in print; several where statements or readings differ."""
        said = (each.starts for world in self.worlds for each in world.settlement)
        return tuple(dict.fromkeys(filter(None, said)))

    @cached_property
    def orders(self) -> tuple[tuple[World, tuple[PrintedOrder, ...]], ...]:
        """Return each printed order with its world, and the others that do as well.

        A world that prints no start has none; several where statements contradict each other.
        """
        return tuple((world, each) for world in self.worlds for each in (*_orders(world),) or ((),))

    def deciding(self, worlds: Sequence[World], holds: Sequence[bool]) -> tuple[Anomaly, ...]:
        """Return the anomalies on whose reading alone it depends whether something holds."""
        found: set[str] = set()
        for (one, holds_in_one), (other, holds_in_other) in combinations(
            zip(worlds, holds, strict=True), 2
        ):
            apart = one.apart(other) if holds_in_one != holds_in_other else []
            if len(apart) == 1:
                found.update(apart)
        return tuple(each for each in self.anomalies if each.id in found)


def is_banked(context: Context) -> bool:
    """Tell whether the game has a player-dealer position."""
    return context.game is not None and context.game.kind == "player_dealer"


def rules_key(context: Context) -> tuple[object, ...]:
    """Return what tells the rules of contexts apart: the game, its schedules, and what is in doubt.

    Most options share their rules, and there are many options.
    """
    doubts = (
        (id(offer.schedule), *_doubts_of_option(offer.schedule, offer.option.option))
        for offer in context.offers
    )
    return (id(context.game), *(doubts if context.offers else context.valid))


def _doubts_of_option(schedule: Schedule, option: str) -> Iterator[str]:
    for each in schedule.anomalies:
        if option in each.options and any(
            reading.settlement or reading.rules or reading.without for reading in each.readings
        ):
            yield each.id


def settlement_rules(context: Context) -> SettlementRules:
    """Return what the book says of settlement where a context is played."""
    room, game = context.cardroom, context.game
    if room is None or game is None:
        return SettlementRules()
    worlds: list[World] = []
    anomalies: dict[str, Anomaly] = {}
    for schedule, option in _schedules(context, room, game):
        rules = tuple(_covers(room, game, schedule))
        bearing = [
            each
            for each in open_anomalies(room, game, schedule, option)
            if _bears_on(each, {*_lines(game.settlement), *_lines(rules)})
        ]
        anomalies |= {each.id: each for each in bearing}
        worlds += _worlds(game, schedule, rules, bearing)
    bound = [each for each in game.rules if each.rule == "bettor_bound"]
    return SettlementRules(
        game.name, room.document, tuple(worlds), tuple(anomalies.values()), _lines(bound)
    )


def _schedules(context: Context, room: Cardroom, game: Game) -> list[tuple[Schedule | None, str]]:
    """Return the schedules that may be in use; where no option is told, all that are in force."""
    if context.offers:
        return [(offer.schedule, offer.option.option) for offer in context.offers]
    valid = [each for each in schedules_of(room, game) if each.key in context.valid]
    return [(each, "") for each in valid] if valid else [(None, "")]


def _worlds(
    game: Game, schedule: Schedule | None, rules: tuple[Rule, ...], anomalies: list[Anomaly]
) -> Iterator[World]:
    one_reading = ([replace(each, readings=(way,)) for way in each.readings] for each in anomalies)
    for read in product(*one_reading):
        settlement = statements(game.settlement, read, lambda way: way.settlement, schedule)
        covers = statements(rules, read, lambda way: _only_covers(way.rules), schedule)
        yield World(
            schedule.key if schedule is not None else "",
            read,
            tuple(each.said for each in settlement),
            tuple(each.said for each in covers),
            frozenset(each.wager for each in game.wagers if each.role != "bonus"),
            frozenset(
                each.wager
                for each in game.wagers
                if each.role == "raise" and any(one.said.result == "folded" for one in settlement)
            ),
        )


def _covers(room: Cardroom, game: Game, schedule: Schedule | None) -> Iterator[Rule]:
    """Yield the statements that nobody wins or loses more than the player-dealer put up."""
    yield from _only_covers(rules_of(room, game, schedule))


def _only_covers(rules: Iterable[Rule]) -> list[Rule]:
    return [each for each in rules if each.rule == "covers_only"]


def _bears_on(anomaly: Anomaly, lines: set[int]) -> bool:
    """Tell whether a reading of an anomaly states or drops something about settlement."""
    return any(
        each.settlement or _only_covers(each.rules) or not lines.isdisjoint(each.without)
        for each in anomaly.readings
    )


def _lines(said: Iterable[Settlement | Rule]) -> tuple[int, ...]:
    return tuple(sorted({line for each in said for line in each.lines}))


def _orders(world: World) -> Iterator[tuple[PrintedOrder, ...]]:
    """Yield each printed start with the orders that it may take."""
    words = {each.kind_by_kind for each in world.settlement}
    places = [_by_result(world.settlement, by_kind="required" in words)]
    if "allowed" in words:
        places.append(_by_result(world.settlement, by_kind=True))
    ordered = [each for each in world.settlement if each.order or each.rounds]
    anywhere = _directions(world.settlement)
    for start in dict.fromkeys(each.starts for each in world.settlement if each.starts):
        said = [each for each in world.settlement if each.starts == start]
        ways = _directions(said) or anywhere
        lines = _lines([*said, *ordered])
        # Two statements that send settlement both ways: each is an order of its own.
        orders: list[tuple[str, ...]] = [(way,) for way in ways]
        for each in orders or [BOTH_WAYS]:
            yield tuple(
                PrintedOrder(start, each, by, world.on_hand, world.raises, lines) for by in places
            )


def _directions(said: Iterable[Settlement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.direction for each in said if each.direction))


def _by_result(said: tuple[Settlement, ...], *, by_kind: bool) -> dict[str, Spans]:
    """Return where kinds of wagers stand in hands of each result, or of one that is not known."""
    bound = {
        "": {"", "losing", "winning"},
        "losing": {"", "losing"},
        "winning": {"", "winning"},
    }
    spans = {
        result: _places([each for each in said if each.result in results], by_kind=by_kind)
        for result, results in bound.items()
    }
    # What is collected of hands that fold goes before the first round.
    first = {
        kind: (Place(-1, at), Place(-1, at))
        for each in said
        if each.result == "folded"
        for at, kind in enumerate(each.order)
    }
    return spans | {"folded": spans["losing"] | first}


def _places(said: list[Settlement], *, by_kind: bool) -> Spans:
    """Return where kinds of wagers stand at the earliest and at the latest."""
    orders = [each.order for each in said if each.order]
    parted = [each.rounds for each in said if each.rounds]
    if by_kind:
        parted = [tuple((kind,) for kind in order) for order in orders]
    ranks = _spans([{kind: at for at, kind in enumerate(order)} for order in orders])
    rounds = _spans(
        [{kind: at for at, group in enumerate(groups) for kind in group} for groups in parted]
    )
    anywhere = (0, max((last for _, last in ranks.values()), default=0))
    spans = {}
    for kind in rounds or ranks:
        in_rounds, at_seat = rounds.get(kind, (0, 0)), ranks.get(kind, anywhere)
        spans[kind] = (Place(in_rounds[0], at_seat[0]), Place(in_rounds[1], at_seat[1]))
    return spans


def _spans(places: list[dict[str, int]]) -> dict[str, tuple[int, int]]:
    """Return the first and last place of each kind that all statements list.

    Statements that differ leave their kinds side by side; what only some list has no place.
    """
    listed = set(places[0]).intersection(*places) if places else set()
    return {
        kind: (min(each[kind] for each in places), max(each[kind] for each in places))
        for kind in listed
    }
