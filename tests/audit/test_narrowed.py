"""Some tables and hours of a log: nothing is found there that is not found in the whole."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.casebook import case_of, log_of
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.intake.selection import Narrow, narrowed
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow

BOOK = shipped_book()
LAWS = shipped_laws()
every_cardroom = pytest.mark.parametrize("cardroom", [each.cardroom for each in BOOK.cardrooms])


@cache
def clean_night(cardroom: str) -> Log:
    return simulate(BOOK, hands=700, cardrooms=[cardroom], seed=12).log


def hours_of(log: Log, first: int, last: int) -> Narrow:
    """Return so many hours after the first hand until so many."""
    start = min(log.hands.column("started_at").to_pylist())
    return Narrow(start=start + timedelta(hours=first), end=start + timedelta(hours=last))


@every_cardroom
@pytest.mark.parametrize("hours", [(1, 3), (0, 2), (4, 9)])
def test_some_hours_of_a_clean_night_are_clean(cardroom: str, hours: tuple[int, int]) -> None:
    log = clean_night(cardroom)
    found = audit(Case(narrowed(log, hours_of(log, *hours)), BOOK, LAWS))
    assert 0 < found.hands < log.hands.num_rows
    assert found.findings[["check", "table", "message"]].to_dict("records") == []


@every_cardroom
def test_some_tables_of_a_clean_night_are_clean(cardroom: str) -> None:
    log = clean_night(cardroom)
    tables = sorted(set(log.hands.column("table").to_pylist()))
    # One by itself, and all by fours: an audit takes the same time whatever it holds.
    for some in (tables[:1], *(tables[first : first + 4] for first in range(1, len(tables), 4))):
        found = audit(Case(narrowed(log, Narrow(tuple(some))), BOOK, LAWS))
        assert found.findings[["check", "table", "message"]].to_dict("records") == []


def test_a_box_is_held_against_the_log_only_where_its_whole_period_is_wanted() -> None:
    log = clean_night("lucky-chances")
    counts = log.table("counts")
    whole = narrowed(log, Narrow(start=min(counts.column("from").to_pylist())))
    assert whole.table("counts").num_rows == counts.num_rows
    begun = min(counts.column("from").to_pylist()) + timedelta(minutes=1)
    assert narrowed(log, Narrow(start=begun)).table("counts").num_rows < counts.num_rows


def test_a_game_that_was_under_way_before_the_hours_wanted_is_no_new_one() -> None:
    # A new game of it starts at seat 1.
    place = {"cardroom": "parkwest-lotus", "table": "T1"}
    body = {
        "defaults": {**place, "game": "blackjack-x"},
        "hands": [
            {"at": "10:00", "player_dealer": "Ann", "player_dealer_seat": 1},
            {"at": "10:02", "player_dealer": "Ann", "player_dealer_seat": 1},
            {
                "at": "10:04",
                "player_dealer": "Bob",
                "player_dealer_seat": 2,
                "offers": [[2, "accept"]],
            },
        ],
        "seats": [
            {**place, "seat": 1, "player": "Ann", "from": "09:00"},
            {**place, "seat": 2, "player": "Bob", "from": "09:00"},
        ],
    }
    log = case_of(body, BOOK).log
    last = max(log.hands.column("started_at").to_pylist())
    found = audit(Case(narrowed(log, Narrow(start=last)), BOOK, LAWS), ["ROT-ORDER"])
    assert found.hands == 1
    assert found.findings["message"].tolist() == []


def test_who_sat_together_only_before_or_after_the_hours_wanted_is_not_told() -> None:
    place = {"cardroom": "mortimers", "table": "T1"}
    company = {"role": "third_party", "provider": "Harborline"}
    body = {
        "defaults": {**place, "game": "ez-baccarat-panda-8"},
        "hands": [{"at": "10:00"}, {"at": "11:00"}, {"at": "12:00"}],
        "seats": [
            {**place, **company, "seat": 1, "player": "Ann", "from": "09:00"},
            {**place, **company, "seat": 2, "player": "Ben", "from": "09:00", "to": "10:30"},
            {**place, **company, "seat": 3, "player": "Cy", "from": "11:30"},
        ],
    }
    log = case_of(body, BOOK).log
    _, middle, last = sorted(log.hands.column("started_at").to_pylist())

    def told(narrow: Narrow) -> list[str]:
        found = audit(Case(narrowed(log, narrow), BOOK, LAWS), ["TPP-ONE"])
        return [str(each) for each in found.findings["player"]]

    assert told(Narrow()) == ["Ben", "Cy"]
    assert told(Narrow(end=middle)) == ["Ben"]
    assert told(Narrow(start=last)) == ["Cy"]
    assert told(Narrow(start=middle, end=last - timedelta(minutes=30))) == []


def test_a_hand_that_is_numbered_at_another_table_is_not_missing_from_the_one_wanted() -> None:
    hands = [
        {"id": f"H{number}", "cardroom": "mortimers", "game": "texas-holdem", "option": 1}
        | {"table": "T2" if number == 20 else "T1", "at": number * 2}
        for number in range(1, 41)
    ]
    log = log_of({"hands": hands})
    whole, part = (
        audit(Case(each, BOOK, LAWS), ["LOG-SEQUENCE"]).findings
        for each in (log, narrowed(log, Narrow(("T1",))))
    )
    assert whole.empty
    assert part.empty
    missing = log_of({"hands": [each for each in hands if each["id"] != "H20"]})
    assert len(audit(Case(missing, BOOK, LAWS), ["LOG-SEQUENCE"]).findings) == 1
