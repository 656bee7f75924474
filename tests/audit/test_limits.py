"""The limits family: a plain row-by-row reference, and laws that hold for any log."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, log_of, shuffled

from feeaudit.audit.case import Case
from feeaudit.audit.checks.limits import CHECKS
from feeaudit.rules.limits import demands_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from feeaudit.audit.check import Check
    from feeaudit.book.model import Book, Cardroom, Game, LimitRule, Schedule, Term

BY_ID = {check.id: check for check in CHECKS}

# Settings with one table of limits in force and no recorded doubt about it, so that a plain
# reference can be plain.
SETTLED = (
    ("mortimers", "three-card-poker-6-card-bonus", "1"),
    ("mortimers", "ez-baccarat-panda-8", "2"),
    ("mortimers", "no-bust-21st-century-blackjack", "1"),
    ("hawaiian-gardens", "super-9-bonus-tie", "2"),
    ("hawaiian-gardens", "three-card-poker", "1"),
)


def bets(kinds: list[str]) -> st.SearchStrategy[dict[int, dict[str, list[dict[str, Any]]]]]:
    amount = st.sampled_from([1, 4.99, 5, 7, 10, 15, 20, 20, 40, 50, 51, 100, 300, 500, 501, 2001])
    name = st.sampled_from(["Ann", "Ben", None])
    wager = st.fixed_dictionaries({"amount": amount, "player": name})
    seat = st.dictionaries(
        st.sampled_from(kinds), st.lists(wager, min_size=1, max_size=2), min_size=1
    )
    return st.dictionaries(st.integers(1, 3), seat, min_size=1, max_size=3)


@st.composite
def logs(draw: st.DrawFn, book: Book) -> dict[str, Any]:
    hands = []
    for _ in range(draw(st.integers(1, 4))):
        cardroom, game, option = draw(st.sampled_from(SETTLED))
        kinds = [wager.wager for wager in _game(book, cardroom, game).wagers]
        hand = {"cardroom": cardroom, "game": game, "option": option}
        hands.append(hand | {"wagers": draw(bets(kinds))})
    return {"hands": hands}


def test_each_book_has_its_own_limits(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "casino-war", "option": "1"}
    night = {"hands": [hand | {"wagers": {1: {"primary": 100_000}}}]}
    books = [book, _without_maximums(book), book]
    found = [len(BY_ID["LIM-HIGH"].run(case_of(night, each)).findings) for each in books]
    assert found == [1, 0, 1]


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_plain_reading_row_by_row_finds_the_same_wagers(data: st.DataObject, book: Book) -> None:
    body = data.draw(logs(book))
    case = case_of(body, book)
    expected = _reference(body, book)
    for check in CHECKS:
        findings = check.run(case).findings
        assert sorted(findings["row"]) == sorted(expected[check.id]), check.id


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(data=st.data(), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_never_changes_a_finding(
    data: st.DataObject, order: Random, book: Book
) -> None:
    log = log_of(data.draw(logs(book)))
    case, other = Case(log, book), Case(shuffled(log, order), book)
    for check in CHECKS:
        assert _told(check, case) == _told(check, other)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_hand_is_judged_by_itself(data: st.DataObject, book: Book) -> None:
    body = data.draw(logs(book))
    together = case_of(body, book)
    apart = [
        case_of({"hands": [hand | {"id": f"h{place + 1}"}]}, book)
        for place, hand in enumerate(body["hands"])
    ]
    for check in CHECKS:
        alone = [fact[1:] for case in apart for fact in _told(check, case)]
        assert sorted(fact[1:] for fact in _told(check, together)) == sorted(alone)


def test_every_option_in_force_states_what_it_asks(book: Book) -> None:
    hands = [
        {"cardroom": cardroom.cardroom, "game": game.game, "option": option.option}
        for cardroom, game, schedule in _games(book)
        for option in schedule.options
    ]
    for context in case_of({"hands": hands}, book).contexts:
        game, demands = context.game, demands_of(context)
        assert game is not None
        assert all(each.sure != bool(each.doubt) for each in demands)
        bases = {wager.wager for wager in game.wagers if wager.role == "base"}
        held = {each.wagers[0] for each in demands if each.what == "table_maximum"}
        assert game.kind == "poker" or not context.offers or held.issuperset(bases)


def _games(book: Book) -> Iterator[tuple[Cardroom, Game, Schedule]]:
    for cardroom in book.cardrooms:
        for schedule in cardroom.schedules:
            for game in cardroom.games:
                if game.game in schedule.games:
                    yield cardroom, game, schedule


def _game(book: Book, cardroom: str, game: str) -> Game:
    return next(
        each
        for place in book.cardrooms
        if place.cardroom == cardroom
        for each in place.games
        if each.game == game
    )


def _without_maximums(book: Book) -> Book:
    """Return a book that prints no table maximum."""
    return replace(book, cardrooms=tuple(map(_unlimited, book.cardrooms)))


def _unlimited(cardroom: Cardroom) -> Cardroom:
    schedules = [
        replace(
            schedule,
            options=tuple(
                replace(option, limit=option.limit and replace(option.limit, high=None))
                for option in schedule.options
            ),
        )
        for schedule in cardroom.schedules
    ]
    return replace(cardroom, schedules=tuple(schedules))


def _told(check: Check, case: Case) -> list[tuple[Any, ...]]:
    outcome = check.run(case)
    ids = case.hands["hand_id"].to_numpy()
    facts = outcome.findings
    told = zip(
        facts["row"], ids[facts["hand"]], facts["seat"], facts["component"], facts["review"],
        facts["message"], facts["lines"], strict=True,
    )  # fmt: skip
    return sorted(told)


class Placed(NamedTuple):
    """A wager and the row of the log it stands in; amounts are cents."""

    row: int
    seat: int
    kind: str
    amount: int
    player: str | None


def _placed(body: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[Placed]]]:
    """Yield the hands of a log with their wagers."""
    row = count(2)
    for hand in body["hands"]:
        yield (
            hand,
            [
                Placed(next(row), seat, kind, round(each["amount"] * 100), each["player"])
                for seat, kinds in hand["wagers"].items()
                for kind, several in kinds.items()
                for each in several
            ],
        )


def _reference(body: dict[str, Any], book: Book) -> dict[str, list[int]]:
    """Return the log rows that each check should find, worked out one wager at a time."""
    rows: dict[str, list[int]] = {check.id: [] for check in CHECKS}
    for hand, placed in _placed(body):
        game = _game(book, hand["cardroom"], hand["game"])
        term, low, high = _table(book, hand)
        rules = [*game.limits, *term.limits]
        for wager in placed:
            row, amount = wager.row, wager.amount
            role = next(each.role for each in game.wagers if each.wager == wager.kind)
            own = [rule for rule in rules if wager.kind in rule.wagers and not rule.total]
            bound = role == "base" or any(rule.within_table for rule in own)
            lows = [rule.minimum for rule in own if rule.minimum] + ([low] if bound else [])
            highs = [rule.maximum for rule in own if rule.maximum] + ([high] if bound else [])
            highs += [high for rule in own if rule.at_most and rule.at_most.wager == "table"]
            below = any(amount < each for each in lows)
            above = any(amount > each for each in highs)
            if role == "bonus":
                rows["LIM-BONUS"] += [row] * (below or above)
            else:
                rows["LIM-LOW"] += [row] * below
                rows["LIM-HIGH"] += [row] * above
            rows["LIM-INCREMENT"] += [row] * any(rule.step and amount % rule.step for rule in own)
            spot = _spot(placed, wager)
            rows["LIM-RELATION"] += [row] * any(not _stands(rule, wager, spot) for rule in own)
        rows["LIM-TOTAL"] += _totals(rules, term, placed, high)
    return rows


def _table(book: Book, hand: dict[str, Any]) -> tuple[Term, int, int]:
    (place,) = [each for each in book.cardrooms if each.cardroom == hand["cardroom"]]
    printed = [
        (schedule, option)
        for schedule in place.schedules
        if hand["game"] in schedule.games
        for option in schedule.options
        if option.option == hand["option"]
    ]
    schedule, option = printed[-1]
    term = next(each for each in schedule.terms if option.option in each.options)
    assert option.limit is not None
    assert option.limit.low is not None
    return term, option.limit.low, option.limit.high or 10**12


def _spot(placed: list[Placed], wager: Placed) -> list[Placed]:
    """Return the wagers of the same bettor: of the seat where anybody there is not named."""
    there = [each for each in placed if each.seat == wager.seat]
    if any(each.player is None for each in there):
        return there
    return [each for each in there if each.player == wager.player]


def _stands(rule: LimitRule, wager: Placed, spot: list[Placed]) -> bool:
    def amounts(other: str) -> list[int]:
        return [each.amount for each in spot if each.kind == other]

    if not all(any(amounts(kind) for kind in group) for group in rule.needs):
        return False
    same = [each.row for each in spot if each.kind == wager.kind]
    if rule.one_per and 0 < len(amounts(rule.one_per)) < len(same) and wager.row == max(same):
        return False
    if rule.equals and not any(
        wager.amount * 100 == many.percent * other
        for many in rule.equals
        for other in [*amounts(many.wager), sum(amounts(many.wager)) or -1]
    ):
        return False
    if rule.at_least and wager.amount * 100 < rule.at_least.percent * min(
        amounts(rule.at_least.wager), default=0
    ):
        return False
    upper = rule.at_most
    return not (
        upper
        and upper.wager != "table"
        and wager.amount * 100
        > upper.percent * max((each for one in upper.wagers for each in amounts(one)), default=0)
    )


def _totals(rules: list[LimitRule], term: Term, placed: list[Placed], high: int) -> set[int]:
    """Return the first row of each total that is above the table's maximum."""
    flagged = set()
    for rule in rules:
        if not rule.total:
            continue
        by_player = any(
            charge.per == "player" and set(charge.wagers) == set(rule.wagers)
            for charge in term.charges
        )
        sums: dict[Any, list[Placed]] = defaultdict(list)
        for wager in placed:
            nameless = any(each.seat == wager.seat and each.player is None for each in placed)
            who = None if nameless else wager.player
            key = (who,) if by_player and who else (wager.seat, who)
            if wager.kind in rule.wagers:
                sums[key].append(wager)
        flagged |= {
            min(each).row for each in sums.values() if sum(one.amount for one in each) > high
        }
    return flagged
