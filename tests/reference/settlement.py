"""What the rules of settlement make of one hand, worked out wager by wager from the YAML alone.

A world is one choice of a reading for every open anomaly. In each world a hand keeps to the printed
rules or breaks them; what breaks them in all worlds is a violation, in some a review that names the
anomalies on which it depends. Amounts are cents, seats are numbers.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from reference.paper import listed, names_of, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Facts = dict[str, Any]
WAYS = ("clockwise", "counter_clockwise")
SEATS = 100


class Bet(NamedTuple):
    """A wager of a hand and what became of it: what it won (or, negative, lost) and got back."""

    seat: int
    wager: str
    amount: int
    result: int
    returned: int
    player: str = ""

    @property
    def lost(self) -> int:
        return max(min(-self.result, self.amount - self.returned), 0)

    @property
    def won(self) -> int:
        return max(self.result, 0) if self.returned < self.amount else 0

    @property
    def settled(self) -> bool:
        return self.lost > 0 or self.won > 0


class Hand(NamedTuple):
    """A hand whose player-dealer put up so much; no seat where the log does not tell it."""

    bets: tuple[Bet, ...]
    put_up: int
    dealer: int | None
    action: int | None

    @property
    def against(self) -> list[Bet]:
        """The wagers against the player-dealer."""
        return [bet for bet in self.bets if bet.seat != self.dealer]


class Verdict(NamedTuple):
    """What a check makes of a hand: pass, violation, review or untested, and the doubts it names."""

    word: str
    doubts: tuple[str, ...] = ()


class World(NamedTuple):
    """One reading of each anomaly, by its place in print, and what is then said."""

    readings: tuple[tuple[str, str], ...]
    settlement: list[Facts]
    covers: list[Facts]
    bonus: set[str]
    raises: set[str]


class Plan(NamedTuple):
    """One way to go about settlement: the printed orders of a seat, the rounds, start and way.

    Each order with the result of the hands it is for, if it is for some only.
    """

    orders: list[tuple[str, list[str]]]
    rounds: list[list[list[str]]]
    first: int
    way: str

    def away(self, bet: Bet) -> int:
        """Return how many seats after the first a wager's is, going round this way."""
        ahead = bet.seat - self.first
        return (ahead if self.way == "clockwise" else -ahead) % SEATS


class Rules(NamedTuple):
    """The rules of one game under one schedule's option."""

    worlds: list[World]

    def judged(self, broken: list[bool]) -> Verdict:
        """Return the verdict on what breaks some worlds."""
        if not any(broken):
            return Verdict("pass")
        if all(broken):
            return Verdict("violation")
        pairs = combinations(zip(self.worlds, broken, strict=True), 2)
        apart = [
            {place for place, _ in set(one.readings) ^ set(other.readings)}
            for (one, breaks), (other, breaks_too) in pairs
            if breaks != breaks_too
        ]
        alone = {place for places in apart if len(places) == 1 for place in places}
        return Verdict("review", tuple(sorted(alone)))


def rules_of(folder: Path, cardroom: str, game: str, schedule: Facts, option: str) -> Rules:
    """Return the rules of a game under an option of a schedule, whose YAML is given."""
    room = read_yaml(folder / cardroom / "cardroom.yaml")
    played = read_yaml(folder / cardroom / "games.yaml")["games"][game]
    bound = {schedule["schedule"], f"{schedule['schedule']}@{schedule.get('edition', '1')}"}
    general = [
        each
        for each in listed(room.get("rules"))
        if each.get("kind", "player_dealer") == "player_dealer"
        and game in listed(each.get("games", game))
    ]
    settlement = _bound(listed(played.get("settlement")), bound)
    covers = _bound([*listed(played.get("rules")), *general, *listed(schedule.get("rules"))], bound)
    options = tuple(each["option"] for each in schedule["options"])
    anomalies = [
        (f"{owner}:{_lines(each['lines'])[0]}", each)
        for owner, said in (
            (f"{cardroom}/{game}", played),
            (cardroom, room),
            (f"{cardroom}/{schedule['schedule']}", schedule),
        )
        for each in listed(said.get("anomalies"))
        if each["conclusion"] == "ambiguous"
        and game in listed(each.get("games", game))
        and option in names_of(each.get("options", "all"), options)
    ]
    worlds = _worlds(settlement, covers, anomalies)
    listed_game = read_yaml(folder / "games.yaml")["games"][game]
    bonus, raises = (_of_role(role, listed_game, played) for role in ("bonus", "raise"))
    return Rules([world._replace(bonus=bonus, raises=raises) for world in worlds])


