"""A seat is one seat in every table of a log, whichever way each table writes it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pytest

from feeaudit.intake.log_files import read_log
from feeaudit.intake.tables import seat_name

if TYPE_CHECKING:
    from pathlib import Path

HANDS = """\
hand_id,cardroom,table,started_at,game,player_dealer_seat
1,mortimers,7,2026-03-06 19:00,pure-21-5-blackjack,{banker}
"""


@pytest.mark.parametrize(
    "written", ["4", "04", "4.0", "Seat 4", "SEAT 4", "seat-4", "Seat4", "Seat no. 4", "Seat #4"]
)
def test_a_numbered_seat_has_its_number_for_name(written: str) -> None:
    assert seat_name(written) == "4"


@pytest.mark.parametrize(
    "written", ["4A", "A4", "4-5", "-4", "4.5", "Backline 4", "Dealer", "Seat"]
)
def test_other_names_of_seats_stay_as_they_are_written(written: str) -> None:
    assert seat_name(written) == written


@pytest.mark.parametrize("filling", ["0", " ", "."])
def test_a_cell_that_is_much_too_long_for_a_seat_is_read_at_once(filling: str) -> None:
    written = f"Seat{filling * 100_000}x"
    began = monotonic()
    assert seat_name(written) == written
    assert monotonic() - began < 5


def test_a_sum_of_the_whole_table_may_be_capitalised() -> None:
    assert seat_name("Table") == "table"


def test_the_seats_of_two_tables_match_though_each_writes_them_its_own_way(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text(HANDS.format(banker="Seat 3"))
    (tmp_path / "wagers.csv").write_text(
        "hand_id,seat,wager,amount\n1,Seat 1,base,50\n1,01,base,25\n1,3,base,25\n1,4A,base,5\n"
    )
    log = read_log([tmp_path])
    assert log.faults == ()
    assert log.hands.column("player_dealer_seat").to_pylist() == ["3"]
    assert log.table("wagers").column("seat").to_pylist() == ["1", "1", "3", "4A"]


def test_a_blank_seat_stays_blank_beside_written_ones(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text(HANDS.format(banker=""))
    (tmp_path / "collections.csv").write_text(
        "hand_id,payer,fee,amount,seat\n1,player,base,1,Seat 2\n1,player,base,1,\n"
    )
    log = read_log([tmp_path])
    assert log.hands.column("player_dealer_seat").to_pylist() == [None]
    assert log.table("collections").column("seat").to_pylist() == ["2", None]
