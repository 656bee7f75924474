"""A figure that alone breaks what the other options of its table keep is marked."""

from __future__ import annotations

import pytest
from support.packets import cells, draft_of

HEAD = "Option\tTable Limit\tPlayer Fee\tPlayer-Dealer Fee\n"
ROWS = (
    "1\t$5 - $100\t$0.50\t$1.00\n2\t$10 - $200\t$1.00\t$2.00\n3\t$20 - $300\t$1.00\t$3.00\n"
    "4\t$50 - $500\t$2.00\t$4.00\n5\t$100 - $900\t$2.00\t$5.00\n"
)
CLEAN = HEAD + ROWS


def marked(text: str) -> set[tuple[str, str]]:
    """Return option and payer of every marked cell."""
    return {(name, cell.component) for name, cell in cells(draft_of(text)) if cell.doubts}


def options_marked(text: str) -> set[str]:
    return {name for name, _ in marked(text)}


def test_a_list_that_rises_has_no_mark() -> None:
    assert marked(CLEAN) == set()


def test_a_fee_that_breaks_the_order_is_marked_and_its_neighbors_are_not() -> None:
    assert marked(CLEAN.replace("$1.00\t$3.00", "$1.00\t$1.00")) == {
        ("2", "player_dealer"),
        ("3", "player_dealer"),
    }


def test_where_two_fees_break_the_order_there_is_none() -> None:
    text = CLEAN.replace("$1.00\t$3.00", "$1.00\t$1.00").replace("$2.00\t$5.00", "$2.00\t$2.00")
    assert marked(text) == set()


@pytest.mark.parametrize(
    ("old", "new", "doubtful"),
    [
        ("$2.00\t$5.00", "$2.00\t$50.00", {"5"}),
        ("$2.00\t$5.00", "$2.00\t$9.00", set()),
        ("$0.50\t$1.00", "$0.50\t$0.75", {"1"}),
        ("$0.50\t$1.00", "$0.50\t$1.50", set()),
        ("$0.50\t$1.00", "$0.12\t$1.00", {"1"}),
        ("$0.50\t$1.00", "$0.10\t$1.00", {"1"}),
    ],
    ids=["tenfold", "twofold", "quarters", "halves", "no coins", "a fifth of the next"],
)
def test_a_fee_far_from_all_others_is_marked(old: str, new: str, doubtful: set[str]) -> None:
    assert options_marked(CLEAN.replace(old, new)) == doubtful


def test_a_column_with_a_figure_lost_marks_all_of_it() -> None:
    slid = CLEAN.replace("$1.00\t$3.00\n", "$1.00\t$4.00\n", 1)
    slid = slid.replace("$2.00\t$4.00\n", "$2.00\t$5.00\n", 1)
    slid = slid.replace("$900\t$2.00\t$5.00\n", "$900\t$2.00\t\n", 1)
    assert {(str(number), "player_dealer") for number in range(1, 5)} <= marked(slid)


def test_numbers_that_slid_mark_the_whole_table() -> None:
    slid = CLEAN.replace("5\t$100", "4\t$100").replace("4\t$50", "3\t$50")
    slid = slid.replace("3\t$20", "2\t$20").replace("2\t$10", "1\t$10").replace("1\t$5 ", "\t$5 ")
    assert all(cell.doubts for _, cell in cells(draft_of(slid)))


LIMITS = "Table Limit\tPlayer Fee\tPlayer-Dealer Fee\n" + "".join(
    row.split("\t", 1)[1] for row in ROWS.splitlines(keepends=True)
)


@pytest.mark.parametrize(
    ("old", "new", "doubtful"),
    [
        ("$20 - $300", "$20 - $30", {"20-30"}),
        ("$20 - $300", "$20 - $250", set()),
        ("$5 - $100", "$5 - $5", {"5-5"}),
        ("$20 - $300", "$300", {"300"}),
    ],
    ids=["a zero lost", "another limit", "narrow", "a single figure"],
)
def test_a_limit_unlike_the_others_marks_the_option_that_it_names(
    old: str, new: str, doubtful: set[str]
) -> None:
    assert options_marked(LIMITS.replace(old, new)) >= doubtful
    assert bool(options_marked(LIMITS.replace(old, new))) == bool(doubtful)


