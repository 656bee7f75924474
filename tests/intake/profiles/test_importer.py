"""Applying a profile: which sheets are read, by which rule, and what they become."""

from __future__ import annotations

from datetime import time, timedelta
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import (
    EVENING,
    HANDS,
    TIME_ONLY,
    WIDE,
    WIDE_HEADER,
    ZONE,
    fault,
    hand_ids,
    log_from,
    records,
    rule,
    starts,
)
from support.spreadsheets import ods, xls, xlsx

from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.tables import ROW, SOURCE, TABLES, schema_of

if TYPE_CHECKING:
    from pathlib import Path


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
    assert (hand_ids(log), starts(log)) == (["1", "2"], ["01 19:30", "01 19:32"])
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
    assert set(log.tables) == {"hands", "wagers", "collections"}
    for name, table in log.tables.items():
        full = schema_of(name, ZONE)
        assert list(table.schema) == [each for each in full if each.name in table.column_names]
        assert table.column_names[-2:] == [SOURCE, ROW]
    assert not log.has("hands", "option")
    assert [(each.file, each.sheet) for each in log.sources] == [("a.xlsx", "Night")]


def test_every_table_of_the_log_can_be_mapped(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Hands": [
                ["Hand", "Start", "Offer 1", "Offer 1 Said", "Offer 2", "Offer 2 Said"],
                [1, EVENING, "3", "Yes", "4", "No"],
            ],
            "Bets": [["Hand", "Seat", "Kind", "Bet"], [1, 3, "Ante", 25]],
            "Seats": [["Seat", "Name", "From", "Role"], [3, "Kim", EVENING, "Third party"]],
            "Drop": [["From", "To", "Box"], [EVENING, EVENING + timedelta(hours=8), 812.5]],
            "Time": [["Name", "Fee", "At"], ["Kim", 6, EVENING]],
            "Signs": [["Game", "Option", "Up", "Least"], ["TCP", 1, EVENING, 5]],
            "Signed": [["What", "When", "Who"], ["boxes sealed", EVENING, "Kim"]],
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
        translate: {response: {Yes: accept, No: decline}, wager: {Ante: ante}}
        """
    text = rule(offers, names="Hands", top=top) + dedent(
        """
        - names: Bets
          records: {wagers: {columns: {hand_id: Hand, seat: Seat, wager: Kind, amount: Bet}}}
        - names: Seats
          records: {seats: {columns: {seat: Seat, player: Name, from: From, role: Role}}}
        - names: Drop
          records: {counts: {columns: {from: From, to: To, amount: Box}}}
        - names: Time
          records:
            collections: {columns: {player: Name, amount: Fee, taken_at: At}, constants: {payer: player, fee: time}}
        - names: Signs
          records: {postings: {columns: {game: Game, option: Option, posted_at: Up, minimum: Least}}}
        - names: Signed
          records: {attestations: {columns: {statement: What, at: When, by: Who}}}
        """
    )
    log = log_from(path, text)
    assert (set(log.tables), log.faults) == (set(TABLES), ())
    assert records(log, "wagers", "hand_id", "seat", "wager", "amount") == [
        ("1", "3", "ante", 2500)
    ]
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
    assert records(log, "postings", "table", "game", "option", "minimum") == [
        ("4", "TCP", "1", 500)
    ]
    assert records(log, "attestations", "table", "statement", "by") == [
        ("4", "boxes sealed", "Kim")
    ]


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
    assert (fault(log, "sheet not used").sheet, log.hands.num_rows) == ("Tbl 5", 1)
    assert log_from(path, rule(names="Table *", top="ignore: Tbl*")).faults == ()


def test_hidden_sheets_are_read_only_when_asked_for(tmp_path: Path) -> None:
    body = [["Hand", "Start"], [1, EVENING]]
    path = xlsx(tmp_path / "a.xlsx", {"Night": body, "Old": body}, hidden=["Old"])
    visible = log_from(path, rule(names="[Night, Old]"))
    assert (visible.hands.num_rows, fault(visible, "hidden sheet not used").sheet) == (1, "Old")
    every = log_from(path, rule(hidden="yes"))
    assert (every.hands.num_rows, every.faults) == (2, ())


def test_a_sheet_that_the_profile_names_and_the_file_lacks_is_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand", "Start"], [1, EVENING]]})
    log = log_from(path, rule(names="[Night, Day]"))
    assert fault(log, "missing sheet").sheet == "Day"
    assert log_from(path, rule(names="[Night, Day]", optional="yes")).faults == ()


def test_a_file_without_any_sheet_of_the_profile_is_unusable(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]]})
    with pytest.raises(UnusableLog, match=r"reads 'Table \*'; filled sheets here: 'Night'"):
        log_from(path, rule(names="Table *"))


def test_what_nothing_says_has_to_be_given(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, EVENING]]})
    open_cardroom = rule(HANDS.replace("cardroom: mortimers, ", ""))
    with pytest.raises(UnusableProfile, match="nothing says the cardroom of the hands"):
        log_from(path, open_cardroom)
    log = log_from(path, open_cardroom, cardroom="lucky-lady")
    assert records(log, "hands", "cardroom") == [("lucky-lady",)]


def test_times_without_any_date_are_refused_before_reading(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, time(20, 0)]]})
    with pytest.raises(UnusableProfile, match="nothing says the date of the hands"):
        log_from(path, rule(TIME_ONLY))


def test_the_same_file_and_profile_give_the_same_log(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, 1], [2, "x", 25, 1]]})
    first, second = log_from(path, rule(WIDE)), log_from(path, rule(WIDE))
    assert first == second
    assert first.faults == second.faults


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
