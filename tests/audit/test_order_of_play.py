"""The order of play is made of what happened, not of where the log has it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of, config_of, found
from support.joined_cases import joined_cases
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.checks.rotation import CHECKS
from feeaudit.audit.order_of_play import order_of_play

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.check import Check

BOOK = shipped_book()
LAWS = shipped_laws()
BLACKJACK = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}


def with_hands(case: Case, hands: pa.Table) -> Case:
    log = replace(case.log, tables={**case.log.tables, "hands": hands})
    return Case(log, case.book, case.laws, case.config)


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


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda each: each.id)
def test_a_night_that_is_logged_twice_is_judged_once_whichever_rows_come_first(
    check: Check,
) -> None:
    for joined in joined_cases(check.id):
        text = joined.texts[0]
        case = Case(joined.log, BOOK, LAWS, config_of(text.body))
        once = case.log.hands
        rows = pa.array([row + len(once) for row in once.column("row").to_pylist()], pa.int32())
        again = once.set_column(once.column_names.index("row"), "row", rows)
        expected = told(check, case)
        for order in ([once, again], [again, once]):
            twice = with_hands(case, pa.concat_tables(order))
            assert told(check, twice) == expected, text.name


def told(check: Check, case: Case) -> list[tuple[str, str]]:
    facts = found(case, check.run(case).findings)
    return sorted((fact["hand"], fact["message"]) for fact in facts)
