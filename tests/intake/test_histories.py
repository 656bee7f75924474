"""Poker hand histories as a log: what they state is kept exactly, what they lack is said."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from feeaudit.intake.histories import options_by_stakes, read_histories
from feeaudit.intake.histories.faults import Faults
from feeaudit.intake.histories.hand import BadHand, Given
from feeaudit.intake.histories.toml_hands import plain_record, toml_hands
from feeaudit.intake.histories.when import moment_of_phh
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.tables import schema_of

if TYPE_CHECKING:
    from feeaudit.intake.log import Fault, Log

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
ZONE = "America/Los_Angeles"
DEALT = '"d dh p1 ????", "d dh p2 ????", "d dh p3 ????"'
HAND = {
    "variant": '"NT"',
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[1, 2, 0]",
    "min_bet": "2",
    "starting_stacks": "[200, 200, 200]",
    "actions": f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 cc", "p3 cbr 10", "p2 f"]',
    "year": "2026",
    "month": "3",
    "day": "1",
    "time": "19:30:00",
    "time_zone": f'"{ZONE}"',
    "table": '"T1"',
    "winnings": "[0, 0, 9]",
}


def toml(*absent: str, **fields: str) -> str:
    """A PHH hand: the usual one with other fields, or without some."""
    stated = {name: value for name, value in {**HAND, **fields}.items() if name not in absent}
    return "".join(f"{name} = {value}\n" for name, value in stated.items())


def actions(*words: str) -> str:
    return json.dumps(list(words))


def numbered(*hands: str) -> str:
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def read(tmp_path: Path, text: str | bytes, name: str = "night.phhs", **facts: Any) -> Log:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_histories(path, **{"cardroom": "mortimers", "game": "texas-holdem", **facts})


def rows(log: Log, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log.table(table).to_pylist()
    return found


def column(log: Log, table: str, name: str) -> list[Any]:
    values: list[Any] = log.table(table).column(name).to_pylist()
    return values


def wagers(log: Log) -> list[tuple[str, str, int]]:
    return [(row["seat"], row["wager"], row["amount"]) for row in rows(log, "wagers")]


def taken(log: Log) -> list[tuple[str, int]]:
    return [(row["fee"], row["amount"]) for row in rows(log, "collections")]


def only_fault(log: Log) -> Fault:
    (fault,) = log.faults
    return fault


def set_aside(log: Log) -> list[Fault]:
    return [fault for fault in log.faults if fault.set_aside]


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
    (source,) = log.sources
    assert (source.file, len(source.sha256)) == ("a.phh", 64)
    assert only_fault(log).kind == "rake worked out"


def test_the_tables_have_the_types_of_the_log(tmp_path: Path) -> None:
    log = read(tmp_path, toml())
    for name, table in log.tables.items():
        declared = schema_of(name, ZONE)
        assert [declared.field(field.name).type for field in table.schema] == table.schema.types
    assert not log.has("hands", "option")
    assert not log.has("wagers", "player")
    assert set(log.names) == {"hands", "wagers", "collections"}


def test_a_hand_without_an_id_takes_the_name_of_its_file_and_its_place(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml(hand='"H-9"'), toml()))
    assert column(log, "hands", "hand_id") == ["night-1", "H-9", "night-3"]


def test_every_hand_knows_the_line_it_begins_on(tmp_path: Path) -> None:
    log = read(tmp_path, "# a night\n\n" + numbered(toml(), toml()))
    assert column(log, "hands", "row") == [3, 3 + len(HAND) + 2]


def test_a_table_given_stands_in_only_where_the_history_has_none(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml("table"), toml(table="12")), table="T9")
    assert column(log, "hands", "table") == ["T1", "T9", "12"]


def test_a_hand_at_no_table_is_set_aside(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, toml("table")))
    assert (fault.column, fault.kind, fault.set_aside) == ("table", "missing", True)


@pytest.mark.parametrize(
    ("variant", "fields", "reached"),
    [
        ("NT", {"actions": actions("p3 f", "p1 f")}, False),
        ("NT", {"actions": actions("p3 cbr 9", "p1 f", "p2 cc", "d db AhKd7s", "p2 f")}, True),
        ("PO", {"actions": actions("p3 cbr 200", "p1 cc", "p2 f", "d db 2c3c4c")}, True),
        ("NT", {"actions": actions("p3 cc")}, None),
        ("F2L3D", {"actions": actions("p3 cc", "p1 f", "p2 cc", "p2 sd", "p3 sd 2c")}, True),
        ("FB", {"actions": actions("p3 f", "p1 f")}, False),
        ("X9", {"actions": actions("p3 f", "p1 f")}, None),
        ("X9", {"actions": actions("p3 f", "p1 cc", "d db AhKd7s")}, True),
    ],
)
def test_the_opening_round_is_the_flop_or_the_first_draw(
    tmp_path: Path, variant: str, fields: dict[str, str], reached: bool | None
) -> None:
    log = read(tmp_path, toml("winnings", variant=f'"{variant}"', **fields))
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


def test_finishing_stacks_give_the_rake_whoever_bet_last(tmp_path: Path) -> None:
    log = read(tmp_path, toml("winnings", finishing_stacks="[199, 194, 203.50]"))
    assert taken(log) == [("base", 350)]
    assert sum(filter(None, column(log, "wagers", "result"))) == -350


def test_a_bet_that_nobody_called_may_be_part_of_the_payment(tmp_path: Path) -> None:
    """Two venues pay the same pot: one hands the last bet back first, the other pays it too."""
    apart = toml(venue='"A"', winnings="[0, 0, 11]")
    holding = toml(venue='"B"', winnings="[0, 0, 21]")
    log = read(tmp_path, numbered(apart, holding))
    assert taken(log) == [("base", 200), ("base", 200)]
    assert [row["result"] for row in rows(log, "wagers") if row["seat"] == "3"] == [500, 500]
    said = [fault.value for fault in log.faults]
    assert "apart from an uncalled bet, 1 hand" in said[0]
    assert "holding an uncalled bet, 1 hand" in said[1]


def test_a_fee_larger_than_the_last_bet_is_read_as_the_rest_of_the_file_is(tmp_path: Path) -> None:
    small = f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 cc", "p3 cbr 7", "p2 f"]'
    usual, small_bet = toml(winnings="[0, 0, 15]"), toml(actions=small, winnings="[0, 0, 12]")
    assert taken(read(tmp_path, numbered(usual, small_bet))) == [("base", 800), ("base", 800)]


def test_one_contradicting_hand_in_many_is_that_hands_fault(tmp_path: Path) -> None:
    hands = [toml(winnings="[0, 0, 11]")] * 12
    log = read(tmp_path, numbered(*hands, toml(winnings="[0, 0, 14]")))
    assert taken(log) == [("base", 200)] * 12
    (fault,) = set_aside(log)
    assert (fault.kind, fault.value) == ("pays more than was put in", "14")
    assert fault.expected == "at most the 13 that was put in"


@pytest.mark.parametrize(("won", "rake"), [("2", 0), ("3", 0), ("1.50", 50)])
def test_a_lone_blind_may_come_back_in_part_or_be_paid_whole(
    tmp_path: Path, won: str, rake: int
) -> None:
    text = toml(actions=actions("p3 f", "p1 f"), winnings=f"[0, {won}, 0]")
    assert taken(read(tmp_path, text)) == [("base", rake)]


def test_a_venue_that_pays_uncalled_bets_pays_lone_blinds_whole(tmp_path: Path) -> None:
    walk = toml(actions=actions("p3 f", "p1 f"), winnings="[0, 2, 0]")
    log = read(tmp_path, numbered(toml(winnings="[0, 0, 21]"), walk))
    assert taken(log) == [("base", 200), ("base", 100)]


def test_a_venue_may_hand_bets_back_and_still_pay_lone_blinds_whole(tmp_path: Path) -> None:
    walk = toml(actions=actions("p3 f", "p1 f"), winnings="[0, 3, 0]")
    log = read(tmp_path, numbered(toml(winnings="[0, 0, 11]"), walk))
    assert taken(log) == [("base", 200), ("base", 0)]


def test_nothing_taken_is_a_collection_of_nothing(tmp_path: Path) -> None:
    assert taken(read(tmp_path, toml(winnings="[0, 0, 13]"))) == [("base", 0)]


def test_a_stated_rake_and_jackpot_are_kept(tmp_path: Path) -> None:
    log = read(tmp_path, toml(_rake="3", _jackpot="1.00"))
    assert taken(log) == [("base", 300), ("jackpot", 100)]
    assert log.faults == ()


def test_a_stated_jackpot_is_no_part_of_the_rake(tmp_path: Path) -> None:
    assert taken(read(tmp_path, toml(_jackpot="1"))) == [("base", 300), ("jackpot", 100)]


def test_a_stated_rake_that_does_not_balance_is_kept_and_remarked_on(tmp_path: Path) -> None:
    log = read(tmp_path, toml(_rake="3"))
    assert taken(log) == [("base", 300)]
    fault = only_fault(log)
    assert (fault.kind, fault.value, fault.set_aside) == ("rake does not balance", "3", False)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"winnings": "[0, 0, 0]"},
        {"finishing_stacks": "[199, 194, 184]"},
    ],
    ids=["not stated", "nobody paid yet", "stacks before the pot is paid"],
)
def test_without_payments_there_is_no_collection(tmp_path: Path, fields: dict[str, str]) -> None:
    log = read(tmp_path, toml(*({"winnings"} - fields.keys()), **fields))
    assert len(rows(log, "hands")) == 1
    assert "collections" not in log.tables
    assert not log.has("wagers", "result")
    assert (only_fault(log).kind, only_fault(log).set_aside) == ("rake not known", False)


def test_a_share_missing_from_a_split_pot_is_no_rake(tmp_path: Path) -> None:
    shown = f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 sm AcKc", "p3 sm AsKs"]'
    log = read(tmp_path, toml(actions=shown, winnings="[0, 6, 0]"))
    assert "collections" not in log.tables
    assert (only_fault(log).kind, only_fault(log).value) == ("rake not known", "7 of 13")


def test_a_whole_split_pot_gives_the_rake(tmp_path: Path) -> None:
    shown = f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 sm AcKc", "p3 sm AsKs"]'
    assert taken(read(tmp_path, toml(actions=shown, winnings="[0, 6, 5]"))) == [("base", 200)]


@pytest.mark.parametrize(
    ("absent", "fields", "utc"),
    [
        ("", {}, "2026-03-02T03:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"ET"'}, "2026-03-02T00:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"CEST"'}, "2026-03-01T17:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"PDT"'}, "2026-03-02T02:30:00"),
        ("", {"time_zone_abbreviation": '"PDT"'}, "2026-03-02T03:30:00"),
        ("time_zone", {}, "2026-03-01T19:30:00"),
        (
            "time_zone",
            {"city": '"Gardena"', "region": '"California"', "country": '"United States"'},
            "2026-03-02T03:30:00",
        ),
        ("", {"time": "19:30:00.25"}, "2026-03-02T03:30:00.250000"),
    ],
)
def test_a_time_is_read_in_the_zone_the_history_names(
    tmp_path: Path, absent: str, fields: dict[str, str], utc: str
) -> None:
    (started,) = column(read(tmp_path, toml(absent, **fields)), "hands", "started_at")
    assert started.astimezone(dt.UTC).replace(tzinfo=None).isoformat() == utc


def test_a_time_without_a_zone_is_remarked_on_once_for_the_file(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(*[toml("time_zone")] * 3))
    (fault,) = [fault for fault in log.faults if fault.column == "time_zone"]
    assert (fault.value, fault.set_aside) == ("3 hands", False)


def test_a_day_without_a_clock_keeps_the_order_of_the_file_and_says_so(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(*[toml("time", "time_zone")] * 2))
    midnight = dt.datetime(2026, 3, 1, tzinfo=ZoneInfo(ZONE))
    assert column(log, "hands", "started_at") == [midnight, midnight + dt.timedelta(seconds=1)]
    assert "time not stated" in {fault.kind for fault in log.faults if not fault.set_aside}


def test_a_day_holds_no_more_hands_than_it_has_seconds() -> None:
    given_facts = Given("night", "mortimers", "texas-holdem", "T1", ZONE, dt.date(2026, 3, 1))
    faults = Faults("night.phhs")
    assert moment_of_phh({}, given_facts, 1, 86_399, faults).after == 86_399
    with pytest.raises(BadHand, match="missing"):
        moment_of_phh({}, given_facts, 1, 86_400, faults)


def test_a_history_without_any_date_is_set_aside(tmp_path: Path) -> None:
    log = read(tmp_path, toml("day", "time"))
    assert rows(log, "hands") == []
    assert (only_fault(log).kind, only_fault(log).set_aside) == ("no date", True)


def test_a_given_date_places_hands_that_state_none(tmp_path: Path) -> None:
    text = numbered(toml("year", "month", "day", "time", "time_zone"), toml("day"))
    log = read(tmp_path, text, date=dt.date(2026, 3, 5))
    zone = ZoneInfo(ZONE)
    assert column(log, "hands", "started_at") == [
        dt.datetime(2026, 3, 5, tzinfo=zone),
        dt.datetime(2026, 3, 5, 19, 30, tzinfo=zone),
    ]
    assert {fault.kind for fault in log.faults} >= {"date not stated", "time not stated"}


def test_a_given_date_does_not_overrule_what_the_history_says(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml("day"), toml()), date=dt.date(2025, 3, 5))
    assert [fault.kind for fault in set_aside(log)] == ["another date"]
    (started,) = column(log, "hands", "started_at")
    assert started.date() == dt.date(2026, 3, 1)


def test_an_hour_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, toml(day="8", time="02:30:00")))
    assert (fault.kind, fault.set_aside) == ("no such time", True)


def test_in_the_hour_that_happens_twice_hands_stay_in_order(tmp_path: Path) -> None:
    times = ("01:50:00", "01:10:00", "01:20:00")
    hands = [toml(month="11", day="1", time=time) for time in times]
    started = column(read(tmp_path, numbered(*hands)), "hands", "started_at")
    utc = [moment.astimezone(dt.UTC).strftime("%H:%M") for moment in started]
    assert utc == ["08:50", "09:10", "09:20"]


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
        ("", {"actions": '["p3 cbr NaN"]'}, "actions", "not an amount"),
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


def test_an_action_may_carry_a_commentary_or_be_one(tmp_path: Path) -> None:
    text = toml("winnings", actions=actions("# burn card", "", "  p3   f # quickly", "p1 f"))
    assert column(read(tmp_path, text), "hands", "opening_round") == [False]


def test_an_id_used_twice_names_the_other_line(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(hand="5"), toml(hand='"5"')))
    (fault,) = set_aside(log)
    assert (fault.kind, fault.value) == ("used twice", "5")
    assert "line 1 " in fault.expected


def test_broken_toml_costs_one_hand_and_is_shown_where_it_is(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml(min_bet="= 2"), toml()))
    (fault,) = set_aside(log)
    line = len(HAND) + 2 + 1
    assert (fault.kind, fault.row, fault.address) == ("not TOML", line, f"line {line + 4}")
    assert len(rows(log, "hands")) == 2


def test_broken_toml_of_a_single_hand_is_shown_where_it_is(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, "# one\n\n" + toml(variant="NT"), "one.phh"))
    assert (fault.row, fault.address) == (3, "line 3")


def test_a_field_stated_twice_is_refused(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, numbered(toml() + 'table = "T2"\n')))
    assert fault.kind == "not TOML"


def test_other_money_than_dollars_is_remarked_on(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(currency='"GBP"', _rake="4"), toml(currency_symbol='"€"')))
    said = [(fault.column, fault.value) for fault in log.faults if fault.kind == "another currency"]
    assert said == [("currency", "GBP, 1 hand"), ("currency_symbol", "€, 1 hand")]


def test_many_hands_may_be_named_and_carry_tables_of_their_own(tmp_path: Path) -> None:
    text = f'["first hand"] # opens\n{toml()}[second]\n{toml()}[second._notes]\nby = "floor"\n'
    assert len(rows(read(tmp_path, text), "hands")) == 2


def test_tables_that_are_no_numbered_hands_are_listed_not_skipped(tmp_path: Path) -> None:
    log = read(tmp_path, f"[[hands]]\n{toml()}\n[1]\n{toml()}")
    assert column(log, "hands", "hand_id") == ["night-2"]
    assert [fault.row for fault in set_aside(log)] == [1]


def test_multi_line_arrays_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    spread = toml(winnings="[\n  0, # Ann\n  0,\n  9,\n]")
    log = read(tmp_path, numbered(toml(), spread).replace("\n", "\r\n"))
    assert taken(log) == [("base", 400), ("base", 400)]


PLAIN = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(0, 10**6, places=2).map(str),
    st.sampled_from(["true", "false", "nan", "inf", "-0.0", "1e3", "01", "1_000", "0x1f", "null"]),
    st.times().map(lambda time: time.isoformat()),
    st.text("ab'\"\\#[]=, é\t", max_size=6).map(lambda text: f"'{text}'"),
    st.text("ab'\"\\#[]=, é\t", max_size=6).map(lambda text: f'"{text}"'),
    st.lists(st.sampled_from(["1", "2.50", "'a'", '"b"', "[1]", "''", "{a = 1}"]), max_size=4).map(
        lambda cells: f"[{', '.join(cells)}]"
    ),
)


@given(st.lists(st.tuples(st.sampled_from(["a", "b_1", "c-d", "É"]), PLAIN), max_size=5))
@example([("a", "null")])
def test_the_quick_reader_reads_as_the_standard_parser_does(fields: list[tuple[str, str]]) -> None:
    text = "[7]\n" + "".join(f"{name} = {value}\n" for name, value in fields)
    quick = plain_record(text)
    if quick is not None:  # else it is left to the standard parser
        assert repr(quick) == repr(tomllib.loads(text, parse_float=Decimal)["7"])


class Dealer:
    """Plays a random no-limit hand with books of its own, and writes it down."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.players: int = draw(st.integers(2, 6))
        stack = st.integers(1, 40_000)
        self.stacks: list[int] = [draw(stack) for _ in range(self.players)]
        self.left = list(self.stacks)
        self.live = [0] * self.players
        self.out = [False] * self.players
        self.script: list[str] = []
        self.ante: int = draw(st.sampled_from([0, 50]))
        self.blinds = [100, 200, *[0] * (self.players - 2)]
        for player, blind in enumerate(self.blinds[:: -1 if self.players == 2 else 1]):
            self.left[player] -= min(self.left[player], self.ante)
            self.pay(player, blind)
        for board in ("", "d db AhKd7s", "d db 2c", "d db 2d"):
            if board and self.out.count(False) > 1:
                self.script.append(board)
                self.live = [0] * self.players
            self.betting()

    def pay(self, player: int, amount: int) -> None:
        amount = min(amount, self.left[player])
        self.left[player] -= amount
        self.live[player] += amount

    def betting(self) -> None:
        waiting = list(range(self.players))
        while waiting:
            player = waiting.pop(0)
            if not self.out[player] and self.out.count(False) > 1 and self.left[player]:
                raised = self.act(player)
                if raised:
                    waiting = [other for other in range(self.players) if other != player]

    def act(self, player: int) -> bool:
        highest = max(self.live)
        reach = self.live[player] + self.left[player]
        choices = ["cc"] + ["f"] * (self.live[player] < highest) + ["cbr"] * (reach > highest)
        choice: str = self.draw(st.sampled_from(choices))
        to: int = self.draw(st.integers(highest + 1, reach)) if choice == "cbr" else highest
        self.script.append(f"p{player + 1} {choice}" + f" {to / 100:.2f}" * (choice == "cbr"))
        self.out[player] = choice == "f"
        self.pay(player, 0 if choice == "f" else to - self.live[player])
        return choice == "cbr"

    @property
    def put(self) -> list[int]:
        return [stack - left for stack, left in zip(self.stacks, self.left, strict=True)]

    @property
    def winner(self) -> int:
        inside = [player for player, out in enumerate(self.out) if not out]
        return max(inside, key=lambda player: self.put[player])

    def written(self, **fields: list[int]) -> str:
        """The hand as PHH; amounts for each player in cents."""
        amounts = {
            "antes": [self.ante] * self.players,
            "blinds_or_straddles": self.blinds,
            "starting_stacks": self.stacks,
            **fields,
        }
        stated = {name: json.dumps([cell / 100 for cell in row]) for name, row in amounts.items()}
        absent = {"winnings"} - fields.keys()
        return toml(*absent, **{**stated, "actions": json.dumps(self.script)})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_chips_in_are_chips_out_and_the_rake(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    dealer = Dealer(data.draw)
    pot = sum(dealer.put)
    rake = data.draw(st.integers(0, pot - 1))
    ends = list(dealer.left)
    ends[dealer.winner] += pot - rake
    log = read(tmp_path_factory.mktemp("hand"), numbered(dealer.written(finishing_stacks=ends)))
    assert not set_aside(log)
    assert sum(column(log, "wagers", "amount")) == pot
    assert taken(log) == [("base", rake)]
    assert -sum(filter(None, column(log, "wagers", "result"))) == rake


@settings(max_examples=150, deadline=None)
@given(st.data(), st.booleans())
def test_payments_give_the_rake_with_the_uncalled_bet_or_without_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, holding: bool
) -> None:
    dealer = Dealer(data.draw)
    *_, second, most = sorted(dealer.put)
    uncalled, pot = most - second, sum(dealer.put)
    called = pot - uncalled
    assume(dealer.ante == 0 and called > 1 and not (holding and uncalled == 0))
    # A fee as large as the bet that nobody called would not tell the two readings apart.
    rake = data.draw(st.integers(0, min((called - 1) // 2, uncalled - 1 if holding else called)))
    winnings = [0] * dealer.players
    winnings[dealer.winner] = (pot if holding else called) - rake
    log = read(tmp_path_factory.mktemp("hand"), numbered(dealer.written(winnings=winnings)))
    assert taken(log) == [("base", rake)]
    assert -sum(filter(None, column(log, "wagers", "result"))) == rake


PLAYERS = [
    {"id": 0, "seat": 3, "name": "Ann", "starting_stack": 200.00},
    {"id": 1, "seat": 5, "name": "Bo", "starting_stack": 200.00},
    {"id": 2, "seat": 6, "name": "Cy", "starting_stack": 200.00},
]
POSTS = [(0, "Post SB", 1), (1, "Post BB", 2), (2, "Dealt Cards", 0)]
PREFLOP = [*POSTS, (2, "Raise", 6), (0, "Fold", 0), (1, "Call", 4)]
FLOP = [(1, "Check", 0), (2, "Bet", 10), (1, "Fold", 0)]


def street(name: str, *played: tuple[int, str, float], cards: str = "") -> dict[str, Any]:
    """A round: its actions as player, action and amount."""
    listed = [
        {"action_number": number, "player_id": player, "action": action, "amount": amount}
        for number, (player, action, amount) in enumerate(played, 1)
    ]
    return {"id": 0, "street": name, "cards": cards.split(), "actions": listed}


def pot(amount: float, winner: int, won: float, **taken: float | None) -> dict[str, Any]:
    wins = [{"player_id": winner, "win_amount": won}]
    return {"number": 0, "amount": amount, "player_wins": wins, **taken}


def ohh(**fields: Any) -> dict[str, Any]:
    """An Open Hand History hand: the usual one with other fields; None leaves one out."""
    usual = {
        "spec_version": "1.4.7",
        "game_number": "881",
        "start_date_utc": "2026-03-02T03:30:00",
        "table_name": "T1",
        "game_type": "Holdem",
        "currency": "USD",
        "small_blind_amount": 1.00,
        "big_blind_amount": 2.00,
        "players": PLAYERS,
        "rounds": [street("Preflop", *PREFLOP), street("Flop", *FLOP, cards="Ah Kd 7s")],
        "pots": [pot(13, 2, 9, rake=3, jackpot=1)],
    }
    stated = {name: value for name, value in {**usual, **fields}.items() if value is not None}
    return {"ohh": stated}


def read_ohh(tmp_path: Path, *hands: dict[str, Any], **facts: Any) -> Log:
    return read(tmp_path, "\n\n".join(map(json.dumps, hands)), "night.ohh", **facts)


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


@pytest.mark.parametrize(
    "join",
    [
        "\n\n".join,
        "\n".join,
        lambda hands: f"[{','.join(hands)}]",
        lambda hands: "\ufeff" + "\r\n\r\n".join(hands),
        lambda hands: "\n\n".join(json.dumps(json.loads(hand), indent=2) for hand in hands),
        lambda hands: "\n".join(json.dumps({"id": "x", **json.loads(hand)}) for hand in hands),
    ],
    ids=["blank lines", "lines", "a list", "Windows", "indented", "with other keys"],
)
def test_hands_stand_one_after_another_or_in_a_list(tmp_path: Path, join: Any) -> None:
    hands = [json.dumps(ohh(game_number=number)) for number in ("1", "2", "3")]
    for name in ("night.ohh", "night.OHH", "night.json", "night.jsonl"):
        log = read(tmp_path, join(hands), name)
        assert column(log, "hands", "hand_id") == ["1", "2", "3"]
        assert log.faults == ()


def test_a_hand_of_a_list_knows_its_line(tmp_path: Path) -> None:
    text = json.dumps([ohh(game_number="1"), ohh(game_number="2")], indent=1)
    second = text.splitlines().index(" {", 3) + 1
    assert column(read(tmp_path, text, "a.json"), "hands", "row") == [2, second]


def test_a_broken_object_costs_one_hand(tmp_path: Path) -> None:
    good, broken = json.dumps(ohh()), json.dumps(ohh(game_number="2"))[:-40]
    log = read(tmp_path, f"{broken}\n\n{good}\n\n{broken}", "a.ohh")
    assert column(log, "hands", "hand_id") == ["881"]
    assert [(fault.kind, fault.row) for fault in log.faults] == [("not JSON", 1), ("not JSON", 5)]


def test_a_rake_that_is_not_stated_follows_from_pot_and_payments(tmp_path: Path) -> None:
    log = read_ohh(tmp_path, ohh(pots=[pot(13, 2, 9, jackpot=1)]))
    assert taken(log) == [("base", 300), ("jackpot", 100)]
    assert only_fault(log).kind == "rake worked out"


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
    ("written", "utc"),
    [
        ("2026-03-02T03:30:00Z", "03:30:00"),
        ("2026-03-02T03:30:00.500Z", "03:30:00.500000"),
        ("2026-03-01T19:30:00-08:00", "03:30:00"),
        ("2026-03-02 03:30:00", "03:30:00"),
    ],
)
def test_open_hand_history_times_are_universal(tmp_path: Path, written: str, utc: str) -> None:
    (started,) = column(read_ohh(tmp_path, ohh(start_date_utc=written)), "hands", "started_at")
    assert started.astimezone(dt.UTC).time().isoformat() == utc


def test_an_open_hand_history_without_a_time_needs_a_date(tmp_path: Path) -> None:
    hands = [ohh(start_date_utc=None, game_number=str(number)) for number in (1, 2)]
    assert [fault.kind for fault in read_ohh(tmp_path, *hands).faults] == ["no date", "no date"]
    log = read_ohh(tmp_path, *hands, date=dt.date(2026, 3, 5))
    midnight = dt.datetime(2026, 3, 5, tzinfo=ZoneInfo(ZONE))
    assert column(log, "hands", "started_at") == [midnight, midnight + dt.timedelta(seconds=1)]


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


@pytest.mark.parametrize("text", ['{"hand": 1}', '{"ohh": [1]}', '{"ohh": {}}'])
def test_an_object_that_is_no_hand_is_listed(tmp_path: Path, text: str) -> None:
    log = read(tmp_path, text, "a.json")
    assert rows(log, "hands") == []
    assert only_fault(log).set_aside


OPTIONS = [("1", "1-2"), ("2", "2-3"), ("3", "2-3"), ("4", "0.50-1"), ("5", "1-1-2"), ("6", "")]


@pytest.mark.parametrize(
    ("blinds", "fitting"),
    [
        ((100, 200), ("1",)),
        ((200, 100), ("1",)),
        ((50, 100), ("4",)),
        ((100, 100, 200), ("5",)),
        ((200, 300), ("2", "3")),
        ((100, 200, 400), ("1",)),
        ((200, 300, 600), ("2", "3")),
        ((100, 201), ()),
        ((200,), ()),
        ((), ()),
    ],
)
def test_options_fit_by_their_blinds(blinds: tuple[int, ...], fitting: tuple[str, ...]) -> None:
    assert options_by_stakes(blinds, OPTIONS) == fitting


@pytest.mark.parametrize("printed", ["1-2", "$1-$2", "1/2", "1.00 - 2.00", "1\u20132"])
def test_blinds_may_be_printed_in_many_ways(printed: str) -> None:
    assert options_by_stakes((100, 200), [("A", printed), ("A", printed)]) == ("A",)


@pytest.mark.parametrize("printed", ["", "1-2 or 2-4", "none", "-", "1", "1-2-"])
def test_what_is_no_blinds_fits_nothing(printed: str) -> None:
    assert options_by_stakes((100, 200), [("A", printed)]) == ()


def test_hands_get_the_one_option_that_fits_and_the_rest_is_reported(tmp_path: Path) -> None:
    two_three = toml(blinds_or_straddles="[2, 3, 0]", min_bet="3", _rake="5", winnings="[0, 0, 9]")
    five_ten = toml("winnings", blinds_or_straddles="[5, 10, 0]", actions="[]", _rake="0")
    text = numbered(toml(_rake="4"), two_three, five_ten, five_ten)
    log = read(tmp_path, text, options=OPTIONS)
    assert column(log, "hands", "option") == ["1", None, None, None]
    said = [(fault.kind, fault.value, fault.expected) for fault in log.faults]
    assert said == [
        ("several options fit the stakes", "2-3, 1 hand", "one option of 2, 3"),
        ("no option fits the stakes", "5-10, 2 hands", "blinds of 1-2, 2-3, 0.50-1, 1-1-2"),
    ]


def test_stated_blinds_choose_the_option_of_an_open_hand_history(tmp_path: Path) -> None:
    posted = ohh(small_blind_amount=None, big_blind_amount=None, game_number="2")
    log = read_ohh(tmp_path, ohh(), posted, options=OPTIONS)
    assert column(log, "hands", "option") == ["1", "1"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.phh", b"", "no hands"),
        ("a.phhs", b"# only a remark\n\n", "no hands"),
        ("a.phhs", b"[1]\n" * 100_001, "more than 100,000 faults"),
        ("a.ohh", b" \n ", "no hands"),
        ("a.ohh", b"[]", "no hands"),
        ("a.json", b'"hands"', "not an Open Hand History"),
        ("a.json", b"7 8 9", "not an Open Hand History"),
        ("a.phh", b"variant\0 = 'NT'", "NUL"),
        ("a.ohh", b'{"ohh":\0}', "NUL"),
        ("a.ohh", b'{"ohh": {"a" ' * 1_100, "broken throughout"),
        ("a.ohh", b'{"ohh": [1, ' * 400, "broken throughout"),
        ("a.txt", b"variant = 'NT'", "not a hand history"),
        ("a.ohh", b'{"ohh":' * 50_000, "nested too deeply"),
        ("a.ohh", b"[" * 50_000, "no hands"),
    ],
)
def test_a_file_that_is_no_history_is_refused_in_a_sentence(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    with pytest.raises(UnusableLog, match=said):
        read(tmp_path, data, name)


def test_what_cannot_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.phh").mkdir()
    for name in ("none.phh", "folder.phh"):
        with pytest.raises(UnusableLog, match="cannot be read"):
            read_histories(tmp_path / name, cardroom="m", game="g")


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.phhs"
    with path.open("wb") as file:
        file.truncate(512 * 1024**2 + 1)
    with pytest.raises(UnusableLog, match="larger than 512 MB"):
        read_histories(path, cardroom="m", game="g")


def test_a_zone_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="not a time zone"):
        read(tmp_path, toml(), zone="Mars/Olympus")


@pytest.mark.parametrize(
    "field",
    [
        "x = " + "[" * 20_000,
        "x = " + "{a = " * 20_000,
        "x = " + "[" * 900 + "]" * 900,
        "x = " + "9" * 6_000,
        "x = 1e99999999999999999999",
        "a" + ".a" * 20_000 + " = 1",
        "x = '" + "y" * 1_000_001 + "'",
        "x = '''\n[9]\n'''",
    ],
    ids=["arrays", "tables", "nested", "digits", "exponent", "dots", "length", "header in text"],
)
def test_a_hostile_field_costs_one_hand_at_most(tmp_path: Path, field: str) -> None:
    log = read(tmp_path, numbered(toml(), f"{toml()}{field}\n", toml()))
    assert {"night-1"} < set(column(log, "hands", "hand_id"))
    assert all(fault.expected for fault in log.faults)


def test_a_hostile_number_in_json_costs_one_hand(tmp_path: Path) -> None:
    good = json.dumps(ohh())
    for number in ("9" * 6_000, "NaN", "1e99999999999999999999", "-Infinity"):
        bad = json.dumps(ohh(game_number="2")).replace('"big_blind_amount": 2.0', f'"b": {number}')
        log = read(tmp_path, f"{bad}\n\n{good}", "a.ohh")
        assert column(log, "hands", "hand_id") == ["881"]


def test_text_that_is_not_utf_8_is_read_as_windows_text_and_said_to_be(tmp_path: Path) -> None:
    text = toml(players='["Zo\u00eb", "Bo", "Cy"]', _rake="4")
    log = read(tmp_path, text.encode("cp1252"))
    assert column(log, "wagers", "player")[0] == "Zo\u00eb"
    assert only_fault(log).kind == "not UTF-8"
    marked = read(tmp_path, text.encode("utf-16"))
    assert column(marked, "wagers", "player")[0] == "Zo\u00eb"


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.phh", "a.phhs", "a.ohh"]))
def test_no_bytes_make_the_reader_stumble(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    head = b'{"ohh": {' if name.endswith("ohh") else b"[1]\nvariant = 'NT'\n"
    with contextlib.suppress(UnusableLog):
        log = read(tmp_path_factory.mktemp("hostile"), head + data, name)
        assert rows(log, "hands") == []
        assert log.faults


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


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*HAND, "hand", "seats", "players", "_rake", "venue", "currency"]), PLAIN)
def test_any_toml_value_in_any_field_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, field: str, value: str
) -> None:
    log = read(tmp_path_factory.mktemp("junk"), numbered(toml(**{field: value})))
    assert len(rows(log, "hands")) + len(set_aside(log)) == 1


