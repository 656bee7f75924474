"""Profiles: real spreadsheets into the log, every bad cell told, nothing dropped in silence."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from textwrap import dedent, indent
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spreadsheets import ods, xls, xlsx

from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.apply import apply_profile
from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.profiles.store import profile_of, profile_text, read_profile
from feeaudit.intake.tables import ROW, SOURCE, schema_of

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Fault, Log

ZONE = "America/Los_Angeles"
WALL = datetime.fromisoformat

HANDS = """
hands:
  columns: {hand_id: Hand, started_at: Start}
  constants: {cardroom: mortimers, table: "4", game: three-card-poker}
"""
WIDE = """
hands:
  columns: {hand_id: Hand, started_at: Start}
  constants: {cardroom: mortimers, table: "4", game: three-card-poker}
wagers:
  for: 1-2
  when: amount
  constants: {seat: "{n}", wager: base}
  columns: {amount: "Seat {n} Bet", player: {header: "Seat {n} Player", optional: yes}}
collections:
  for: 1-2
  when: amount
  constants: {seat: "{n}", payer: player, fee: base}
  columns: {amount: "Seat {n} Fee"}
"""
WIDE_HEADER = ["Hand", "Start", "Seat 1 Bet", "Seat 1 Fee", "Seat 2 Bet", "Seat 2 Fee"]
EVENING = WALL("2026-03-01 19:30")


def rule(records: str = HANDS, top: str = "", **keys: str) -> str:
    """The YAML of a profile with one rule for its sheets."""
    lines = [f"{key}: {value}" for key, value in keys.items()] + ["records:"]
    body = "\n".join(lines) + "\n" + indent(dedent(records).strip(), "  ")
    return f"profile: case\n{dedent(top)}\nsheets:\n- " + indent(body, "  ").strip() + "\n"


def log_from(path: Path, text: str, **constants: str) -> Log:
    return apply_profile(profile_of(text, "case.yaml"), path, zone=ZONE, constants=constants)


def hands(log: Log) -> list[tuple[str, str]]:
    rows = log.hands.select(["hand_id", "started_at"]).to_pylist()
    return [(row["hand_id"], f"{row['started_at']:%d %H:%M}") for row in rows]


def starts(log: Log) -> list[str]:
    return [start for _, start in hands(log)]


def records(log: Log, table: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in log.table(table).select(list(columns)).to_pylist()]


def told(log: Log, *, set_aside: bool | None = None) -> list[tuple[str, str, str]]:
    return [
        (fault.address, fault.kind, fault.value)
        for fault in log.faults
        if fault.kind != "hand set aside" and set_aside in {None, fault.set_aside}
    ]


def fault(log: Log, kind: str) -> Fault:
    (found,) = [each for each in log.faults if each.kind == kind]
    return found


def problems(text: str) -> str:
    with pytest.raises(UnusableProfile) as caught:
        profile_of(text, "case.yaml")
    return str(caught.value)


# A wide sheet, one row a hand


def test_a_wide_row_becomes_a_hand_its_wagers_and_its_fees(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "night.xlsx",
        {
            "Night": [
                WIDE_HEADER,
                [1, EVENING, 25, 1, "$1,250.00", 2],
                [2, EVENING + timedelta(minutes=2), None, None, 50.5, 1],
            ]
        },
    )
    log = log_from(path, rule(WIDE))
    assert log.faults == ()
    assert hands(log) == [("1", "01 19:30"), ("2", "01 19:32")]
    assert records(log, "wagers", "hand_id", "seat", "wager", "amount", "row") == [
        ("1", "1", "base", 2500, 2),
        ("1", "2", "base", 125_000, 2),
        ("2", "2", "base", 5050, 3),
    ]
    assert records(log, "collections", "hand_id", "seat", "payer", "fee", "amount") == [
        ("1", "1", "player", "base", 100),
        ("1", "2", "player", "base", 200),
        ("2", "2", "player", "base", 100),
    ]


def test_the_tables_are_typed_as_the_log_format_says(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [WIDE_HEADER, [1, EVENING, 25, 1]]})
    log = log_from(path, rule(WIDE))
    for name, table in log.tables.items():
        full = schema_of(name, ZONE)
        assert all(
            table.schema.field(each).type == full.field(each).type for each in table.column_names
        )
        assert table.column_names == [each for each in full.names if each in table.column_names]
        assert table.column_names[-2:] == [SOURCE, ROW]
    assert not log.has("hands", "option")
    assert [(each.file, each.sheet) for each in log.sources] == [("a.xlsx", "Night")]


def test_merged_and_two_line_headers_below_a_title_are_read_as_one(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Night": [
                ["Mortimer's, Table 4"],
                [],
                ["Hand", "Start", "Seat 1", None, "Seat 2", None],
                [None, None, "Bet", "Fee", "Bet", "Fee"],
                [1, EVENING, 25, 1, 50, 2],
            ]
        },
        merged={"Night": ["A1:F1", "A3:A4", "B3:B4", "C3:D3", "E3:F3"]},
    )
    log = log_from(path, rule(WIDE, header="{row: 3, lines: 2}"))
    assert (told(log), records(log, "wagers", "seat", "amount")) == ([], [("1", 2500), ("2", 5000)])


def test_a_group_heading_that_is_not_merged_is_carried_where_the_profile_says(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "Hand,Start,Seat 1,,Seat 2,\n,,Bet,Fee,Bet,Fee\n1,2026-03-01 19:30,25,1,50,2\n",
        encoding="utf-8",
    )
    carried = rule(
        WIDE,
        header="{row: 1, lines: 2, carry: yes}",
    )
    log = log_from(path, carried)
    assert records(log, "wagers", "seat", "amount") == [("1", 2500), ("2", 5000)]


def test_headings_are_found_wherever_they_stand(tmp_path: Path) -> None:
    early = [["Hand", "Start"], [1, EVENING]]
    late = [["Mortimer's"], [], ["Shift", 2], ["Hand", "Start"], [2, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Early": early, "Late": late})
    log = log_from(path, rule(header="{find: [Hand, Start]}"))
    assert [hand for hand, _ in hands(log)] == ["1", "2"]


def test_a_sheet_without_the_headings_looked_for_is_set_aside_and_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"A": [["Hand", "Start"], [1, EVENING]], "B": [["x"], [2]]})
    log = log_from(path, rule(header="{find: [Hand, Start]}"))
    assert fault(log, "header not found").sheet == "B"
    assert len(hands(log)) == 1


def test_columns_are_known_by_other_names_and_by_letter(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["HAND  no.", "when"], [1, EVENING]]})
    renamed = HANDS.replace("Hand,", "[Hand, Hand No.],").replace("Start", "{letter: B}")
    assert hands(log_from(path, rule(renamed))) == [("1", "01 19:30")]


def test_a_sheet_without_headings_is_read_by_letters(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [[1, EVENING]]})
    letters = HANDS.replace("Hand,", "{letter: A},").replace("Start", "{letter: b}")
    assert hands(log_from(path, rule(letters, header="{row: 0}"))) == [("1", "01 19:30")]


# Rows that are no records


def test_blank_rows_totals_repeated_headings_and_notes_are_no_hands(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Night": [
                WIDE_HEADER,
                [1, EVENING, 25, 1],
                [],
                ["Subtotal", None, 25, 1],
                WIDE_HEADER,
                [2, EVENING, 25, 1],
                ["TOTAL:", None, 50, 2],
                [],
                ["Checked by: Kim"],
                ["All in order"],
            ]
        },
    )
    text = rule(WIDE, skip="{words: [Total, Subtotal]}", end="{words: Checked by}")
    log = log_from(path, text)
    assert ([hand for hand, _ in hands(log)], told(log)) == (["1", "2"], [])


def test_a_total_without_a_label_is_known_by_the_blank_in_its_column(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [None, None, 25, 1]]})
    log = log_from(path, rule(WIDE, skip="{column: Hand, blank: yes}"))
    assert ([hand for hand, _ in hands(log)], told(log)) == (["1"], [])


def test_an_unannounced_total_is_told_and_not_dropped(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [None, None, 25, 1]]})
    log = log_from(path, rule(WIDE))
    assert told(log) == [("A3", "missing", ""), ("B3", "missing", "")]


def test_a_wager_beside_no_hand_is_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25], [None, EVENING, 25]]})
    log = log_from(path, rule(WIDE.replace("hands:", "hands:\n  when: hand_id")))
    assert told(log) == [("C3", "no hand on this row", "25")]
    assert records(log, "wagers", "hand_id") == [("1",)]


def test_a_row_with_nothing_but_a_remark_is_no_hand(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Remark"], [1, EVENING, "x"], [None, None, "dealer change"]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule())
    assert ([hand for hand, _ in hands(log)], told(log)) == (["1"], [])


def test_a_record_below_the_end_of_the_data_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, EVENING], [], [], ["Kim"], [2, EVENING]]},
    )
    log = log_from(path, rule(end="{blank_rows: 2}"))
    assert ([hand for hand, _ in hands(log)], told(log)) == (
        ["1"],
        [("A6", "row after the end of the data", "2")],
    )


def test_cells_that_stand_for_those_below_are_filled_down(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "N": [
                ["Table", "Hand", "Start"],
                ["T4", 1, EVENING],
                [None, 2, EVENING],
                ["T5", 3, EVENING],
            ]
        },
    )
    text = HANDS.replace("hand_id: Hand", "hand_id: Hand, table: Table").replace('table: "4", ', "")
    log = log_from(path, rule(text, fill_down="Table"))
    assert records(log, "hands", "hand_id", "table") == [("1", "T4"), ("2", "T4"), ("3", "T5")]


def test_marks_for_nothing_are_nothing(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, "-", "-", 25, "N/A"]]})
    log = log_from(path, rule(WIDE, top="blank: ['-', n/a]"))
    assert (records(log, "wagers", "seat"), records(log, "collections", "seat")) == ([("2",)], [])
    assert [address for address, *_ in told(log_from(path, rule(WIDE)))] == ["C2", "D2", "F2"]


def test_a_zero_bet_is_a_bet_unless_the_profile_says_otherwise(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 0, None, 25, 1]]})
    skipping = WIDE.replace("wager: base}", "wager: base}\n  skip_zero: yes")
    assert records(log_from(path, rule(WIDE)), "wagers", "amount") == [(0,), (2500,)]
    assert records(log_from(path, rule(skipping)), "wagers", "amount") == [(2500,)]


# Sheets


def test_one_sheet_a_table_gives_its_name(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": body, "Table 5": body})
    text = HANDS.replace('table: "4", ', "").replace(
        "hand_id: Hand", 'hand_id: {text: "{table}-{Hand}"}'
    )
    log = log_from(path, rule(text, names="Table *", facts='{table: {sheet_name: "Table {}"}}'))
    assert records(log, "hands", "hand_id", "table", "source") == [("4-1", "4", 0), ("5-1", "5", 1)]


def test_a_visible_sheet_that_no_rule_reads_is_told(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": body, "Tbl 5": body})
    log = log_from(path, rule(names="Table *"))
    assert (fault(log, "sheet not used").sheet, len(hands(log))) == ("Tbl 5", 1)
    assert log_from(path, rule(names="Table *", top="ignore: Tbl*")).faults == ()


def test_hidden_sheets_are_read_only_when_asked_for(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Night": body, "Old": body}, hidden=["Old"])
    assert len(hands(log_from(path, rule(names="[Night, Old]")))) == 1
    assert fault(log_from(path, rule(names="[Night, Old]")), "hidden sheet not used").sheet == "Old"
    assert len(hands(log_from(path, rule(hidden="yes")))) == 2


def test_a_sheet_that_the_profile_names_and_the_file_lacks_is_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand", "Start"], [1, EVENING]]})
    log = log_from(path, rule(names="[Night, Day]"))
    assert fault(log, "missing sheet").sheet == "Day"
    assert log_from(path, rule(names="[Night, Day]", optional="yes")).faults == ()


def test_a_file_without_any_sheet_of_the_profile_is_unusable(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]]})
    with pytest.raises(UnusableLog, match=r"reads 'Table \*'; filled sheets here: 'Night'"):
        log_from(path, rule(names="Table *"))


def test_hands_wagers_and_fees_on_sheets_of_their_own(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Hands": [["Hand", "Start"], [1, EVENING], [2, EVENING]],
            "Bets": [
                ["Hand", "Seat", "Kind", "Bet"],
                [1, 3, "Ante", 25],
                [2, 3, "Ante", "x"],
                [2, 4, "Ante", 5],
            ],
        },
    )
    text = rule(names="Hands", top="translate: {wager: {Ante: ante}}") + dedent(
        """
        - names: Bets
          records:
            wagers: {columns: {hand_id: Hand, seat: Seat, wager: Kind, amount: Bet}}
        """
    )
    log = log_from(path, text)
    assert records(log, "wagers", "hand_id", "seat", "wager", "amount", "source") == [
        ("1", "3", "ante", 2500, 1)
    ]
    assert [hand for hand, _ in hands(log)] == ["1"]
    aside = fault(log, "hand set aside")
    assert (aside.sheet, aside.row, aside.value) == ("Hands", 3, "2")
    assert aside.expected == (
        "Bets!D3 repaired; set aside until then: 1 of hands (row 3); 2 of wagers (Bets row 3, Bets row 4)"
    )


def test_one_row_a_wager_with_the_hand_repeated_counts_the_hand_once(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["Hand", "Start", "Seat", "Bet"],
        [1, EVENING, 1, 25],
        [1, EVENING, 2, 50],
        [2, EVENING, 1, 5],
    ]
    long = (
        HANDS.replace("hands:", "hands:\n  once: yes")
        + "wagers: {columns: {seat: Seat, amount: Bet}, constants: {wager: base}}"
    )
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(long))
    assert ([hand for hand, _ in hands(log)], told(log)) == (["1", "2"], [])
    assert records(log, "wagers", "hand_id", "seat") == [("1", "1"), ("1", "2"), ("2", "1")]
    rows[2][1] = EVENING + timedelta(hours=1)
    log = log_from(xlsx(tmp_path / "b.xlsx", {"N": rows}), rule(long))
    assert told(log) == [("B3", "rows disagree", "2026-03-01 20:30:00")]
    assert [hand for hand, _ in hands(log)] == ["2"]


def test_rows_of_one_hand_that_differ_by_their_row_disagree(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["Hand", "Start"], [1, EVENING], [1, EVENING]]
    by_row = HANDS.replace("hands:", "hands:\n  once: yes").replace(
        "columns: {", "columns: {session: {text: '{row}'}, "
    )
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(by_row))
    assert told(log) == [("A3", "rows disagree", "1")]


def test_totals_of_a_table_are_one_wager_and_its_fees(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Action", "PD Fee"], [1, EVENING, 650, 3]]}
    )
    totals = HANDS + dedent(
        """
        wagers: {columns: {amount: Action}, constants: {seat: table, wager: base}}
        collections: {columns: {amount: PD Fee}, constants: {payer: player_dealer, fee: base}}
        """
    )
    log = log_from(path, rule(totals))
    assert records(log, "wagers", "seat", "wager", "amount") == [("table", "base", 65_000)]
    assert records(log, "collections", "hand_id", "payer", "amount") == [
        ("1", "player_dealer", 300)
    ]


def test_every_table_of_the_log_can_be_mapped(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Hands": [
                ["Hand", "Start", "Offer 1", "Offer 1 Said", "Offer 2", "Offer 2 Said"],
                [1, EVENING, "3", "Yes", "4", "No"],
            ],
            "Seats": [["Seat", "Name", "From", "Role"], [3, "Kim", EVENING, "Third party"]],
            "Drop": [["From", "To", "Box"], [EVENING, EVENING + timedelta(hours=8), 812.5]],
            "Time": [["Name", "Fee", "At"], ["Kim", 6, EVENING]],
        },
    )
    offers = HANDS + dedent(
        """
        offers:
          for: 1-2
          constants: {sequence: "{n}"}
          columns: {seat: "Offer {n}", response: "Offer {n} Said"}
        """
    )
    top = """
        constants: {cardroom: mortimers, table: "4"}
        translate: {response: {Yes: accept, No: decline}}
        """
    text = rule(offers, names="Hands", top=top) + dedent(
        """
        - names: Seats
          records: {seats: {columns: {seat: Seat, player: Name, from: From, role: Role}}}
        - names: Drop
          records: {counts: {columns: {from: From, to: To, amount: Box}}}
        - names: Time
          records:
            collections: {columns: {player: Name, amount: Fee, taken_at: At}, constants: {payer: player, fee: time}}
        """
    )
    log = log_from(path, text)
    assert told(log) == []
    assert records(log, "offers", "hand_id", "sequence", "seat", "response") == [
        ("1", 1, "3", "accept"),
        ("1", 2, "4", "decline"),
    ]
    assert records(log, "seats", "cardroom", "table", "seat", "player", "role") == [
        ("mortimers", "4", "3", "Kim", "third_party")
    ]
    assert records(log, "counts", "table", "amount") == [("4", 81_250)]
    assert records(log, "collections", "payer", "fee", "amount", "table") == [
        ("player", "time", 600, "4")
    ]


# Times


TIME_ONLY = HANDS.replace(
    "started_at: Start", "started_at: {time: Start}, ended_at: {time: End, optional: yes}"
)


def timed(path: Path, *cells: Any, text: str = "", **constants: str) -> Log:
    rows = [["Hand", "Start"], *[[n, cell] for n, cell in enumerate(cells, start=1)]]
    given = constants or {"date": "2026-03-01"}
    return log_from(xlsx(path / "a.xlsx", {"N": rows}), text or rule(TIME_ONLY), **given)


def test_times_without_a_date_run_past_midnight(tmp_path: Path) -> None:
    log = timed(tmp_path, time(22, 0), "11:55 PM", time(0, 5), "2:10 am", time(6, 0))
    assert starts(log) == ["01 22:00", "01 23:55", "02 00:05", "02 02:10", "02 06:00"]
    assert log.faults == ()


def test_hours_beyond_24_are_the_next_morning(tmp_path: Path) -> None:
    log = timed(tmp_path, time(22, 0), "24:10", timedelta(hours=25))
    assert (starts(log), told(log)) == (["01 22:00", "02 00:10", "02 01:00"], [])


def test_a_row_out_of_order_keeps_its_day_and_is_told(tmp_path: Path) -> None:
    log = timed(tmp_path, time(23, 50), time(0, 5), time(23, 58), time(0, 9))
    assert starts(log) == ["01 23:50", "02 00:05", "01 23:58", "02 00:09"]
    assert told(log) == [("B4", "time runs backwards", "23:58:00")]
    assert not log.faults[0].set_aside


def test_one_mistyped_time_does_not_move_the_rest_of_the_night(tmp_path: Path) -> None:
    log = timed(tmp_path, time(20, 0), time(2, 4), time(20, 8), time(20, 12))
    assert starts(log)[2:] == ["01 20:08", "01 20:12"]
    assert [address for address, *_ in told(log)] == ["B4", "B5"]


def test_a_twelve_hour_clock_without_am_and_pm_is_told(tmp_path: Path) -> None:
    assert [kind for _, kind, _ in told(timed(tmp_path, "11:50", "12:10", "12:05"))] == [
        "time runs backwards"
    ]
    assert [kind for _, kind, _ in told(timed(tmp_path, "12:55", "1:04"))] == ["long gap"]


def test_tables_on_one_sheet_have_their_own_nights(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "N": [
                ["Hand", "Table", "Start"],
                [1, "A", time(23, 0)],
                [2, "A", time(1, 0)],
                [3, "B", time(22, 0)],
                [4, "B", time(0, 30)],
            ]
        },
    )
    text = TIME_ONLY.replace('table: "4", ', "").replace(
        "hand_id: Hand", "hand_id: Hand, table: Table"
    )
    log = log_from(path, rule(text), date="2026-03-01")
    assert starts(log) == ["01 23:00", "02 01:00", "01 22:00", "02 00:30"]


def test_a_gaming_day_may_begin_at_an_hour(tmp_path: Path) -> None:
    log = timed(tmp_path, time(5, 59), time(6, 0), text=rule(TIME_ONLY, past_midnight="'06:00'"))
    assert starts(log) == ["02 05:59", "01 06:00"]


def test_a_hand_ends_after_midnight_when_it_began_before(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "End"], [1, time(23, 58), time(0, 2)]]}
    )
    log = log_from(path, rule(TIME_ONLY), date="2026-03-01")
    assert f"{log.hands['ended_at'][0].as_py():%d %H:%M}" == "02 00:02"


DATED = HANDS.replace("started_at: Start", "started_at: {date: Date, time: Start}")


def test_dates_and_times_in_two_columns_are_believed(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), time(23, 50)],
        [2, "3/2/2026", "12:10 AM"],
        [3, "3/2/2026", "12:04 AM"],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(DATED, top="dates: month_first"))
    assert (starts(log), told(log)) == (["01 23:50", "02 00:10", "02 00:04"], [])


def test_a_date_of_the_evening_before_is_moved_only_where_the_profile_says(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), time(23, 50)],
        [2, date(2026, 3, 1), time(0, 10)],
    ]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    told_so = log_from(path, rule(DATED))
    assert (starts(told_so), told(told_so)) == (
        ["01 23:50", "01 00:10"],
        [("C3", "time runs backwards", "00:10:00")],
    )
    assert starts(log_from(path, rule(DATED, past_midnight="rows"))) == ["01 23:50", "02 00:10"]


def test_a_time_cell_that_holds_its_date_too_is_taken_whole(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), WALL("2026-03-02 00:10")],
        [2, date(2026, 3, 1), WALL("2026-03-05 00:10")],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(DATED))
    assert (starts(log), told(log)) == (
        ["02 00:10"],
        [("C3", "date and time disagree", "2026-03-05 00:10:00")],
    )


@pytest.mark.parametrize(
    ("facts", "sheet", "file"),
    [
        ("{date: {cell: B1}}", "N", "a.xlsx"),
        ('{date: {cell: A1, pattern: "Night of {}"}}', "N", "a.xlsx"),
        ('{date: {sheet_name: "{}"}}', "2026-03-01", "a.xlsx"),
        ('{date: {file_name: "*-{}.xlsx"}}', "N", "night-03.01.2026.xlsx"),
    ],
)
def test_the_date_comes_from_a_cell_the_sheet_or_the_file(
    tmp_path: Path, facts: str, sheet: str, file: str
) -> None:
    rows = [["Night of 3/1/2026", date(2026, 3, 1)], ["Hand", "Start"], [1, time(20, 0)]]
    text = rule(TIME_ONLY, top="dates: month_first", header="{row: 2}", facts=facts)
    assert starts(log_from(xlsx(tmp_path / file, {sheet: rows}), text)) == ["01 20:00"]


def test_a_fact_that_cannot_be_read_sets_the_sheet_aside(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["soon"], ["Hand", "Start"], [1, time(20, 0)]]})
    log = log_from(path, rule(TIME_ONLY, header="{row: 2}", facts="{date: {cell: A1}}"))
    assert told(log) == [("", "sheet set aside", "1 rows"), ("A1", "not a date", "soon")]
    assert log.hands.num_rows == 0


def test_a_sheet_named_otherwise_than_the_profile_says_is_set_aside(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Table 4": body, "Annex": body})
    facts = '{table: {sheet_name: "Table {}"}}'
    log = log_from(path, rule(HANDS.replace('table: "4", ', ""), facts=facts))
    odd = fault(log, "not as the profile says")
    assert (odd.sheet, odd.value, odd.expected) == ("Annex", "Annex", "'Table {}'")
    assert log.hands.num_rows == 1


def test_a_made_name_uses_sheet_row_file_and_other_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Hand,Day,Start\n7,x,2026-03-01 19:30\n", encoding="utf-8")
    made = HANDS.replace("hand_id: Hand", "hand_id: {text: '{file}/{sheet}/{row}/{Day}-{Hand}'}")
    assert hands(log_from(path, rule(made)))[0][0] == "a.csv//2/x-7"


def test_a_long_column_of_written_times_is_read_in_reasonable_time(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    lines = [f"{n},2026-03-01 19:30" for n in range(20_000)]
    path.write_text("\n".join(["Hand,Start", *lines]), encoding="utf-8")
    began = monotonic()
    assert log_from(path, rule()).hands.num_rows == 20_000
    assert monotonic() - began < 20


def test_times_without_any_date_are_refused_before_reading(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, time(20, 0)]]})
    with pytest.raises(UnusableProfile, match="nothing says the date of the hands"):
        log_from(path, rule(TIME_ONLY))


def test_midnight_that_excel_stores_as_a_bare_date_is_midnight(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, WALL("2026-03-01 23:50")], [2, WALL("2026-03-02")]]},
    )
    assert starts(log_from(path, rule())) == ["01 23:50", "02 00:00"]


def test_a_column_of_bare_dates_is_no_column_of_times(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, date(2026, 3, 1)]]})
    assert told(log_from(path, rule())) == [("B2", "a date without a time", "2026-03-01")]


def test_the_hour_that_clocks_skip_does_not_exist(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, WALL("2026-03-08 02:30")], [2, WALL("2026-03-08 03:30")]]},
    )
    log = log_from(path, rule())
    assert told(log) == [("B2", "a time that does not exist", "2026-03-08 02:30:00")]


def test_the_hour_that_happens_twice_follows_the_order_of_rows(tmp_path: Path) -> None:
    times = [WALL("2026-11-01 01:30"), WALL("2026-11-01 01:50"), WALL("2026-11-01 01:10")]
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start"], *[[n, at] for n, at in enumerate(times)]]}
    )
    log = log_from(path, rule())
    instants = [at.as_py().timestamp() for at in log.hands["started_at"]]
    assert instants == sorted(instants)
    assert told(log) == []


# Faults


def test_every_bad_cell_is_told_in_one_pass_and_the_hand_set_aside_whole(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "night.xlsx",
        {
            "Night": [
                WIDE_HEADER,
                [1, EVENING, 25, 1, 50, 1],
                [2, "soon", "1.5k", 1, "~20", 1],
                [None, EVENING, 25, 1, 50, 1],
                [4, EVENING, 25, 1, "=1+1", 1],
            ]
        },
    )
    log = log_from(path, rule(WIDE))
    assert told(log) == [
        ("B3", "not a time", "soon"),
        ("C3", "not an amount", "1.5k"),
        ("E3", "not an amount", "~20"),
        ("A4", "missing", ""),
        ("E5", "formula without a stored value", ""),
    ]
    assert [hand for hand, _ in hands(log)] == ["1"]
    assert {row for (row,) in records(log, "wagers", "row")} == {2}
    first = next(each for each in log.faults if each.address == "C3")
    assert (first.file, first.sheet, first.row, first.column) == (
        "night.xlsx",
        "Night",
        3,
        "Seat 1 Bet",
    )
    assert str(first) == (
        "night.xlsx, sheet Night, C3, Seat 1 Bet: not an amount '1.5k'; expected an amount such as 25 or 25.50"
    )
    aside = [(each.row, each.value) for each in log.faults if each.kind == "hand set aside"]
    assert aside == [(3, "2"), (5, "4")]


def test_the_repaired_file_gives_the_full_log(tmp_path: Path) -> None:
    broken = [WIDE_HEADER, [1, EVENING, 25, 1], [2, EVENING, "2o", 1], [3, EVENING, 30, 1]]
    repaired = [WIDE_HEADER, [1, EVENING, 25, 1], [2, EVENING, 20, 1], [3, EVENING, 30, 1]]
    first = log_from(xlsx(tmp_path / "a.xlsx", {"N": broken}), rule(WIDE))
    second = log_from(xlsx(tmp_path / "b.xlsx", {"N": repaired}), rule(WIDE))
    assert (first.hands.num_rows, second.hands.num_rows) == (2, 3)
    assert (bool(first.faults), second.faults) == (True, ())


def test_the_same_file_and_profile_give_the_same_log(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [2, "x", 25, 1]]})
    first, second = log_from(path, rule(WIDE)), log_from(path, rule(WIDE))
    assert first == second
    assert first.faults == second.faults


def test_a_missing_column_sets_the_sheet_aside_and_names_what_is_there(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Began"], [1, EVENING], [2, EVENING]]})
    log = log_from(path, rule())
    assert fault(log, "missing column").expected == "a column headed 'Start'; found 'Hand', 'Began'"
    assert fault(log, "sheet set aside").value == "2 rows"


def test_a_heading_that_two_columns_have_is_told_with_both(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Start"], [1, EVENING, EVENING]]})
    found = fault(log_from(path, rule()), "duplicate header")
    assert (found.address, found.set_aside) == ("C1", True)
    assert "not columns B and C" in found.expected


def test_a_heading_that_nobody_uses_may_come_twice_but_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Note", "note"], [1, EVENING, "a", "b"]]}
    )
    log = log_from(path, rule())
    assert (fault(log, "duplicate header").set_aside, log.hands.num_rows) == (False, 1)


def test_a_seat_that_the_profile_does_not_name_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [[*WIDE_HEADER, "Seat 3 Bet"], [1, EVENING, 25, 1, 25, 1, 99]]}
    )
    found = fault(log_from(path, rule(WIDE)), "column not used")
    assert (found.value, found.address, found.set_aside) == ("Seat 3 Bet", "G1", False)


def test_a_sheet_may_have_fewer_seats_than_the_profile(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER[:4], [1, EVENING, 25, 1]]})
    log = log_from(path, rule(WIDE))
    assert (records(log, "wagers", "seat"), told(log)) == ([("1",)], [])


def test_half_a_seat_is_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "Seat 1 Player"], [1, EVENING, "Kim"]]}
    )
    assert "missing column" in [kind for _, kind, _ in told(log_from(path, rule(WIDE)))]


def test_what_nothing_says_has_to_be_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, EVENING]]})
    open_cardroom = rule(HANDS.replace("cardroom: mortimers, ", ""))
    with pytest.raises(UnusableProfile, match="nothing says the cardroom of the hands"):
        log_from(path, open_cardroom)
    log = log_from(path, open_cardroom, cardroom="lucky-lady")
    assert records(log, "hands", "cardroom") == [("lucky-lady",)]


def test_what_no_profile_knows_cannot_be_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, EVENING]]})
    with pytest.raises(UnusableLog, match="'casino' cannot be given"):
        log_from(path, rule(), casino="x")
    with pytest.raises(UnusableLog, match="date 'soon': not a date"):
        log_from(path, rule(), date="soon")


def test_the_word_of_the_sheet_counts_more_than_what_was_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"T9": [["Hand", "Start"], [1, EVENING]]})
    text = rule(
        HANDS.replace('table: "4", ', ""),
        top="constants: {table: '1'}",
        facts='{table: {sheet_name: "T{}"}}',
    )
    assert records(log_from(path, text, table="2"), "hands", "table") == [("9",)]
    without = rule(HANDS.replace('table: "4", ', ""), top="constants: {table: '1'}")
    assert records(log_from(path, without, table="2"), "hands", "table") == [("2",)]


def test_old_and_open_formats_give_the_same_log(tmp_path: Path) -> None:
    rows: list[list[Any]] = [WIDE_HEADER, [1, "2026-03-01 19:30", 25, 1, 50.5, 2]]
    files = [
        xlsx(tmp_path / "a.xlsx", {"Night": rows}),
        xls(tmp_path / "a.xls", {"Night": rows}),
        ods(tmp_path / "a.ods", {"Night": rows}),
    ]
    logs = [log_from(path, rule(WIDE)) for path in files]
    assert logs[0].tables == logs[1].tables == logs[2].tables
    assert [log.faults for log in logs] == [(), (), ()]


# The YAML


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            rule().replace("profile:", "profil:"),
            "case.yaml:1:1: 'profil' is not a key of a profile (did you mean 'profile'?)",
        ),
        (rule(header="{roww: 3}"), "'roww' is not a key of a header (did you mean 'row'"),
        (rule(header="{row: x}"), "expected a whole number from 0, found 'x'"),
        (rule(header="{row: 1, find: Hand}"), "say 'row' or 'find', not both"),
        (
            rule(HANDS.replace("hand_id", "handid")),
            "'handid' is not a key of a set of hands columns (did you mean 'hand_id'",
        ),
        (
            rule(HANDS.replace("Start", "{header: A, letter: B}")),
            "say one of 'header', 'letter', 'text'",
        ),
        (rule(HANDS.replace("Start", "{date: Date}")), "a date alone is no time"),
        (rule(HANDS.replace("Hand,", "{time: T},")), "'time' is not a key of a cell"),
        (rule(HANDS.replace("game:", "hand_id:")), "'hand_id' is both a column and a constant"),
        (
            rule(WIDE.replace("payer: player", "payer: plyer")),
            "'plyer' is not a payer (did you mean 'player'",
        ),
        (rule(WIDE.replace("1-2", "2-1")), "'2-1' is not a stretch of blocks such as 1-8"),
        (rule(WIDE.replace("for: 1-2", "for: [1, 1]")), "a block is named twice"),
        (rule(WIDE.replace("  for: 1-2\n", "")), "{n} needs 'for'"),
        (
            rule(WIDE.replace("when: amount", "when: seat")),
            "'when' names 'seat', which is not among the columns",
        ),
        (rule(facts="{table: {sheet_name: Table}}"), "a pattern has one {}"),
        (
            rule(facts="{tabel: {cell: B1}}"),
            "'tabel' is not a key of a set of facts (did you mean 'table'",
        ),
        (rule(past_midnight="late"), "'late' is not rows, no, or an hour such as 06:00"),
        (rule(skip="{blank: yes}"), "'blank' needs the 'column'"),
        (rule(top="dates: us"), "'us' is not a date order"),
        (rule(top="translate: {game: {TCP: a, tcp: b}}"), "'tcp' of 'game' is translated twice"),
        (
            rule("hands: {columns: {players: P}, constants: {players: many}}"),
            "'many' is not a number",
        ),
        ("profile: x\nsheets: []\n", "no rule for any sheet"),
        ("", "the file is empty"),
        ("profile: [", "not YAML"),
        ("profile: &a x\nsheets: *a\n", "case.yaml:1:10: anchors and aliases are not for profiles"),
        ("[" * 100_000, "nested too deeply"),
        ("profile: x\nprofile: y\n", "'profile' is given twice; the first stands on line 1"),
    ],
)
def test_a_profile_with_a_mistake_says_where_and_what_would_be_right(
    text: str, expected: str
) -> None:
    assert expected in problems(text)


def test_every_mistake_is_told_at_once_with_line_and_column() -> None:
    text = rule(HANDS.replace("hand_id", "handid").replace("game", "gaem"), header="{row: x}")
    lines = problems(text).splitlines()
    assert len(lines) == 3
    assert all(line.startswith("case.yaml:") for line in lines)


def test_a_profile_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "night.yaml"
    path.write_text(rule(), encoding="utf-8")
    assert read_profile(path) == profile_of(rule(), "night.yaml")
    with pytest.raises(UnusableProfile, match="cannot be opened"):
        read_profile(tmp_path / "none.yaml")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnusableProfile, match="not UTF-8"):
        read_profile(path)


FULL = """
profile: full
note: The night sheets, as the floor keeps them.
dates: month_first
decimal: comma
separator: tab
encoding: cp1252
blank: ['-', n/a]
ignore: [Summary, Lookup*]
constants: {cardroom: mortimers, date: 2026-03-01}
translate: {game: {TCP: three-card-poker, 'no': x}, opening_round: {Flop: yes}}
sheets:
- names: [Table *, T9]
  hidden: yes
  optional: yes
  header: {find: [Hand, Start], lines: 2, carry: yes}
  first_row: 6
  skip: {column: Hand, words: [Total, Subtotal], blank: yes}
  end: {column: Hand, words: 'Notes: yes', blank_rows: 3}
  facts:
    table: {sheet_name: 'Table {}'}
    date: {cell: B1, pattern: 'Date: {}'}
    session: {file_name: '*-{}.csv'}
  constants: {option: 1}
  fill_down: [Table, Date]
  past_midnight: '06:00'
  records:
    hands:
      once: yes
      columns:
        hand_id: {text: '{sheet}-{Hand #}'}
        started_at: {date: Date, time: [Start, Began]}
        ended_at: {letter: F}
        game: [Game, 'Game:', '0x1F', ~, 'null']
    wagers:
    - {for: 1-8, when: amount, skip_zero: yes, constants: {seat: '{n}', wager: base}, columns: {amount: 'Seat {n} Bet', player: {header: 'P{n}', optional: yes}}}
    - {for: [1, 3, A], constants: {seat: '{n}', wager: tie}, columns: {amount: 'Tie {n}'}}
