"""The checks of settlement against a slow, plain reading of the book, on made-up tables.

Each seed deals hands of every game with a player-dealer, under every schedule in force: money runs
out in the printed order, in another, or not at all. What PAY-EXCESS, PAY-UNCOVERED and PAY-ORDER
make of a hand is worked out by ``tests/reference`` from the YAML alone and by the checks.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from reference.paper import read_yaml
from reference.settlement import Bet, Hand, Rules, Verdict, excess, order, rules_of, uncovered
from support.casebook import log_of
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.settlement import CHECKS
from feeaudit.book.catalogue import editions_in_force, schedules_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.check import Check
    from feeaudit.book.model import Cardroom, Game, Schedule

Place = tuple["Cardroom", "Game", "Schedule"]
Dealt = tuple[Place, Hand]
REFERENCES = {"PAY-EXCESS": excess, "PAY-UNCOVERED": uncovered, "PAY-ORDER": order}
HANDS = 12
SEEDS = range(3)
FEW = 5


def places() -> list[Place]:
    return [
        (room, game, schedule)
        for room in shipped_book().cardrooms
        for game in room.games
        if game.kind == "player_dealer"
        for schedule in editions_in_force(schedules_of(room, game))
        if schedule.options
    ]


@cache
def printed(room: str, game: str, file: str, option: str) -> Rules:
    schedules = folder("schedules")
    return rules_of(schedules, room, game, read_yaml(schedules / file), option)


def hand_of(game: Game, random: Random) -> Hand:
    """Return a hand settled in some order until its money ran out, and perhaps a little beyond."""
    kinds = [each.wager for each in game.wagers]
    spots = [
        (seat, kind, random.choice(("", "", "Ann", "Ben")) if random.random() < 0.2 else "")
        for seat in random.sample(range(1, 9), random.randint(1, 4))
        for kind in random.sample(kinds, random.randint(1, min(3, len(kinds))))
    ]
    dealer, action = (random.randint(1, 8) if random.random() < 0.97 else None for _ in range(2))
    first = {0: action, 1: (dealer or 0) + 1, 2: 1}[random.randrange(3)] or 1
    way = random.choice((1, 1, 1, -1))
    by_kind = random.random() < 0.5
    spots.sort(
        key=lambda spot: (
            kinds.index(spot[1]) if by_kind else 0,
            (spot[0] - first) * way % 9,
            kinds.index(spot[1]),
        )
    )
    if random.random() < 0.3:
        random.shuffle(spots)
    amounts = [random.randint(1, 8) * 500 for _ in spots]
    left = put_up = random.randint(1, sum(amounts) // 500 + 2) * 500
    bets = []
    for (seat, kind, player), amount in zip(spots, amounts, strict=True):
        covered = min(left, amount) if seat != dealer else amount
        left -= covered if seat != dealer else 0
        result = random.choice((-covered, -covered, covered, covered, 0))
        bets.append(Bet(seat, kind, amount, result, amount - covered, player))
    random.shuffle(bets)
    logged = random.choice((put_up, put_up, put_up, put_up - 1, put_up + 1, put_up // 2))
    return Hand(tuple(bets), logged, dealer, action)


def stated(place: Place, hand: Hand, number: int) -> dict[str, Any]:
    """Return a hand as a case of a log states it."""
    room, game, schedule = place
    wagers: dict[int, dict[str, list[dict[str, Any]]]] = {}
    for bet in hand.bets:
        facts = {"amount": bet.amount / 100, "result": bet.result / 100}
        facts["returned"] = bet.returned / 100
        said = facts | {"player": bet.player or None}
        wagers.setdefault(bet.seat, {}).setdefault(bet.wager, []).append(said)
    return {
        "id": str(number),
        "cardroom": room.cardroom,
        "game": game.game,
        "option": f"{schedule.schedule}/{schedule.options[0].option}",
        "player_dealer_seat": hand.dealer,
        "player_dealer_wager": hand.put_up / 100,
        "action_seat": hand.action,
        "wagers": wagers,
    }


@cache
def tables(seed: int) -> tuple[list[Dealt], Case]:
    random = Random(seed)  # noqa: S311 - made-up hands, the same every time
    dealt = [(place, hand_of(place[1], random)) for place in places() for _ in range(HANDS)]
    hands = [stated(*each, number) for number, each in enumerate(dealt)]
    return dealt, Case(log_of({"hands": hands}), shipped_book())


def answers(check: Check, case: Case) -> list[Verdict]:
    """Return what a check makes of each hand."""
    outcome = check.run(case)
    found = [Verdict("pass")] * len(case.hands)
    for hands in outcome.untested.values():
        for hand in hands.nonzero()[0].tolist():
            found[hand] = Verdict("untested")
    for row in outcome.findings.itertuples():
        doubts = tuple(filter(None, str(row.doubt).split(", ")))
        found[row.hand] = Verdict("review" if row.review else "violation", doubts)
    by_id = dict(zip(case.hands["hand_id"].tolist(), found, strict=True))
    return [by_id[str(number)] for number in range(len(found))]


def agrees(mine: Verdict, theirs: Verdict) -> bool:
    """Tell whether two verdicts are one; an id may say more than whose it is and its line."""
    same = mine.word == theirs.word and len(mine.doubts) == len(theirs.doubts)
    pairs = zip(mine.doubts, sorted(theirs.doubts), strict=False)
    return same and all(theirs_too.startswith(one) for one, theirs_too in pairs)


def expected(check: str, dealt: Dealt) -> Verdict:
    (room, game, schedule), hand = dealt
    rules = printed(room.cardroom, game.game, schedule.file, schedule.options[0].option)
    return REFERENCES[check](rules, hand)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_of_settlement_says_what_the_reference_says(check: Check, seed: int) -> None:
    dealt, case = tables(seed)
    differing = [
        f"{place[0].cardroom} {place[1].game} {place[2].key}: {hand}\n  {mine}\n  {theirs}"
        for (place, hand), mine, theirs in zip(
            dealt, (expected(check.id, each) for each in dealt), answers(check, case), strict=True
        )
        if not agrees(mine, theirs)
    ]
    assert not differing, f"{len(differing)} differ, the plainest:\n{min(differing, key=len)}"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_the_tables_have_every_verdict(check: Check) -> None:
    words = Counter(expected(check.id, each).word for seed in SEEDS for each in tables(seed)[0])
    assert min(words[word] for word in ("pass", "violation", "review", "untested")) > FEW, words
