"""What the rules of the position make of a table, worked out hand by hand from the YAML alone.

A world is one choice of a reading for every open anomaly; in each the statements on the position are
taken together. What breaks them in all worlds is a violation, in some a review that names the
anomalies on which it depends. Everybody at these tables sits in one seat all the time, is named, and
answers for that seat.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from reference.paper import listed, names_of, read_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

Facts = dict[str, Any]
BREAK = 30
SEATS = 100
MANY = 2
WAGERS = 3
ENTITIES = {"person_or_entity", "part_holder"}
ON_BETS = {"bet_last_round", "three_wagers_this_round", "wager_on_spot_previous_hand"}


class Person(NamedTuple):
    """Somebody with a seat; who is not seated holds it without a row in the seats table."""

    name: str
    seat: int
    role: str
    provider: str = ""
    seated: bool = True


class Hand(NamedTuple):
    """One hand: minutes since the table opened, who held it, bets by (name, seat), offers."""

    at: int
    holder: Person
    bets: tuple[tuple[str, int], ...] = ()
    offers: tuple[tuple[int, str], ...] = ()


class Verdict(NamedTuple):
    """What a check makes of a hand: pass, violation or review, and the doubts it names."""

    word: str = "pass"
    doubts: tuple[str, ...] = ()


class World(NamedTuple):
    """One reading of each anomaly, by its place in print, and what is then said of the position."""

    readings: tuple[tuple[str, str], ...]
    said: list[Facts]
    directions: set[str]

    def least(self, *path: str) -> int:
        """Return the smallest number above none that statements have at a place."""
        return min(filter(None, (_number(each, path) for each in self.said)), default=0)

    def any(self, key: str) -> bool:
        return any(key in each for each in self.said)

    @property
    def button(self) -> bool:
        return bool(self.said) and all(each.get("position") == "button" for each in self.said)

    @property
    def cap(self) -> int:
        moves = [int(each.get("rotates_after", 0)) for each in self.said if "position" in each]
        return min(filter(None, [self.least("cap", "hands"), *moves]), default=0)

    @property
    def entity_cap(self) -> int:
        caps = [each["cap"] for each in self.said if "cap" in each]
        hands = (int(each["hands"]) for each in caps if each["holder"] in ENTITIES)
        return min(filter(None, hands), default=0)

    @property
    def turn(self) -> int:
        return self.cap or self.least("rotates_after") or self.least("offer", "after")

    @property
    def eligible(self) -> set[str]:
        return {name for each in self.said for name in listed(each.get("eligible"))}

    @property
    def first_offer(self) -> str:
        return next((str(each["first_offer"]) for each in self.said if "first_offer" in each), "")


def _number(said: Facts, path: tuple[str, ...]) -> int:
    found: Any = said
    for key in path:
        found = found.get(key, {})
    return int(found or 0)


def worlds_of(folder: Path, cardroom: str, game: str, schedule: Facts, option: str) -> list[World]:
    """Return what is said of a game's position under an option of a schedule, in every world."""
    room = read_yaml(folder / cardroom / "cardroom.yaml")
    played = read_yaml(folder / cardroom / "games.yaml")["games"][game]
    banked = read_yaml(folder / "games.yaml")["games"][game]["kind"] == "player_dealer"
    general = [
        each
        for each in listed(room.get("rotation"))
        if (game in listed(each["games"]) if "games" in each else banked)
    ]
    mine = {schedule["schedule"], f"{schedule['schedule']}@{schedule.get('edition', '1')}"}
    printed = [
        each
        for each in (*listed(played.get("rotation")), *general)
        if "schedules" not in each or mine & set(listed(each["schedules"]))
    ]
    options = tuple(each["option"] for each in schedule["options"])
    open_ones = [
        (f"{owner}:{_lines(each['lines'])[0]}", listed(each.get("readings")))
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
    return list(_worlds(printed, open_ones, game))


def _worlds(
    printed: list[Facts], open_ones: list[tuple[str, list[Facts]]], game: str
) -> Iterator[World]:
    lines = {line for each in printed for line in _lines(each["lines"])}
    bearing = [
        (place, readings)
        for place, readings in open_ones
        if any(
            _stated(each, game) or lines & set(_lines(each.get("without", []))) for each in readings
        )
    ]
    for chosen in product(*(readings for _, readings in bearing)):
        gone = {line for reading in chosen for line in _lines(reading.get("without", []))}
        own = [each for reading in chosen for each in _stated(reading, game)]
        said = [each for each in printed if not gone & set(_lines(each["lines"]))] + own
        ways = {each["direction"] for each in own if "direction" in each}
        names = zip((place for place, _ in bearing), chosen, strict=True)
        yield World(
            tuple((place, each["reading"]) for place, each in names),
            said,
            ways or {each["direction"] for each in said if "direction" in each},
        )


def _stated(reading: Facts, game: str) -> list[Facts]:
    said = listed(reading.get("rotation"))
    return [each for each in said if game in listed(each.get("games", game))]


def _lines(stated: Any) -> list[int]:
    found: list[int] = []
    for each in listed(stated):
        first, _, last = str(each).partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


class Moment:
    """A table up to one of its hands: what had happened when the position was to be passed on."""

    def __init__(self, people: tuple[Person, ...], hands: tuple[Hand, ...], place: int) -> None:
        self.people = {each.seat: each for each in people if each.seated}
        self.hand, self.holder = hands[place], hands[place].holder
        start = place
        while start and hands[start].at - hands[start - 1].at <= BREAK:
            start -= 1
        self.past = hands[start:place]
        self.before = self.past[-1] if self.past else None
        self.asked = [self.people.get(seat) for seat, _ in self.hand.offers]

    def run(self, hands: tuple[Hand, ...], who: Callable[[Person], str]) -> int:
        """Return how many hands in a row end with the last of some, by whoever held that."""
        count = 0
        for hand in reversed(hands):
            if who(hand.holder) != who(hands[-1].holder):
                break
            count += 1
        return count

    @property
    def opens(self) -> bool:
        return not self.past

    @property
    def turn(self) -> int:
        return self.run((*self.past, self.hand), lambda person: person.name)

    @property
    def entity_turn(self) -> int:
        return self.run((*self.past, self.hand), lambda person: person.provider or person.name)

    @property
    def turn_before(self) -> int:
        return self.run(self.past, lambda person: person.name) if self.past else 0

    @property
    def takes(self) -> bool:
        """Whether somebody takes the position over in a game under way."""
        return not self.opens and self.turn == 1

    def answered(self, answer: str, *, by_holder: bool) -> bool:
        return any(
            word == answer and (seat == self.holder.seat) == by_holder
            for seat, word in self.hand.offers
        )

    @property
    def others_asked(self) -> int:
        return sum(seat != self.holder.seat for seat, _ in self.hand.offers)

    def bet_in(self, person: Person, back: int = 1) -> bool:
        return any(name == person.name for name, _ in self.past[-back].bets)

    def not_asked(self, but: Person) -> list[Person]:
        """Return those round the table, the house aside, who were not asked."""
        return [
            each
            for each in self.people.values()
            if each.role != "house" and each not in self.asked and each.name != but.name
        ]


def turns(world: World, moment: Moment) -> str:
    """Return whether somebody held the position too often in a row (ROT-TURNS)."""
    cap, loose = world.cap, 0
    if not cap and world.any("cap"):
        loose = world.least("rotates_after") or MANY
    elif not cap:
        loose = world.least("rotates_after")
    if cap and moment.turn > cap:
        return "violation"
    if world.entity_cap and moment.entity_turn > world.entity_cap:
        return "violation"
    if loose and moment.turn > loose:
        return "review"
    most = cap or loose
    return "review" if most and not world.button and moment.entity_turn > most else ""


def between(world: World, moment: Moment) -> str:
    """Return whether a turn began though somebody else had to come between (ROT-INTERVENE)."""
    turn = world.turn or MANY
    if not world.any("intervening") or moment.turn <= turn or (moment.turn - 1) % turn:
        return ""
    return "violation" if world.turn else "review"


def broken(world: World, moment: Moment) -> str:
    """Return whether the game went on though nobody took the position (ROT-BROKEN)."""
    if not world.any("if_nobody") or moment.answered("accept", by_holder=False):
        return ""
    declined = moment.answered("decline", by_holder=True) and not moment.opens
    if declined and not moment.answered("accept", by_holder=True):
        return "violation"
    if moment.turn > (world.turn or MANY) and moment.others_asked:
        return "violation" if world.turn else "review"
    return ""


def house(world: World, moment: Moment) -> str:
    """Return whether the house held the position (ROT-HOUSE)."""
    return "violation" if moment.holder.role == "house" and not world.button else ""


def eligible(world: World, moment: Moment) -> str:
    """Return whether somebody held the position who was not eligible (ROT-ELIGIBLE)."""
    wanted, holder = world.eligible, moment.holder
    if "seated" in wanted and not holder.seated:
        return "violation"
    if "third_party" in wanted and holder.seated and holder.role != "third_party":
        return "violation"
    if not moment.takes or moment.before is None or not moment.before.bets:
        return ""
    there = [name for name, seat in moment.before.bets if seat == holder.seat]
    if "wager_on_spot_previous_hand" in wanted and holder.name not in there:
        return "review" if there else "violation"
    if "bet_last_round" in wanted and not moment.bet_in(holder) and not _excused(world, moment):
        return "violation"
    return {"no": "violation", "maybe": "review"}.get(_three(world, moment, holder), "")


def _excused(world: World, moment: Moment) -> bool:
    """Tell whether a new player took the position after all others had refused it."""
    exempt = "new_players_last" in world.eligible and "new_players_bet_too" not in world.eligible
    refused = moment.others_asked and not moment.answered("accept", by_holder=False)
    left = moment.not_asked(moment.holder)
    if moment.before is not None and _turn_over(world, moment):
        left = [each for each in left if each.name != moment.before.holder.name]
    return bool(exempt and _is_new(moment, moment.holder.name) and refused and not left)


def _is_new(moment: Moment, name: str) -> bool:
    """Tell whether somebody had neither bet in the game nor held the position."""
    known = {name for hand in moment.past for name, _ in hand.bets}
    return name not in known | {hand.holder.name for hand in moment.past}


def _turn_over(world: World, moment: Moment) -> bool:
    return bool(world.turn) and moment.turn_before % max(world.turn, 1) == 0


def _three(world: World, moment: Moment, person: Person) -> str:
    """Return whether somebody had made three wagers in the round: yes, no, or maybe."""
    if "three_wagers_this_round" not in world.eligible or len(moment.past) < WAGERS:
        return "yes"
    since = moment.past
    for place, hand in enumerate(moment.past):
        if hand.holder.name == person.name:
            since = moment.past[place:]
    if _hands_bet(since, person) >= WAGERS:
        return "yes"
    bets = sum(name == person.name for hand in moment.past for name, _ in hand.bets)
    return "maybe" if max(bets, _hands_bet(moment.past, person)) >= WAGERS else "no"


def _hands_bet(hands: Iterable[Hand], person: Person) -> int:
    return sum(any(name == person.name for name, _ in hand.bets) for hand in hands)


def _qualifies(world: World, moment: Moment, person: Person) -> str:
    """Return whether somebody at the table could have taken the position: yes, no or maybe.

    It is untold where no bet of the hand before is logged.
    """
    wanted = world.eligible & ON_BETS
    if not wanted or moment.before is None:
        return "yes"
    if not moment.before.bets:
        return "untold"
    answers = [_three(world, moment, person)]
    if "bet_last_round" in wanted:
        answers.append("yes" if moment.bet_in(person) else "no")
    if "wager_on_spot_previous_hand" in wanted:
        there = [name for name, seat in moment.before.bets if seat == person.seat]
        answers.append("yes" if person.name in there else "maybe" if there else "no")
    return "no" if "no" in answers else "maybe" if "maybe" in answers else "yes"


def offered(world: World, moment: Moment) -> str:
    """Return whether the position was not offered on when it had to be (ROT-OFFER)."""
    if not world.any("offer"):
        return ""
    after = world.least("offer", "after") or world.turn
    due = after and not moment.opens and moment.turn_before % after == 0
    goes_on = moment.turn > 1
    asked = moment.others_asked if goes_on else len(moment.hand.offers)
    if due and not asked:
        return "violation" if goes_on else "review"
    taken = moment.answered("accept", by_holder=False)
    if due and goes_on and not taken:
        left = [_qualifies(world, moment, each) for each in moment.not_asked(moment.holder)]
        to = {each["offer"].get("to") for each in world.said if "offer" in each}
        if "yes" in left or "maybe" in left:
            return "violation" if "all_seated" in to and "yes" in left else "review"
    return "review" if taken and not moment.answered("accept", by_holder=True) else ""


def order(world: World, moment: Moment) -> str:
    """Return whether the position was offered out of the printed order (ROT-ORDER)."""
    if world.button:
        return _button(world, moment)
    if not moment.hand.offers or not world.directions:
        return ""
    ways = [_way(world, moment, 1 if way == "clockwise" else -1) for way in world.directions]
    if "violation" in ways:
        return "violation" if all(ways) else "review"
    return "review" if "review" in ways else ""


def _button(world: World, moment: Moment) -> str:
    """Return whether a button that goes round clockwise passed somebody in the game."""
    if moment.before is None or not world.directions:
        return ""
    start, end = moment.before.holder.seat, moment.holder.seat
    in_game = {seat for _, seat in {*moment.before.bets} & {*moment.hand.bets}}
    passed = {seat for seat in in_game if 0 < (seat - start) % SEATS < (end - start) % SEATS}
    return "violation" if passed else ""


def _way(world: World, moment: Moment, way: int) -> str:
    seats = [seat for seat, _ in moment.hand.offers]
    start = moment.before.holder.seat if moment.before is not None else seats[0]
    if moment.before is None and world.first_offer in {"seat_1", "left_of_house_dealer"}:
        start = 1

    def ahead(seat: int) -> int:
        return (seat - start) * way % SEATS

    leading = 0
    while moment.before is not None and leading < len(seats) and seats[leading] == start:
        leading += 1
    if leading and _turn_over(world, moment) and not moment.opens:
        return "violation"
    late = moment.before is not None
    course = [
        SEATS if late and place >= leading and not ahead(seat) else ahead(seat)
        for place, seat in enumerate(seats)
    ]
    falls = [place for place in range(1, len(course)) if course[place] < course[place - 1]]
    if falls and not _new_players_last(world, moment, seats, course, falls[0]):
        return "violation"
    passed = [
        _qualifies(world, moment, each)
        for each in moment.not_asked(moment.before.holder if moment.before else NOBODY)
        if (not late or ahead(each.seat)) and ahead(each.seat) < max(course)
        if not (moment.opens and world.first_offer == "left_of_house_dealer")
        or each.role == "patron"
    ]
    if "yes" in passed:
        return "violation"
    return "review" if "maybe" in passed else ""


def _new_players_last(
    world: World, moment: Moment, seats: list[int], course: list[int], fall: int
) -> bool:
    """Tell whether all offers from the first that goes back went to new players, in their order.

    They go back behind the last one asked who is not new; among themselves they may not.
    """
    if "new_players_last" not in world.eligible or moment.before is None or not moment.before.bets:
        return False
    sat = {each.seat: each.name for each in moment.people.values()}
    new = [seat in sat and _is_new(moment, sat[seat]) for seat in seats]
    others = [place for place, is_new in zip(course, new, strict=True) if not is_new]
    back = course[fall:]
    return all(new[fall:]) and back == sorted(back) and bool(others) and back[-1] < others[-1]


NOBODY = Person("", 0, "")


def judged(worlds: list[World], found: list[str]) -> Verdict:
    """Return the verdict on what a check finds in each world."""
    if not any(found):
        return Verdict()
    if len(set(found)) == 1:
        return Verdict(found[0])
    # Where every reading breaks the rules, the question is under which they surely are.
    breaking = [each == "violation" if all(found) else bool(each) for each in found]
    doubts = set()
    for one, breaks in zip(worlds, breaking, strict=True):
        for other, breaks_too in zip(worlds, breaking, strict=True):
            apart = {place for place, _ in set(one.readings) ^ set(other.readings)}
            if breaks != breaks_too and len(apart) == 1:
                doubts |= apart
    return Verdict("review", tuple(sorted(doubts)))
