"""Guessing: a proposal from headings and values, with reasons, that then reads the file."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from support.profiled import EVENING, ZONE, hand_ids, log_from, records
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.guess.guessed_profile import Guess, guess_profile
from feeaudit.intake.profiles.model import CellRule, RowTest
from feeaudit.intake.profiles.profile_yaml import profile_of, profile_text

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from feeaudit.intake.log import Log

GIVEN = {"cardroom": "mortimers", "game": "three-card-poker", "table": "4", "date": "2026-03-01"}


def at(number: int) -> datetime:
    return EVENING + timedelta(minutes=2 * number)


def guessed(path: Path) -> tuple[Guess, Log]:
    """The guess, and the log that it gives, written and read, once what it needs is given."""
    guess = guess_profile(path)
    text = profile_text(guess.profile)
    assert profile_of(text, "guess.yaml") == guess.profile
    return guess, log_from(path, text, **{need: GIVEN[need] for need in guess.needs})


def started(log: Log, place: int) -> str:
    (at,) = records(log, "hands", "started_at")[place]
    return f"{at:%Y-%m-%d %H:%M}"


def said(guess: Guess, *parts: str) -> bool:
    return any(all(part in reason for part in parts) for reason in guess.reasons)


WIDE = [
    "Hand #",
    "Date",
    "Time",
    "Table",
    "Game",
    "Seat 1 Bet",
    "Seat 1 Fee",
    "Seat 2 Bet",
    "Seat 2 Fee",
]


def wide_rows(count: int = 6) -> list[list[Any]]:
    return [
        [n, at(n).date(), at(n).time(), "T4", "Three Card Poker", 25, 1, 50.5, 1]
        for n in range(1, count + 1)
    ]


def test_a_wide_sheet_is_made_out_and_read_in_full(tmp_path: Path) -> None:
    guess, log = guessed(xlsx(tmp_path / "night.xlsx", {"Night": [WIDE, *wide_rows()]}))
    assert (guess.needs, log.faults) == (("cardroom",), ())
    assert (
        log.hands.num_rows,
        log.table("wagers").num_rows,
        log.table("collections").num_rows,
    ) == (6, 12, 12)
    assert records(log, "hands", "hand_id", "table", "game")[0] == ("1", "T4", "Three Card Poker")
    assert records(log, "wagers", "seat", "wager", "amount")[:2] == [
        ("1", "base", 2500),
        ("2", "base", 5050),
    ]
    assert guess.confidence >= 0.9
    assert said(guess, "2 columns like 'Seat {n} Bet' hold wagers of kind 'base'")
    assert said(guess, "The cardroom is not in the file")
    assert said(guess, "6 hands of the first rows read without a fault, 0 rows do not")


def test_title_rows_two_line_headers_totals_and_notes_are_seen(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "night.xlsx",
        {
            "Table 4": [
                ["Mortimer's Card Room"],
                ["Date:", date(2026, 3, 1), "Game: Three Card Poker"],
                [],
                ["Hand", "Start", "Seat 1", None, "Seat 2", None],
                [None, None, "Bet", "Fee", "Bet", "Fee"],
                *[[n, at(n).time(), 25, 1, 50, 1] for n in range(1, 5)],
                ["Total", None, 100, 4, 200, 4],
                [],
                [],
                ["Checked by Kim"],
            ],
            "Summary": [["Drop", 8]],
        },
        merged={"Table 4": ["C4:D4", "E4:F4"]},
    )
    guess, log = guessed(path)
    (rule,) = guess.profile.sheets
    assert (rule.header.row, rule.header.lines) == (4, 2)
    assert (rule.skip.words, rule.end_after_blank_rows) == (("Total",), 2)
    assert rule.names == ("Table *",)
    assert guess.profile.ignore == ("Summary",)
    assert log.faults == ()
    assert records(log, "hands", "hand_id", "table", "game")[0] == ("1", "4", "Three Card Poker")
    assert started(log, 0) == "2026-03-01 19:32"
    assert said(guess, "Cell B2 states the date")
    assert said(guess, "Sheet 'Summary'", "ignored")


def test_an_unmerged_group_heading_in_a_text_file_is_carried(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    lines = ["Hand;Start;Seat 1;;Seat 2;", ";;Bet;Fee;Bet;Fee"]
    lines += [f"{n};3/{n + 12}/2026 19:30;25,50;1,00;50,00;1,00" for n in range(1, 5)]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    guess, log = guessed(path)
    assert guess.profile.sheets[0].header.carry
    assert (guess.profile.decimal, guess.profile.dates) == ("comma", "month_first")
    assert (log.hands.num_rows, records(log, "wagers", "amount")[0], log.faults) == (4, (2550,), ())
    assert said(guess, "semicolon between cells")
    assert said(guess, "month first")


def test_totals_only_are_one_wager_a_hand_and_doubtful_payers_are_said(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["Hand", "Date/Time", "Table", "Game", "Total Action", "Fee"]]
    rows += [[n, at(n), "4", "TCP", 650, 3] for n in range(1, 5)]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert records(log, "wagers", "seat", "amount")[0] == ("table", 65_000)
    assert records(log, "collections", "payer", "amount")[0] == ("player_dealer", 300)
    assert said(guess, "'Fee' does not say who pays", "Check it")
    certain = [["Hand", "Date/Time", "Table", "Game", "Total Action", "PD Fee"], *rows[1:]]
    surer, _ = guessed(xlsx(tmp_path / "b.xlsx", {"N": certain}))
    assert guess.confidence < surer.confidence


def test_one_row_a_wager_is_seen_by_hands_that_repeat(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["Hand", "Started", "Table", "Game", "Seat", "Player", "Bet Type", "Bet Amount"]
    ]
    for n in range(1, 4):
        rows += [[n, at(n), "4", "TCP", seat, f"Kim {seat}", "ante", 25] for seat in (1, 2)]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert guess.profile.sheets[0].records[0].once
    assert (log.hands.num_rows, log.table("wagers").num_rows, log.faults) == (3, 6, ())
    assert records(log, "wagers", "seat", "wager", "player")[1] == ("2", "ante", "Kim 2")


def test_hands_wagers_and_fees_on_sheets_of_their_own_are_seen(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Log": [
                ["Hand", "Start", "Table", "Game"],
                *[[n, at(n), "4", "TCP"] for n in range(3)],
            ],
            "Bets": [
                ["Hand", "Seat", "Bet Type", "Amount"],
                *[[n, 1, "ante", 25] for n in range(3)],
            ],
            "Fees": [["Hand", "PD Fee"], *[[n, 2] for n in range(3)]],
        },
    )
    _, log = guessed(path)
    assert {name: table.num_rows for name, table in log.tables.items()} == {
        "hands": 3,
        "wagers": 3,
        "collections": 3,
    }
    assert (records(log, "wagers", "hand_id", "wager")[2], log.faults) == (("2", "ante"), ())


def test_times_past_midnight_under_the_evenings_date_are_seen(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["Hand", "Date", "Time", "Table", "Game", "Action"]]
    rows += [
        [n, date(2026, 3, 1), clock, "4", "TCP", 5]
        for n, clock in enumerate([time(22), time(23, 50), time(0, 10)])
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert started(log, 2) == "2026-03-02 00:10"
    assert said(guess, "past midnight")


@pytest.mark.parametrize("file", ["night-2026-03-01.xlsx", "2026-03-01 my-night.xlsx"])
def test_the_date_in_the_name_of_the_file_is_seen(tmp_path: Path, file: str) -> None:
    rows = [
        ["Hand", "Time", "Table", "Game", "Action"],
        *[[n, at(n).time(), "4", "TCP", 5] for n in range(3)],
    ]
    guess, log = guessed(xlsx(tmp_path / file, {"N": rows}))
    assert (guess.needs, log.faults) == (("cardroom",), ())
    assert started(log, 0) == "2026-03-01 19:30"
    assert said(guess, "name of the file states the date")


def test_sheets_named_by_date_give_the_date(tmp_path: Path) -> None:
    body = [
        ["Hand", "Time", "Table", "Game", "Action"],
        *[[n, at(n).time(), "4", "TCP", 5] for n in range(3)],
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"2026-03-01": body, "2026-03-02": body}))
    assert started(log, 3) == "2026-03-02 19:30"
    assert said(guess, "The name of each sheet is its date")
    assert hand_ids(log)[3] == "2026-03-02-0"


def test_hand_numbers_that_restart_on_each_sheet_are_told_apart(tmp_path: Path) -> None:
    body = [["Hand", "Start", "Game", "Action"], *[[n, at(n), "TCP", 5] for n in range(1, 4)]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"Table 4": body, "Table 5": body}))
    assert hand_ids(log) == [
        "4-1",
        "4-2",
        "4-3",
        "5-1",
        "5-2",
        "5-3",
    ]
    assert said(guess, "restarts on each sheet")


def test_hands_without_a_number_are_known_by_their_row(tmp_path: Path) -> None:
    rows = [["Start", "Table", "Game", "Action"], *[[at(n), "4", "TCP", 5] for n in range(3)]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert hand_ids(log) == [
        "a.xlsx-N-2",
        "a.xlsx-N-3",
        "a.xlsx-N-4",
    ]
    assert said(guess, "No column identifies the hands")


def test_tables_side_by_side_are_not_read_as_one(tmp_path: Path) -> None:
    header = ["Hand", "Time", "Seat 1 Bet", "Seat 2 Bet", "Bank Fee"]
    hands = [[n, time(19, n), 5, 5, 1] for n in range(3)]
    rows = [[*header, None, *header], *[[*hand, None, *hand] for hand in hands]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": rows})
    with pytest.raises(UnusableLog, match="two tables are side by side, from columns A and G on"):
        guess_profile(path)


def test_sheets_of_two_forms_and_like_names_are_each_read_by_their_own_rule(tmp_path: Path) -> None:
    first = [["Game:", "TCP"], ["Hand", "Start", "Action"], [1, at(1), 5]]
    second = [["Hand", "Start", "Game", "Action"], [2, at(2), "TCP", 5]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": first, "Table 5": second})
    _, log = guessed(path)
    assert records(log, "hands", "hand_id", "table") == [("1", "4"), ("2", "5")]
    assert not log.faults


def test_a_date_behind_its_label_in_one_cell_is_the_date(tmp_path: Path) -> None:
    rows = [["Date: 3/6/2026"], ["Hand", "Time", "Action"], [1, time(19, 30), 5]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"Table 4": rows}))
    assert "date" not in guess.needs
    assert said(guess, "could be read both ways; month first is assumed")
    assert started(log, 0) == "2026-03-06 19:30"


def test_blanks_below_what_is_said_once_repeat_it(tmp_path: Path) -> None:
    header = ["Date", "Table", "Hand", "Time", "Option", "Bank seat", "Action"]
    rows: list[list[Any]] = [
        header,
        [date(2026, 3, 6), 4, 1, time(19, 30), 2, 3, 5],
        [None, None, 2, time(19, 32), None, 3, 5],
        [None, None, 3, time(19, 34), None, None, 5],
        [None, 5, 4, time(19, 30), None, 3, 5],
        [None, None, 5, time(19, 32), None, 3, 5],
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert said(guess, "Blank cells of 'Date', 'Table', 'Option' repeat the cell above. Check it.")
    assert [table for (table,) in records(log, "hands", "table")] == ["4", "4", "4", "5", "5"]
    assert records(log, "hands", "player_dealer_seat")[2] == (None,)
    rows[2][:2] = rows[3][:2] = rows[1][:2]
    assert not said(guess_profile(xlsx(tmp_path / "b.xlsx", {"N": rows})), "'Table'", "repeat")


def test_a_hand_said_once_above_its_seats_has_all_of_them(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Start", "Seat", "Bet"],
        [1, at(1), 1, 50],
        [None, None, 2, 25],
        [2, at(2), 1, 50],
        [None, None, 4, 25],
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert not said(guess, "whole table")
    assert hand_ids(log) == ["1", "2"]
    wagers = records(log, "wagers", "hand_id", "seat", "amount")
    assert wagers == [("1", "1", 5000), ("1", "2", 2500), ("2", "1", 5000), ("2", "4", 2500)]


def test_a_column_without_a_heading_is_told(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Action"], [1, at(1), 5, None, "fee given back"]]
    guess, _ = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert said(guess, "Column E, without a heading, is not used.")
    assert not said(guess, "Column D")


def test_times_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    rows = [["Hand", "Time", "Action"], [1, 1930, 5], [2, 1932, 5]]
    with pytest.raises(UnusableLog, match=r"sheet N: B2, Time, holds '1930', which is not a time"):
        guess_profile(xlsx(tmp_path / "a.xlsx", {"N": rows}))


@pytest.mark.parametrize(
    ("first", "second", "before"),
    [
        (("m", "1", 4), ("m", "1", 5), "the table is"),
        (("m", "1", 4), ("m", "2", 4), "the date is"),
        (("m", "1", 4), ("x", "1", 4), "the cardroom is"),
    ],
)
def test_hands_whose_numbers_restart_are_told_apart_by_what_differs(
    tmp_path: Path, first: tuple[str, str, int], second: tuple[str, str, int], before: str
) -> None:
    header = ["Casino", "Date", "Table", "Hand", "Time", "Game", "Action"]
    rows = [
        [room, f"2026-03-0{day}", table, n, time(19, n), "TCP", 5]
        for room, day, table in (first, second)
        for n in (1, 2)
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": [header, *rows]}))
    assert said(guess, f"'Hand' restarts, so {before} put before it.")
    assert len(set(hand_ids(log))) == 4


def test_hands_that_date_and_table_tell_apart_together(tmp_path: Path) -> None:
    header = ["Date", "Table", "Hand", "Time", "Action"]
    rows = [[f"2026-03-0{day}", table, 1, time(19, 1), 5] for day in (1, 2) for table in ("A", "B")]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": [header, *rows]}))
    assert said(guess, "so the date and the table are put before it.")
    assert len(set(hand_ids(log))) == 4
    guess, _ = guessed(xlsx(tmp_path / "b.xlsx", {"N": [header, *rows, *rows]}))
    assert said(guess, "'Hand' repeats: hands may be counted as one.")


def test_a_banker_by_seat_is_no_person(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Bank", "Action"], [1, at(1), "Seat 3", 5], [2, at(2), "#4", 5]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert records(log, "hands", "player_dealer_seat") == [("3",), ("4",)]
    assert said(guess, "'Bank' is taken for the player dealer seat. Check it.")
    rows = [["Hand", "Start", "Bank", "Action"], [1, at(1), "Ann", 5], [2, at(2), "Bo", 5]]
    _, log = guessed(xlsx(tmp_path / "b.xlsx", {"N": rows}))
    assert records(log, "hands", "player_dealer") == [("Ann",), ("Bo",)]


def test_where_there_is_a_flop_the_pot_pays(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Players", "Flop", "Drop"], [1, at(1), 9, "Y", 4]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert said(guess, "'Drop' does not say who pays; pot is assumed. Check it.")
    assert records(log, "collections", "payer") == [("pot",)]


def test_a_title_may_state_table_and_option_without_a_colon(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["Table 7", None, "OPTION #2"],
        ["Hand", "Start", "Action"],
        [1, at(1), 5],
    ]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert records(log, "hands", "table", "option") == [("7", "2")]
    assert said(guess, "Cell C1 states the option: 'OPTION #2'.")
    rows[0][2] = "Optional 2"
    assert not said(guess_profile(xlsx(tmp_path / "b.xlsx", {"N": rows})), "the option")


def test_amounts_that_cannot_be_read_are_refused_and_not_left_out(tmp_path: Path) -> None:
    header = ["Hand", "Start", "Seat 1 Bet", "Seat 2 Bet", "Bank Fee"]
    rows = [[n, at(n), "€50", "€25", "€1"] for n in (1, 2)]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": [header, *rows]}))
    assert guess.confidence < 0.5
    assert said(guess, "'Bank Fee' is taken by its heading, but its cells are no amounts")
    assert [(each.address, each.kind) for each in log.faults if each.address][:3] == [
        ("C2", "not an amount"),
        ("D2", "not an amount"),
        ("E2", "not an amount"),
    ]


def test_dates_that_cannot_be_read_do_not_put_every_hand_on_one_day(tmp_path: Path) -> None:
    header = ["Date", "Hand", "Time", "Action"]
    rows = [["6th of March", 1, time(19, 30), 5], ["7th of March", 2, time(19, 30), 5]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": [header, *rows]}))
    assert "date" not in guess.needs
    assert [each.address for each in log.faults if each.kind == "not a date"] == ["A2", "A3"]


def test_titles_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    rows = [["Table 7", "Table 8"], ["Hand", "Start", "Action"], [1, at(1), 5]]
    guess, _ = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert said(guess, "A1 states the table: 'Table 7'. But: Cell B1 states the table: 'Table 8'.")


def test_dates_written_both_ways_are_told(tmp_path: Path) -> None:
    rows = [
        [day, n, time(19, 30), 5] for n, day in enumerate(["3/6/2026", "13/6/2026", "3/14/2026"])
    ]
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Date", "Hand", "Time", "Action"], *rows]})
    guess, log = guessed(path)
    assert said(guess, "written both ways, '3/14/2026' and '13/6/2026'; month first is assumed")
    assert [each.address for each in log.faults if each.kind == "not a date"] == ["A3"]


def test_the_dealer_of_the_house_is_not_taken_for_the_player_dealer(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Dealer", "Bank seat", "Action"], [1, at(1), "Ann Lee", 3, 5]]
    _, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert not log.has("hands", "player_dealer")
    assert records(log, "hands", "dealer") == [("Ann Lee",)]
    rows = [["Hand", "Start", "Dealer", "Action"], [1, at(1), 3, 5]]
    _, log = guessed(xlsx(tmp_path / "b.xlsx", {"N": rows}))
    assert records(log, "hands", "player_dealer_seat") == [("3",)]


def test_two_columns_for_one_thing_are_said(tmp_path: Path) -> None:
    header = ["Hand", "Hand ID", "Start", "Table", "Game", "Action"]
    rows = [header, *[[n, f"H{n}", at(n), "4", "TCP", 5] for n in range(3)]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert said(guess, "Both 'Hand' and 'Hand ID' could be the hand id", "'Hand' is taken")
    assert records(log, "hands", "hand_id")[0] == ("0",)


def test_dates_that_could_be_read_both_ways_lower_the_confidence(tmp_path: Path) -> None:
    def sheet(day: int) -> list[list[Any]]:
        return [WIDE, *[[n, f"3/{day}/2026", "19:30", "4", "TCP", 5, 1, 5, 1] for n in range(3)]]

    doubtful, _ = guessed(xlsx(tmp_path / "a.xlsx", {"N": sheet(1)}))
    clear, _ = guessed(xlsx(tmp_path / "b.xlsx", {"N": sheet(21)}))
    assert said(doubtful, "'3/1/2026' could be read both ways")
    assert doubtful.confidence < clear.confidence


def test_marks_for_nothing_and_zeros_for_empty_seats_are_seen(tmp_path: Path) -> None:
    rows = [WIDE, *wide_rows()]
    rows[2][5:7] = ["-", "-"]
    rows[3][5:7] = [0, 0]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert guess.profile.blank == ("-",)
    assert log.table("wagers").num_rows == 10
    assert said(guess, "A zero in 'Seat {n} Bet' is read as nothing")


def test_a_player_called_sumner_is_no_total(tmp_path: Path) -> None:
    names = ["Sumner", "Ann", "Totaro", "Bo"]
    rows = [[name, n, at(n), "1", 25] for n, name in enumerate(names)]
    headings = ["Player", "Hand", "Started at", "Seat", "Bet amount"]
    guess, log = guessed(
        xlsx(tmp_path / "a.xlsx", {"N": [headings, *rows, ["Totals", None, None, None, 100]]})
    )
    assert guess.profile.sheets[0].skip == RowTest(words=("Total",))
    assert records(log, "wagers", "player") == [(name,) for name in names]


def test_a_player_called_sumner_is_no_total_beside_a_sum_either(tmp_path: Path) -> None:
    rows = [[name, n, at(n), "1", 25] for n, name in enumerate(["Sumner", "Ann"])]
    headings = ["Player", "Hand", "Started at", "Seat", "Bet amount"]
    guess, log = guessed(
        xlsx(tmp_path / "a.xlsx", {"N": [headings, *rows, ["Sum", None, None, None, 50]]})
    )
    assert guess.profile.sheets[0].skip == RowTest(words=("Sum",))
    assert (records(log, "wagers", "player"), log.faults) == ([("Sumner",), ("Ann",)], ())


def test_a_seat_that_only_looks_like_a_number_is_no_hindrance(tmp_path: Path) -> None:
    rows = [[n, at(n), "²", 25] for n in range(6)]
    _, log = guessed(
        xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Started at", "Seat", "Bet amount"], *rows]})
    )
    assert set(records(log, "wagers", "seat")) == {("²",)}


def test_a_total_row_without_a_label_is_seen(tmp_path: Path) -> None:
    rows = [WIDE, *wide_rows(), [None, None, None, None, None, 150, 6, 303, 6]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert guess.profile.sheets[0].skip == RowTest("Hand #", blank=True)
    assert log.faults == ()


def test_bonus_bets_named_after_themselves_are_proposed_with_doubt(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        [
            "Hand",
            "Start",
            "Table",
            "Game",
            "Seat 1 Ante",
            "Seat 1 Pair Plus",
            "Seat 2 Ante",
            "Seat 2 Pair Plus",
        ]
    ]
    rows += [[n, at(n), "4", "TCP", 25, 5, 25, None] for n in range(4)]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    assert records(log, "wagers", "wager", "seat")[:3] == [
        ("ante", "1"),
        ("ante", "2"),
        ("pair_plus", "1"),
    ]
    assert said(guess, "'pair_plus'", "Check it")


def test_bad_rows_lower_the_confidence_and_are_shown(tmp_path: Path) -> None:
    rows = [WIDE, *wide_rows(10)]
    good, _ = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    for row in rows[1:4]:
        row[5] = "1.5k"
    bad, log = guessed(xlsx(tmp_path / "b.xlsx", {"N": rows}))
    assert bad.confidence < good.confidence
    assert said(bad, "7 hands of the first rows", "3 rows do not")
    assert said(bad, "For instance", "F2", "1.5k")
    assert log.hands.num_rows == 7


def test_unused_columns_and_hidden_sheets_are_said(tmp_path: Path) -> None:
    rows = [[*WIDE, "Mood"], *[[*row, "good"] for row in wide_rows()]]
    guess, _ = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows, "Old": rows}, hidden=["Old"]))
    assert said(guess, "Column J, 'Mood', is not used")
    assert said(guess, "Hidden sheets are not read: 'Old'")


def test_a_log_that_is_one_already_is_recognised(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "hands": [
                ["hand_id", "cardroom", "table", "started_at", "game", "option"],
                ["H1", "m", "4", at(1), "tcp", None],
            ],
            "wagers": [["hand_id", "seat", "wager", "amount"], ["H1", "1", "base", 25]],
            "offers": [["hand_id", "sequence", "seat", "response"]],
        },
    )
    guess, log = guessed(path)
    assert guess.needs == ()
    assert guess.confidence < 1, "nothing is said of fees"
    assert sorted(log.tables) == ["hands", "wagers"]
    assert not log.has("hands", "option")


def test_a_log_with_wagers_and_fees_is_certain(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "hands": [
                ["hand_id", "cardroom", "table", "started_at", "game"],
                ["H1", "m", "4", at(1), "tcp"],
            ],
            "wagers": [["hand_id", "seat", "wager", "amount"], ["H1", "1", "base", 25]],
            "collections": [["hand_id", "payer", "fee", "amount"], ["H1", "player", "base", 1]],
        },
    )
    guess, log = guessed(path)
    assert (guess.confidence, log.faults) == (1.0, ())


@pytest.mark.parametrize(
    "rows",
    [[["Name", "Phone"], ["Kim", "555"]], [["just a note"]], [["Hand", "Bet"], [1, 25]]],
)
def test_a_sheet_without_hands_is_refused_with_advice(
    tmp_path: Path, rows: list[list[Any]]
) -> None:
    with pytest.raises(UnusableLog, match="no hands can be identified"):
        guess_profile(xlsx(tmp_path / "a.xlsx", {"N": rows}))


def test_an_empty_workbook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="no visible sheet holds anything"):
        guess_profile(xlsx(tmp_path / "a.xlsx", {"N": []}))


def test_a_heading_that_comes_twice_is_taken_by_its_letter(tmp_path: Path) -> None:
    header = ["Hand", "Start", "Table", "Game", "Action", "Action"]
    rows = [header, *[[n, at(n), "4", "TCP", 5, 6] for n in range(3)]]
    guess, log = guessed(xlsx(tmp_path / "a.xlsx", {"N": rows}))
    wagers = guess.profile.sheets[0].records[1]
    assert dict(wagers.columns)["amount"] == CellRule(letter="E")
    assert records(log, "wagers", "amount")[0] == (500,)


CELL = st.one_of(
    st.none(),
    st.sampled_from(
        [
            "Hand",
            "Time",
            "Date",
            "Total",
            "Seat 1 Bet",
            "Seat 2 Bet",
            "Table 4",
            "x",
            "-",
            "3/1/2026",
            "19:30",
            "$5.00",
            "#N/A",
        ]
    ),
    st.integers(0, 10**6),
    st.floats(0, 1000, allow_nan=False),
    st.dates(date(2025, 1, 1), date(2027, 1, 1)),
    st.times(),
    st.booleans(),
)


@pytest.mark.slow
@settings(
    deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(good=st.integers(0, 5), rows=st.lists(st.lists(CELL, max_size=8), max_size=12))
def test_any_sheet_gives_a_guess_that_runs_or_a_plain_refusal(
    tmp_path: Path, good: int, rows: list[list[Any]]
) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": [WIDE, *wide_rows(good), *rows]})
    refusal = ""
    try:
        guess, log = guessed(path)
    except UnusableLog as refused:
        refusal = str(refused)
    else:
        assert 0 <= guess.confidence <= 1
        assert guess.reasons
        assert log.zone == ZONE
    assert not refusal or refusal.startswith("a.xlsx: ")


def test_a_long_sheet_is_guessed_by_its_first_and_last_rows(tmp_path: Path) -> None:
    rows = [
        f"{n},2026-03-06 {n // 60 % 24:02}:{n % 60:02},7,EZ Baccarat,300,2" for n in range(5000)
    ]
    lines = ["Hand,Start,Table,Game,Action,PD Fee", *rows, "Total,,,,1,1"]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    guess, log = guessed(path)
    assert said(guess, "first 3,900 and last 100 rows were looked at, and totals were not compared")
    assert (log.hands.num_rows, log.faults) == (5000, ())


def test_times_that_a_spreadsheet_shows_with_am_need_no_question(tmp_path: Path) -> None:
    header = ["Hand", "Date", "Time", "Table", "Game", "Action", "PD Fee"]
    rows = [[n, date(2026, 3, 6), time(7, n), "7", "EZ Baccarat", 300, 2] for n in (2, 4)]
    path = xlsx(tmp_path / "a.xlsx", {"N": [header, *rows]})
    assert [question.id for question in guess_profile(path).questions] == ["afternoon"]
    book = load_workbook(path)
    for row in (2, 3):
        book["N"].cell(row, 3).number_format = "h:mm AM/PM"
    book.save(path)
    guess, log = guessed(path)
    assert guess.questions == ()
    assert started(log, 0) == "2026-03-06 07:02"
