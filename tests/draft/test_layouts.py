"""Layouts: each family is read from an example in our own figures, whole and without a mark."""

from __future__ import annotations

import pytest
from support.packets import cells, draft_of, fees, reasons

from feeaudit.book.packet.readers import (
    LAYOUTS,
    fee_list,
    flattened,
    hand_prose,
    option_titles,
    options_across,
    payer_rows,
    several_values,
    side_by_side,
    tiers_across,
    tiers_down,
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


def test_options_across_with_tiers_down_are_turned_and_marked() -> None:
    book = draft_of(ACTION + tiers_down.EXAMPLE)
    assert fees(book) == [
        "1 player_dealer 10-100 1.00?",
        "1 player_dealer 101- 2.00?",
        "2 player_dealer 10-100 2.00?",
        "2 player_dealer 101- 3.00?",
    ]
    assert reasons(book) == {tiers_down.BY_AMOUNTS}


def test_a_ladder_under_columns_that_are_no_options_is_left_open() -> None:
    text = tiers_down.EXAMPLE.replace("Option 1", "Weekdays").replace("Option 2", "Weekends")
    book = draft_of(ACTION + text)
    assert fees(book) == []
    assert book.doubts


def test_tiers_across_are_turned_and_marked() -> None:
    book = draft_of("Collections are paid by the player-dealer.\n" + tiers_across.EXAMPLE)
    assert fees(book) == [
        "1 player_dealer 10-100 1.00?",
        "1 player_dealer 101-300 2.00?",
        "1 player_dealer 301- 3.00?",
        "2 player_dealer 10-100 2.00?",
        "2 player_dealer 101-300 3.00?",
        "2 player_dealer 301- 4.00?",
    ]
    assert tiers_across.BY_WORDS in reasons(book)


def test_a_blank_below_a_tier_across_is_no_fee() -> None:
    text = tiers_across.EXAMPLE.replace("1\t$10 - $200\t$1.00\t$2.00", "1\t$10 - $200\t$1.00\t")
    read = fees(draft_of("Collections are paid by the player-dealer.\n" + text))
    assert "1 player_dealer 301- 3.00?" in read
    assert not any("1 player_dealer 101-300" in each for each in read)


def test_numbers_of_players_across_are_no_tiers() -> None:
    text = "Option\tLimit\t2 - 5 players\t6 - 9 players\n1\t$2 - $4\t$3.00\t$4.00\n"
    read = [each.rstrip("?") for each in fees(draft_of(text))]
    assert read == ["1 pot 2-5 3.00", "1 pot 6-9 4.00"]


def test_an_option_that_a_line_above_its_table_names() -> None:
    assert fees(draft_of(ACTION + option_titles.EXAMPLE)) == [
        "1 player_dealer 10-100 1.00",
        "1 player_dealer 101- 2.00",
        "2 player_dealer 20-200 2.00",
        "2 player_dealer 201- 3.00",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Option 2", "Option 3"),
        ("Option 2", "Options 2 and 3"),
        ("$20 - $200\n", "$20 - $200 on weekdays\n"),
        ("$201 +\t$3.00", "$201 +\t$1.00"),
    ],
    ids=["a hole", "two options", "more words", "a falling fee"],
)
def test_a_line_above_a_table_that_names_no_single_next_option_marks_it(old: str, new: str) -> None:
    read = fees(draft_of(ACTION + option_titles.EXAMPLE.replace(old, new, 1)))
    assert all(fee.endswith("?") for fee in read[-1:])


