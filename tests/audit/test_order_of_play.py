"""The order of play is made of what happened, not of where the log has it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from casebook import case_of
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.audit.case import Case
from feeaudit.audit.checks.rotation import CHECKS
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.book.load import read_book
from feeaudit.resources import folder

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.check import Check

BOOK = read_book(folder("schedules"))
BLACKJACK = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}


def with_hands(case: Case, hands: pa.Table) -> Case:
    return Case(replace(case.log, tables={**case.log.tables, "hands": hands}), BOOK)


@settings(max_examples=50, deadline=None)
@given(
    places=st.lists(st.tuples(st.sampled_from("AB"), st.integers(0, 3)), min_size=1, max_size=12),
    dice=st.randoms(use_true_random=False),
)
def test_hands_of_a_table_go_by_time_and_those_of_one_instant_by_their_ids(
    places: list[tuple[str, int]], dice: Random
) -> None:
    hands = [
        {"id": str(number), "table": table, "at": at, "player_dealer": "Ann"}
        for number, (table, at) in enumerate(places)
    ]
    case = case_of({"defaults": BLACKJACK, "hands": hands}, BOOK)
    rows = list(range(len(hands)))
    dice.shuffle(rows)
    case = with_hands(case, case.log.hands.take(rows))
    played = defaultdict(list)
    for row in order_of_play(case).hand.tolist():
        number = int(case.hands["hand_id"].iloc[row])
        played[places[number][0]].append((places[number][1], number))
    assert all(hands == sorted(hands) for hands in played.values())
    assert sum(map(len, played.values())) == len(hands)


@pytest.mark.parametrize("check", CHECKS, ids=lambda each: each.id)
def test_a_hand_that_is_logged_twice_keeps_its_records_whichever_row_comes_first(
    check: Check,
) -> None:
    ann = {"player_dealer": "Ann", "player_dealer_seat": 1, "wagers": {2: {"base": 20}}}
    bob = {"player_dealer": "Bob", "player_dealer_seat": 2, "wagers": {1: {"base": 20}}}
    hands = [ann, ann, {**bob, "offers": [[2, "accept"]]}, bob]
    case = case_of({"defaults": BLACKJACK, "hands": hands}, BOOK)
    once = case.log.hands
    again = once.set_column(
        once.column_names.index("row"),
        "row",
        pa.array([100] * len(once), once.schema.field("row").type),
    )
    first, last = (
        check.run(with_hands(case, pa.concat_tables(order)))
        for order in ([once, again], [again, once])
    )
    assert len(first.findings) == len(last.findings)
    assert first.tested.sum() == last.tested.sum()
    assert {why: hands.sum() for why, hands in first.untested.items()} == {
        why: hands.sum() for why, hands in last.untested.items()
    }
