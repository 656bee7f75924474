"""The limits family: laws that hold for any log. What it finds is held to tests/reference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, few_orders, log_of, shuffled
from support.harbor import GAME_LIST, GAMES, HEAD, OPTIONS, TERMS, write_book

from feeaudit.audit.case import Case
from feeaudit.audit.checks.limits import CHECKS
from feeaudit.audit.limits.bounds import HIGH, LOW, table_bound
from feeaudit.book.load import read_book
from feeaudit.rules.limits import demands_of
from feeaudit.rules.table_limits import LimitInForce

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from feeaudit.audit.check import Check
    from feeaudit.book.model import Book, Cardroom, Game, Schedule

BY_ID = {check.id: check for check in CHECKS}

PLAYED = (
    ("mortimers", "three-card-poker-6-card-bonus", "1"),
    ("mortimers", "ez-baccarat-panda-8", "2"),
    ("mortimers", "no-bust-21st-century-blackjack", "1"),
    ("hawaiian-gardens", "ultimate-texas-holdem", "1"),
    ("hawaiian-gardens", "super-9-bonus-tie", "2"),
    ("hawaiian-gardens", "three-card-poker", "1"),
    ("lucky-chances", "casino-war", "1"),
    ("lucky-chances", "let-it-ride-bonus", "1"),
    ("lucky-lady", "fortune-7-baccarat", "1"),
    ("lucky-lady", "ultimate-texas-holdem", "1"),
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
        cardroom, game, option = draw(st.sampled_from(PLAYED))
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
@few_orders
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


@pytest.mark.parametrize("cardroom", ["mortimers", "nowhere"])
def test_nothing_is_asked_of_a_game_that_is_not_in_the_book(book: Book, cardroom: str) -> None:
    hand = {"cardroom": cardroom, "game": "nonesuch", "option": "1", "wagers": {1: {"base": 10}}}
    (context,) = case_of({"hand": hand}, book).contexts
    assert demands_of(context) == ()


@pytest.mark.parametrize("doubted", [2, 5])
def test_what_one_line_asks_for_sure_is_sure_whatever_another_leaves_open(
    tmp_path: Path, doubted: int
) -> None:
    anomaly = f"""\
    anomalies:
      - kind: contradiction
        lines: [2, 5]
        conclusion: ambiguous
        note: Two lines differ.
        readings: [{{reading: bound}}, {{reading: free, without: {doubted}}}]
  harbor-holdem:"""
    games = GAMES.replace("  harbor-holdem:", anomaly)
    book = read_book(write_book(tmp_path, games=games))
    (cardroom,) = book.cardrooms
    game = cardroom.games[0]
    needs = next(each for each in game.limits if each.wagers == ("lucky",))
    printed = (*game.limits, replace(needs, lines=(5,)))
    twice = replace(cardroom, games=(replace(game, limits=printed), *cardroom.games[1:]))
    hand = {"cardroom": "harbor", "game": "harbor-blackjack", "option": "1"}
    case = case_of(
        {"hand": hand | {"wagers": {1: {"lucky": 10}}}}, replace(book, cardrooms=(twice,))
    )
    (asked,) = (each for each in demands_of(case.contexts[0]) if each.what == "needs")
    assert asked.sure
    assert asked.lines == (2, 5)
    assert not asked.anomalies


RANGE_OF_MAXIMUMS = (
    HEAD
    + """\
terms:
  - options: 1
    lines: 4
    collect: before_deal
    player: {per: wager, wagers: base}
    table_limit: {minimum: 5, maximum: 100-500}
    limits: [{total: [base, lucky], within: table, lines: 4}]