- records: {seats: {columns: {seat: S, player: P, from: F}}}
  header: {row: 0}
  past_midnight: no
"""


def test_a_profile_reads_back_as_it_was_written() -> None:
    for text in (FULL, rule(), rule(WIDE)):
        profile = profile_of(text, "case.yaml")
        assert profile_of(profile_text(profile), "again.yaml") == profile
        assert profile_text(profile_of(profile_text(profile), "again.yaml")) == profile_text(
            profile
        )


# A log written as a wide sheet reads back as the same log

SEATS = ("1", "2", "3")
CENTS = st.integers(min_value=1, max_value=10_000_00)
HAND = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["three-card-poker", "texas-holdem"]),
        "minutes": st.integers(min_value=0, max_value=700),
        "players": st.one_of(st.none(), st.integers(0, 9)),
        "flop": st.sampled_from([None, True, False]),
        "bets": st.dictionaries(st.sampled_from(SEATS), CENTS),
        "fees": st.dictionaries(st.sampled_from(SEATS), CENTS),
        "names": st.dictionaries(
            st.sampled_from(SEATS), st.sampled_from(["Kim", "José", "=Lee", "5/5"])
        ),
    }
)
LAW = """
profile: law
dates: month_first
constants: {cardroom: mortimers}
sheets:
- header: {row: 2, lines: 2}
  facts: {table: {sheet_name: "Table {}"}, date: {cell: B1}}
  records:
    hands:
      columns: {hand_id: Hand, started_at: {time: Start}, game: Game, players: Players, opening_round: Flop}
    wagers:
      for: 1-3
      when: amount
      constants: {seat: "{n}", wager: base}
      columns: {amount: "Seat {n} Bet", player: "Seat {n} Player"}
    collections:
      for: 1-3
      when: amount
      constants: {seat: "{n}", payer: player, fee: base}
      columns: {amount: "Seat {n} Fee", player: "Seat {n} Player"}
