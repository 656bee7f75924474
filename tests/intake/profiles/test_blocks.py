"""Blocks: tables that stand under each other on one sheet, and titles above them."""

from __future__ import annotations

from datetime import time, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import EVENING, fault, log_from, records, rule, starts, told
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log

HANDS = """
hands:
  columns: {hand_id: {text: "{table}-{Hand}"}, started_at: Start}
wagers:
  columns: {amount: Bet}
  constants: {seat: table, wager: base}
"""
TITLES = "{table: {title: 'Table {} - *'}, game: {title: 'Table * - {}'}}"
HEADER = ["Hand", "Start", "Bet"]
TOP = "constants: {cardroom: mortimers}"


def stacked(tmp_path: Path, rows: list[list[Any]], facts: str = TITLES, **keys: str) -> Log:
    text = rule(HANDS, top=TOP, header="{find: [Hand, Start]}", stacked="yes", facts=facts, **keys)
    return log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), text)


def hand(number: int, minutes: int = 0, bet: Any = 25) -> list[Any]:
    return [number, EVENING + timedelta(minutes=minutes), bet]


def seen(log: Log) -> list[tuple[Any, ...]]:
    return records(log, "hands", "hand_id", "table", "game", "row")


def test_each_table_on_a_sheet_has_the_facts_of_its_title(tmp_path: Path) -> None:
    rows = [
        ["Mortimer's, March 1"],
        ["Table 4 - Pai Gow"],
        HEADER,
        hand(1),
        hand(2, 2),
        ["Total", None, 50],
        [],
        ["Table 7 - Three Card Poker"],
        [],
        HEADER,
        hand(1, 1),
        ["Table 9 - Pai Gow"],
        HEADER,
    ]
    log = stacked(tmp_path, rows, skip="{words: Total}")
    assert told(log) == []
    assert seen(log) == [
        ("4-1", "4", "Pai Gow", 4),
        ("4-2", "4", "Pai Gow", 5),
        ("7-1", "7", "Three Card Poker", 11),
    ]
    assert records(log, "wagers", "hand_id", "amount") == [
        ("4-1", 2500),
        ("4-2", 2500),
        ("7-1", 2500),
    ]


def test_tables_may_stand_under_titles_with_one_row_of_headings_for_all(tmp_path: Path) -> None:
    rows = [
        ["Table 4 - Pai Gow"],
        HEADER,
        hand(1),
        ["Table 7 - Pai Gow"],
        hand(1, 1),
        hand(2, 2),
        [None, "Table 9 - Blackjack"],
        hand(1, 5),
    ]
    log = stacked(tmp_path, rows)
    assert told(log) == []
    assert [(each, table) for each, table, *_ in seen(log)] == [
        ("4-1", "4"),
        ("7-1", "7"),
        ("7-2", "7"),
        ("9-1", "9"),
    ]


def test_a_table_without_a_title_takes_none_from_the_one_above(tmp_path: Path) -> None:
    rows = [["Table 4 - Pai Gow"], HEADER, hand(1), [], HEADER, hand(2), hand(3)]
    log = stacked(tmp_path, rows)
    missing = [each for each in log.faults if each.kind == "missing"]
    assert {each.row for each in missing} == {5}
    assert missing[0].expected == "a title such as 'Table {} - *' above the headings"
    aside = fault(log, "table set aside")
    assert (aside.row, aside.value) == (5, "2 rows")
    assert [each for each, *_ in seen(log)] == ["4-1"]


def test_rows_below_a_title_belong_to_no_other_though_a_cell_is_missing(tmp_path: Path) -> None:
    rows = [
        ["Table 4 - Pai Gow"],
        HEADER,
        hand(1),
        ["Table 5 - Pai Gow"],
        [1, None, 25],
        ["Table 6 - Pai Gow"],
        hand(1),
    ]
    log = stacked(tmp_path, rows)
    assert told(log) == [("B5", "missing", "")]
    assert [each for each, *_ in seen(log)] == ["4-1", "6-1"]


def test_a_line_between_title_and_headings_is_no_record(tmp_path: Path) -> None:
    rows = [
        *(["Table 4 - Pai Gow"], ["Swing shift"], HEADER, hand(1)),
        *(["Table 7 - Pai Gow"], ["Swing shift"], HEADER, hand(1)),
    ]
    log = stacked(tmp_path, rows)
    assert (told(log), [each for each, *_ in seen(log)]) == ([], ["4-1", "7-1"])