def test_an_option_printed_again_under_the_next_number_is_marked() -> None:
    again = CLEAN + "6\t$10 - $200\t$1.00\t$2.00\n"
    assert {"2", "6"} <= options_marked(again)


def test_numbers_of_options_under_a_fee_are_no_fees() -> None:
    text = HEAD.replace("Player Fee", "Player Collection") + ROWS.replace("$0.50", "1")
    for number, fee in enumerate(("$1.00\t$2.00", "$1.00\t$3.00", "$2.00\t$4.00"), 2):
        text = text.replace(fee, f"{number}\t{fee.split(chr(9))[1]}")
    text = text.replace("$2.00\t$5.00", "5\t$5.00")
    assert all(cell.doubts for _, cell in cells(draft_of(text)))


COUNTS = (
    "The fee is taken from the pot.\n\n"
    "Option\tBlinds\t6+ players\t4-5 players\t3 or less players\tJackpot Fee\n"
    "1\t$1-$2\t$4.00\t$3.00\t$2.00\t$1.00\n2\t$2-$4\t$5.00\t$4.00\t$2.00\t$1.00\n"
    "3\t$3-$6\t$6.00\t$5.00\t$3.00\t$1.00\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 or less players\tJackpot Fee", "Jackpot Fee\t3 or less players"),
        ("$4.00\t$3.00\t$2.00\t$1.00", "$4.00\t$3.00\t$1.00\t$2.00"),
    ],
    ids=["in the header", "in a row"],
)
def test_a_jackpot_fee_in_the_place_of_a_number_of_players_is_marked(old: str, new: str) -> None:
    assert marked(COUNTS) == set()
    assert "1" in options_marked(COUNTS.replace(old, new))


BONUS = (
    "Option\tTable Limit\tBonus Bet Fee\tPlayer-Dealer Fee\n"
    "1\t$5 - $100\t$0.50\t$1.00\n2\t$10 - $200\t$1.00\t$2.00\n"
)


@pytest.mark.parametrize(("fee", "doubtful"), [("$0.50", False), ("$1.00", False), ("$5.00", True)])
def test_a_bonus_bet_that_pays_more_than_the_player_dealer_is_marked(
    fee: str, doubtful: bool
) -> None:
    text = BONUS.replace("$0.50\t$1.00", f"{fee}\t$1.00")
    assert ("1" in options_marked(text)) == doubtful


def test_fees_that_changed_places_between_neighbors_mark_both() -> None:
    rows = COUNTS.replace("$5.00\t$4.00\t$2.00\t$1.00", "$4.00\t$3.00\t$1.00\t$2.00")
    assert {"1", "2"} <= options_marked(rows)


BUY_INS = (
    "The fee is taken from the pot.\n\nBuy-In\tBlinds\t6+ players\t5 or less players\n"
    + "".join(
        f"{buy_in}\t{blinds}\t$5.00\t$4.00\n"
        for buy_in, blinds in (
            ("50", "1-2"),
            ("100", "2-3"),
            ("100-300", "2-3"),
            ("300-500", "3-5"),
            ("500", "5-5"),
            ("500-1,500", "5-5"),
            ("600", "5-10"),
        )
    )
)


def test_a_buy_in_that_names_an_option_and_breaks_the_order_is_marked() -> None:
    assert options_marked(BUY_INS) == set()
    assert options_marked(BUY_INS.replace("500-1,500", "50-1,500")) == {"50-1500"}


def test_limits_that_share_a_bound_begin_again_without_a_mark() -> None:
    pairs = ((5, 25), (5, 50), (5, 100), (10, 50), (10, 100), (25, 100), (25, 200))
    rows = "".join(f"${low} to ${high}\t$1.00\t$2.00\n" for low, high in pairs)
    assert options_marked(LIMITS.split("\n", 1)[0] + "\n" + rows) == set()
