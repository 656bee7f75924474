"""Nothing in the book is silent: every statement names the checks that test it, or why none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feeaudit.audit.checks import REGISTRY
from feeaudit.book.cache import open_book
from feeaudit.book.catalogue import find_cardroom, find_game, schedules_of
from feeaudit.book.grammar.options import STAKES
from feeaudit.book.model import (
    LimitRule,
    Rotation,
    Settlement,
    Term,
)
from feeaudit.book.vocabulary import BACKLINE, RULES, UNCOVERED
from feeaudit.rules.uses import (
    BACKLINE_USED,
    LIMITS_USED,
    ROTATION_USED,
    RULES_USED,
    SETTLEMENT_USED,
    STAKES_USED,
    TERMS_USED,
    UNCOVERED_USED,
    encoded,
    unread_keys,
)

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

EVERY_USE = {
    **RULES_USED,
    **LIMITS_USED,
    **ROTATION_USED,
    **SETTLEMENT_USED,
    **TERMS_USED,
    **UNCOVERED_USED,
    **BACKLINE_USED,
    **STAKES_USED,
}


@pytest.fixture(scope="module")
def book(schedules: Path) -> Book:
    return open_book(schedules)


def test_every_kind_of_rule_has_a_use() -> None:
    assert RULES_USED.keys() == RULES.keys()
    assert BACKLINE_USED.keys() == BACKLINE.keys()
    assert UNCOVERED_USED.keys() == UNCOVERED.keys()


def test_every_key_of_a_statement_is_read_or_frames_it() -> None:
    kinds = (
        (LimitRule, LIMITS_USED),
        (Rotation, ROTATION_USED),
        (Settlement, SETTLEMENT_USED | {"uncovered": UNCOVERED_USED["returned"]}),
        (Term, TERMS_USED | {"options": TERMS_USED["charges"]}),
    )
    assert unread_keys(kinds) == []


def test_every_kind_of_stake_that_an_option_may_print_has_a_use() -> None:
    assert set(STAKES.values()) == STAKES_USED.keys()


def test_the_stakes_of_a_poker_table_and_its_placard_are_tested(book: Book) -> None:
    gardens = find_cardroom(book, "hawaiian-gardens")
    game = find_game(gardens, "texas-holdem")
    schedule = next(each for each in gardens.schedules if each.key.endswith("/texas-holdem@2"))
    found = {each.what: each.use for each in encoded(gardens, game, schedule, schedule.options[0])}
    assert "LIM-HIGH" in found["option blinds"].checks
    assert found["option limit"].checks == ("OPT-LIMIT",)


def test_the_limit_of_a_table_with_a_player_dealer_is_tested(book: Book) -> None:
    room = find_cardroom(book, "mortimers")
    game = find_game(room, "fortune-pai-gow-poker")
    (schedule,) = schedules_of(room, game)
    found = {each.what: each.use for each in encoded(room, game, schedule, schedule.options[0])}
    assert "LIM-LOW" in found["option limit"].checks


def test_an_ante_that_may_not_cover_the_fee_is_read_by_the_fees(book: Book) -> None:
    room = find_cardroom(book, "parkwest-lotus")
    game = find_game(room, "13-card-chinese-poker")
    (schedule,) = schedules_of(room, game)
    found = {each.what: each.use for each in encoded(room, game, schedule, schedule.options[0])}
    assert "FEE-UNDER" in found["option ante"].checks


@pytest.mark.parametrize("key", EVERY_USE)
def test_a_use_names_known_checks_or_says_why_none(key: str) -> None:
    use = EVERY_USE[key]
    assert bool(use.checks) != bool(use.note)
    assert set(use.checks) <= REGISTRY.keys()


def test_every_encoded_statement_has_its_line(book: Book) -> None:
    for cardroom in book.cardrooms:
        for game in cardroom.games:
            for schedule in (
                None,
                *(each for each in cardroom.schedules if game.game in each.games),
            ):
                for each in encoded(cardroom, game, schedule):
                    assert each.lines, (cardroom.cardroom, game.game, each.what)


def test_how_poker_is_settled_is_a_note(book: Book) -> None:
    gardens = find_cardroom(book, "hawaiian-gardens")
    found = {
        each.what: each.use
        for each in encoded(gardens, find_game(gardens, "13-card-chinese-poker"))
    }
    assert not found["settlement starts"].checks
    assert "PAY-ORDER" in next(
        each.use.checks
        for each in encoded(gardens, find_game(gardens, "caribbean-stud-poker"))
        if each.what == "settlement starts"
    )


def test_when_a_fee_is_taken_is_a_statement_of_its_own(book: Book) -> None:
    room = find_cardroom(book, "mortimers")
    game = find_game(room, "texas-holdem")
    (schedule,) = schedules_of(room, game)
    (found,) = [each for each in encoded(room, game, schedule) if each.what == "terms moment"]
    assert (found.lines, found.use.checks) == ((1665,), ("FEE-MOMENT",))


def test_the_number_of_seats_stands_on_a_line_of_its_own(book: Book) -> None:
    for cardroom in book.cardrooms:
        for game in cardroom.games:
            assert bool(game.seats) == bool(game.seat_lines), (cardroom.cardroom, game.game)
