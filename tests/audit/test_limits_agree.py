"""The limits of wagers against a slow, plain reading of the YAML, on hands of every option."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference.dealing import Pattern, hand_of, patterns
from reference.limits import OPEN, SURE, Bet, Place, breaches
from reference.paper import Paper, Schedule, read_paper
from reference.tiers import cents
from support.casebook import log_of
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.limits import CHECKS
from feeaudit.book.export import as_csv, rows
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference.charges import Hand

pytestmark = pytest.mark.slow

Found = dict[tuple[str, int], str]
Dealt = tuple[Schedule, "Hand", list[Bet]]

every_option = settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@cache
def paper() -> Paper:
    """Return the book as the reference reads it."""
    return read_paper(folder("schedules"), as_csv(rows(shipped_book().cardrooms)))


def dealt(drawn: list[Pattern]) -> dict[tuple[str, str], list[Dealt]]:
    """Return one hand of every option of every edition, by cardroom and edition."""
    found: dict[tuple[str, str], list[Dealt]] = defaultdict(list)
    options = [(schedule, option) for schedule in paper().values() for option in schedule.options]
    for place, (schedule, option) in enumerate(options):
        hand = hand_of(schedule, option, drawn[place % len(drawn)])
        found[schedule.cardroom, schedule.edition].append((schedule, hand, list(bets_of(hand))))
    return found


def bets_of(hand: Hand) -> Iterator[Bet]:
    """Yield the wagers of a hand as its log will have them: seat by seat, kind by kind."""
    seats: dict[str, dict[str, list[dict[str, str]]]] = {}
    for each in hand["wagers"]:
        seats.setdefault(each["seat"], {}).setdefault(each["wager"], []).append(each)
    stated = (each for kinds in seats.values() for same in kinds.values() for each in same)
    for turn, each in enumerate(stated):
        yield Bet(turn, each["seat"], each["wager"], cents(each["amount"]), each["player"])


def expected(schedule: Schedule, hand: Hand, bets: list[Bet]) -> Found:
    """Return what the reference finds; the player-dealer's own wagers are none."""
    bank = hand["player_dealer_seat"]
    placed = [bet for bet in bets if bet.seat != bank]
    place = Place(folder("schedules"), schedule, hand["option"], hand["game"])
    return breaches(place, placed, banked=bool(bank), dealt_in=hand["players"])


def logged(hand: Hand, bets: list[Bet], number: int) -> dict[str, Any]:
    """Return a hand as a case of a log states it."""
    wagers: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for bet in bets:
        stated = {"amount": bet.amount / 100, "player": bet.player or None}
        wagers.setdefault(bet.seat, {}).setdefault(bet.kind, []).append(stated)
    return {
        "id": str(number),
        "option": f"{hand['schedule']}/{hand['option']}",
        "player_dealer_seat": hand["player_dealer_seat"] or None,
        "wagers": wagers,
        **{key: hand[key] for key in ("cardroom", "game", "players", "opening_round")},
    }


def audited(hands: list[Dealt], pins: dict[str, str]) -> list[Found]:
    """Return what the checks find in each hand."""
    body = [logged(hand, bets, number) for number, (_, hand, bets) in enumerate(hands)]
    case = Case(log_of({"hands": body}), shipped_book(), config=Config(editions=pins))
    first = [0]
    for _, _, bets in hands:
        first.append(first[-1] + len(bets))
    found: list[Found] = [{} for _ in hands]
    for check in CHECKS:
        for fact in check.run(case).findings.to_dict("records"):
            hand = int(case.hands["hand_id"].iloc[fact["hand"]])
            turn = fact["row"] - 2 - first[hand] if fact["seat"] else -1
            found[hand][check.id, turn] = OPEN if fact["review"] else SURE
    return found


@every_option
@given(drawn=st.lists(patterns, min_size=7, max_size=7))
def test_the_limits_of_every_option_are_those_of_the_paper(drawn: list[Pattern]) -> None:
    wrong = []
    for (cardroom, edition), hands in dealt(drawn).items():
        pins = {key[1]: edition for key in paper() if (key[0], key[2]) == (cardroom, edition)}
        for (schedule, hand, bets), found in zip(hands, audited(hands, pins), strict=True):
            meant = expected(schedule, hand, bets)
            if found != meant:
                wrong.append((len(bets), cardroom, hand, f"found {found}, meant {meant}"))
    if wrong:
        raise AssertionError(str(min(wrong, key=lambda each: (each[0], str(each)))))
