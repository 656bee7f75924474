"""PHH hands: what they state is kept exactly, what they lack is said."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from support.hand_histories import (
    HAND,
    ZONE,
    actions,
    column,
    numbered,
    only_fault,
    read,
    rows,
    set_aside,
    toml,
    wagers,
)

from feeaudit.intake.log import SourceFile

if TYPE_CHECKING:
    from pathlib import Path


def test_a_phh_hand_becomes_a_hand_its_wagers_and_its_rake(tmp_path: Path) -> None:
    log = read(tmp_path, toml(hand="17", players='["Ann", "Bo", ""]', seats="[4, 7, 9]"), "a.phh")
    (hand,) = rows(log, "hands")
    assert hand == {
        "hand_id": "17",
        "cardroom": "mortimers",
        "table": "T1",
        "started_at": dt.datetime(2026, 3, 1, 19, 30, tzinfo=ZoneInfo(ZONE)),
        "game": "texas-holdem",
        "players": 3,
        "opening_round": True,
        "source": 0,
        "row": 1,
    }
    fields = ("seat", "wager", "amount", "player", "result", "returned")
    assert [tuple(row[name] for name in fields) for row in rows(log, "wagers")] == [
        ("4", "small_blind", 100, "Ann", -100, None),
        ("7", "big_blind", 200, "Bo", None, None),
        ("7", "bet", 400, "Bo", -600, None),
        ("9", "bet", 1600, None, 300, 1000),
    ]
    (collection,) = rows(log, "collections")
    assert (collection["payer"], collection["fee"], collection["amount"]) == ("pot", "base", 400)
    assert collection["hand_id"] == "17"
    digest = hashlib.sha256((tmp_path / "a.phh").read_bytes()).hexdigest()
    assert log.sources == (SourceFile("a.phh", "", digest),)
    assert only_fault(log).kind == "rake calculated"


def test_a_hand_without_an_id_takes_the_name_of_its_file_and_its_place(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml(hand='"H-9"'), toml()))
    assert column(log, "hands", "hand_id") == ["night-1", "H-9", "night-3"]


def test_an_id_used_twice_names_the_other_line(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(hand="5"), toml(hand='"5"')))
    (fault,) = set_aside(log)
    assert (fault.kind, fault.value) == ("used twice", "5")
    assert "line 1 " in fault.expected


def test_a_table_given_stands_in_only_where_the_history_has_none(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml("table"), toml(table="12")), table="T9")
    assert column(log, "hands", "table") == ["T1", "T9", "12"]


def test_a_hand_at_no_table_is_set_aside(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, toml("table")))
    assert (fault.column, fault.kind, fault.set_aside) == ("table", "missing", True)


@pytest.mark.parametrize(
    ("variant", "played", "reached"),
    [
        ("NT", ["p3 f", "p1 f"], False),
        ("NT", ["p3 cbr 9", "p1 f", "p2 cc", "d db AhKd7s", "p2 f"], True),
        ("PO", ["p3 cbr 200", "p1 cc", "p2 f", "d db 2c3c4c"], True),
        ("NT", ["p3 cc"], None),
        ("F2L3D", ["p3 cc", "p1 f", "p2 cc", "p2 sd", "p3 sd 2c"], True),
        ("FB", ["p3 f", "p1 f"], False),
        ("X9", ["p3 f", "p1 f"], None),
        ("X9", ["p3 f", "p1 cc", "d db AhKd7s"], True),
    ],
)
def test_the_opening_round_is_the_flop_or_the_first_draw(
    tmp_path: Path, variant: str, played: list[str], reached: bool | None
) -> None:
    log = read(tmp_path, toml("winnings", variant=f'"{variant}"', actions=actions(*played)))
    (hand,) = rows(log, "hands")
    assert hand.get("opening_round") is reached


def test_in_stud_the_opening_round_is_the_second_card_face_up(tmp_path: Path) -> None:
    third = ["d dh p1 ????Ah", "d dh p2 ????Kh", "d dh p3 ????2c", "p3 pb", "p1 cbr 4", "p2 f"]
    stud = {"variant": '"F7S"', "antes": "[0.50, 0.50, 0.50]", "bring_in": "1"}
    absent = ("blinds_or_straddles", "winnings", "min_bet")
    dropped = toml(*absent, **stud, actions=actions(*third, "p3 f"))
    played = toml(*absent, **stud, actions=actions(*third, "p3 cc", "d dh p1 9c", "d dh p3 9d"))
    log = read(tmp_path, numbered(dropped, played))
    assert column(log, "hands", "opening_round") == [False, True]
    antes = [(seat, "ante", 50) for seat in "123"]
    assert sorted(wagers(log)[:5]) == sorted([*antes, ("1", "bet", 400), ("3", "forced_bet", 100)])


@pytest.mark.parametrize(
    ("blinds", "least", "named"),
    [
        ("[1, 2, 0]", "2", ["small_blind", "big_blind", ""]),
        ("[1, 2, 4]", "2", ["small_blind", "big_blind", "straddle"]),
        ("[1, 1, 2]", "2", ["small_blind", "small_blind", "big_blind"]),
        ("[5, 5, 0]", "5", ["small_blind", "big_blind", ""]),
        ("[1, 1, 0]", "2", ["small_blind", "big_blind", ""]),
        ("[2, 0, 0]", "2", ["big_blind", "", ""]),
        ("[0, 0, 3]", "3", ["", "", "big_blind"]),
        ("[1, 2, -2]", "2", ["small_blind", "big_blind", "big_blind"]),
    ],
)
def test_blinds_are_named_by_their_size(
    tmp_path: Path, blinds: str, least: str, named: list[str]
) -> None:
    text = toml("winnings", blinds_or_straddles=blinds, min_bet=least, actions="[]")
    log = read(tmp_path, text)
    assert [wager for _, wager, _ in wagers(log)] == [name for name in named if name]


def test_with_two_players_forced_bets_run_the_other_way_round(tmp_path: Path) -> None:
    text = toml(
        antes="[0, 3]",
        blinds_or_straddles="[1, 2]",
        starting_stacks="[100, 100]",
        actions=actions("p2 f"),
        winnings="[6, 0]",
    )
    log = read(tmp_path, text)
    assert wagers(log) == [("1", "ante", 300), ("1", "big_blind", 200), ("2", "small_blind", 100)]


def test_equal_blinds_of_two_players_leave_the_small_one_to_the_button(tmp_path: Path) -> None:
    fields = {"antes": "[0, 0]", "blinds_or_straddles": "[5, 5]", "min_bet": "5"}
    text = toml("winnings", **fields, starting_stacks="[100, 100]", actions="[]")
    assert wagers(read(tmp_path, text)) == [("1", "big_blind", 500), ("2", "small_blind", 500)]


def test_a_short_stack_posts_and_calls_what_it_has(tmp_path: Path) -> None:
    text = toml(
        "winnings",
        antes="[1, 1, 1]",
        starting_stacks="[1.50, 200, 10]",
        actions=actions("p3 cc", "p2 cbr 50", "p3 cc"),
    )
    assert wagers(read(tmp_path, text)) == [
        ("1", "ante", 100), ("1", "small_blind", 50),
        ("2", "ante", 100), ("2", "big_blind", 200), ("2", "bet", 4800),
        ("3", "ante", 100), ("3", "bet", 900),
    ]  # fmt: skip


def test_an_unknown_stack_never_runs_out(tmp_path: Path) -> None:
    text = toml("winnings", starting_stacks="[inf, 200, inf]", actions=actions("p3 cbr 90000"))
    assert ("3", "bet", 9_000_000) in wagers(read(tmp_path, text))


def test_an_action_may_carry_a_commentary_or_be_one(tmp_path: Path) -> None:
    text = toml("winnings", actions=actions("# burn card", "", "  p3   f # quickly", "p1 f"))
    assert column(read(tmp_path, text), "hands", "opening_round") == [False]


@pytest.mark.parametrize(
    ("absent", "fields", "where", "kind"),
    [
        ("variant", {}, "variant", "missing"),
        ("antes", {}, "antes", "missing"),
        ("blinds_or_straddles", {}, "blinds_or_straddles", "missing"),
        ("starting_stacks", {}, "starting_stacks", "missing"),
        ("actions", {}, "actions", "missing"),
        ("", {"variant": "7"}, "variant", "not a variant"),
        ("", {"antes": "0"}, "antes", "not a list"),
        ("", {"antes": "[0, 0]"}, "antes", "wrong number of values"),
        ("", {"antes": "[0, -1, 0]"}, "antes", "not an amount"),
        ("", {"starting_stacks": "[200]"}, "starting_stacks", "too few players"),
        ("", {"starting_stacks": "[200, 200, nan]"}, "starting_stacks", "not an amount"),
        ("", {"starting_stacks": "[200, 200, true]"}, "starting_stacks", "not an amount"),
        ("", {"blinds_or_straddles": "[0.125, 2, 0]"}, "blinds_or_straddles", "not an amount"),
        ("", {"blinds_or_straddles": '["1", 2, 0]'}, "blinds_or_straddles", "not an amount"),
        ("", {"starting_stacks": "[1e999, 2, 3]"}, "starting_stacks", "not an amount"),
        ("", {"starting_stacks": f"[{10**13}, 2, 3]"}, "starting_stacks", "not an amount"),
        ("", {"starting_stacks": f"[0x{'f' * 6000}, 2, 3]"}, "starting_stacks", "not an amount"),
        (
            "",
            {"winnings": "[0, 0, 9.0000000000000000000000000000000001]"},
            "winnings",
            "not an amount",
        ),
        ("", {"winnings": "[0, 0, -1]"}, "winnings", "not an amount"),
        ("", {"winnings": "[0, 0, 50]"}, "winnings", "pays more than was put in"),
        (
            "winnings",
            {"finishing_stacks": "[150, 194, 203]"},
            "finishing_stacks",
            "does not balance",
        ),
        ("", {"_jackpot": "5"}, "winnings", "pays more than was put in"),
        ("", {"actions": '["p4 f"]'}, "actions", "not an action"),
        ("", {"actions": '["p3 wins"]'}, "actions", "not an action"),
        ("", {"actions": '["d dh p1"]'}, "actions", "not an action"),
        ("", {"actions": '["d"]'}, "actions", "not an action"),
        ("", {"actions": '["p3 cbr lots"]'}, "actions", "not an action"),
        ("", {"actions": '["p3 cbr NaN"]'}, "actions", "not an action"),
        ("", {"actions": '["p3 cbr ٣٠"]'}, "actions", "not an action"),
        ("", {"actions": '["p3 cbr 6.005"]'}, "actions", "not an amount"),
        ("", {"actions": '["p3 pb"]'}, "actions", "not an action"),
        ("", {"actions": "[7]"}, "actions", "not an action"),
        ("", {"actions": '["p3 cbr 2"]'}, "actions", "not a raise"),
        ("", {"actions": '["p3 cbr 201"]'}, "actions", "more than the stack"),
        ("", {"actions": '["p3 f", "p3 cc"]'}, "actions", "acts after folding"),
        ("", {"seats": "[1, 1, 2]"}, "seats", "two players in one seat"),
        ("", {"seats": "[1, 2, 2.5]"}, "seats", "not a name"),
        ("", {"players": "[1, [2], 3]"}, "players", "not a name"),
        ("", {"hand": "true"}, "hand", "not a name"),
        ("", {"level": "3"}, "level", "a tournament hand"),
        ("", {"day": "32"}, "day", "not a date"),
        ("", {"day": '"first"'}, "day", "not a date"),
        ("", {"year": "26"}, "day", "not a date"),
        ("", {"time": '"19:30:00"'}, "time", "not a time"),
        ("", {"time_zone": '"Pacific"'}, "time_zone", "not a time zone"),
        ("", {"time_zone": '"localtime"'}, "time_zone", "not a time zone"),
        (
            "time_zone",
            {"time_zone_abbreviation": '"BST"'},
            "time_zone_abbreviation",
            "not a known time zone",
        ),
        (
            "time_zone",
            {"time_zone_abbreviation": "[1]"},
            "time_zone_abbreviation",
            "not a known time zone",
        ),
    ],
)
def test_a_bad_hand_is_set_aside_and_the_others_are_kept(
    tmp_path: Path, absent: str, fields: dict[str, str], where: str, kind: str
) -> None:
    log = read(tmp_path, numbered(*[toml()] * 10, toml(absent, **fields), toml()))
    (fault,) = set_aside(log)
    assert (fault.column, fault.kind) == (where, kind)
    assert fault.file == "night.phhs"
    assert fault.row == 10 * (len(HAND) + 2) + 1
    assert fault.expected
    assert len(rows(log, "hands")) == 11


def test_other_money_than_dollars_is_remarked_on(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(currency='"GBP"', _rake="4"), toml(currency_symbol='"€"')))
    said = [(fault.column, fault.value) for fault in log.faults if fault.kind == "another currency"]
    assert said == [("currency", "GBP, 1 hand"), ("currency_symbol", "€, 1 hand")]
