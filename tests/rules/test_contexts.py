"""Contexts: hands are told apart by their number of players only where that picks a row."""

from __future__ import annotations

from support.casebook import case_of
from support.shipped import shipped_book


def test_the_number_of_players_is_told_of_price_lists_alone() -> None:
    held = {"cardroom": "lucky-chances", "game": "texas-holdem", "option": 124}
    pan = {"cardroom": "lucky-chances", "game": "super-pan-9", "option": 1}
    hands = [each | {"players": players} for each in (held, pan) for players in (5, 6)]
    case = case_of({"hands": hands}, shipped_book())
    found = {(each.game_name, each.players) for each in case.contexts}
    assert found == {("texas-holdem", 5), ("texas-holdem", 6), ("super-pan-9", -1)}
