"""Cells of spreadsheets: exact or refused, never guessed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.intake.profiles.moments import clock, day, moment
from feeaudit.intake.profiles.values import Refused, Unread, cents, choice, count, name, truth
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from feeaudit.intake.profiles.values import Cell

PAYER = next(column for column in TABLES["collections"] if column.name == "payer")
WALL = datetime.fromisoformat


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (25, 2500),
        (25.5, 2550),
        (0.1, 10),
        (1250.99, 125_099),
        ("25", 2500),
        (" 25.5 ", 2550),
        (".50", 50),
        ("$1,250.00", 125_000),
        ("$ 5.00", 500),
        ("\u00a05.00", 500),
        ("1,250", 125_000),
        (0, 0),
    ],
)
def test_an_amount_is_exact_cents(cell: Cell, expected: int) -> None:
    assert cents(cell) == expected


@pytest.mark.parametrize(
    "cell",
    [
        "1.5k",
        "~20",
        "20-25",
        "20/25",
        "about 20",
        "1,25",
        "12,50.00",
        "1.250",
        "5.",
        "--5",
        "(-5)",
        "5-",
        "1e3",
        "٣",
        "",
        "$",
        "#N/A",
        True,
        1.005,
        0.1 + 0.2,
        1e13,
        float("nan"),
        float("inf"),
        date(2026, 3, 1),
        time(1, 0),
        timedelta(1),
    ],
)
def test_what_is_not_plainly_an_amount_is_refused(cell: Cell) -> None:
    with pytest.raises(Refused):
        cents(cell, signed=True)


@pytest.mark.parametrize("cell", ["(5.00)", "-5", "-$5.00", "$-5.00", "($5.00)", -5])
def test_negative_amounts_are_for_results_only(cell: Cell) -> None:
    assert cents(cell, signed=True) == -500
    with pytest.raises(Refused, match="negative"):
        cents(cell)


def test_a_decimal_comma_is_read_where_the_profile_says_so() -> None:
    assert cents("1.250,50", "comma") == 125_050
    with pytest.raises(Refused):
        cents("1.250,50")
    with pytest.raises(Refused):
        cents("1,250.50", "comma")


@given(st.integers(min_value=0, max_value=10**11))
def test_every_amount_of_whole_cents_survives_being_stored_as_a_number(amount: int) -> None:
    assert cents(amount / 100) == amount
    assert cents(f"{amount // 100:,}.{amount % 100:02d}") == amount


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_a_stored_number_is_exact_cents_or_refused(number: float) -> None:
    try:
        amount = cents(number, signed=True)
    except Refused:
        return
    assert amount / 100 == number


@pytest.mark.parametrize(
    ("cell", "order", "expected"),
    [
        ("2026-03-01", "", date(2026, 3, 1)),
        ("2026/3/1", "", date(2026, 3, 1)),
        ("3/1/2026", "month_first", date(2026, 3, 1)),
        ("3/1/26", "month_first", date(2026, 3, 1)),
        ("3/1/2026", "day_first", date(2026, 1, 3)),
        ("1-Mar-2026", "", date(2026, 3, 1)),
        ("Mar 1, 2026", "", date(2026, 3, 1)),
        ("Sunday 3/1/2026", "month_first", date(2026, 3, 1)),
        ("Sunday, March 1st, 2026", "", date(2026, 3, 1)),
        (date(2026, 3, 1), "", date(2026, 3, 1)),
        (WALL("2026-03-01"), "", date(2026, 3, 1)),
    ],
)
def test_a_date_is_read_as_stated(cell: Cell, order: str, expected: date) -> None:
    assert day(cell, order) == expected


@pytest.mark.parametrize(
    ("cell", "order", "kind"),
    [
        ("3/1/2026", "", "ambiguous date"),
        ("13/1/2026", "month_first", "not a date"),
        ("2026-02-30", "", "not a date"),
        ("Monday 3/1/2026", "month_first", "not a date"),
        ("tomorrow", "month_first", "not a date"),
        ("1 Marsh 2026", "", "not a date"),
        (46082.0, "", "not a date"),
        (date(1900, 1, 1), "", "not a date"),
        (WALL("2026-03-01 19:30"), "", "not a date"),
        (time(1, 0), "", "not a date"),
    ],
)
def test_a_date_that_could_be_another_is_refused(cell: Cell, order: str, kind: str) -> None:
    with pytest.raises(Refused, match=kind):
        day(cell, order)


@pytest.mark.parametrize(
    ("cell", "hours"),
    [
        (time(19, 30), 19.5),
        ("19:30", 19.5),
        ("7:30 PM", 19.5),
        ("7:30p", 19.5),
        ("12:30 a.m.", 0.5),
        ("12:30 PM", 12.5),
        ("25:30", 25.5),
        (timedelta(hours=25.5), 25.5),
        (WALL("1900-01-01 01:30"), 25.5),
    ],
)
def test_a_time_of_day_is_read_as_stated(cell: Cell, hours: float) -> None:
    assert clock(cell) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "cell", ["1930", "7.30", "13:30 PM", "48:00", "12:60", "noon", 0.8125, True]
)
def test_a_time_that_must_be_guessed_is_refused(cell: Cell) -> None:
    with pytest.raises(Refused):
        clock(cell)


@pytest.mark.parametrize(
    ("cell", "order", "expected"),
    [
        ("2026-03-01 19:30:00", "", "2026-03-01 19:30"),
        ("2026-03-01T19:30", "", "2026-03-01 19:30"),
        ("3/1/2026 7:30 PM", "month_first", "2026-03-01 19:30"),
        ("Mar 1, 2026 7:30:15 pm", "", "2026-03-01 19:30:15"),
        ("2026-03-01 25:30", "", "2026-03-02 01:30"),
    ],
)
def test_a_date_and_time_is_read_as_stated(cell: Cell, order: str, expected: str) -> None:
    assert moment(cell, order) == WALL(expected)


def test_an_offset_that_is_stated_is_kept() -> None:
    assert moment("2026-03-01T19:30:00Z") == datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def test_a_bare_date_is_midnight_only_in_a_column_of_times() -> None:
    assert moment(date(2026, 3, 2), midnights=True) == WALL("2026-03-02")
    with pytest.raises(Refused, match="a date without a time"):
        moment(date(2026, 3, 2))


@pytest.mark.parametrize(
    ("cell", "expected"), [(17.0, "17"), (" T-4 ", "T-4"), (1.5, "1.5"), ("007", "007")]
)
def test_a_name_is_what_stands_there(cell: Cell, expected: str) -> None:
    assert name(cell) == expected


@pytest.mark.parametrize("cell", [date(2026, 1, 10), True, 2.0**53, time(1, 10)])
def test_a_name_that_excel_has_turned_into_something_else_is_refused(cell: Cell) -> None:
    with pytest.raises(Refused, match="format it as text"):
        name(cell)


def test_words_of_a_list_are_known_however_they_are_spaced() -> None:
    assert choice("Player-Dealer", PAYER) == "player_dealer"
    with pytest.raises(Refused, match="not a payer"):
        choice("house", PAYER)


def test_counts_and_yes_or_no() -> None:
    assert (count(5.0), count(" 5 ")) == (5, 5)
    assert (truth("Yes"), truth(0.0), truth(cell=True)) == (True, False, True)
    for cell in (1.5, -1, "five", 2.0**40):
        with pytest.raises(Refused):
            count(cell)
    with pytest.raises(Refused):
        truth("maybe")


def test_a_formula_that_failed_is_refused_whatever_the_column() -> None:
    for cell in ("#N/A", "#REF!", Unread("", "formula without a stored value", "a value")):
        for reader in (day, clock, moment):
            with pytest.raises(Refused, match="formula"):
                reader(cell)