def _of_role(wanted: str, listed_game: Facts, played: Facts) -> set[str]:
    """Return the kinds of wagers of a role: bonus bets do not win or lose with the hand."""
    general, own = listed_game["wagers"], played.get("wagers") or {}
    roles = {
        kind: (own.get(kind) or {}).get("role") or (general.get(kind) or {}).get("role")
        for kind in {*general, *own}
    }
    return {kind for kind, role in roles.items() if role == wanted}


def _bound(said: list[Facts], schedules: set[str]) -> list[Facts]:
    return [
        each
        for each in said
        if each.get("rule", "covers_only") == "covers_only"
        and ("schedules" not in each or schedules & set(listed(each["schedules"])))
    ]


def _worlds(
    settlement: list[Facts], covers: list[Facts], anomalies: list[tuple[str, Facts]]
) -> Iterator[World]:
    printed = {line for each in (*settlement, *covers) for line in _lines(each["lines"])}
    bearing = [
        (place, listed(each.get("readings")))
        for place, each in anomalies
        if any(_bears(reading, printed) for reading in listed(each.get("readings")))
    ]
    for chosen in product(*(readings for _, readings in bearing)):
        gone = {line for reading in chosen for line in _lines(reading.get("without", []))}
        kept = [each for each in settlement if not gone & set(_lines(each["lines"]))]
        bound = [each for each in covers if not gone & set(_lines(each["lines"]))]
        for reading in chosen:
            kept += listed(reading.get("settlement"))
            bound += _bound(listed(reading.get("rules")), set())
        names = zip((place for place, _ in bearing), chosen, strict=True)
        yield World(
            tuple((place, each["reading"]) for place, each in names), kept, bound, set(), set()
        )


def _bears(reading: Facts, printed: set[int]) -> bool:
    return bool(
        reading.get("settlement")
        or _bound(listed(reading.get("rules")), set())
        or printed & set(_lines(reading.get("without", [])))
    )


def _lines(stated: Any) -> list[int]:
    found: list[int] = []
    for each in listed(stated):
        first, _, last = str(each).partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def excess(rules: Rules, hand: Hand) -> Verdict:
    """Return whether the player-dealer won or lost more than was put up (PAY-EXCESS)."""
    if not any(world.covers for world in rules.worlds) or not hand.against:
        return Verdict("untested")
    net = sum(bet.lost for bet in hand.against) - sum(bet.won for bet in hand.against)
    if abs(net) <= hand.put_up:
        return Verdict("pass")
    return rules.judged([bool(world.covers) for world in rules.worlds])


def uncovered(rules: Rules, hand: Hand) -> Verdict:
    """Return whether more was settled than what was put up covers, used once (PAY-UNCOVERED)."""
    once = [any(_serves_once(each) for each in world.settlement) for world in rules.worlds]
    if not (any(once) or any(world.covers for world in rules.worlds)) or not hand.against:
        return Verdict("untested")
    lost, won = sum(bet.lost for bet in hand.against), sum(bet.won for bet in hand.against)
    if lost + won <= hand.put_up:
        return Verdict("pass")
    if any(once):
        return rules.judged(once)
    # Nothing is said of money that serves twice; beyond the bound PAY-EXCESS speaks.
    return Verdict("review" if abs(lost - won) <= hand.put_up else "pass")


def _serves_once(said: Facts) -> bool:
    return bool({"returned", "used_once"} & set(listed(said.get("uncovered"))))


def order(rules: Rules, hand: Hand) -> Verdict:
    """Return whether wagers were settled in the printed order, where money ran out (PAY-ORDER)."""
    settled = [bet for bet in hand.against if bet.settled]
    returned = [bet for bet in hand.against if bet.returned > 0]
    if not settled or not returned:
        return Verdict("pass")
    starts = {
        each["starts"] for world in rules.worlds for each in world.settlement if "starts" in each
    }
    if not starts or any(_first(start, hand) is None for start in starts):
        return Verdict("untested")
    tried = [_ways_broken(world, hand, settled, returned) for world in rules.worlds]
    surely = [bool(ways) and all(ways) for ways in tried]
    if not any(surely):
        return Verdict("untested" if any(any(ways) for ways in tried) else "pass")
    verdict = rules.judged(surely)
    # Where the house dealer sits is not logged, and matters only between seats.
    if verdict.word == "violation" and starts & {"left_of_house_dealer", "right_of_house_dealer"}:
        tried = [
            _ways_broken(world, hand, settled, returned, at_seat=True) for world in rules.worlds
        ]
        return verdict if all(ways and all(ways) for ways in tried) else Verdict("review")
    return verdict


