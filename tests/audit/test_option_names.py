"""Options by the names that tables give them: the limit as the paper prints it, or one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.casebook import case_of

from feeaudit.audit.checks.fees import CHECKS as FEES
from feeaudit.audit.checks.options import CHECKS as OPTIONS
from feeaudit.book.catalogue import find_schedule, option_of

if TYPE_CHECKING:
    from feeaudit.book.model import Book

CHECKS = {check.id: check for check in (*OPTIONS, *FEES)}

PAI_GOW = {"cardroom": "lucky-lady", "game": "fortune-pai-gow-poker"}
LOWBALL = {"cardroom": "lucky-lady", "game": "lowball", "players": 5, "opening_round": "yes"}


def findings(hand: dict[str, Any], book: Book, check: str) -> int:
    """Return how much a check finds in one hand."""
    return len(CHECKS[check].run(case_of({"hands": [hand]}, book)).findings)


@pytest.mark.parametrize(
    ("schedule", "spelled", "printed"),
    [
        ("lucky-lady/fortune-pai-gow-poker", "10-100", "10-100"),
        ("lucky-lady/fortune-pai-gow-poker", "$10 - $100", "10-100"),
        ("lucky-lady/fortune-pai-gow-poker", "10\N{EN DASH}100", "10-100"),
        ("hawaiian-gardens/super-pan-9", "$300 to $1,000", "300-1000"),
        ("hawaiian-gardens/pokara", "$5.00 TO $50.00", "5-50"),
        ("hawaiian-gardens/texas-holdem", "500", "500"),
        ("hawaiian-gardens/texas-holdem", "Pot Limit $500", "pot limit 500"),
        ("lucky-lady/ez-money-holdem", "3-6", "3-6;4-8"),
        ("lucky-lady/ez-money-holdem", "$4-$8", "3-6;4-8"),
        ("lucky-lady/ez-money-holdem", "$3 / $6", "3-6;4-8"),
        ("lucky-lady/lowball-drop", "10-20", "5-10;10-20"),
        ("mortimers/pure-21-5-blackjack", "Option 2", "2"),
        ("mortimers/pure-21-5-blackjack", "#2", "2"),
        ("mortimers/pure-21-5-blackjack", "02", "2"),
        ("mortimers/pure-21-5-blackjack", "2.0", "2"),
        ("mortimers/pure-21-5-blackjack", "Opt. 2", "2"),
        ("mortimers/pure-21-5-blackjack", "Schedule Option 2", "2"),
        ("mortimers/pure-21-5-blackjack", "Option #2", "2"),
        ("mortimers/pure-21-5-blackjack", "Option No. 2", "2"),
        ("mortimers/pure-21-5-blackjack", "2.", "2"),
    ],
)
def test_an_option_is_known_however_its_name_is_written(
    book: Book, schedule: str, spelled: str, printed: str
) -> None:
    option = option_of(find_schedule(book, schedule), spelled)
    assert option is not None
    assert option.option == printed


@pytest.mark.parametrize(
    ("schedule", "other"),
    [
        ("lucky-lady/fortune-pai-gow-poker", "10-1000"),
        ("lucky-lady/fortune-pai-gow-poker", "100"),
        ("lucky-lady/fortune-pai-gow-poker", "10100"),
        ("lucky-lady/ez-money-holdem", "3-8"),
        ("lucky-lady/ez-money-holdem", "6;4"),
        ("mortimers/pure-21-5-blackjack", "2.5"),
        ("mortimers/pure-21-5-blackjack", "20"),
        ("mortimers/pure-21-5-blackjack", ".2"),
        ("hawaiian-gardens/lowball-time", "10-20"),
    ],
)
def test_another_figure_is_another_option(book: Book, schedule: str, other: str) -> None:
    assert option_of(find_schedule(book, schedule), other) is None


def test_every_option_answers_to_its_own_name(book: Book) -> None:
    for cardroom in book.cardrooms:
        for schedule in cardroom.schedules:
            for option in schedule.options:
                known = option_of(schedule, option.option)
                assert known is not None
                assert known.option == option.option


@pytest.mark.parametrize("option", ["10-100", "$10 - $100"])
def test_a_limit_written_as_on_the_paper_is_approved_and_its_fees_are_judged(
    book: Book, option: str
) -> None:
    hand = PAI_GOW | {"option": option, "wagers": {1: {"base": 50}}}
    fees = [
        {"payer": "player", "seat": 1, "amount": 0.5},
        {"payer": "player_dealer", "amount": 2},
    ]
    assert findings(hand | {"collected": fees}, book, "OPT-UNKNOWN") == 0
    assert findings(hand | {"collected": fees}, book, "FEE-UNDER") == 1


@pytest.mark.parametrize("option", ["5-10", "10-20", "$5/$10", "lowball-drop/5-10"])
def test_one_price_list_for_two_limits_serves_a_table_of_either(book: Book, option: str) -> None:
    hand = LOWBALL | {"option": option, "collected": [{"payer": "ante", "amount": 4}]}
    assert findings(hand, book, "OPT-UNKNOWN") == 0
    assert findings(hand, book, "FEE-OVER") == 1