def test_a_row_for_each_payer() -> None:
    assert fees(draft_of(payer_rows.EXAMPLE)) == [
        "1 player 1.00",
        "1 player_dealer 2.00",
        "2 player 2.00",
        "2 player_dealer 3.00",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\tPlayer-Dealer\t$2.00", "\tPlayer-Dea1er\t$2.00"),
        ("\tPlayer-Dealer\t$2.00", "\tPlayer\t$2.00"),
        ("\tPlayer-Dealer\t$2.00", "\t\t$2.00"),
    ],
    ids=["letters", "the same payer twice", "no payer"],
)
def test_a_row_for_a_payer_that_is_not_plain_is_marked(old: str, new: str) -> None:
    read = fees(draft_of(payer_rows.EXAMPLE.replace(old, new, 1)))
    assert all(fee.endswith("?") for fee in read if fee.startswith("1 "))


def test_a_list_of_fees_in_prose_is_read_and_marked() -> None:
    book = draft_of(f"Harbor Blackjack\n{fee_list.EXAMPLE}")
    assert fees(book) == [
        "1 player 1.00?",
        "1 player_dealer 2.00?",
        "2 player 2.00?",
        "2 player_dealer 3.00?",
    ]
    assert reasons(book) == {hand_prose.STATED}


def test_an_item_with_another_amount_is_no_fee_of_a_list() -> None:
    text = fee_list.EXAMPLE.replace("is $3.00.", "is $3.00 up to $500.")
    assert fees(draft_of(f"Harbor Blackjack\n{text}")) == [
        "1 player 1.00?",
        "1 player_dealer 2.00?",
    ]


LETTERED = """\
Option\tTable Limit\tPlayer Fee\tPlayer-Dealer Fee
A\t$5 - $100\t$1.00\t$2.00
B\t$10 - $200\t$1.00\t$3.00
C\t$25 - $500\t$2.00\t$4.00
"""


def test_options_that_go_by_letters() -> None:
    assert fees(draft_of(LETTERED)) == [
        "A player 1.00",
        "A player_dealer 2.00",
        "B player 1.00",
        "B player_dealer 3.00",
        "C player 2.00",
        "C player_dealer 4.00",
    ]


def test_a_letter_that_is_left_out_marks_both_sides() -> None:
    read = fees(draft_of(LETTERED.replace("\nC\t", "\nD\t")))
    assert [fee.endswith("?") for fee in read] == [False, False, True, True, True, True]


def test_options_named_by_words_and_numbers_are_numbers() -> None:
    text = LETTERED.replace("\nA\t", "\nOption #1\t").replace("\nB\t", "\nOption #2\t")
    read = fees(draft_of(text.replace("\nC\t", "\nOption #3\t")))
    assert read[0] == "1 player 1.00"
    assert not any(fee.endswith("?") for fee in read)


@pytest.mark.parametrize(
    "title",
    [
        "Harbor Blackjack (GEGA-001234)",
        "Harbor Blackjack\nGEGA-001234",
        "GEGA-001234\nHarbor Blackjack",
        "GEGA-009999\nTide Poker\nHarbor Blackjack\nBGC ID: GEGA-001234",
    ],
    ids=["beside", "below", "above", "below, and another's above"],
)
def test_the_id_of_a_game_stands_beside_its_name_or_on_the_next_line(title: str) -> None:
    (schedule,) = draft_of(f"{title}\n\n{LETTERED}").schedules
    assert schedule.title.approvals == ("GEGA-001234",)


@pytest.mark.parametrize(
    ("title", "doubtful"),
    [
        ("Pai Gow Poker", False),
        ("Pai Gow Poker Collection Rates", False),
        ("Face Up Pai Gow Poker", True),
    ],
)
def test_a_title_with_more_words_than_a_known_name_may_be_another_game(
    title: str, doubtful: bool
) -> None:
    (schedule,) = draft_of(f"{title}\n\n{LETTERED}").schedules
    assert any(doubt.about == "game" for doubt in schedule.doubts) == doubtful


def test_a_line_of_a_wrapped_sentence_is_no_title() -> None:
    prose = "The player-dealer pays a collection fee on each hand that is\nplayed at the table."
    (schedule,) = draft_of(f"Harbor Blackjack\n\n{prose}\n\n{LETTERED}").schedules
    assert schedule.title.ids == ("harbor-blackjack",)
