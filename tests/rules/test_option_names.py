"""Options by every name the paper prints for them: a log and a person with one hand are told the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feeaudit.book.catalogue import find_cardroom, find_game, is_for, schedules_of
from feeaudit.core.problem import Unknown
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.in_force import Resolver, with_readings
from feeaudit.rules.option_names import told_apart
from feeaudit.rules.quote.hand import Bet, Hand
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book, Cardroom, Game, Option, Schedule

CARDROOMS = ("parkwest-lotus", "lucky-lady", "hawaiian-gardens", "mortimers", "lucky-chances")


def printed_names(schedule: Schedule, option: Option) -> set[str]:
    """Return what a table of an option may be called."""
    names = {option.option, f"{schedule.schedule}/{option.option}"}
    names |= {each.text for each in option.limits}
    for stake in option.stakes:
        if stake.kind in {"blinds", "buy-in"}:
            stakes = set(stake.each)
            # Where a limit is printed the table goes by that, unless one says what one means.
            names |= stakes if option.limit is None else {f"{stake.kind} {each}" for each in stakes}
    written = {
        f"${each.replace('-', ' - $')}"
        for each in names
        if "-" in each and not set("/; ") & set(each)
    }
    return names | written


def options_in_print(cardroom: Cardroom) -> Iterator[tuple[Game, Schedule, Option]]:
    for game in cardroom.games:
        for schedule in schedules_of(cardroom, game):
            for option in schedule.options:
                yield game, schedule, option


def refusal(book: Book, hand: Hand) -> str:
    """Return why quote does not answer; blank where it does."""
    try:
        owed(book, hand)
    except Unknown as unknown:
        return str(unknown)
    return ""


def asked(game: Game, cardroom: str, option: str) -> Hand:
    bets = (Bet("1", game.wagers[0].wager, 10_000),) if game.wagers else ()
    return Hand(cardroom, game.game, option, players=6, wagers=bets)


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDROOMS)
def test_quote_and_audit_know_an_option_by_the_same_names(book: Book, name: str) -> None:
    cardroom = find_cardroom(book, name)
    resolver = Resolver(book, Config())
    for game in cardroom.games:
        printed = schedules_of(cardroom, game)
        pairs = [(schedule, option) for schedule in printed for option in schedule.options]
        for each in sorted({one for pair in pairs for one in printed_names(*pair)}):
            context = resolver.context(name, game.game, each, None)
            hand = asked(game, name, each)
            why = refusal(book, hand)
            assert bool(why) == bool(context.problem), (game.game, each, why, context.problem)
            assert why.startswith(context.problem)
            told = owed(book, hand).obligations if not why else ()
            rows = {row for one in told for row in one.option.split(" or ")}
            meant = {offer.option.option for offer in context.offers}
            assert rows <= meant or any(offer.term.bands for offer in context.offers if offer.term)


@pytest.mark.parametrize("name", CARDROOMS)
def test_an_option_in_force_answers_to_everything_its_table_is_called(
    book: Book, name: str
) -> None:
    cardroom = find_cardroom(book, name)
    resolver = Resolver(book, Config())
    for game, schedule, option in options_in_print(cardroom):
        for each in printed_names(schedule, option):
            context = resolver.context(name, game.game, each, None)
            if schedule.key not in context.valid or not is_for(schedule, option, game):
                continue
            known = {(offer.schedule.key, offer.option.option) for offer in context.offers}
            listed = any(offer.term.bands for offer in context.offers if offer.term)
            number = each.isdigit() and each != option.option
            fits = (schedule.key, option.option) in known or context.kind == "several"
            assert fits or listed or number, (game.game, schedule.key, option.option, each)


def test_one_limit_has_one_price_however_it_is_written(book: Book) -> None:
    cardroom = find_cardroom(book, "hawaiian-gardens")
    game = find_game(cardroom, "baccarat")
    written = ("5", "100-300", "$100 to $300", "baccarat/100-300", "baccarat-games/5")
    totals = {owed(book, asked(game, "hawaiian-gardens", each)).total for each in written}
    assert totals == {600}


def test_a_name_that_fits_two_options_is_unsettled_where_they_differ(book: Book) -> None:
    hand = Hand("hawaiian-gardens", "hawaiian-blackjack", "1", wagers=(Bet("1", "base", 1000),))
    (dealer,) = (each for each in owed(book, hand).obligations if each.component == "player_dealer")
    assert dealer.amounts == (100, 200)
    assert not dealer.settled


@pytest.mark.parametrize(("players", "amounts"), [(7, (200, 300)), (8, (400,))])
def test_a_name_that_fits_two_price_lists_has_the_fee_of_either(
    book: Book, players: int, amounts: tuple[int, ...]
) -> None:
    hand = Hand("lucky-chances", "texas-holdem", "10-200", players=players, opening_round=True)
    (pot,) = (each for each in owed(book, hand).obligations if each.component == "pot")
    assert (pot.amounts, pot.settled) == (amounts, len(amounts) == 1)


@pytest.mark.parametrize(("called", "options"), [("20-500", 4), ("20-600", 0)])
def test_a_name_may_fit_four_options(book: Book, called: str, options: int) -> None:
    context = Resolver(book, Config()).context("lucky-chances", "pai-gow-poker", called, None)
    assert len(context.offers) == options


def test_a_name_that_fits_two_options_of_one_price_is_settled(book: Book) -> None:
    hand = Hand("parkwest-lotus", "texas-holdem", "$1/$2", players=8, opening_round=True)
    assert owed(book, hand).total == 500


@pytest.mark.parametrize(
    ("called", "priced"), [("3-6", True), ("$4/$8", False), ("3-6;4-8", False)]
)
def test_a_limit_that_only_one_reading_prices_is_in_doubt(
    book: Book, called: str, *, priced: bool
) -> None:
    named = Resolver(book, Config()).context("lucky-lady", "ez-money-holdem", called, None)
    context = with_readings(named, -1)
    assert all(each.levies for each in context.readings) == priced


def test_a_limit_comes_before_the_blinds_of_another_table(book: Book) -> None:
    resolver = Resolver(book, Config())
    place = ("hawaiian-gardens", "texas-holdem")
    for called, options in [("15-30", ["11"]), ("$50-$75", ["18"]), ("blinds 15-30", ["14"])]:
        context = resolver.context(*place, called, None)
        assert [offer.option.option for offer in context.offers] == options


def test_options_are_told_apart_by_their_schedules_where_that_is_enough(book: Book) -> None:
    mortimers = find_cardroom(book, "mortimers")
    several = [each for each in mortimers.schedules if len(each.options) > 1]
    one, other = several[:2]
    first, second = one.options[:2]
    assert told_apart([(one, first)]) == [""]
    assert told_apart([(one, first), (other, other.options[0])]) == [one.key, other.key]
    assert told_apart([(one, first), (one, second)]) == [
        f"{one.key} option {first.option}",
        f"{one.key} option {second.option}",
    ]
