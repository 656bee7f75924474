"""Proof against the documents: figures stand where they are cited, and no fee row is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import SCHEDULE, write_book

from feeaudit.book.load import read_book
from feeaudit.book.sources import figures, looks_like_fees, prove

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

DOCUMENT = """\
Harbor Blackjack
Players wager before the deal.
The position is offered on after two hands.
Players pay for each wager, the player-dealer by total table action.

Option\tLimit\tPlayer Fee\tTotal Table Action\tPlayer-Dealer Fee
1\t\\$5 - \\$100\t\\$0.50\t\\$5 - \\$100\t\\$1.00
\t\t\t\\$101+\t\\$2.00
The end.
"""


def faults(root: Path, document: str = DOCUMENT, schedule: str = SCHEDULE) -> list[str]:
    (cardroom,) = read_book(write_book(root, schedule)).cardrooms
    (root / "harbor.txt").write_text(document, encoding="utf-8")
    return [problem.message for problem in prove(cardroom, root)]


def test_a_faithful_encoding_is_proven(tmp_path: Path) -> None:
    assert faults(tmp_path) == []


def test_a_fee_that_is_not_on_its_line_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, schedule=SCHEDULE.replace("101+: 2", "101+: 3"))
    assert "option 1, player_dealer: fee 3 is not on line 8" in found


def test_a_bound_that_no_cited_line_prints_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, schedule=SCHEDULE.replace("101+: 2", "102+: 2"))
    assert "option 1, player_dealer: bound 102 is on no line the option cites" in found


def test_a_figure_of_the_row_that_is_not_encoded_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, DOCUMENT.replace("\\$1.00\n", "\\$1.00\t\\$7.00\n"))
    assert found == ["option 1: 7 on line 7 is not encoded"]


def test_a_fee_row_that_nothing_cites_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, DOCUMENT.replace("The end.", "2\t\\$5 - \\$200\t\\$0.50"))
    assert len(found) == 1
    assert "looks like a fee row and nothing cites it" in found[0]


def test_a_line_beyond_the_end_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, schedule=SCHEDULE.replace("lines: 7-8", "lines: 7-99"))
    assert found[0].endswith("is beyond the end of the document")


def test_a_schedule_from_another_document_is_proven_against_that_one(tmp_path: Path) -> None:
    schedule = SCHEDULE.replace("harbor.txt", "letter.txt").replace("101+: 2", "101+: 3")
    letter = DOCUMENT.replace("The end.", "2\t\\$5 - \\$200\t\\$0.50")
    (tmp_path / "letter.txt").write_text(letter, encoding="utf-8")
    found = faults(tmp_path, "Nothing about fees.\n", schedule)
    assert "option 1, player_dealer: fee 3 is not on line 8" in found
    assert any(message.startswith("looks like a fee row") for message in found)


def test_a_line_of_another_document_does_not_excuse_a_fee_row(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(DOCUMENT, encoding="utf-8")
    found = faults(tmp_path, schedule=SCHEDULE.replace("harbor.txt", "letter.txt"))
    assert [message.split(":")[0] for message in found] == [
        "looks like a fee row and nothing cites it"
    ] * 2


def test_a_reading_is_proven_by_what_is_printed(tmp_path: Path) -> None:
    slip = DOCUMENT.replace("\\$101+\t\\$2.00", "\\$1O1+\t\\$2.00")
    schedule = SCHEDULE.replace("101+: 2", '101+: {fee: 2, printed: "$1O1+"}')
    assert faults(tmp_path, slip, schedule) == []
    wrong = SCHEDULE.replace("101+: 2", '101+: {fee: 2, printed: "$9O1+"}')
    assert "'$9O1+' is not on line 8" in faults(tmp_path, slip, wrong)[0]


def test_a_missing_document_is_said_plainly(tmp_path: Path) -> None:
    (cardroom,) = read_book(write_book(tmp_path)).cardrooms
    (problem,) = prove(cardroom, tmp_path)
    assert "document harbor.txt cannot be read" in problem.message


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$1,250.50", {125050}),
        (".50 / $1", {50, 100}),
        ("2,3, or 4 handed $1..", {200, 300, 400, 100}),
        ("1,201+", {120100}),
    ],
)
def test_figures_are_compared_as_amounts(text: str, cents: set[int]) -> None:
    assert figures(text) == cents


@pytest.mark.parametrize(
    "line",
    [
        "1\t$5 - $25\t$0.25",
        "\t\t\t$501+\t$5.00",
        "3-6\t1.00\t5.00\t4.00",
        "$5 - $50 $1.00",
        "7 $9 $4",
    ],
)
def test_rows_of_fee_tables_are_recognised(line: str) -> None:
    assert looks_like_fees(line)


@pytest.mark.parametrize(
    "line",
    [
        "Royal Flush\t100 to 1",
        "7\tS\tS\tH",
        "The maximum amount a player may wager is $150 for each bet.",
    ],
)
def test_other_lines_are_not_taken_for_fees(line: str) -> None:
    assert not looks_like_fees(line)


def test_the_shipped_book_is_proven_against_the_documents(book: Book, documents: Path) -> None:
    unproven = [
        str(problem) for cardroom in book.cardrooms for problem in prove(cardroom, documents)
    ]
    assert unproven == []
