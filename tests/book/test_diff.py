"""Two schedules compared in the language of fees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import GAMES, SCHEDULE, write_book

from feeaudit.book.diff import schedule_changes
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path


FOR_TWO_GAMES = (
    SCHEDULE.replace("games: harbor-blackjack", "games: [harbor-blackjack, harbor-holdem]")
    .replace(
        "options:\n",
        "  - options: 1\n    games: harbor-holdem\n    lines: 4\n"
        "    player: {per: wager, wagers: ante}\n"
        "    player_dealer: {per: hand, wagers: ante}\n"
        "options:\n",
        1,
    )
    .replace(
        "  - options: 1\n    lines: 4",
        "  - options: 1\n    games: harbor-blackjack\n    lines: 4",
        1,
    )
)
TWO_GAMES = GAMES.replace("no_schedule: none is printed", "wagers: {ante: {}, bet: {}}")
TWICE = SCHEDULE.replace("5-100: 1, 101+: 2", "tiers: [{5-100: 1}, {5-100: 2}]")


def changes(root: Path, new: str, old: str = SCHEDULE, games: str = GAMES) -> list[str]:
    schedules = [
        read_book(write_book(root / name, text, games=games)).cardrooms[0].schedules[0]
        for name, text in (("old", old), ("new", new))
    ]
    return schedule_changes(schedules[0], schedules[1])


def test_the_same_schedule_has_no_changes(tmp_path: Path) -> None:
    assert changes(tmp_path, SCHEDULE) == []


@pytest.mark.parametrize(
    ("old", "new", "sentences"),
    [
        ("101+: 2", "101+: 3", ["option 1: player_dealer 101+ was 2.00, is 3.00"]),
        (
            "101+: 2",
            "102+: 2",
            [
                "option 1: player_dealer 101+ at 2.00 was removed",
                "option 1: player_dealer 102+ at 2.00 was added",
            ],
        ),
        ("limit: 5-100", "limit: 5-200", ["option 1: table limit was 5-100, is 5-200"]),
        ("    player: 0.50\n", "", ["option 1: player fee was removed (flat 0.50)"]),
        (
            "wagers: [base, lucky]",
            "wagers: base",
            ["option 1: player_dealer wagers was base and lucky, is base"],
        ),
        (
            "collect: before_deal",
            "collect: after_initial_cards",
            [
                "option 1: player collect was before_deal, is after_initial_cards",
                "option 1: player_dealer collect was before_deal, is after_initial_cards",
            ],
        ),
        (
            "options:\n",
            "    table_limit: {minimum: 5-25, maximum: 100}\noptions:\n",
            ["option 1: table_limit was not stated, is minimum 5-25, maximum 100"],
        ),
        (
            "options:\n",
            "    free: [base, double_down]\noptions:\n",
            ["option 1: free was not stated, is base and double_down"],
        ),
    ],
)
def test_a_change_is_told_as_people_say_it(
    tmp_path: Path, old: str, new: str, sentences: list[str]
) -> None:
    assert old in SCHEDULE
    assert changes(tmp_path, SCHEDULE.replace(old, new, 1)) == sentences


def test_lines_of_the_document_are_no_change(tmp_path: Path) -> None:
    assert changes(tmp_path, SCHEDULE.replace("lines: 7-8", "lines: 17-18")) == []


def test_a_change_for_one_of_several_games_names_the_game(tmp_path: Path) -> None:
    new = FOR_TWO_GAMES.replace("hand, wagers: ante", "hand, wagers: [ante, bet]")
    assert changes(tmp_path, new, FOR_TWO_GAMES, TWO_GAMES) == [
        "option 1 (harbor-holdem): player_dealer wagers was ante, is ante and bet"
    ]


def test_a_change_for_all_games_names_none(tmp_path: Path) -> None:
    new = FOR_TWO_GAMES.replace("per: wager", "per: seat")
    assert changes(tmp_path, new, FOR_TWO_GAMES, TWO_GAMES) == [
        "option 1: player per was wager, is seat"
    ]


def test_schedules_of_different_games_are_compared_by_their_first(tmp_path: Path) -> None:
    new = SCHEDULE.replace("games: harbor-blackjack", "games: harbor-holdem")
    new = new.replace("wagers: base", "wagers: ante").replace("[base, lucky]", "[ante, bet]")
    assert changes(tmp_path, new, games=TWO_GAMES) == [
        "games were harbor-blackjack, are harbor-holdem",
        "option 1: player wagers was base, is ante",
        "option 1: player_dealer wagers was base and lucky, is ante and bet",
    ]


def test_tiers_with_the_same_bounds_are_compared_one_by_one(tmp_path: Path) -> None:
    assert changes(tmp_path, TWICE.replace("{5-100: 1}", "{5-100: 3}"), TWICE) == [
        "option 1: player_dealer 5-100 was 1.00, is 3.00"
    ]


def test_an_option_number_printed_twice_is_compared_one_by_one(tmp_path: Path) -> None:
    option = SCHEDULE[SCHEDULE.index("  - option: 1") :]
    old = SCHEDULE + option
    new = SCHEDULE.replace("player: 0.50", "player: 0.75") + option
    assert changes(tmp_path, new, old) == ["option 1: player flat was 0.50, is 0.75"]
