"""Tasks begin with gaming days, and what is tied over days is by itself."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from feeaudit.audit.parts.tasks import tasks_of
from feeaudit.audit.parts.territory import Rooms, Territory, packed
from feeaudit.rules.configuration.model import Config

ROOMS = Rooms({("a", "1"): 0, ("a", "2"): 1, ("a", "3"): 2, ("b", "1"): 3})
HOUR = 3_600_000_000
DAY = 24 * HOUR
UNITS = np.sort(packed(np.repeat(np.arange(4), 3), np.tile(np.arange(3), 4)))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (1000, [("a", (0, 1, 2), 90), ("b", (0, 1, 2), 30)]),
        # A day and a part of the next would fit, but then the next day's files are read twice.
        (45, [("a", (0,), 30), ("a", (1,), 30), ("a", (2,), 30), ("b", (0, 1, 2), 30)]),
        (60, [("a", (0, 1), 60), ("a", (2,), 30), ("b", (0, 1, 2), 30)]),
        # A day with more hands than a task has is cut by its tables.
        (
            25,
            [
                *(("a", (day,), size) for day in range(3) for size in (20, 10)),
                ("b", (0, 1), 20),
                ("b", (2,), 10),
            ],
        ),
    ],
)
def test_tasks_begin_with_days(
    target: int, expected: list[tuple[str, tuple[int, ...], int]]
) -> None:
    tasks, of = tasks_of(UNITS, np.full(12, 10), ROOMS, [], target)
    assert [(each.cardroom, each.days, each.hands) for each in tasks] == expected
    assert sorted({*of.tolist()}) == [each.number for each in tasks]


def test_a_day_that_is_cut_is_cut_into_parts_of_about_the_same_size() -> None:
    units = packed(np.arange(4), np.zeros(4, dtype=np.int64))
    rooms = Rooms({("a", str(table)): table for table in range(4)})
    tasks, _ = tasks_of(units, np.full(4, 10), rooms, [], 35)
    assert [each.hands for each in tasks] == [20, 20]


def test_no_part_of_a_day_that_is_cut_has_more_hands_than_a_task() -> None:
    units = packed(np.arange(3), np.zeros(3, dtype=np.int64))
    rooms = Rooms({("a", str(table)): table for table in range(3)})
    tasks, _ = tasks_of(units, np.array([10, 30, 10]), rooms, [], 35)
    assert [each.hands for each in tasks] == [10, 30, 10]


def test_units_that_are_tied_over_days_have_a_task_of_their_own() -> None:
    tied = [(0, 1), (1, 2)]
    tasks, of = tasks_of(UNITS, np.full(12, 10), ROOMS, tied, 30)
    days = [(each.days, each.hands) for each in tasks if each.cardroom == "a"]
    assert days == [((0,), 20), ((1,), 20), ((2,), 20), ((0, 1, 2), 30)]
    assert set(of[:3].tolist()) == {3}


def test_units_that_are_tied_within_a_day_stay_with_it() -> None:
    tasks, of = tasks_of(UNITS, np.full(12, 10), ROOMS, [(0, 3)], 30)
    assert [each.days for each in tasks if each.cardroom == "a"] == [(0,), (1,), (2,)]
    assert of[0] == of[3]


def test_a_stay_is_needed_where_its_table_plays_a_day_around() -> None:
    territory = Territory(ROOMS, Config(), UNITS, np.arange(12, dtype=np.int32))
    places = {"cardroom": ["a", "a", "b", "c"], "table": ["3", "1", "1", "1"]}
    rows = pa.table({name: pa.array(each).dictionary_encode() for name, each in places.items()})
    noon = np.array([DAY + DAY // 2, DAY // 2, 2 * DAY + DAY // 2, DAY // 2]) + 8 * HOUR
    row, task = territory.of_stays(rows, noon, noon)
    needed = {each: set(task[row == each].tolist()) for each in range(4)}
    # Each table has three tasks, one a day; what is at no table of the log goes to the first.
    assert needed == {0: {6, 7, 8}, 1: {0, 1}, 2: {10, 11}, 3: {0}}


@pytest.mark.parametrize("lacking", ["cardroom", "table"])
def test_records_that_name_no_table_are_of_none(lacking: str) -> None:
    named = {"cardroom": ["a", "b"], "table": ["1", "1"], "amount": ["1", "2"]}
    told = {name: words for name, words in named.items() if name != lacking}
    rows = pa.table({name: pa.array(each).dictionary_encode() for name, each in told.items()})
    assert ROOMS.of(rows, known_only=True).tolist() == [-1, -1]


def test_a_task_is_named_by_its_cardroom_and_its_days() -> None:
    tasks, _ = tasks_of(UNITS, np.full(12, 10), ROOMS, [], 60)
    assert [each.named for each in tasks] == [
        "a, 1970-01-01 to 1970-01-02",
        "a, 1970-01-03",
        "b, 1970-01-01 to 1970-01-03",
    ]