"""


def amount_cell(cents: int, style: int) -> Any:
    return [cents / 100, f"${cents // 100:,}.{cents % 100:02d}", f"{cents / 100:.2f}"][style % 3]


def wide_sheet(night: list[dict[str, Any]], style: int) -> list[list[Any]]:
    rows: list[list[Any]] = [
        ["Date", date(2026, 3, 1)],
        [
            "Hand",
            "Start",
            "Game",
            "Players",
            "Flop",
            *[text for seat in SEATS for text in (f"Seat {seat}", None, None)],
        ],
        [None, None, None, None, None, *["Bet", "Fee", "Player"] * len(SEATS)],
    ]
    for number, hand in enumerate(night, start=1):
        at = (EVENING + timedelta(minutes=hand["minutes"])).time()
        row: list[Any] = [number, at, hand["game"], hand["players"], hand["flop"]]
        for seat in SEATS:
            bet, fee = hand["bets"].get(seat), hand["fees"].get(seat)
            row += [
                bet and amount_cell(bet, style),
                fee and amount_cell(fee, style + 1),
                hand["names"].get(seat),
            ]
        rows.append(row)
    return rows


def as_text(path: Path) -> None:
    """Keep names that begin with = as the names they are."""
    from openpyxl import load_workbook  # noqa: PLC0415 - only here

    book = load_workbook(path)
    for row in book.worksheets[0].iter_rows():
        for cell in row:
            if cell.data_type == "f":
                cell.data_type = "s"
    book.save(path)


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(night=st.lists(HAND, max_size=12), style=st.integers(0, 2))
def test_a_log_written_as_a_wide_sheet_reads_back_as_the_same_log(
    tmp_path: Path, night: list[dict[str, Any]], style: int
) -> None:
    night = sorted(night, key=lambda hand: hand["minutes"])
    if night:
        night[0] |= {"minutes": 0}  # a night whose first hand is past midnight says so by its date
    path = xlsx(
        tmp_path / "law.xlsx",
        {"Table 4": wide_sheet(night, style)},
        merged={"Table 4": ["F2:H2", "I2:K2", "L2:N2"]},
    )
    as_text(path)
    log = log_from(path, LAW)
    assert log.faults == ()
    assert records(
        log, "hands", "hand_id", "cardroom", "table", "game", "players", "opening_round", "row"
    ) == [
        (str(n), "mortimers", "4", hand["game"], hand["players"], hand["flop"], n + 3)
        for n, hand in enumerate(night, start=1)
    ]
    assert [at.replace(tzinfo=None) for (at,) in records(log, "hands", "started_at")] == [
        EVENING + timedelta(minutes=hand["minutes"]) for hand in night
    ]
    for table, key in (("wagers", "bets"), ("collections", "fees")):
        assert records(log, table, "hand_id", "seat", "amount", "player") == [
            (str(n), seat, hand[key][seat], hand["names"].get(seat))
            for n, hand in enumerate(night, start=1)
            for seat in SEATS
            if seat in hand[key]
        ]