def test_the_same_file_gives_the_same_log(tmp_path: Path) -> None:
    text = numbered(toml(), toml(winnings="[0, 0, 50]"), toml("winnings"))
    first, second = read(tmp_path, text), read(tmp_path, text)
    assert first.faults == second.faults
    assert all(table.equals(second.tables[name]) for name, table in first.tables.items())


def sample(name: str, **facts: Any) -> Log:
    path = SAMPLES / name
    if not path.is_file():
        pytest.skip("the sample histories (../shared/samples) are not beside this checkout")
    return read_histories(path, cardroom="mortimers", game="texas-holdem", **facts)


@pytest.mark.parametrize(
    ("name", "hands", "rakes"),
    [
        (
            "abs-1000nlh-67.phhs",
            864,
            {0: 579, 75: 31, 100: 15, 125: 5, 150: 8, 175: 1, 200: 47, 225: 4, 250: 1, 300: 96},
        ),
        ("pty-1000nlh-442.phhs", 260, {0: 136, 100: 14, 175: 1, 200: 48, 300: 58}),
    ],
)
def test_real_histories_balance_to_the_rake_of_their_house(
    name: str, hands: int, rakes: dict[int, int]
) -> None:
    """The rakes are those such tables took: nothing before the flop, then steps up to 3.00."""
    log = sample(name)
    assert len(rows(log, "hands")) + len(set_aside(log)) == hands
    assert Counter(amount for _, amount in taken(log)) == rakes
    flops = dict(
        zip(column(log, "hands", "hand_id"), column(log, "hands", "opening_round"), strict=True)
    )
    assert all(flops[row["hand_id"]] is (row["amount"] > 0) for row in rows(log, "collections"))
    results = column(log, "wagers", "result")
    assert -sum(filter(None, results)) == sum(amount for _, amount in taken(log))


