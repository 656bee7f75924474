"""The fee calculator: the same answer as quote, the tier that applies, the next cliff."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.workbenches import bench_on

from feeaudit.resources import folder

if TYPE_CHECKING:
    from support.nights import Site
    from support.workbenches import Bench


@pytest.fixture
def bench(site: Site) -> Bench:
    """A workbench with the shipped book."""
    return bench_on(site, book=folder("schedules")).entered()


HAND = "/calculator?cardroom=mortimers&game=three-card-poker&option=1&seat=1&wager=ante&amount="


def test_a_hand_owes_what_its_tier_says(bench: Bench) -> None:
    text = bench.page(f"{HAND}50")
    assert "Owed: $0.50" in text
    assert "from $51 on it is $1.00" in text


def test_one_dollar_over_the_bound_is_the_next_tier(bench: Bench) -> None:
    assert "Owed: $1.00" in bench.page(f"{HAND}51")


def test_the_tier_that_applies_is_marked_in_its_ladder(bench: Bench) -> None:
    assert bench.page(f"{HAND}50").count('<tr class="marked">') == 1


def test_an_amount_between_two_tiers_leaves_the_fee_open(bench: Bench) -> None:
    text = bench.page(f"{HAND}50.50")
    assert "Owed: not a single figure" in text
    assert "$0.50 or $1.00" in text


def test_what_is_no_amount_is_said_and_the_form_stays(bench: Bench) -> None:
    text = bench.page(f"{HAND}lots")
    assert "&#39;lots&#39; is not an amount" in text
    assert 'value="lots"' in text


def test_a_poker_hand_is_asked_for_its_players(bench: Bench) -> None:
    text = bench.page("/calculator?cardroom=mortimers&game=texas-holdem")
    assert 'name="players"' in text


def test_the_form_begins_with_the_cardroom(bench: Bench) -> None:
    assert 'name="game"' not in bench.page("/calculator")
