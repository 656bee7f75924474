"""Records: what the cells of a row become, and what several rows of a hand repeat."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import (
    EVENING,
    HANDS,
    WIDE,
    WIDE_HEADER,
    fault,
    hand_ids,
    log_from,
    records,
    rule,
    told,
)
from support.spreadsheets import xlsx

if TYPE_CHECKING:
    from pathlib import Path


def test_a_wager_beside_no_hand_is_told(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25], [None, EVENING, 25]]})
    log = log_from(path, rule(WIDE.replace("hands:", "hands:\n  when: hand_id")))
    assert told(log) == [("C3", "no hand on this row", "25")]
    assert records(log, "wagers", "hand_id") == [("1",)]


def test_a_zero_bet_is_a_bet_unless_the_profile_says_otherwise(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 0, None, 25, 1]]})
    skipping = WIDE.replace("wager: base}", "wager: base}\n  skip_zero: yes")
    assert records(log_from(path, rule(WIDE)), "wagers", "amount") == [(0,), (2500,)]
    assert records(log_from(path, rule(skipping)), "wagers", "amount") == [(2500,)]


def test_a_made_name_uses_sheet_row_file_and_other_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Hand,Day,Start\n7,x,2026-03-01 19:30\n", encoding="utf-8")
    made = HANDS.replace("hand_id: Hand", "hand_id: {text: '{file}/{sheet}/{row}/{Day}-{Hand}'}")
    assert hand_ids(log_from(path, rule(made))) == ["a.csv//2/x-7"]


def test_what_a_made_name_lacks_is_told_where_it_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Day,Hand,Start\n,7,2026-03-01 19:30\n", encoding="utf-8")
    made = HANDS.replace("hand_id: Hand", "hand_id: {text: '{Day}-{Hand}'}")
    assert told(log_from(path, rule(made))) == [("A2", "missing", "")]


ONCE = HANDS.replace("hands:", "hands:\n  once: yes")
LONG = f"{ONCE}wagers: {{columns: {{seat: Seat, amount: Bet}}, constants: {{wager: base}}}}"
LATER = EVENING + timedelta(hours=1)


def test_one_row_a_wager_with_the_hand_repeated_counts_the_hand_once(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Start", "Seat", "Bet"],
        [1, EVENING, 1, 25],
        [1, EVENING, 2, 50],
        [2, EVENING, 1, 5],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(LONG))
    assert (hand_ids(log), told(log)) == (["1", "2"], [])
    assert records(log, "wagers", "hand_id", "seat") == [("1", "1"), ("1", "2"), ("2", "1")]


def test_a_hand_whose_rows_disagree_is_set_aside_with_its_wagers(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Start", "Seat", "Bet"],
        [1, EVENING, 1, 25],
        [1, LATER, 2, 50],
        [2, EVENING, 1, 5],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(LONG))
    assert told(log) == [("B3", "rows disagree", "2026-03-01 20:30:00")]
    assert (hand_ids(log), records(log, "wagers", "hand_id")) == (["2"], [("2",)])


def test_a_hand_whose_rows_disagree_is_set_aside_though_nothing_but_hands_is_read(
    tmp_path: Path,
) -> None:
    rows = [["Hand", "Start"], [1, EVENING], [1, LATER], [2, EVENING]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(ONCE))
    assert told(log) == [("B3", "rows disagree", "2026-03-01 20:30:00")]
    aside = fault(log, "hand set aside")
    assert (aside.row, aside.expected.startswith("N!B3 repaired;")) == (2, True)
    assert hand_ids(log) == ["2"]


def test_rows_do_not_disagree_with_a_cell_that_cannot_be_read(tmp_path: Path) -> None:
    rows = [["Hand", "Start"], [1, "soon"], [1, EVENING], [2, EVENING]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(ONCE))
    assert (hand_ids(log), told(log)) == (["2"], [("B2", "not a time", "soon")])


def test_rows_of_one_hand_that_differ_by_their_row_disagree(tmp_path: Path) -> None:
    by_row = ONCE.replace("columns: {", "columns: {session: {text: '{row}'}, ")
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, EVENING], [1, EVENING]]})
    log = log_from(path, rule(by_row))
    assert (hand_ids(log), told(log)) == ([], [("A3", "rows disagree", "1")])


BANK = f"""{LONG}
collections:
  once: yes
  when: amount
  columns: {{amount: PD Fee}}
  constants: {{payer: player_dealer, fee: base}}
