"""Quotes of wagers by the game's own word and by a plain base, which audits read alike."""

from __future__ import annotations

import pytest
from support.shipped import shipped_book

from feeaudit.core.problem import Unknown
from feeaudit.rules.quote.hand import Bet, Hand
from feeaudit.rules.quote.owed import owed

TWO = ("mortimers", "ez-baccarat-panda-8", "4")


def hand(cardroom: str, game: str, option: str, wager: str) -> Hand:
    return Hand(cardroom, game, option, wagers=(Bet("1", wager, 5000),))


@pytest.mark.parametrize(
    ("cardroom", "game", "option", "wager"),
    [
        ("mortimers", "three-card-poker", "1", "ante"),
        ("lucky-chances", "casino-war", "1", "primary"),
        ("lucky-chances", "pai-gow-poker", "3", "base"),
    ],
)
def test_a_plain_base_is_the_only_base_wager(
    cardroom: str, game: str, option: str, wager: str
) -> None:
    book = shipped_book()
    by_name = owed(book, hand(cardroom, game, option, wager))
    assert owed(book, hand(cardroom, game, option, "base")) == by_name
    assert by_name.obligations


def test_where_a_game_has_two_it_is_asked_which() -> None:
    with pytest.raises(Unknown, match="'base' is not a wager of EZ Baccarat Panda 8"):
        owed(shipped_book(), hand(*TWO, "base"))


def test_a_bet_of_nothing_owes_nothing() -> None:
    """At $0.00, as logged for a seat that stayed out; one cent is a bet."""
    bets = (Bet("1", "ante", 5000), Bet("2", "ante", 0))
    one, both = (
        owed(shipped_book(), Hand("mortimers", "three-card-poker", "1", wagers=each))
        for each in (bets[:1], bets)
    )
    assert both.obligations == one.obligations
