"""A log written as a wide sheet reads back as the same log."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.profiled import EVENING, log_from, records
from support.spreadsheets import xlsx

if TYPE_CHECKING:
    from pathlib import Path


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


@pytest.mark.slow
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
