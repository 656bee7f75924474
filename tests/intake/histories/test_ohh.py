"""Open Hand History hands: what they state is kept exactly, what they lack is said."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hand_histories import (
    FLOP,
    PLAYERS,
    POSTS,
    PREFLOP,
    ZONE,
    column,
    ohh,
    only_fault,
    pot,
    read_ohh,
    rows,
    set_aside,
    street,
    taken,
    wagers,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_an_open_hand_history_becomes_a_hand_its_wagers_and_what_was_taken(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh())
    (hand,) = rows(log, "hands")
    assert (hand["hand_id"], hand["table"], hand["players"]) == ("881", "T1", 3)
    assert hand["started_at"] == dt.datetime(2026, 3, 1, 19, 30, tzinfo=ZoneInfo(ZONE))
    assert hand["opening_round"] is True
    fields = ("seat", "wager", "amount", "player", "result", "returned")
    assert [tuple(row[name] for name in fields) for row in rows(log, "wagers")] == [
        ("3", "small_blind", 100, "Ann", -100, None),
        ("5", "big_blind", 200, "Bo", None, None),
        ("5", "bet", 400, "Bo", -600, None),
        ("6", "bet", 1600, "Cy", 300, 1000),
    ]
    assert taken(log) == [("base", 300), ("jackpot", 100)]
    assert {row["payer"] for row in rows(log, "collections")} == {"pot"}
    assert log.faults == ()


def test_a_rake_that_is_not_stated_follows_from_pot_and_payments(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh(pots=[pot(13, 2, 9, jackpot=1)]))
    assert taken(log) == [("base", 300), ("jackpot", 100)]
    assert only_fault(log).kind == "rake calculated"


def test_rake_and_jackpot_are_summed_over_main_and_side_pots(tmp_path: Path) -> None:
    pots = [pot(10, 2, 7, rake=2, jackpot=1), pot(3, 2, 2.50, rake=0.50)]
    log = read_ohh(tmp_path, ohh(pots=pots))
    assert taken(log) == [("base", 250), ("jackpot", 100)]


def test_a_rake_that_one_pot_does_not_state_is_worked_out_for_all(tmp_path: Path) -> None:
    pots = [pot(10, 2, 7, rake=2, jackpot=1), pot(3, 2, 2.50)]
    assert taken(read_ohh(tmp_path, ohh(pots=pots))) == [("base", 250), ("jackpot", 100)]


def test_a_dead_blind_is_no_part_of_a_call(tmp_path: Path) -> None:
    rounds = [street("Preflop", *POSTS, (1, "Post Dead", 1), *PREFLOP[3:]), street("Flop", *FLOP)]
    log = read_ohh(tmp_path, ohh(rounds=rounds, pots=[pot(14, 2, 10, rake=4)]))
    assert column(log, "wagers", "returned") == [None, None, None, None, 1000]
    assert log.faults == ()


def test_a_pot_may_hold_the_bet_that_nobody_called(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh(pots=[pot(23, 2, 19, rake=4)]))
    assert taken(log) == [("base", 400)]
    assert rows(log, "wagers")[-1]["result"] == 300


def test_pots_that_are_not_what_was_put_in_leave_the_results_out(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh(pots=[pot(15, 2, 12, rake=3)]))
    assert taken(log) == [("base", 300)]
    assert not log.has("wagers", "result")
    assert (only_fault(log).kind, only_fault(log).set_aside) == ("pots do not balance", False)


def test_pots_that_neither_state_nor_show_a_rake_give_none(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh(pots=None))
    assert "collections" not in log.tables
    assert only_fault(log).kind == "rake not known"


def test_money_the_house_adds_is_no_players_wager(tmp_path: Path) -> None:
    added = {"action_number": 1, "action": "Add to Pot", "amount": 5}
    rounds = [street("Preflop", *PREFLOP), street("Flop", *FLOP, cards="Ah Kd 7s")]
    rounds[0]["actions"].append(added)
    log = read_ohh(tmp_path, ohh(rounds=rounds, pots=[pot(18, 2, 14, rake=4)]))
    assert sum(column(log, "wagers", "amount")) == 2300
    assert log.faults == ()


@pytest.mark.parametrize(("amount", "won"), [(2, 2), (3, 3)])
def test_a_lone_big_blind_ends_the_hand_before_the_flop(
    tmp_path: Path, amount: int, won: int
) -> None:
    rounds = [street("Preflop", *POSTS, (2, "Fold", 0), (0, "Fold", 0))]
    log = read_ohh(tmp_path, ohh(rounds=rounds, pots=[pot(amount, 1, won, rake=0)]))
    assert column(log, "hands", "opening_round") == [False]
    assert column(log, "wagers", "result") == [-100, 100]
    assert log.faults == ()


@pytest.mark.parametrize(
    ("game", "later", "reached"),
    [
        ("Holdem", street("Flop", cards="Ah Kd 7s"), True),
        ("Stud", street("Fourth Street", (1, "Check", 0)), True),
        ("Draw", street("First Draw", (1, "Check", 0)), True),
        ("Holdem", street("Showdown", (1, "Shows Cards", 0)), None),
        ("Holdem", street("Flop"), None),
        ("Badugi", street("Second", (1, "Check", 0)), None),
        ("Badugi", street("Second", (1, "Check", 0), cards="Ah"), True),
    ],
)
def test_the_opening_round_is_a_second_round_dealt(
    tmp_path: Path, game: str, later: dict[str, Any], reached: bool | None
) -> None:
    rounds = [street("Preflop", *PREFLOP), later]
    log = read_ohh(tmp_path, ohh(game_type=game, rounds=rounds, pots=[pot(13, 2, 9, rake=4)]))
    (hand,) = rows(log, "hands")
    assert hand.get("opening_round") is reached


def test_players_sitting_out_are_not_dealt_in(tmp_path: Path) -> None:
    players = [*PLAYERS, {"id": 9, "seat": 9, "name": "Di", "is_sitting_out": True}]
    assert column(read_ohh(tmp_path, ohh(players=players)), "hands", "players") == [3]


def test_every_kind_of_post_has_its_name(tmp_path: Path) -> None:
    posts = [(0, "Post Ante", 1), (0, "Post SB", 1), (1, "Post BB", 2), (1, "Post Dead", 1)]
    more = [(2, "Post Extra Blind", 2), (2, "Straddle", 4), (0, "Fold", 0), (1, "Fold", 0)]
    rounds = [street("Preflop", *posts, *more)]
    log = read_ohh(tmp_path, ohh(rounds=rounds, pots=[pot(11, 2, 11, rake=0)]))
    assert wagers(log) == [
        ("3", "ante", 100), ("3", "small_blind", 100),
        ("5", "big_blind", 200), ("5", "small_blind", 100),
        ("6", "big_blind", 200), ("6", "straddle", 400),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "where", "kind"),
    [
        ({"tournament": True}, "tournament", "a tournament hand"),
        ({"tournament_info": {"name": "x"}}, "tournament", "a tournament hand"),
        ({"players": PLAYERS[:1]}, "players", "too few players"),
        ({"players": None}, "players", "too few players"),
        ({"players": "Ann"}, "players", "not a list of objects"),
        ({"players": [*PLAYERS, PLAYERS[0]]}, "players.id", "used twice"),
        ({"players": [*PLAYERS, {**PLAYERS[0], "id": 8}]}, "players.seat", "used twice"),
        ({"players": [*PLAYERS, {**PLAYERS[0], "id": [8]}]}, "players.id", "not a name"),
        ({"rounds": None}, "rounds", "missing"),
        ({"rounds": [street("Preflop", (7, "Call", 2))]}, "player_id", "not a player"),
        ({"rounds": [street("Preflop", (1, "Bluff", 2))]}, "rounds.actions", "not an action"),
        ({"rounds": [street("Preflop", (1, "Call", 2.005))]}, "amount", "not an amount"),
        ({"rounds": [street("Preflop", (1, "Call", -2))]}, "amount", "not an amount"),
        (
            {"rounds": [street("Preflop", (1, "Fold", 0), (1, "Call", 2))]},
            "rounds.actions",
            "acts after folding",
        ),
        ({"rounds": [{"actions": [{"action": ["Call"]}]}]}, "rounds.actions", "not an action"),
        ({"pots": [pot(13, 8, 9, rake=4)]}, "player_id", "not a player"),
        ({"pots": [pot(13, 2, 14)]}, "pots", "pays more than was put in"),
        ({"pots": [{**pot(13, 2, 9), "rake": "4"}]}, "rake", "not an amount"),
        ({"start_date_utc": "yesterday"}, "start_date_utc", "not a time"),
        ({"start_date_utc": 20260301}, "start_date_utc", "not a time"),
        ({"start_date_utc": "0001-01-01T00:00:00"}, "start_date_utc", "not a time"),
        ({"table_name": None}, "table_name", "missing"),
        ({"table_name": ["T1"]}, "table_name", "not a name"),
    ],
)
def test_a_bad_object_is_set_aside_and_the_others_are_kept(
    tmp_path: Path, fields: dict[str, Any], where: str, kind: str
) -> None:
    log = read_ohh(tmp_path, ohh(game_number="1"), ohh(**fields), ohh(game_number="3"))
    (fault,) = set_aside(log)
    assert (fault.column, fault.kind, fault.row) == (where, kind, 3)
    assert column(log, "hands", "hand_id") == ["1", "3"]


def test_other_money_in_an_open_hand_history_is_remarked_on(tmp_path: Path) -> None:
    fault = only_fault(read_ohh(tmp_path, ohh(currency="EUR")))
    assert (fault.kind, fault.value, fault.set_aside) == ("another currency", "EUR, 1 hand", False)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(-9, 9, places=3).map(float)
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(ohh()["ohh"])), JUNK)
def test_any_value_in_any_field_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, field: str, junk: Any
) -> None:
    hand = ohh()
    hand["ohh"][field] = junk
    log = read_ohh(tmp_path_factory.mktemp("junk"), hand)
    assert len(rows(log, "hands")) + len(set_aside(log)) == 1