"""
BANK_HEADER = ["Hand", "Start", "Seat", "Bet", "PD Fee"]


def test_a_fee_repeated_on_each_row_of_a_hand_is_one_fee(tmp_path: Path) -> None:
    rows = [
        BANK_HEADER,
        [1, EVENING, 1, 25, 2],
        [1, EVENING, 2, 50, "$2.00"],
        [2, EVENING, 1, 5, 2],
        [3, EVENING, 1, 5, None],
        [3, EVENING, 2, 5, 0.5],
        [3, EVENING, 4, 5, None],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(BANK))
    assert told(log) == []
    assert records(log, "collections", "hand_id", "payer", "amount", "row") == [
        ("1", "player_dealer", 200, 2),
        ("2", "player_dealer", 200, 4),
        ("3", "player_dealer", 50, 6),
    ]
    assert log.table("wagers").num_rows == 6


@pytest.mark.parametrize("other", [3, 0, "2.01"])
def test_two_amounts_of_one_fee_in_one_hand_are_a_problem_and_not_a_choice(
    tmp_path: Path, other: Any
) -> None:
    rows = [BANK_HEADER, [1, EVENING, 1, 25, 2], [1, EVENING, 2, 50, other], [2, EVENING, 1, 5, 2]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(BANK))
    found = fault(log, "rows disagree")
    assert (found.address, found.value) == ("E3", str(other))
    assert found.expected == "the amount that row 2 has for the same hand"
    assert (hand_ids(log), records(log, "collections", "hand_id")) == (["2"], [("2",)])


def test_a_bad_repeat_of_a_fee_sets_its_hand_aside(tmp_path: Path) -> None:
    rows = [BANK_HEADER, [1, EVENING, 1, 25, 2], [1, EVENING, 2, 50, "two"], [2, EVENING, 1, 5, 2]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(BANK))
    assert (told(log), hand_ids(log)) == ([("E3", "not an amount", "two")], ["2"])


def test_a_fee_that_counts_once_is_taken_by_each_hand_that_a_sheet_of_fees_names(
    tmp_path: Path,
) -> None:
    rows = [["Hand", "Fee"], [1, 2], [1, 2], [None, 6], [None, 6]]
    text = """
    collections:
      once: yes
      columns: {hand_id: Hand, amount: Fee}
      constants: {payer: player, fee: time}
    """
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(text))
    assert records(log, "collections", "hand_id", "amount") == [
        ("1", 200),
        (None, 600),
        (None, 600),
    ]


CENTS = WIDE.replace('amount: "Seat {n} Fee"', 'amount: {header: "Seat {n} Fee", cents: yes}')


@pytest.mark.parametrize(
    ("cell", "cents"),
    [(150, 150), (50.0, 50), ("150", 150), ("1,250", 1250), ("75¢", 75), (" 75 ¢ ", 75), (0, 0)],
)
def test_a_fee_in_cents_beside_a_bet_in_dollars(tmp_path: Path, cell: Any, cents: int) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, cell]]})
    log = log_from(path, rule(CENTS))
    assert told(log) == []
    assert records(log, "wagers", "amount") == [(2500,)]
    assert records(log, "collections", "amount") == [(cents,)]


@pytest.mark.parametrize("cell", [1.5, "1.50", "$150", "$ 2", 0.5, "150.5"])
def test_what_cannot_be_cents_is_refused_where_cents_are_said(tmp_path: Path, cell: Any) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [WIDE_HEADER, [1, EVENING, 25, cell]]})
    log = log_from(path, rule(CENTS))
    found = fault(log, "not in cents")
    assert (found.address, found.value) == ("D2", str(cell))
    assert found.expected.startswith("an amount in whole cents such as 150 for $1.50")


@pytest.mark.parametrize(
    "cell", ["-150", "fifty", "1.500", float("inf"), True, "1e3", "\u0661\u0665\u0660"]
)
def test_what_is_no_amount_is_none_in_cents_either(tmp_path: Path, cell: Any) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{','.join(WIDE_HEADER)}\n1,2026-03-01 19:30,25,{cell}\n", encoding="utf-8")
    assert told(log_from(path, rule(CENTS)))[0][0] == "D2"


LEDGER = (
    HANDS.replace("hands:", "hands:\n  once: yes")
    + """\
wagers:
  only: {column: Type, words: [Bet, Side bet]}
  columns: {seat: Seat, amount: Amount}
  constants: {wager: base}
collections:
  only: {column: Type, words: Fee}
  columns: {seat: Seat, amount: Amount}
  constants: {payer: player, fee: base}
"""
)
LEDGER_HEADER = ["Hand", "Start", "Type", "Seat", "Amount"]


def test_a_column_that_names_the_kind_of_each_row_tells_bets_from_fees(tmp_path: Path) -> None:
    rows = [
        LEDGER_HEADER,
        [1, EVENING, "Bet", 1, 25],
        [1, EVENING, "fee", 1, 1],
        [2, EVENING, "BETS", 2, 50],
        [2, EVENING, "Side bet", 3, 5],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(LEDGER))
    assert (told(log), hand_ids(log)) == ([], ["1", "2"])
    assert records(log, "wagers", "hand_id", "seat", "amount") == [
        ("1", "1", 2500),
        ("2", "2", 5000),
        ("2", "3", 500),
    ]
    assert records(log, "collections", "hand_id", "seat", "amount") == [("1", "1", 100)]


@pytest.mark.parametrize("kind", ["Tip", None, "Feed", 7])
def test_a_row_of_a_kind_that_no_record_names_is_not_left_out_in_silence(
    tmp_path: Path, kind: Any
) -> None:
    rows = [LEDGER_HEADER, [1, EVENING, "Bet", 1, 25], [1, EVENING, kind, 1, 1]]
    rows.append([2, EVENING, "Bet", 1, 25])
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(LEDGER))
    found = fault(log, "row of an unknown kind")
    assert (found.address, found.expected) == (
        "C3",
        "one of Bet, Side bet, Fee, or its word under 'skip'",
    )
    assert hand_ids(log) == ["2"]


def test_a_kind_of_row_may_be_skipped(tmp_path: Path) -> None:
    rows = [LEDGER_HEADER, [1, EVENING, "Bet", 1, 25], [1, EVENING, "Tip", 1, 1]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(LEDGER, skip="{column: Type, words: Tip}"))
    assert (told(log), records(log, "wagers", "amount")) == ([], [(2500,)])


def test_without_the_column_of_kinds_the_sheet_is_set_aside(tmp_path: Path) -> None:
    rows = [["Hand", "Start", "Seat", "Amount"], [1, EVENING, 1, 25]]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(LEDGER))
    assert fault(log, "missing column").expected.startswith("a column headed 'Type'")
    assert hand_ids(log) == []
