"""Checks of the player-dealer position: laws for any log, and what a case cannot state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, few_orders, found, shuffled
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.checks.rotation import CHECKS
from feeaudit.audit.checks.rotation.turns import too_many_turns
from feeaudit.audit.rotation.findings import UNSURE, ordinal
from feeaudit.book.catalogue import find_cardroom, find_game, find_schedule
from feeaudit.core.problem import BookError
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.rotation import rule_set

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from feeaudit.audit.check import Check
    from feeaudit.intake.log import Log
    from feeaudit.rules.rotation import Rules

BOOK = shipped_book()
LAWS = shipped_laws()

NIGHT = st.lists(
    st.fixed_dictionaries(
        {
            "table": st.sampled_from(["T1", "T2"]),
            "game": st.integers(0, 2),
            "at": st.integers(0, 90),
            "player_dealer": st.sampled_from(["Ann", "Bob", "Tom", "Tim", None]),
            "player_dealer_seat": st.sampled_from([1, 2, 3, None]),
            "offers": st.lists(
                st.tuples(st.integers(1, 4), st.sampled_from(["accept", "decline"])), max_size=4
            ),
            "wagers": st.dictionaries(
                st.integers(1, 4), st.just({"base": {"amount": 20, "player": "Ann"}}), max_size=2
            ),
        }
    ),
    min_size=1,
    max_size=14,
)
GAMES = {
    "mortimers": ["21st-century-blackjack", "ez-baccarat-panda-8", "fortune-pai-gow-poker"],
    "lucky-chances": ["pai-gow-tiles", "casino-war", "pure-21-5-blackjack"],
    "hawaiian-gardens": ["baccarat", "ez-baccarat", "caribbean-stud-poker"],
    "parkwest-lotus": ["pai-gow-poker-triple-bonus", "blackjack-x", "cash-in-baccarat"],
}
SEATS = [
    {"table": "T1", "seat": 1, "player": "Ann", "from": 0, "role": "patron"},
    {"table": "T1", "seat": 2, "player": "Tom", "from": 0, "to": 50, "role": "third_party"},
    {"table": "T1", "seat": 2, "player": "Tim", "from": 40, "role": "third_party"},
    {"table": "T2", "seat": 3, "player": "Bob", "from": 5, "role": "house"},
    {"table": "T2", "seat": 3, "player": "Bob", "from": 30, "role": "patron"},
]


@pytest.mark.slow
@few_orders
@given(hands=NIGHT, room=st.sampled_from(sorted(GAMES)), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_finding(
    hands: list[dict[str, Any]], room: str, order: Random
) -> None:
    log = case_of(_night(hands, room), BOOK).log
    assert _told(log, CHECKS) == _told(shuffled(log, order), CHECKS)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(hands=NIGHT)
def test_a_table_is_audited_alike_alone_and_beside_another(hands: list[dict[str, Any]]) -> None:
    # TPP-ONE looks at seats, whether or not hands are played there.
    checks = [check for check in CHECKS if check.id != "TPP-ONE"]
    both = _night(hands, "mortimers")
    apart = []
    for table in ("T1", "T2"):
        mine = [hand for hand in both["hands"] if hand["table"] == table]
        if mine:
            apart.append(both | {"hands": mine})
    alone = sorted(told for body in apart for told in _told(case_of(body, BOOK).log, checks))
    together = _told(case_of(both, BOOK).log, checks)
    assert [told[:3] for told in together] == [told[:3] for told in alone]


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(holders=st.lists(st.sampled_from(["Ann", "Bob"]), min_size=1, max_size=20))
def test_turns_are_those_that_a_person_would_count(holders: list[str]) -> None:
    game = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}
    case = case_of({"hands": [game | {"player_dealer": name} for name in holders]}, BOOK)
    beyond = [
        f"h{place + 1}"
        for place in range(2, len(holders))
        if len({*holders[place - 2 : place + 1]}) == 1
    ]
    assert [fact["hand"] for fact in found(case, too_many_turns.run(case).findings)] == beyond


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    seated=st.integers(2, 8),
    stays=st.lists(st.booleans(), min_size=1, max_size=20),
    room=st.sampled_from(
        ["mortimers/no-bust-21st-century-blackjack-6", "lucky-chances/casino-war"]
    ),
)
def test_passing_it_round_the_table_after_one_hand_or_two_is_never_found(
    seated: int, stays: list[bool], room: str
) -> None:
    place, hands = 0, []
    cardroom, _, game = room.partition("/")
    for stay in stays:
        hands.append(_held_by(place, [(place + 1, "accept")]))
        if stay:
            round_table = [((place + step) % seated + 1, "decline") for step in range(1, seated)]
            hands.append(_held_by(place, [*round_table, (place + 1, "accept")]))
        place = (place + 1) % seated
    body = {
        "defaults": {"cardroom": cardroom, "game": game},
        "hands": hands,
        "seats": [
            stay | {"role": "patron", "provider": None}
            for stay in _seats(cardroom, {seat: f"P{seat}" for seat in range(1, seated + 1)})
        ],
    }
    case = case_of(body, BOOK, LAWS)
    outcomes = {check.id: check.run(case) for check in CHECKS}
    assert all(outcomes[check].tested.all() for check in ("ROT-TURNS", "ROT-OFFER", "ROT-ORDER"))
    for check, outcome in outcomes.items():
        assert outcome.findings.empty, (check, outcome.findings["message"].tolist())
        assert not outcome.untested, (check, list(outcome.untested))


def _seats(cardroom: str, players: dict[int, str]) -> list[dict[str, Any]]:
    stay = {"cardroom": cardroom, "table": "T1", "from": "09:00", "to": "23:00"}
    return [stay | {"seat": seat, "player": player} for seat, player in players.items()]


def _held_by(place: int, offers: list[tuple[int, str]]) -> dict[str, Any]:
    return {"player_dealer": f"P{place + 1}", "player_dealer_seat": place + 1, "offers": offers}


def _night(hands: list[dict[str, Any]], room: str) -> dict[str, Any]:
    seats = [
        {"cardroom": room, "provider": "Harborline" if each["role"] == "third_party" else None}
        | each
        for each in SEATS
    ]
    named = [
        hand | {"id": f"h{place}", "game": GAMES[room][hand["game"]]}
        for place, hand in enumerate(hands)
    ]
    return {"defaults": {"cardroom": room}, "hands": named, "seats": seats, "tables": ["offers"]}


def _told(log: Log, checks: Iterable[Check]) -> list[tuple[str, ...]]:
    # Nights of an hour and a half seldom fill the 40 minutes of the rule.
    shorter = {"11-ccr-2076.window_minutes": "30"}
    case = Case(log, BOOK, LAWS, Config(as_if=("11-ccr-2076",), parameters=shorter))
    return sorted(
        (check.id, fact["hand"], fact["message"], *map(str, fact.values()))
        for check in checks
        for fact in found(case, check.run(case).findings)
    )


def _rules(cardroom: str, game: str) -> Rules:
    room = find_cardroom(BOOK, cardroom)
    return rule_set(room, find_game(room, game)).under(0)


def test_a_game_and_its_cardroom_speak_together() -> None:
    rules = _rules("lucky-chances", "ez-baccarat-panda-8")
    assert (rules.cap.hands, rules.entity_cap.hands, rules.offer.hands) == (2, 2, 2)
    assert rules.offer.lines == (2138, 5721)


def test_a_general_rule_holds_only_for_the_games_it_names() -> None:
    assert _rules("parkwest-lotus", "mini-pai-gow").offer.lines == (3460, 3463)
    assert _rules("parkwest-lotus", "ez-baccarat").offer.lines == (262, 355)


def test_an_offer_without_a_number_is_due_when_a_turn_is_over() -> None:
    room = find_cardroom(BOOK, "hawaiian-gardens")
    schedule = find_schedule(BOOK, "hawaiian-gardens/baccarat-9@2")
    rules = rule_set(room, find_game(room, "baccarat-9"), ((schedule, "1"),)).under(0)
    assert (rules.offer.hands, rules.offer.lines) == (2, (1408,))


def test_a_direction_that_is_read_two_ways_is_one_way_under_each_reading() -> None:
    room = find_cardroom(BOOK, "lucky-chances")
    rules = rule_set(room, find_game(room, "pai-gow-tiles"))
    assert [each.rules.directions for each in rules.each] == [
        ("clockwise",),
        ("counter_clockwise",),
    ]
    assert rules.in_doubt(frozenset({0})) == ("lucky-chances/pai-gow-tiles:231",)


def test_two_doubts_of_one_game_are_told_apart() -> None:
    room = find_cardroom(BOOK, "hawaiian-gardens")
    rules = rule_set(room, find_game(room, "caribbean-stud-poker"))
    provider = "hawaiian-gardens/caribbean-stud-poker:752"
    third_party = {
        place for place, each in enumerate(rules.each) if "third_party" in each.rules.eligible
    }
    assert len(rules.each) == 4
    assert rules.in_doubt(frozenset(third_party)) == (provider,)


def test_a_numbered_cap_elsewhere_settles_one_without_a_number() -> None:
    rules = _rules("lucky-chances", "four-card-poker")
    assert rules.cap.hands == 2
    assert not rules.loose_cap.hands


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [("window", "one of rolling, fixed"), ("window_minutes", "a whole number")],
)
def test_a_parameter_of_the_law_that_makes_no_sense_is_told_plainly(
    parameter: str, expected: str
) -> None:
    body = {
        "hands": [{"cardroom": "mortimers", "game": "ez-baccarat-panda-8", "player_dealer": "Ann"}],
        "config": {
            "as_if": ["11-ccr-2076"],
            "parameters": {f"11-ccr-2076.{parameter}": "sliding"},
        },
    }
    window = next(check for check in CHECKS if check.id == "ROT-WINDOW")
    with pytest.raises(BookError, match=expected):
        window.run(case_of(body, BOOK, LAWS))


def test_a_log_of_poker_is_none_of_their_business() -> None:
    case = case_of({"hand": {"cardroom": "lucky-lady", "game": "texas-holdem"}}, BOOK, LAWS)
    for check in CHECKS:
        outcome = check.run(case)
        assert outcome.findings.empty
        assert not outcome.tested.any()
        assert not outcome.untested


def _outcome(check: str, body: dict[str, Any]) -> tuple[list[tuple[str, str]], set[str]]:
    """Return the hands and messages that a check finds, and why it could not test others."""
    case = case_of(body, BOOK, LAWS)
    outcome = next(each for each in CHECKS if each.id == check).run(case)
    facts = [(fact["hand"], fact["message"]) for fact in found(case, outcome.findings)]
    return facts, {reason for reason, hands in outcome.untested.items() if hands.any()}


@pytest.mark.parametrize(("bettor", "found_out"), [("Bob", True), ("Cleo", False), (None, False)])
def test_whose_bets_without_a_name_are_nobody_can_tell_without_a_seat(
    bettor: str | None, *, found_out: bool
) -> None:
    bet = {2: {"player_line": {"amount": 20, "player": bettor}}}
    body = {
        "defaults": {"cardroom": "hawaiian-gardens", "game": "baccarat", "wagers": bet},
        "hands": [{"player_dealer": "Ann"}, {"player_dealer": "Cleo"}],
        "tables": ["offers"],
    }
    findings, _ = _outcome("ROT-ELIGIBLE", body)
    assert [hand for hand, _ in findings] == (["h2"] if found_out else [])


@pytest.mark.parametrize(("bettor", "found_out"), [("Cleo", True), ("Bob", False), (None, False)])
def test_three_bets_without_a_name_may_be_anybodys(bettor: str | None, *, found_out: bool) -> None:
    game = {"cardroom": "lucky-chances", "game": "lucky-chances-blackjack"}
    hand = {"player_dealer": "Ann", "wagers": {2: {"base": {"amount": 20, "player": bettor}}}}
    body = {"defaults": game, "hands": [hand, hand, hand, hand | {"player_dealer": "Bob"}]}
    findings, _ = _outcome("ROT-ELIGIBLE", body)
    assert [hand for hand, _ in findings] == (["h4"] if found_out else [])


@pytest.mark.parametrize(("named", "found_out"), [("Bob", True), (None, False)])
def test_whoever_is_known_by_the_seat_only_sits_in_it(
    named: str | None, *, found_out: bool
) -> None:
    body = {
        "defaults": {"cardroom": "mortimers", "game": "fortune-pai-gow-poker"},
        "hands": [{"player_dealer": named, "player_dealer_seat": 5}],
        "seats": _seats("mortimers", {1: "Ann"}),
    }
    findings, untested = _outcome("ROT-ELIGIBLE", body)
    assert [hand for hand, _ in findings] == (["h1"] if found_out else [])
    assert not untested


def test_whether_a_name_and_a_seat_in_a_row_are_one_holder_is_not_known() -> None:
    holders = [("Ann", 1), (None, 3), ("Bob", 3), ("Bob", 3), (None, 5)]
    hands = [{"player_dealer": who, "player_dealer_seat": seat} for who, seat in holders]
    defaults = {"cardroom": "mortimers", "game": "pure-21-5-blackjack"}
    outcome = too_many_turns.run(case_of({"defaults": defaults, "hands": hands}, BOOK))
    # Whoever held seat 3 on the second hand may have been Bob.
    assert outcome.untested[UNSURE].tolist() == [False, False, True, False, False]


def test_offers_at_two_tables_may_be_logged_by_turns() -> None:
    """Each as it is made: the next of one table stands between two of the other."""
    game = {"cardroom": "mortimers", "game": "ez-baccarat-panda-8", "player_dealer": "Ann"}
    asked = [(5, "decline"), (3, "decline")]
    hands: list[dict[str, Any]] = [{"table": each} for each in ("T1", "T1", "T2", "T2")]
    hands += [{"table": table, "offers": asked} for table in ("T1", "T2")]
    log = case_of({"defaults": game | {"player_dealer_seat": 1}, "hands": hands}, BOOK).log
    by_turns = replace(log, tables=log.tables | {"offers": log.table("offers").take([0, 2, 1, 3])})
    order = [check for check in CHECKS if check.id == "ROT-ORDER"]
    told = [(hand, message) for _, hand, message, *_ in _told(by_turns, order)]
    assert [hand for hand, _ in told] == ["h5", "h6"]
    assert all("seat 3 was asked after seat 5" in message for _, message in told)


@pytest.mark.parametrize(("at", "found_out"), [("10:04", True), ("11:00", False)])
def test_a_new_game_may_begin_with_somebody_who_declined_in_the_one_that_was_broken(
    at: str, *, found_out: bool
) -> None:
    body = {
        "defaults": {
            "cardroom": "mortimers",
            "game": "no-bust-21st-century-blackjack",
            "player_dealer": "Ann",
            "player_dealer_seat": 1,
        },
        "hands": [
            {"at": "10:00"},
            {"at": "10:02"},
            {"at": at, "offers": [[2, "decline"], [1, "decline"]]},
        ],
    }
    findings, untested = _outcome("ROT-BROKEN", body)
    assert [hand for hand, _ in findings] == (["h3"] if found_out else [])
    assert not untested


def test_who_accepted_in_a_seat_may_be_the_holder_whose_seat_is_not_logged() -> None:
    body: dict[str, Any] = {
        "defaults": {"cardroom": "mortimers", "game": "ez-baccarat-panda-8"},
        "hands": [
            {"player_dealer": "Ann"},
            {"player_dealer": "Bob", "offers": [[2, "decline"], [3, "accept"]]},
        ],
    }
    findings, _ = _outcome("ROT-OFFER", body)
    assert not findings
    body["hands"][1]["player_dealer_seat"] = 2
    findings, _ = _outcome("ROT-OFFER", body)
    assert findings == [("h2", "another player had accepted the position that Bob held")]


@pytest.mark.parametrize("check", ["ROT-OFFER", "ROT-ORDER"])
def test_somebody_with_two_seats_is_asked_in_one_of_them(check: str) -> None:
    game = {"cardroom": "mortimers", "game": "ez-baccarat-panda-8"}
    held = {"player_dealer": "Ann", "player_dealer_seat": 1}
    body: dict[str, Any] = {
        "defaults": game | held,
        "hands": [{}, {}, {"offers": [[2, "decline"], [4, "decline"]]}],
        "seats": _seats("mortimers", {1: "Ann", 2: "Bob", 3: "Bob", 4: "Cleo", 5: "Ann"}),
    }
    assert _outcome(check, body) == ([], set())
    body["seats"][2]["player"] = "Dan"
    findings, _ = _outcome(check, body)
    assert [hand for hand, message in findings if "seat 3" in message] == ["h3"]


@pytest.mark.parametrize(("sequence", "known"), [((1, 2, 3), True), ((1, 2, 2), False)])
def test_the_order_of_offers_is_untested_where_two_bear_one_number(
    sequence: tuple[int, ...], *, known: bool
) -> None:
    place = {"cardroom": "mortimers", "game": "ez-baccarat-panda-8"}
    place |= {"player_dealer": "Ann", "player_dealer_seat": "1"}
    offers = [[5, "decline"], [3, "decline"], [1, "accept"]]
    log = case_of({"defaults": place, "hands": [{}, {}, {"offers": offers}]}, BOOK).log
    table = log.tables["offers"]
    column = table.schema.get_field_index("sequence")
    numbers = pa.array(sequence, table.schema.field(column).type)
    told = log.tables | {"offers": table.set_column(column, table.schema.field(column), numbers)}
    order = next(each for each in CHECKS if each.id == "ROT-ORDER")
    outcome = order.run(Case(replace(log, tables=told), BOOK))
    assert len(outcome.findings) == known
    assert bool(outcome.tested[2]) == known


def test_two_of_one_provider_are_found_without_a_law_pack_too() -> None:
    seat = {"cardroom": "mortimers", "table": "T1", "role": "third_party", "provider": "Harborline"}
    body = {
        "hands": [{"cardroom": "mortimers", "game": "ez-baccarat-panda-8", "at": "20:12"}],
        "seats": [
            seat | {"seat": 1, "player": "Ann", "from": "19:00", "to": "20:25"},
            seat | {"seat": 4, "player": "Ben", "from": "20:10"},
        ],
    }
    case = case_of(body, shipped_book())
    (fact,) = found(case, REGISTRY["TPP-ONE"].run(case).findings)
    assert "4 CCR section 12270(b)(5) allows 1" in fact["message"]


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st")],
)
def test_which_hand_in_a_row_it_is_is_said_as_people_say_it(number: int, said: str) -> None:
    assert ordinal(number) == said
    assert ordinal(number + 100).endswith(said[-2:])