options: [{option: 1, lines: 7, player: 0.50}]
"""
)


def test_a_total_is_held_to_the_maximum_that_its_table_posted_of_a_printed_range(
    tmp_path: Path,
) -> None:
    book = read_book(write_book(tmp_path, RANGE_OF_MAXIMUMS))
    game = {"cardroom": "harbor", "game": "harbor-blackjack"}
    wagers = {1: {"base": 250, "lucky": 100}}
    hands = [{"table": table, "option": 1, "wagers": wagers} for table in ("T1", "T2", "T3")]
    posted = {"T1": 300, "T2": 400}
    postings = [
        game | {"table": table, "option": 1, "posted_at": "08:00", "minimum": 5, "maximum": most}
        for table, most in posted.items()
    ]
    case = case_of({"defaults": game, "hands": hands, "postings": postings}, book)
    (found,) = BY_ID["LIM-TOTAL"].run(case).findings.to_dict("records")
    assert (found["hand"], found["review"]) == (0, False)
    assert "= $350.00, above the table maximum of $300.00" in found["message"]
    assert "as posted" in found["message"]


@pytest.mark.parametrize(
    ("total", "seats"),
    [("[base, lucky]", ["1"]), ("[lucky, double_down]", [])],
    ids=["wagers_that_pay_it", "others"],
)
def test_only_wagers_that_pay_a_fee_per_player_have_one_total_wherever_they_stand(
    tmp_path: Path, total: str, seats: list[str]
) -> None:
    fee = "player: {per: player, wagers: base}"
    limits = f"limits: [{{total: {total}, within: table, lines: 4}}]"
    terms = TERMS.replace("player: {per: wager, wagers: base}", f"{fee}\n    {limits}")
    book = read_book(write_book(tmp_path, HEAD + terms + OPTIONS))
    own = {"base": {"amount": 10, "player": "Ann"}, "lucky": {"amount": 60, "player": "Ann"}}
    hand = {"cardroom": "harbor", "game": "harbor-blackjack", "option": 1}
    case = case_of({"hand": hand | {"wagers": {1: own, 2: own}}}, book)
    assert BY_ID["LIM-TOTAL"].run(case).findings["seat"].tolist() == seats


def test_wagers_without_a_name_have_a_total_at_each_seat_beside_those_of_players(
    tmp_path: Path,
) -> None:
    limits = "limits: [{total: [lucky, side], maximum: 100, at_most: base, lines: 4}]"
    terms = TERMS.replace("    collect:", f"    {limits}\n    collect:")
    kinds = "      lucky: {role: bonus, placed: before_deal}\n"
    games = GAMES.replace("lucky: {", "side: {needs: base, lines: 2}\n      lucky: {")
    root = write_book(
        tmp_path,
        HEAD + terms + OPTIONS,
        games=games,
        game_list=GAME_LIST.replace(kinds, kinds + kinds.replace("lucky", "side")),
    )
    named = {kind: {"amount": 10, "player": "Ann"} for kind in ("base", "lucky")}
    nameless = {"base": 10, "lucky": 8, "side": 3}
    defaults = {"cardroom": "harbor", "game": "harbor-blackjack", "option": 1}
    hands = [{"wagers": {1: named}}, {"wagers": {5: nameless, 6: {"base": 10, "lucky": 8}}}]
    case = case_of({"defaults": defaults, "hands": hands}, read_book(root))
    (found,) = BY_ID["LIM-TOTAL"].run(case).findings.to_dict("records")
    assert (found["hand"], found["seat"]) == (1, "5")
    assert "= $11.00, above the base of $10.00" in found["message"]


LATER = "{fee: 2, not_before: 2027-01-01}"
ON_WAGERS = f"limit: 5-300, player: {{by: player_wager, 5-100: 1, 101-300: {LATER}}}"


@pytest.mark.parametrize(
    ("option", "most"),
    [
        (ON_WAGERS, 100),
        (f"{ON_WAGERS}, player_dealer: {{by: table_action, 5-99: 1, 100+: 2}}", 100),
        (f"limit: 5-300, player: {{by: total_player_wager, 5-100: 1, 101-300: {LATER}}}", 100),
        (f"limit: 5-50, player: {{by: player_wager, 5-100: 1, 101-300: {LATER}}}", 50),
        (f"limit: 5-no limit, player: {{by: player_wager, 5-100: 1, 101+: {LATER}}}", 100),
        (f"limit: 5-300, player: {{by: player_wager, 5-100: {LATER}, 101-300: 1}}", 300),
        (f"limit: 5-300, player: {{by: player_wager, 5-50: {LATER}, 51+: 2}}", 300),
        (f"limit: 5-300, player: {{by: player_wager, 5-50: 1, 51-100: {LATER}, 101+: 2}}", 300),
        (f"limit: 5-300, player: {{by: player_wager, 5-200: 1}}, bonus: {LATER}", 300),
        (f"limit: 5-300, player: 1, bonus: {{by: bonus_wager, 1-25: 1, 26-50: {LATER}}}", 300),
        (
            f"limit: 5-300, player: 1, player_dealer: {{by: table_action, 5-9: 1, 10+: {LATER}}}",
            300,
        ),
    ],
)
def test_before_a_fee_may_be_offered_the_wagers_it_is_for_are_above_the_limit(
    tmp_path: Path, option: str, most: int
) -> None:
    terms = TERMS.replace(
        "    player_dealer", "    bonus: {per: wager, wagers: lucky}\n    player_dealer"
    )
    options = f"options:\n  - {{option: 1, lines: 7, {option}}}\n"
    book = read_book(write_book(tmp_path, HEAD + terms + options))
    hand = {"cardroom": "harbor", "game": "harbor-blackjack", "option": 1}
    hands = [
        hand | {"at": "2026-12-31 19:00", "wagers": {1: {"base": amount}}}
        for amount in (most, most + 1)
    ]
    pinned = {"editions": {"harbor-blackjack": "1"}}
    case = case_of({"config": pinned, "hands": hands}, book)
    assert BY_ID["LIM-HIGH"].run(case).findings["hand"].tolist() == [1]


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
                replace(option, limits=tuple(replace(each, high=None) for each in option.limits))
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


def test_a_share_of_the_table_limit_is_one_of_its_maximum() -> None:
    limit = LimitInForce(
        text="10-100",
        minimums=(1_000, 1_000),
        maximums=(10_000, 10_000),
        no_maximum=False,
        schedule="harbor/game",
        document="000.txt",
        lines=(1,),
    )
    assert table_bound(HIGH, limit, share=50) == 5_000
    assert table_bound(LOW, limit, share=50) == 1_000