def test_the_date_and_the_night_of_a_block_are_its_own(tmp_path: Path) -> None:
    text = rule(
        HANDS.replace("started_at: Start", "started_at: {time: Start}"),
        top=TOP + "\ndates: month_first",
        header="{find: [Hand, Start, Bet]}",
        stacked="yes",
        constants="{game: pai-gow}",
        facts="{table: {title: 'Table: {} Date: *'}, date: {title: '*Date: {}'}}",
    )
    rows = [
        *(["Table:", 4, None, "Date:", "3/1/2026"], HEADER, [1, time(23, 50), 5]),
        [2, time(0, 10), 5],
        *([], ["Table:", 4, None, "Date:", "3/5/2026"], HEADER, [3, time(22, 0), 5]),
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), text)
    assert (told(log), starts(log)) == ([], ["01 23:50", "02 00:10", "05 22:00"])


def test_blocks_may_have_their_columns_in_another_order(tmp_path: Path) -> None:
    other = ["Start", "Note", "Bet", "Hand"]
    rows = [
        *(["Table 4 - Pai Gow"], HEADER, hand(1)),
        *(["Table 7 - Pai Gow"], other, [EVENING, "late", 50, 2]),
    ]
    log = stacked(tmp_path, rows)
    assert records(log, "wagers", "hand_id", "amount") == [("4-1", 2500), ("7-2", 5000)]


def test_a_block_that_lacks_a_column_is_set_aside_alone(tmp_path: Path) -> None:
    rows = [
        *(["Table 4 - Pai Gow"], HEADER, hand(1)),
        *(["Table 7 - Pai Gow"], ["Hand", "Start", "Wager"], hand(1)),
    ]
    log = stacked(tmp_path, rows)
    assert fault(log, "missing column").expected.startswith("a column headed 'Bet'")
    assert fault(log, "table set aside").row == 5
    assert [each for each, *_ in seen(log)] == ["4-1"]


def test_a_sheet_without_the_headings_is_told(tmp_path: Path) -> None:
    log = stacked(tmp_path, [["Table 4 - Pai Gow"], ["Nr", "When"], [1, EVENING]])
    assert fault(log, "header not found").expected == "a row with the headings 'Hand', 'Start'"


def test_the_title_of_a_single_table_may_stand_anywhere_above(tmp_path: Path) -> None:
    rows = [["Nightly log"], [None, None, "TABLE 4 - Pai Gow"], [], HEADER, hand(1)]
    text = rule(HANDS, top=TOP, header="{find: [Hand, Start]}", facts=TITLES)
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), text)
    assert seen(log) == [("4-1", "4", "Pai Gow", 5)]


def test_a_title_that_is_not_there_is_told(tmp_path: Path) -> None:
    text = rule(HANDS, top=TOP, header="{find: [Hand, Start]}", facts=TITLES)
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": [["Table"], HEADER, hand(1)]}), text)
    found = [each for each in log.faults if each.kind == "missing"]
    assert {(each.column, each.row) for each in found} == {("table", 2), ("game", 2)}
    assert fault(log, "sheet set aside").value == "1 rows"


def test_a_title_whose_date_is_none_is_told_where_it_stands(tmp_path: Path) -> None:
    text = rule(HANDS, top=TOP, header="{row: 2}", facts="{date: {title: 'Night of {}'}}")
    text = text.replace("{cardroom: mortimers}", "{cardroom: mortimers, table: 4, game: x}")
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": [["Night of fun"], HEADER, hand(1)]}), text)
    found = fault(log, "not a date")
    assert (found.row, found.column, found.value) == (1, "date", "fun")


def test_more_tables_than_anybody_stacks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Hand,Start\n" * 6000, encoding="utf-8")
    text = rule(HANDS, top=TOP, header="{find: [Hand, Start]}", stacked="yes", facts=TITLES)
    with pytest.raises(UnusableLog, match="more than 5,000 stacked tables"):
        log_from(path, text)


def test_a_long_sheet_of_stacked_tables_is_read_in_reasonable_time(tmp_path: Path) -> None:
    block = ["Table {} - Pai Gow", "Hand,Start,Bet", *["1,2026-03-01 19:30,5"] * 20]
    lines = [line.format(n) for n in range(1000) for line in block]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    text = rule(HANDS, top=TOP, header="{find: [Hand, Start]}", stacked="yes", facts=TITLES)
    began = monotonic()
    assert log_from(path, text).hands.num_rows == 20_000
    assert monotonic() - began < 20
