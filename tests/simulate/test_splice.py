"""Splices: a case lands on a table of its own, whole, and leaves the rest of the night alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.planted import NOT_PLANTABLE
from support.simulated import by_hand

from feeaudit.audit.checks import REGISTRY
from feeaudit.simulate import DAY, PLANTERS, simulate

if TYPE_CHECKING:
    from feeaudit.book.model import Book
    from feeaudit.simulate import Simulation

pytestmark = pytest.mark.slow

EACH = 2
BY_CASE = [
    check
    for check in REGISTRY
    if check not in PLANTERS and ("lucky-chances", check) not in NOT_PLANTABLE
]


def night(book: Book, **asked: Any) -> Simulation:
    """Return a night of one cardroom."""
    return simulate(book, hands=200, seed=3, cardrooms=["lucky-chances"], **asked)


@pytest.fixture(scope="module")
def spliced(book: Book) -> Simulation:
    """A night with cases of every check that has no planter, and near misses of all."""
    near = dict.fromkeys([check for check in REGISTRY if check != "ROT-WINDOW"], 1)
    return night(book, plant=dict.fromkeys(BY_CASE, EACH), near=near)


def test_the_rest_of_the_night_is_as_it_was(book: Book, spliced: Simulation) -> None:
    for name, table in night(book).log.tables.items():
        assert spliced.log.table(name).to_pylist()[: len(table)] == table.to_pylist(), name


def test_a_case_has_tables_hands_and_people_of_its_own(spliced: Simulation) -> None:
    hands = spliced.log.hands.to_pylist()
    planted = {(row["check"], row["plant"]): row["table"] for row in spliced.planted.to_pylist()}
    assert len(planted) == len(set(planted.values())) == len(BY_CASE) * EACH
    tables: dict[str, set[str]] = {}
    for row in hands:
        for person in filter(None, [row["player_dealer"]]):
            tables.setdefault(person, set()).add(row["table"].partition("-")[0])
    assert all(len(where) == 1 for person, where in tables.items() if person.startswith("C"))


def test_it_is_played_on_the_day_of_the_night(spliced: Simulation) -> None:
    planted = {row["table"] for row in spliced.planted.to_pylist()}
    first: dict[str, Any] = {}
    for row in spliced.log.hands.to_pylist():
        first.setdefault(row["table"], row["started_at"])
    assert {first[table].date() for table in planted if table in first} == {DAY}


def test_hands_that_do_not_say_what_was_collected_pay_what_they_owe(book: Book) -> None:
    made = simulate(
        book,
        hands=50,
        seed=1,
        cardrooms=["hawaiian-gardens"],
        games=["9-1-2"],
        plant={"ROT-TURNS": 1},
    )
    (planted,) = made.planted.to_pylist()
    fees = by_hand(made.log, "collections")[planted["hand_id"]]
    assert {row["payer"] for row in fees} == {"player", "player_dealer"}
    counts = [
        row for row in made.log.table("counts").to_pylist() if row["table"] == planted["table"]
    ]
    ids = {row["hand_id"] for row in made.log.hands.to_pylist() if row["table"] == planted["table"]}
    taken = [row for row in made.log.table("collections").to_pylist() if row["hand_id"] in ids]
    assert [row["amount"] for row in counts] == [sum(row["amount"] for row in taken)]


def test_few_cases_are_planted_several_times(book: Book) -> None:
    made = night(book, plant={"LIM-TOTAL": 20})
    assert made.violations == 20
    assert made.shortfalls == ()


def test_where_no_case_is_stated_the_shortfall_is_told(book: Book) -> None:
    made = simulate(book, hands=50, cardrooms=["mortimers"], plant={"FEE-TIME": 2})
    assert [str(each) for each in made.shortfalls] == [
        "FEE-TIME: 0 of 2 planted; the log has no room for more"
    ]


def test_a_case_of_another_game_is_not_planted(book: Book) -> None:
    made = night(book, games=["casino-war"], plant={"LIM-TOTAL": 1})
    assert made.violations == 0
