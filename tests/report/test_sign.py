"""The fee notice posted at the table: every option has one, and it prints what the schedule says."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader
from support.paper import sheets

from feeaudit.book.catalogue import find_cardroom, find_game, find_schedule, option_of
from feeaudit.core.problem import Unknown
from feeaudit.report.sign.choice import choice
from feeaudit.report.sign.content import sign_of
from feeaudit.report.sign.model import Doubt
from feeaudit.report.sign.pages import as_html, as_pdf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book, Cardroom, Game, Option, Schedule
    from feeaudit.report.sign.model import Sign

OPTIONS_OF_THE_BOOK = 1_819
HOSTILE = "#let x = 1 $y$ @z *b* \\ <script>alert(1)</script> \u202e [a](b)"


def sign(book: Book, key: str, option: str, *, game: str = "", chosen: bool = True) -> Sign:
    schedule = find_schedule(book, key)
    cardroom = find_cardroom(book, schedule.cardroom)
    row = option_of(schedule, option)
    assert row is not None
    played = find_game(cardroom, game or schedule.games[0])
    return sign_of(cardroom, played, schedule, row, chosen=chosen)


def every_option(book: Book) -> Iterator[tuple[Cardroom, Game, Schedule, Option]]:
    for cardroom in book.cardrooms:
        games = {each.game: each for each in cardroom.games}
        for schedule in cardroom.schedules:
            for option in schedule.options:
                for game in schedule.games:
                    yield cardroom, games[game], schedule, option


def text_of(pdf: bytes) -> str:
    return " ".join(sheets(pdf))


def test_every_option_of_the_book_has_a_sign_with_every_one_of_its_fees(book: Book) -> None:
    seen = set()
    for cardroom, game, schedule, option in every_option(book):
        made = sign_of(cardroom, game, schedule, option)
        cells = {cell for table in made.tables for row in table.rows for cell in row}
        for ladder in option.ladders:
            for fee in (tier.fee for tier in ladder.tiers):
                shown = "unreadable" if fee is None else f"${fee // 100:,}.{fee % 100:02d}"
                if fee != 0:
                    assert shown in cells, (schedule.key, option.option)
                elif ladder.component != "jackpot":
                    assert "No fee" in cells, (schedule.key, option.option)
        assert "$0.00" not in cells, (schedule.key, option.option)
        for table in made.tables:
            free = {cell for row in table.rows for cell in row[1:]} == {"No fee"}
            assert not (free and table.how), (schedule.key, option.option, table.title)
            assert not (free and table.title == "Jackpot fee"), (schedule.key, option.option)
        assert made.cardroom
        assert made.game
        assert made.source
        seen.add((schedule.key, option.option))
    assert len(seen) == OPTIONS_OF_THE_BOOK


def test_a_sign_says_who_pays_how_much_on_what_and_when(book: Book) -> None:
    made = sign(book, "mortimers/21st-century-blackjack", "1")
    assert made.cardroom == "Mortimer's Card Room"
    assert made.game == "21st Century Blackjack"
    assert made.option == "Option 1"
    assert made.limits == ("Table limit $5 to $25",)
    player, bonus, dealer = made.tables
    assert (player.title, player.rows) == ("Each player pays", (("Each wager", "$0.25"),))
    assert (bonus.title, bonus.rows) == ("On a bonus bet", (("Each bonus bet", "$0.25"),))
    assert dealer.title == "Player-dealer pays"
    assert dealer.rows == (
        ("$5 to $25", "$0.25"),
        ("$26 to $50", "$0.50"),
        ("$51 to $200", "$1.00"),
        ("$201 or more", "$2.00"),
    )
    assert dealer.how == (
        "Once per hand, on Base Wager and Buster together.",
        "Taken once each player has the initial cards.",
    )
    assert "No player fee on Double Down, Split and Insurance." in made.notes


def test_a_price_list_by_number_of_players_stands_on_one_sign(book: Book) -> None:
    made = sign(book, "lucky-chances/texas-holdem", "5")
    assert made.option == "Options 4-6"
    (table,) = made.tables
    assert table.rows[0] == ("6 or more", "4", "$3.00", "$1.00", "$1.00")
    assert table.rows[-1] == ("4 or fewer", "6", "$1.00", "No fee", "No fee")
    assert made.approvals == ("GEGA-000766",)


def test_options_that_are_alternatives_for_one_number_of_players_stay_apart(book: Book) -> None:
    made = sign(book, "lucky-lady/texas-holdem", "2")
    assert made.option == "Option 2"
    assert made.tables[0].rows == (("6", "$3.00"),)
    assert "With another number of players the table runs another option (1, 3-6)." in made.notes


def test_a_hand_that_ends_before_the_flop_has_its_own_table(book: Book) -> None:
    made = sign(book, "hawaiian-gardens/texas-holdem@2", "1")
    assert [table.title for table in made.tables] == [
        "Taken from the pot",
        "Hand ends before the flop",
    ]


def test_a_time_fee_says_how_long_a_period_is(book: Book) -> None:
    made = sign(book, "lucky-lady/texas-holdem", "7")
    assert made.tables[0].rows == (("Every 30 minutes", "$9.00"),)


def test_a_misprint_that_was_read_otherwise_is_told_in_the_small_print(book: Book) -> None:
    told = [
        line
        for cardroom, game, schedule, option in every_option(book)
        for line in sign_of(cardroom, game, schedule, option).source
        if "prints" in line
    ]
    assert any("$201 - 4300" in line and "$201 to $300" in line for line in told)


def test_a_sign_of_an_unclear_print_is_a_draft_and_says_why(book: Book) -> None:
    made = sign(book, "mortimers/pure-21-5-blackjack", "1")
    assert made.draft
    assert any("150 to 200" in doubt.what for doubt in made.doubts)
    for text in (text_of(as_pdf(made)), as_html(made).decode()):
        assert "DRAFT" in text
        assert "ask the Bureau" in text
        assert "150 to 200" in text


def test_what_settled_an_unclear_print_stands_on_the_sign_which_is_no_draft(book: Book) -> None:
    made = replace(
        sign(book, "mortimers/pure-21-5-blackjack", "1"), settled_by="Bureau letter of 2 March 2026"
    )
    assert not made.draft
    for text in (text_of(as_pdf(made)), as_html(made).decode()):
        assert "DRAFT" not in text
        assert "Bureau letter of 2 March 2026" in text


def test_a_clear_print_makes_no_draft(book: Book) -> None:
    made = sign(book, "parkwest-lotus/blackjack-x", "1")
    assert not made.draft
    assert "DRAFT" not in text_of(as_pdf(made))


def test_an_edition_nobody_named_makes_a_draft(book: Book) -> None:
    named = sign(book, "lucky-lady/texas-holdem@2", "7")
    unnamed = sign(book, "lucky-lady/texas-holdem@2", "7", chosen=False)
    assert not named.draft
    assert unnamed.draft
    assert "printed in 2 editions" in unnamed.doubts[0].what


def test_a_limit_that_is_only_a_range_leaves_room_for_the_tables_own(book: Book) -> None:
    made = sign(book, "parkwest-lotus/blackjack-x", "1")
    assert made.blank_limit
    assert made.limits == ("Table minimum $5 to $100", "Table maximum $500 to $1,000")


KINDS = [
    ("mortimers/21st-century-blackjack", "1"),
    ("mortimers/pai-gow-poker", "1"),
    ("mortimers/no-bust-blackjack-buster-bonus-6", "1"),
    ("lucky-chances/texas-holdem", "1"),
    ("lucky-chances/texas-holdem", "235"),
    ("lucky-chances/pure-21-5-blackjack", "3"),
    ("lucky-chances/21st-century-baccarat-8-3@2", "75"),
    ("lucky-lady/lowball-drop", "5-10;10-20"),
    ("lucky-lady/texas-holdem", "7"),
    ("hawaiian-gardens/texas-holdem@2", "1"),
    ("hawaiian-gardens/baccarat-9", "5-50"),
    ("hawaiian-gardens/lowball", "15-30"),
    ("hawaiian-gardens/badugi", "3"),
    ("hawaiian-gardens/designated-fee-texas-holdem", "all limits"),
    ("parkwest-lotus/13-card-chinese-poker", "1"),
    ("parkwest-lotus/pai-gow-and-war-games", "7"),
]


@pytest.mark.parametrize(("key", "option"), KINDS)
def test_a_sign_of_each_kind_prints_its_fees_on_one_page_and_as_html(
    book: Book, key: str, option: str
) -> None:
    made = sign(book, key, option)
    face, *notes = sheets(as_pdf(made))
    assert len(notes) == (1 if made.draft else 0)
    page = as_html(made).decode()
    for table in made.tables:
        for row in table.rows:
            assert row[-1] in face
            assert f"<td>{row[-1]}</td>" in page


def test_a_sign_is_the_same_bytes_every_time(book: Book) -> None:
    made = sign(book, "mortimers/21st-century-blackjack", "1")
    assert as_pdf(made) == as_pdf(made)
    assert as_html(made) == as_html(made)


def test_a_sign_is_tagged_and_its_fonts_are_embedded(book: Book) -> None:
    reader = PdfReader(io.BytesIO(as_pdf(sign(book, "mortimers/21st-century-blackjack", "1"))))
    catalog: Any = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in catalog
    assert catalog["/Lang"].startswith("en")


def test_hostile_text_on_a_sign_shows_as_text(book: Book) -> None:
    made = replace(
        sign(book, "mortimers/21st-century-blackjack", "1"),
        game=HOSTILE,
        notes=(HOSTILE, "x" * 10_000),
        doubts=(Doubt(HOSTILE, HOSTILE, (HOSTILE,)),),
    )
    face = text_of(as_pdf(made))
    assert "#let x = 1 $y$ @z *b* \\ <script>" in face
    assert "[U+202E]" in face
    page = as_html(made).decode()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_an_option_that_stands_in_several_schedules_has_to_be_named(book: Book) -> None:
    cardroom = find_cardroom(book, "hawaiian-gardens")
    game = find_game(cardroom, "hawaiian-blackjack")
    with pytest.raises(Unknown, match="--schedule hawaiian-blackjack@3"):
        choice(cardroom, game, "1")
    found = choice(cardroom, game, "1", "hawaiian-blackjack@3")
    assert found.chosen
    assert found.schedule.schedule == "hawaiian-blackjack"


def test_an_unknown_option_is_refused_with_those_there_are(book: Book) -> None:
    cardroom = find_cardroom(book, "mortimers")
    with pytest.raises(Unknown, match="1-2"):
        choice(cardroom, find_game(cardroom, "Pai Gow Poker"), "99")
