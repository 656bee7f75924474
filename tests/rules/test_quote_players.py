"""Quotes of fees that go by the players still in after the flop, and of payers left open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.harbor import write_book
from support.shipped import shipped_book

from feeaudit.book.load import read_book
from feeaudit.core.problem import Unknown
from feeaudit.rules.quote.hand import BadHand, Hand, hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.rules.quote.obligation import Owed


def quoted(cardroom: str, game: str, option: str, **facts: Any) -> Owed:
    hand = Hand(cardroom=cardroom, game=game, option=option, opening_round=True, **facts)
    return owed(shipped_book(), hand)


def test_the_players_after_the_flop_pick_the_tier_not_those_dealt_in() -> None:
    result = quoted("lucky-lady", "ez-money-holdem", "3-6", players=9, players_after_flop=6)
    assert [each.amounts for each in result.obligations] == [(400,)]
    assert result.total == 400


def test_without_them_the_fee_is_not_settled() -> None:
    (fee,) = quoted("lucky-lady", "ez-money-holdem", "3-6", players=9).obligations
    assert not fee.settled
    assert fee.reasons == (
        "the number of players after the flop determines the tier; state players_after_flop",
    )


def test_the_big_blind_owes_the_drop() -> None:
    (fee,) = quoted(
        "lucky-lady",
        "omaha-high-low-split",
        "3-6;4-8",
        schedule="omaha-high-low-drop",
        players=6,
    ).obligations
    assert (fee.payers, fee.amounts) == (("big_blind",), (200,))


def test_a_payer_that_the_print_leaves_open_is_named_and_the_sum_stands() -> None:
    result = quoted("lucky-chances", "texas-holdem", "4", players=7, pot=1000)
    fee = result.obligations[0]
    assert fee.payers == ("pot", "button")
    assert fee.reasons == ("the schedule leaves open who pays: the pot or the button",)
    assert result.total == 400


@pytest.mark.parametrize("cardroom", ["hawaiian-gardens", "mortimers"])
@pytest.mark.parametrize(("stated", "noted"), [(None, True), (True, False), (False, False)])
def test_a_hand_that_may_have_ended_early_is_taken_to_have_gone_on(
    cardroom: str, stated: bool | None, noted: bool
) -> None:
    hand = Hand(cardroom, "texas-holdem", "1", players=8, opening_round=stated)
    assert (
        any("opening_round is not stated" in each for each in owed(shipped_book(), hand).notes)
        is noted
    )


def test_as_many_players_as_any_table_seats_are_read_and_no_more() -> None:
    stated = '{"cardroom": "lucky-chances", "game": "texas-holdem", "option": "4", "players": %d}'
    assert hand_from_json(stated % 100).players == 100
    with pytest.raises(BadHand, match="'101' is not a number of players"):
        hand_from_json(stated % 101)


def test_a_game_without_a_schedule_says_why_it_has_none(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path))
    with pytest.raises(Unknown, match=r"printed for Harbor Hold'em at Harbor.*: none is printed"):
        owed(book, Hand("harbor", "harbor-holdem", "1", players=6))
