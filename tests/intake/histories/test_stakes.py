"""Which option a table runs, told by its blinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.hand_histories import POSTS, column, numbered, ohh, read, read_ohh, rows, street, toml

from feeaudit.intake.histories import options_by_stakes

if TYPE_CHECKING:
    from pathlib import Path


OPTIONS = [("1", "1-2"), ("2", "2-3"), ("3", "2-3"), ("4", "0.50-1"), ("5", "1-1-2"), ("6", "")]


@pytest.mark.parametrize(
    ("blinds", "fitting"),
    [
        ((100, 200), ("1",)),
        ((200, 100), ("1",)),
        ((50, 100), ("4",)),
        ((100, 100, 200), ("5",)),
        ((200, 300), ("2", "3")),
        ((100, 200, 400), ("1",)),
        ((200, 300, 600), ("2", "3")),
        ((100, 201), ()),
        ((200,), ()),
        ((), ()),
    ],
)
def test_options_fit_by_their_blinds(blinds: tuple[int, ...], fitting: tuple[str, ...]) -> None:
    assert options_by_stakes(blinds, OPTIONS) == fitting


@pytest.mark.parametrize("printed", ["1-2", "$1-$2", "1/2", "1.00 - 2.00", "1\u20132"])
def test_blinds_may_be_printed_in_many_ways(printed: str) -> None:
    assert options_by_stakes((100, 200), [("A", printed), ("A", printed)]) == ("A",)


@pytest.mark.parametrize("printed", ["", "1-2 or 2-4", "none", "-", "1", "1-2-"])
def test_what_is_no_blinds_fits_nothing(printed: str) -> None:
    assert options_by_stakes((100, 200), [("A", printed)]) == ()


def test_hands_get_the_one_option_that_fits_and_the_rest_is_reported(tmp_path: Path) -> None:
    two_three = toml(blinds_or_straddles="[2, 3, 0]", min_bet="3", _rake="5", winnings="[0, 0, 9]")
    five_ten = toml("winnings", blinds_or_straddles="[5, 10, 0]", actions="[]", _rake="0")
    text = numbered(toml(_rake="4"), two_three, five_ten, five_ten)
    log = read(tmp_path, text, options=OPTIONS)
    assert column(log, "hands", "option") == ["1", None, None, None]
    said = [(fault.kind, fault.value, fault.expected) for fault in log.faults]
    assert said == [
        ("several options fit the stakes", "2-3, 1 hand", "one option of 2, 3"),
        ("no option fits the stakes", "5-10, 2 hands", "blinds of 1-2, 2-3, 0.50-1, 1-1-2"),
    ]


def test_stated_blinds_choose_the_option_of_an_open_hand_history(tmp_path: Path) -> None:
    short = [street("Preflop", (0, "Post SB", 0.50), (1, "Post BB", 2))]
    log = read_ohh(tmp_path, ohh(rounds=short, pots=None), options=OPTIONS)
    assert column(log, "hands", "option") == ["1"]


@pytest.mark.parametrize(
    ("posts", "option"),
    [
        (POSTS, "1"),
        ([(0, "Post SB", 1), (1, "Post BB", 1)], "one"),
        ([*POSTS, (2, "Post Extra Blind", 2)], "1"),
        ([*POSTS, (2, "Post Dead", 1), (2, "Post BB", 2)], "1"),
        ([(0, "Post SB", 1), (1, "Post BB", 2.50)], None),
    ],
    ids=["usual", "equal", "a new player", "back from a break", "none fits"],
)
def test_posted_blinds_choose_it_where_none_are_stated(
    tmp_path: Path, posts: list[tuple[int, str, float]], option: str | None
) -> None:
    unstated = {"small_blind_amount": None, "big_blind_amount": None}
    hand = ohh(**unstated, rounds=[street("Preflop", *posts)], pots=None)
    log = read_ohh(tmp_path, hand, options=[*OPTIONS, ("one", "1-1")])
    assert [row.get("option") for row in rows(log, "hands")] == [option]
