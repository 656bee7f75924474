"""Rivals: every option of a game is one, and where players are counted one of each price list."""

from __future__ import annotations

import pytest
from support.shipped import shipped_book

from feeaudit.audit.options.rivals import rivals_of
from feeaudit.book.catalogue import is_for, schedules_of, term_of
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.in_force import Resolver


@pytest.mark.parametrize("counted", [False, True])
def test_every_option_of_a_game_is_a_rival_or_shares_a_price_list_with_one(
    *, counted: bool
) -> None:
    resolver, lists = Resolver(shipped_book(), Config()), 0
    for room in shipped_book().cardrooms:
        for game in room.games:
            context = resolver.context(room.cardroom, game.game, "", None)
            found = {
                (rival.schedule.key, rival.option)
                for rival in rivals_of([context], counted=counted)
                if rival.option
            }
            for schedule in schedules_of(room, game):
                every = [each for each in schedule.options if is_for(schedule, each, game)]
                chosen = [each for each in every if (schedule.key, each.option) in found]
                bands = {
                    (each.option, band)
                    for each in every
                    for term in [term_of(schedule, each, game)]
                    if term is not None and counted
                    for band in map(frozenset, term.bands)
                    if each.option in band
                }
                lists += len(bands)
                for each in every:
                    sharing = {
                        one for option, band in bands if option == each.option for one in band
                    }
                    listed = sharing & {one.option for one in chosen}
                    assert len(listed) == 1 if sharing else each in chosen
            known = {
                (schedule.key, each.option)
                for schedule in schedules_of(room, game)
                for each in schedule.options
                if is_for(schedule, each, game)
            }
            assert found <= known
    assert bool(lists) == counted