def test_real_hands_that_do_not_balance_are_set_aside_or_remarked_on() -> None:
    log = sample("pty-1000nlh-442.phhs")
    (aside,) = set_aside(log)
    assert (aside.row, aside.kind, aside.value) == (1431, "pays more than was put in", "374.50")
    missing = [fault.value for fault in log.faults if fault.kind == "rake not known"]
    assert missing == ["220.69 of 439.38", "160.50 of 320"]


def test_real_hands_are_told_apart_and_placed_in_time() -> None:
    log = sample("abs-1000nlh-67.phhs")
    ids = column(log, "hands", "hand_id")
    assert len(set(ids)) == len(ids)
    started = column(log, "hands", "started_at")
    assert started[0] == dt.datetime(2009, 7, 20, 8, 31, 34, tzinfo=ZoneInfo(ZONE))
    assert started == sorted(started)


def test_real_hands_choose_an_option_by_their_stakes() -> None:
    log = sample("abs-1000nlh-67.phhs", options=[("A", "5-10"), ("B", "3-5")])
    assert Counter(column(log, "hands", "option")) == {"A": 857, None: 5}
    (fault,) = [fault for fault in log.faults if fault.column == "option"]
    assert fault.value == "10, 5 hands"


@pytest.mark.parametrize(
    ("name", "players", "pot"),
    [
        ("antonius-blom-2009.phh", 2, 135_694_700),
        ("dwan-ivey-2009.phh", 3, 110_950_000),
        ("phua-xuan-2019.phh", 6, 62_300_000),
    ],
)
def test_real_hands_without_a_day_need_one(name: str, players: int, pot: int) -> None:
    """The pots are the ones these famous hands were played for."""
    assert [fault.kind for fault in sample(name, table="1").faults] == ["no date"]
    year = int(name.removesuffix(".phh")[-4:])
    log = sample(name, table="1", date=dt.date(year, 11, 2))
    (hand,) = rows(log, "hands")
    assert (hand["players"], hand["opening_round"]) == (players, True)
    assert hand["hand_id"] == name.removesuffix(".phh") + "-1"
    called = [row["amount"] - (row.get("returned") or 0) for row in rows(log, "wagers")]
    assert sum(called) == pot
    assert "collections" not in log.tables


def test_the_quick_reader_reads_every_real_hand_exactly() -> None:
    sample("abs-1000nlh-67.phhs")
    for path in SAMPLES.glob("*.phhs"):
        for _, text in toml_hands(path.read_text(encoding="utf-8")):
            (record,) = tomllib.loads(text, parse_float=Decimal).values()
            assert plain_record(text) == record
