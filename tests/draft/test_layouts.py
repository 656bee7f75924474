"""Layouts: each family is read from an example in our own figures, whole and without a mark."""

from __future__ import annotations

import pytest
from support.packets import cells, draft_of, fees, reasons

from feeaudit.book.packet.readers import (
    LAYOUTS,
    flattened,
    hand_prose,
    options_across,
    several_values,
    side_by_side,
)

POT = "The collection is taken by the house dealer from the pot after the flop, every hand.\n"
ACTION = (
    "A collection fee shall be taken from the player-dealer based on the total amount that all"
    " players have wagered, and from each player for each wager that they place based on the amount"
    " of each wager.\n"
)
EXPECTED = {
    "counts across": ["1 pot 7- 5.00", "1 pot 5-6 4.00", "1 pot -4 3.00"],
    "a row for each count": ["1 pot 7- 4.00", "1 pot 6-6 3.00", "1 pot -5 2.00"],
    "ladder": [
        "1 player 5-100 1.00",
        "1 player 101-200 2.00",
        "1 player_dealer 5-300 2.00",
        "1 player_dealer 301- 4.00",
    ],
    "flat": ["1 player 1.00", "1 player_dealer 2.00"],
    "jackpot stages": ["1 pot 6- 3.00?", "1 jackpot 1.00", "1 jackpot 1.00"],
}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda each: each.name)
def test_each_layout_reads_its_example(layout: object) -> None:
    name, example = getattr(layout, "name"), getattr(layout, "example")  # noqa: B009 - by id above
    assert fees(draft_of(f"{POT}{ACTION}{example}")) == EXPECTED[name]


def test_tables_side_by_side_are_two() -> None:
    assert fees(draft_of(side_by_side.EXAMPLE)) == [
        "1 player 1.00",
        "2 player 1.00",
        "3 player 2.00",
        "4 player 3.00",
    ]


def test_options_across_are_turned() -> None:
    assert fees(draft_of(options_across.EXAMPLE)) == [
        "1 player 0.50",
        "1 player_dealer 1.00",
        "2 player 1.00",
        "2 player_dealer 2.00",
        "3 player 2.00",
        "3 player_dealer 3.00",
    ]


def test_a_ladder_in_one_cell_is_taken_apart() -> None:
    assert fees(draft_of(ACTION + several_values.EXAMPLE)) == [
        "5-200 player 5-100 1.00",
        "5-200 player 101- 2.00",
        "5-200 player_dealer 5-300 1.00",
        "5-200 player_dealer 301- 2.00",
    ]


def test_a_lost_table_is_read_from_its_text() -> None:
    assert fees(draft_of(POT + flattened.EXAMPLE)) == ["1 pot -5 3.00", "2 pot 6- 4.00"]


def test_a_fee_in_a_sentence_is_read_and_marked() -> None:
    book = draft_of(f"Harbor rules\n\n{hand_prose.EXAMPLE}\n")
    assert fees(book) == ["all limits no_flop 1.00?"]
    assert reasons(book) == {hand_prose.STATED}


TIME = """\
Razz Time Collection - per player, per half hour

Schedule Options\tTable Limit\tPlayer Fee
1\t$10-20\t$5.00
2\t$20-40\t$7.00
"""


def test_a_table_for_time_says_its_period() -> None:
    book = draft_of(TIME)
    assert fees(book) == ["1 time 5.00", "2 time 7.00"]
    assert {cell.period for table in book.schedules for o in table.options for cell in o.cells} == {
        30
    }


def test_a_table_laid_out_by_spaces_has_its_columns() -> None:
    text = (
        "Option    Table Limit    Player Fee    Table Action     Player-Dealer Fee\n"
        "1         $5 - $100      $0.00         $5 - $100        $1.00\n"
        "                                       $101 +           $2.00\n"
        "2         $10 - $200     $0.00         $10 - $100       $1.00\n"
        "                                       $101 +           $3.00\n"
    )
    assert fees(draft_of(text)) == [
        "1 player 0.00",
        "1 player_dealer 5-100 1.00",
        "1 player_dealer 101- 2.00",
        "2 player 0.00",
        "2 player_dealer 10-100 1.00",
        "2 player_dealer 101- 3.00",
    ]


STAGES = """\
Option\tBlinds\tPre-Flop Fee\tFlop Fee
1\t$1 - $2\t$1.00\t$2.00
2\t$2 - $4\t$1.00\t$3.00
"""


def test_a_fee_in_stages_of_the_hand_is_read_and_marked() -> None:
    book = draft_of(STAGES)
    assert fees(book) == ["1 pot 1.00?", "1 pot 2.00?", "2 pot 1.00?", "2 pot 3.00?"]
    stages = [cell.stage for table in book.schedules for o in table.options for cell in o.cells]
    assert stages == ["deal", "flop", "deal", "flop"]


def test_columns_for_the_turn_and_for_a_blind_are_stages_too() -> None:
    """A blind may be a stake as well as a stage, so its heading is asked about."""
    text = "Option\tSmall Blind\tFlop\tTurn\n1\t$1.00\t$2.00\t$3.00\n"
    book = draft_of(text)
    assert fees(book) == ["1 pot 2.00?", "1 pot 3.00?"]
    assert [question.heading for question in book.questions] == ["Small Blind"]
    answered = draft_of(text, {"Small Blind": "deal"})
    assert fees(answered) == ["1 pot 1.00?", "1 pot 2.00?", "1 pot 3.00?"]
    ((_, deal), (_, flop), (_, turn)) = cells(answered)
    assert [deal.stage, flop.stage, turn.stage] == ["deal", "flop", "turn"]


def test_headings_for_want_of_which_a_table_is_not_read_are_asked_about() -> None:
    header = "Level\tBet Range\tPlayer Drop\tBank Levy\n"
    text = f"Pier Poker (GEGA-001234)\n\n{header}1\t$1 to $100\t$0.50\t$1.00\n"
    book = draft_of(text)
    assert [(each.heading, each.example) for each in book.questions] == [
        ("Level", "1"),
        ("Bet Range", "$1 to $100"),
        ("Bank Levy", "$1.00"),
    ]
    answers = {"Level": "option", "Bet Range": "table_action", "Bank Levy": "player_dealer"}
    answered = draft_of(text, answers)
    assert not answered.questions
    assert [each.rstrip("?") for each in fees(answered)] == [
        "1 player 0.50",
        "1 player_dealer 1-100 1.00",
    ]


def test_options_by_roman_numerals_are_read_with_a_mark() -> None:
    text = "Option\tTable Limit\tPlayer Fee\nI\t$5 - $100\t$1.00\nII\t$10 - $100\t$2.00\n"
    assert fees(draft_of(text)) == ["1 player 1.00?", "2 player 2.00?"]
    assert "'II' is read as option 2" in reasons(draft_of(text))