def _ways_broken(
    world: World, hand: Hand, settled: list[Bet], returned: list[Bet], *, at_seat: bool = False
) -> list[bool]:
    """Tell for each way that settlement may go in a world whether the hand breaks it.

    ``at_seat``: by two wagers of one bettor at a seat.
    """
    starts = {each["starts"] for each in world.settlement if "starts" in each}
    if not starts:
        return []
    (start,) = starts
    first = _first(start, hand)
    assert first is not None
    own = [each for each in world.settlement if each.get("starts") == start]
    ways = _directions(own) or _directions(world.settlement) or set(WAYS)
    assert len(ways) == 1 or ways == set(WAYS)
    words = {each.get("kind_by_kind") for each in world.settlement}
    rounds = [_rounds(world.settlement, by_kind="required" in words)]
    if "allowed" in words:
        rounds.append(_rounds(world.settlement, by_kind=True))
    orders = [
        (each.get("result", ""), listed(each["order"]))
        for each in world.settlement
        if "order" in each
    ]
    pairs = [
        (one, other)
        for one, other in product(settled, returned)
        if not at_seat or (one.seat == other.seat and _one_bettor(one, other, hand))
    ]
    return [
        all(
            any(_comes_after(*pair, hand, Plan(orders, parts, first, way), world) for pair in pairs)
            for parts in rounds
        )
        for way in sorted(ways)
    ]


def _directions(said: Iterable[Facts]) -> set[str]:
    return {each["direction"] for each in said if "direction" in each}


def _first(start: str, hand: Hand) -> int | None:
    if start == "action_button":
        return hand.action
    if start == "left_of_player_dealer":
        return None if hand.dealer is None else hand.dealer + 1
    return 1 if start == "left_of_house_dealer" else 0


def _rounds(said: list[Facts], *, by_kind: bool) -> list[list[list[str]]]:
    """Return every printed parting of the wagers into rounds of the table."""
    if by_kind:
        return [[[kind] for kind in listed(each["order"])] for each in said if "order" in each]
    return [[listed(group) for group in each["rounds"]] for each in said if "rounds" in each]


def _comes_after(one: Bet, other: Bet, hand: Hand, plan: Plan, world: World) -> bool:
    """Tell whether the turn of a wager is surely after that of another."""
    folded, other_folded = (_folded(bet, hand, plan, world) for bet in (one, other))
    if folded != other_folded:
        return other_folded
    if plan.rounds:
        turns = [_parted(one.wager, parts) for parts in plan.rounds]
        others = [_parted(other.wager, parts) for parts in plan.rounds]
        if None in turns or None in others:
            return False
        if turns != others:
            return all(turn > its for turn, its in zip(turns, others, strict=True))
    if one.seat != other.seat:
        return plan.away(one) > plan.away(other)
    became = {"folded"} if folded else {"", *_results_at(one.seat, hand, world.bonus)}
    orders = [order for result, order in plan.orders if result in became]
    if not orders or not _one_bettor(one, other, hand):
        return False
    return all(
        {one.wager, other.wager} <= set(each) and each.index(one.wager) > each.index(other.wager)
        for each in orders
    )


def _folded(bet: Bet, hand: Hand, plan: Plan, world: World) -> bool:
    """Tell whether a wager was collected of a hand that folded: it lost without a raise."""
    listed_first = {kind for result, order in plan.orders if result == "folded" for kind in order}
    raised = any(each.seat == bet.seat and each.wager in world.raises for each in hand.against)
    lost = _results_at(bet.seat, hand, world.bonus) == {"losing"}
    return bet.wager in listed_first and lost and not raised and bet.lost > 0


def _results_at(seat: int, hand: Hand, bonus: set[str]) -> set[str]:
    """Return what may have become of the hand at a seat, as its wagers show."""
    bets = [bet for bet in hand.against if bet.seat == seat and bet.wager not in bonus]
    lost, won = any(bet.lost for bet in bets), any(bet.won for bet in bets)
    if lost == won:
        return {"losing", "winning"}
    return {"losing"} if lost else {"winning"}


def _parted(kind: str, rounds: list[list[str]]) -> Any:
    return next((place for place, group in enumerate(rounds) if kind in group), None)


def _one_bettor(one: Bet, other: Bet, hand: Hand) -> bool:
    """Tell whether two wagers of a seat are surely one bettor's."""
    if one.player != other.player:
        return False
    if one.player:
        return True
    kinds = [bet.wager for bet in hand.against if bet.seat == one.seat and not bet.player]
    return len(kinds) == len(set(kinds))
