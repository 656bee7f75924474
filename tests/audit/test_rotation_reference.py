"""The checks of the position against a slow, plain reading of the book, on made-up tables.

Each seed plays a table of every game with a player-dealer or a button, under every schedule in
force: holders stay, pass it on or jump, offers go round or astray, some bet and some do not. What
the checks make of each hand is worked out by ``tests/reference`` from the YAML alone.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from reference.paper import read_yaml
from reference.rotation import (
    Hand,
    Moment,
    Person,
    Verdict,
    World,
    between,
    broken,
    eligible,
    house,
    judged,
    offered,
    order,
    turns,
    worlds_of,
)
from support.casebook import log_of
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.rotation import CHECKS
from feeaudit.book.catalogue import editions_in_force, schedules_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.check import Check
    from feeaudit.book.model import Cardroom, Game, Schedule

Place = tuple["Cardroom", "Game", "Schedule"]
REFERENCES = {
    "ROT-TURNS": turns,
    "ROT-OFFER": offered,
    "ROT-ORDER": order,
    "ROT-INTERVENE": between,
    "ROT-BROKEN": broken,
    "ROT-ELIGIBLE": eligible,
    "ROT-HOUSE": house,
}
PEOPLE = (
    Person("Ann", 1, "patron"),
    Person("Bob", 2, "patron"),
    Person("Tom", 3, "third_party", "Harborline"),
    Person("Tim", 4, "third_party", "Harborline"),
    Person("Cleo", 6, "patron"),
    Person("Dana", 8, "house"),
    Person("Zoe", 7, "patron", seated=False),
)
LIKELY = (20, 20, 20, 8, 20, 3, 3)
HANDS = 24
SEEDS = range(4)
FEW = 4


def places() -> list[Place]:
    return [
        (room, game, schedule)
        for room in shipped_book().cardrooms
        for game in room.games
        if game.kind == "player_dealer" or game.rotation
        for schedule in editions_in_force(schedules_of(room, game))
        if schedule.options
    ]


@cache
def printed(room: str, game: str, file: str, option: str) -> list[World]:
    schedules = folder("schedules")
    return worlds_of(schedules, room, game, read_yaml(schedules / file), option)


def next_holder(before: Person, random: Random) -> Person:
    if random.random() < 0.5:
        return before
    if random.random() < 0.5:
        return random.choices(PEOPLE, LIKELY)[0]
    seated = sorted(PEOPLE[:5], key=lambda each: (each.seat - before.seat - 1) % 9)
    return seated[random.choice((0, 0, 0, 1, -1))]


def offers_of(before: Person, holder: Person, random: Random) -> tuple[tuple[int, str], ...]:
    """Return offers that go round from the seat before to the holder, more or less."""
    if random.random() < 0.3:
        return ()
    way = random.choice((1, 1, 1, -1))
    seats = sorted(
        (each.seat for each in PEOPLE[:5]), key=lambda seat: (seat - before.seat) * way % 9
    )
    seats = seats[1:] + seats[:1] if seats[0] == before.seat else seats
    if holder != before and holder.seat in seats:
        seats = seats[: seats.index(holder.seat) + 1]
    if random.random() < 0.3:
        seats.pop(random.randrange(len(seats)))
    if random.random() < 0.1:
        random.shuffle(seats)
    liar = random.random() < 0.05
    return tuple(
        (seat, "accept" if (seat == holder.seat) != liar and random.random() < 0.9 else "decline")
        for seat in seats
    )


def bets_of(holder: Person, random: Random) -> tuple[tuple[str, int], ...]:
    """Return who bets on which seat; nobody on that of the holder, whose bets none are."""
    if random.random() < 0.03:
        return ()
    bets = []
    for each in PEOPLE[:5]:
        if each != holder and random.random() < 0.8:
            bets.append((each.name, each.seat))
        if each != holder and random.random() < 0.08:
            bets.append((each.name, random.choice(PEOPLE[:5]).seat))
    return tuple(bet for bet in dict.fromkeys(bets) if bet[1] != holder.seat)


@cache
def played(seed: int) -> list[tuple[Place, tuple[Hand, ...]]]:
    random = Random(seed)  # noqa: S311 - made-up tables, the same every time
    found = []
    for place in places():
        hands: list[Hand] = []
        at, holder = 0, random.choice(PEOPLE[:5])
        for _ in range(HANDS):
            at += random.choices((2, 30, 31), (20, 1, 1))[0]
            before, holder = holder, next_holder(holder, random)
            offers = offers_of(before, holder, random)
            hands.append(Hand(at, holder, bets_of(holder, random), offers))
        found.append((place, tuple(hands)))
    return found


@cache
def case_of(seed: int) -> Case:
    hands, seats = [], []
    for number, ((room, game, schedule), table) in enumerate(played(seed)):
        name = f"T{number}"
        option = f"{schedule.schedule}/{schedule.options[0].option}"
        where = {"cardroom": room.cardroom, "table": name}
        for place, hand in enumerate(table):
            minute = 12 * 60 + hand.at
            at = f"2026-03-0{6 + minute // 1440} {minute % 1440 // 60:02}:{minute % 60:02}"
            wagers: dict[int, dict[str, list[dict[str, Any]]]] = {}
            for player, seat in hand.bets:
                mine = wagers.setdefault(seat, {}).setdefault(game.wagers[0].wager, [])
                mine.append({"amount": 20, "player": player})
            held = {"player_dealer": hand.holder.name, "player_dealer_seat": hand.holder.seat}
            facts = {"id": f"{number}-{place}", "at": at, "game": game.game, "option": option}
            hands.append(where | facts | held | {"wagers": wagers, "offers": list(hand.offers)})
        seats += [
            where
            | {"seat": each.seat, "player": each.name, "from": "2026-03-06 09:00"}
            | {"to": "2026-03-09 09:00", "role": each.role, "provider": each.provider or None}
            for each in PEOPLE
            if each.seated
        ]
    return Case(log_of({"hands": hands, "seats": seats}), shipped_book())


def answers(check: Check, case: Case) -> dict[str, Verdict]:
    """Return what a check finds, by hand."""
    ids = case.hands["hand_id"].tolist()
    return {
        ids[row.hand]: Verdict(
            "review" if row.review else "violation",
            tuple(sorted(filter(None, str(row.doubt).split(", ")))),
        )
        for row in check.run(case).findings.itertuples()
    }


def agrees(mine: Verdict, theirs: Verdict) -> bool:
    """Tell whether two verdicts are one; an id may say more than whose it is and its line."""
    same = mine.word == theirs.word and len(mine.doubts) == len(theirs.doubts)
    pairs = zip(mine.doubts, theirs.doubts, strict=False)
    return same and all(theirs_too.startswith(one) for one, theirs_too in pairs)


def expected(check: str, place: Place, table: tuple[Hand, ...], number: int) -> Verdict:
    room, game, schedule = place
    worlds = printed(room.cardroom, game.game, schedule.file, schedule.options[0].option)
    moment = Moment(PEOPLE, table, number)
    return judged(worlds, [REFERENCES[check](world, moment) for world in worlds])


@pytest.mark.slow
@pytest.mark.parametrize("check", REFERENCES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_of_the_position_says_what_the_reference_says(check: str, seed: int) -> None:
    theirs = answers(next(each for each in CHECKS if each.id == check), case_of(seed))
    differing = []
    for number, (place, table) in enumerate(played(seed)):
        for hand in range(len(table)):
            mine = expected(check, place, table, hand)
            found = theirs.get(f"{number}-{hand}", Verdict())
            if not agrees(mine, found):
                where = f"{place[0].cardroom} {place[1].game} {number}-{hand}"
                told = "\n    ".join(map(str, table[max(0, hand - 4) : hand + 1]))
                differing.append(f"{where}: {mine} / {found}\n    {told}")
    assert not differing, f"{len(differing)} differ\n" + "\n".join(differing[:FEW])


def test_the_tables_break_the_rules_in_every_way() -> None:
    words: dict[str, Counter[str]] = {check: Counter() for check in REFERENCES}
    for place, table in played(0):
        for number in range(len(table)):
            for check, said in words.items():
                said[expected(check, place, table, number).word] += 1
    for check, said in words.items():
        assert said["violation"] > FEW, (check, said)
        assert said["pass"] > FEW, (check, said)
