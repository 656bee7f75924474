"""Every check tells in one way what it found, which hands it tested, and why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.casebook import case_of

from feeaudit.audit.coverage import Cover
from feeaudit.audit.engine import audit
from feeaudit.audit.findings import Citation, find, one_a_hand

if TYPE_CHECKING:
    from feeaudit.book.model import Book


def cover(number: int = 4) -> Cover:
    return Cover(np.ones(number, dtype=bool))


def hands(*rows: int, of: int = 4) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    chosen = np.zeros(of, dtype=bool)
    chosen[list(rows)] = True
    return chosen


def test_a_hand_that_is_set_aside_is_untested_for_its_first_reason() -> None:
    known = cover()
    known.set_aside(hands(0, 1), "no wagers")
    known.set_aside(hands(1, 2), "no seats")
    assert known.tested.tolist() == [False, False, False, True]
    assert {why: np.flatnonzero(each).tolist() for why, each in known.untested.items()} == {
        "no wagers": [0, 1],
        "no seats": [2],
    }


def test_a_hand_outside_the_check_is_neither_tested_nor_untested() -> None:
    known = Cover(hands(0, 1))
    known.set_aside(hands(1, 3), "no wagers")
    assert known.tested.tolist() == [True, False, False, False]
    assert known.untested["no wagers"].tolist() == [False, True, False, False]


def test_a_hand_with_a_finding_was_tested_whatever_else_is_said_of_it() -> None:
    known = cover()
    known.keep(np.array([2]))
    known.set_aside(hands(2, 3), "no wagers")
    assert known.tested.tolist() == [True, True, True, False]
    assert known.untested["no wagers"].tolist() == [False, False, False, True]


@pytest.mark.parametrize(("why", "tested"), [("the log lacks seats", 0), ("", 4)])
def test_a_log_that_lacks_what_a_check_needs_leaves_every_hand_untested(
    why: str, tested: int
) -> None:
    known = cover()
    assert known.lacks(why) == bool(why)
    assert np.count_nonzero(known.tested) == tested
    assert list(known.untested) == [why] * bool(why)


def test_what_is_told_and_cited_is_asked_of_each_row() -> None:
    found = find(
        np.array([3, 5]),
        tell=lambda row: f"hand {row} is wrong",
        cite=lambda row: Citation(f"{row}0", "a.txt"),
        review=True,
        hand=np.array([3, 5]),
    )
    assert found["message"].tolist() == ["hand 3 is wrong", "hand 5 is wrong"]
    assert found["lines"].tolist() == ["30", "50"]
    assert found["document"].tolist() == ["a.txt", "a.txt"]
    assert found["review"].all()
    assert found["hand"].tolist() == [3, 5]


def test_nothing_selected_is_nothing_found() -> None:
    assert not len(find([], tell=str))


def test_a_fact_that_no_finding_has_is_refused() -> None:
    with pytest.raises(TypeError, match="not columns of a finding: colour"):
        find([1], tell=str, colour="red")


def test_of_several_findings_on_a_hand_the_first_test_speaks() -> None:
    first = find([1], tell=lambda _: "first", hand=[1])
    second = find([1, 2], tell=lambda _: "second", hand=[1, 2])
    assert one_a_hand(first, second)["message"].tolist() == ["first", "second"]


def test_outcomes_put_the_findings_of_all_tests_together() -> None:
    found = find([1], tell=lambda _: "wrong", hand=[1])
    outcome = cover().outcome(find([], tell=str), found, found)
    assert outcome.findings["hand"].tolist() == [1, 1]
    assert outcome.tested.all()


def test_a_result_counts_the_hands_of_each_reason_that_has_any(book: Book) -> None:
    place = {"cardroom": "hawaiian-gardens", "game": "texas-holdem", "option": 1}
    hands = [{"players": players, "collected": {"pot": 2.50}} for players in (7, 7, None)]
    case = case_of({"defaults": place | {"opening_round": "yes"}, "hands": hands}, book)
    (coverage,) = audit(case, ["FEE-UNDER"]).coverage
    assert (coverage.tested, coverage.untested) == (2, {"hands.players is blank": 1})
