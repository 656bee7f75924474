"""A doubt that is settled one way up to a day and another way after it: each day has its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from feeaudit.book.cache import open_book
from feeaudit.core.problem import Unknown
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import SettledDoubt
from feeaudit.rules.configuration.reader import config_of
from feeaudit.rules.configuration.settled_writer import with_settled
from feeaudit.rules.contexts import Context, contexts

if TYPE_CHECKING:
    from feeaudit.book.model import Book

TWICE = """\
[[settled]]
anomaly = "mortimers/fortune-pai-gow-poker:1906"
reading = "each_bet"
authority = "Bureau letter of 2026-01-05"
to = 2026-01-31

[[settled]]
anomaly = "mortimers/fortune-pai-gow-poker:1906"
reading = "as_printed"
authority = "Bureau letter of 2026-02-01"
from = 2026-02-01
"""
FIRST = date(1970, 1, 1)


def played_on(*days: date) -> tuple[list[int], tuple[Context, ...]]:
    hands = pd.DataFrame(
        {
            "cardroom": "mortimers",
            "game": "fortune-pai-gow-poker",
            "option": "1",
            "day": [(each - FIRST) // timedelta(days=1) for each in days],
        }
    ).astype(dict.fromkeys(("cardroom", "game", "option"), "category"))
    found = contexts(hands, open_book(folder("schedules")), config_of(TWICE, "feeaudit.toml"))
    return found.of_hand.tolist(), found.each


def test_two_readings_of_one_doubt_do_not_merge() -> None:
    (before, after), each = played_on(date(2026, 1, 31), date(2026, 2, 1))
    assert [each[number].settled[0][1] for number in (before, after)] == ["each_bet", "as_printed"]


def test_days_on_which_the_same_reading_holds_are_one() -> None:
    numbers, each = played_on(date(2026, 1, 1), date(2026, 1, 31), date(2026, 2, 1))
    assert numbers[0] == numbers[1] != numbers[2]
    assert len(each) == 2


@pytest.mark.parametrize(("day", "label"), [(31, "each bet"), (32, "")])
def test_the_fee_follows_the_reading_of_its_day(day: int, label: str) -> None:
    (number,), each = played_on(date(2026, 1, 1) + timedelta(days=day - 1))
    assert {reading.label for reading in each[number].readings} == {label}


def test_a_doubt_is_settled_beside_another_and_not_again_for_the_same_days(book: Book) -> None:
    of, letter = "mortimers/fortune-pai-gow-poker:1906", "Bureau letter of 2026-01-05"
    other = SettledDoubt("lucky-chances/texas-holdem:53", "button_pays", letter)
    until = SettledDoubt(of, "each_bet", letter, end=date(2026, 1, 31))
    later = SettledDoubt(of, "as_printed", letter, start=date(2026, 2, 1))
    text = ""
    for doubt in (other, later, until):
        text = with_settled(text, doubt, "by Ann", book)
    assert config_of(text).settled == (other, later, until)
    with pytest.raises(Unknown, match="already settled for some of these days"):
        with_settled(
            text, SettledDoubt(of, "as_printed", letter, start=date(2026, 1, 31)), "", book
        )
    shared = [(later, replace(until, end=date(2026, 2, 1)))]
    shared += [(until, replace(later, start=date(2026, 1, 31)))]
    for first, second in shared:
        alone = with_settled("", first, "by Ann", book)
        with pytest.raises(Unknown, match="already settled for some of these days"):
            with_settled(alone, second, "", book)
