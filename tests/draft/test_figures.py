"""What one printed cell says, in the forms that packets use, and what is not read at all."""

from __future__ import annotations

import pytest

from feeaudit.book.packet.printed_figures import (
    BACKWARDS,
    LETTERS,
    NOT_INCLUDED,
    ODD_CENTS,
    amount,
    players,
    roman,
    stakes,
    tier,
)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("$1.00", 100), ("\\$ 1.00", 100), ("$.50", 50), ("2.00", 200), ("$1,250", 125000), ("0", 0)],
)
def test_an_amount_is_exact(text: str, cents: int) -> None:
    read = amount(text)
    assert read is not None
    assert (read.cents, read.doubts) == (cents, ())


@pytest.mark.parametrize(
    "text", ["", "N/A", "one dollar", "$1.000", "$1,00", "$5 - $10", "$", "5 to 1"]
)
def test_what_is_no_amount_is_not_guessed(text: str) -> None:
    assert amount(text) is None


def test_what_is_printed_beside_an_amount_stays_beside_it() -> None:
    read = amount("5.00 per player per half hour")
    assert read is not None
    assert (read.cents, read.aside) == (500, "per player per half hour")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("$5 - $100", 500, 10000),
        ("$5 to 50", 500, 5000),
        ("$501+", 50100, None),
        ("$501 or more", 50100, None),
        ("$2001 - +", 200100, None),
        ("$100", 10000, 10000),
        ("$500 or higher", 50000, None),
    ],
)
def test_tiers_have_both_bounds_as_printed(text: str, low: int, high: int | None) -> None:
    read = tier(text)
    assert read is not None
    assert (read.low, read.high, read.doubts) == (low, high, ())


@pytest.mark.parametrize("text", ["$1O1 - $200", "$l01 - $2OO", "S101 - $200"])
def test_letters_for_digits_are_read_with_a_doubt(text: str) -> None:
    read = tier(text)
    assert read is not None
    assert (read.low, read.high) == (10100, 20000)
    assert LETTERS in read.doubts


@pytest.mark.parametrize("text", ["$500 -", "- $500", "$5 - $10 - $20", "over"])
def test_a_range_that_lost_a_bound_is_not_read(text: str) -> None:
    assert tier(text) is None


def test_a_range_that_runs_backwards_is_doubtful() -> None:
    read = tier("$500 - $100")
    assert read is not None
    assert read.doubts


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("7 or more Players", 7, None),
        ("4 players or lesss", None, 4),
        ("5 \u2013 6 Players", 5, 6),
        ("6 or 5", 5, 6),
        ("8 & 7 players", 7, 8),
        ("2,3, or 4 handed", 2, 4),
        ("9 PLAYERS", 9, 9),
    ],
)
def test_player_counts(text: str, low: int | None, high: int | None) -> None:
    read = players(text)
    assert read is not None
    assert (read.low, read.high, read.doubts) == (low, high, ())


@pytest.mark.parametrize("text", ["85", "5 or 8"])
def test_a_strange_player_count_is_doubtful(text: str) -> None:
    read = players(text)
    assert read is not None
    assert read.doubts


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("$1 / $2", "1-2"),
        ("$5 - $10 - $15", "5-10-15"),
        ("$40-80", "40-80"),
        ("$5 - No Limit", "5-no limit"),
        ("No Limit", "no limit"),
        ("$1,000", "1000"),
        ("$100 or higher", "100+"),
    ],
)
def test_stakes_are_written_as_the_book_does(text: str, written: str) -> None:
    read = stakes(text)
    assert read is not None
    assert (read.text, read.doubts) == (written, ())


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("over $500", 50001, None), ("More than 500", 50001, None), ("under $25", None, 2499)],
)
def test_a_bound_that_is_not_included_is_read_to_the_cent_with_a_doubt(
    text: str, low: int | None, high: int | None
) -> None:
    read = tier(text)
    assert read is not None
    assert (read.low, read.high, read.doubts) == (low, high, (NOT_INCLUDED,))


def test_cents_by_their_own_sign_are_read_with_a_doubt() -> None:
    read = amount("50\u00a2")
    assert read is not None
    assert (read.cents, read.doubts) == (50, (ODD_CENTS,))
    assert amount("150\u00a2") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("I", 1), ("IV.", 4), ("IX", 9), ("XXII", 22), ("IIII", None), ("", None), ("1", None)],
)
def test_roman_numerals_are_numbers(text: str, number: int | None) -> None:
    assert roman(text) == number


def test_stakes_that_fall_are_read_with_a_doubt() -> None:
    falling, rising = stakes("50-10"), stakes("$10-$10-$20")
    assert falling is not None
    assert rising is not None
    assert (falling.text, falling.doubts) == ("50-10", (BACKWARDS,))
    assert (rising.text, rising.doubts) == ("10-10-20", ())


@pytest.mark.parametrize("text", ["No Fee", "no charge", "Free"])
def test_words_for_no_fee_are_nothing_to_pay_with_a_doubt(text: str) -> None:
    read = amount(text)
    assert read is not None
    assert read.cents == 0
    assert read.doubts
    assert amount("No Limit") is None
