"""Moments of a levy: what a reading may change about when a fee is taken."""

from __future__ import annotations

from dataclasses import replace

from support.shipped import shipped_book

from feeaudit.book.catalogue import find_cardroom, find_game, option_of, term_of
from feeaudit.book.model import Charge, Reading
from feeaudit.book.vocabulary import NOT_STATED
from feeaudit.rules.readings import option_readings


def test_a_reading_may_take_it_that_no_moment_is_stated() -> None:
    room = find_cardroom(shipped_book(), "mortimers")
    game = find_game(room, "21st-century-blackjack")
    (schedule,) = (each for each in room.schedules if each.schedule == game.game)
    option = option_of(schedule, "5")
    assert option is not None
    term = term_of(schedule, option, game)
    doubt = next(each for each in schedule.anomalies if each.lines[0] == 1422)
    silent = Reading("silent", charges=(Charge("player_dealer", "", "", moments=NOT_STATED),))
    other = replace(schedule, anomalies=(replace(doubt, readings=(silent, *doubt.readings)),))
    stated = [
        [(levy.moments, levy.moment_lines) for levy in reading.levies_of("player_dealer")]
        for reading in option_readings(other, option, term, game)
    ]
    assert stated == [
        [((), ())],
        [(("after_initial_cards",), (1544,))],
        [(("before_deal",), (1422, 1484, 1542, 1544))],
    ]
