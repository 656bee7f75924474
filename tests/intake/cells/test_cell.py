"""Cells of spreadsheets: exact or refused, never guessed."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.core.dialect import LOG, Dialect, Refused, count
from feeaudit.core.dialect import amount as cents
from feeaudit.intake.cells.cell import Unread, choice, name, truth, value_of
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from feeaudit.intake.cells.cell import Cell

COMMA = Dialect(decimal="comma")
PAYER = next(column for column in TABLES["collections"] if column.name == "payer")


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
        ("5.", 500),
        ("+5", 500),
        ("25.0000", 2500),
        (0.1 + 0.2, 30),
        (3.3000000000000003, 330),
        ("3.3000000000000003", 330),
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
        3.305,
        "3.305",
        "25.0050",
        "0,500",
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
    assert cents("1.250,50", COMMA) == 125_050
    with pytest.raises(Refused):
        cents("1.250,50")
    with pytest.raises(Refused):
        cents("1,250.50", COMMA)


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
    assert abs(amount / 100 - number) <= max(1e-9, abs(number) * 2**-50)


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


@pytest.mark.parametrize(("cell", "expected"), [(0, 0), (5.0, 5), (" 5 ", 5), ("007", 7)])
def test_a_count_is_a_whole_number(cell: Cell, expected: int) -> None:
    assert count(cell) == expected


@pytest.mark.parametrize("cell", [1.5, -1, "five", "5.0", "-1", 2.0**40, float("nan"), True])
def test_what_is_no_whole_number_is_no_count(cell: Cell) -> None:
    with pytest.raises(Refused, match="not a number"):
        count(cell)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("Yes", True), (" Y ", True), (True, True), (1, True), ("NO", False), (0.0, False)],
)
def test_yes_and_no_are_known_however_they_are_written(cell: Cell, expected: bool) -> None:
    assert truth(cell) is expected


@pytest.mark.parametrize("cell", ["maybe", "x", 2, "yes?"])
def test_what_is_neither_yes_nor_no_is_refused(cell: Cell) -> None:
    with pytest.raises(Refused, match="not yes or no"):
        truth(cell)


@pytest.mark.parametrize("cell", ["#N/A", "#REF!", Unread("", "formula error", "a value")])
def test_a_formula_that_failed_is_refused_whatever_the_column(cell: Cell) -> None:
    for column in (each for columns in TABLES.values() for each in columns):
        with pytest.raises(Refused, match="formula error"):
            value_of(column, cell, LOG)
