"""Two schedules compared in the language of fees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from harbor import SCHEDULE, write_book

from feeaudit.book.diff import schedule_changes
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path


def changes(root: Path, new: str, old: str = SCHEDULE) -> list[str]:
    schedules = [
        read_book(write_book(root / name, text)).cardrooms[0].schedules[0]
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
                "option 1: player_dealer 101+ at 2.00 is gone",
                "option 1: player_dealer 102+ at 2.00 is new",
            ],
        ),
        ("limit: 5-100", "limit: 5-200", ["option 1: table limit was 5-100, is 5-200"]),
        ("    player: 0.50\n", "", ["option 1: player fee is gone (flat 0.50)"]),
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
    ],
)
def test_a_change_is_told_as_people_say_it(
    tmp_path: Path, old: str, new: str, sentences: list[str]
) -> None:
    assert old in SCHEDULE
    assert changes(tmp_path, SCHEDULE.replace(old, new, 1)) == sentences


def test_lines_of_the_document_are_no_change(tmp_path: Path) -> None:
    assert changes(tmp_path, SCHEDULE.replace("lines: 7-8", "lines: 17-18")) == []
