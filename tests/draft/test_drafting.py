"""From a packet to a book: the command, what it writes, what lint says of it, what it never does."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from feeaudit.book.lint import lint
from feeaudit.book.load import read_book
from feeaudit.book.packet.folder import DraftRequest, write_draft
from feeaudit.book.packet.readers import options_across, side_by_side
from feeaudit.book.packet.review import mark_seen, marks_of
from feeaudit.book.progress import progress_of
from feeaudit.cli import cli
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PACKET = """\
Harbor Card Room
California Games

Harbor Blackjack (GEGA-009999)

The player-dealer position shall be offered to the next player in a clockwise manner after every two
hands. No one player may serve as the player-dealer for more than two consecutive hands. Each player
may place a base game wager and a Lucky Bonus Bet.

For schedule options 1 through 2, a collection fee shall be taken per hand from the player-dealer
position based on the total amount that all players have wagered. The collection fees shall be
collected prior to cards being dealt.

Schedule Option\tTable Limit\tTable Action\tPlayer-Dealer Fee\tPlayer Fee
1\t$5 - $100\t$5 - $100\t$1.00\t$0.00
\t\t$101 - $3O0\t$2.00\t
\t\t$301 +\t$4.00\t
2\t$10 - $200\t$10 - $100\t$1.00\t$0.00
\t\t$101 +\t$3.00\t

Harbor Keno

Option\tTable Limit\tHouse Levy
1\t$5 - $100\t$1.00
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


@pytest.fixture
def packet(tmp_path: Path) -> Path:
    path = tmp_path / "packet.txt"
    path.write_text(PACKET, encoding="utf-8")
    return path


@pytest.fixture
def book(tmp_path: Path, packet: Path) -> Path:
    place = tmp_path / "book"
    made = run("schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(place))
    assert made.exit_code == 0, made.output
    return place


def exported(book: Path) -> list[dict[str, str]]:
    text = run("schedules", "export", "--book", str(book)).output
    return list(csv.DictReader(io.StringIO(text)))


def test_every_cell_has_its_line_and_doubts_have_reasons(book: Path) -> None:
    rows = exported(book)
    assert list(rows[0])[-1] == "mark"
    ladder = [row for row in rows if row["option"] == "1" and row["basis"] == "table_action"]
    assert [(row["line"], row["low"], row["high"], row["fee"]) for row in ladder] == [
        ("15", "5.00", "100.00", "1.00"),
        ("16", "101.00", "300.00", "2.00"),
        ("17", "301.00", "", "4.00"),
    ]
    assert "letters" in ladder[1]["mark"]
    sure = [row for row in rows if row["option"] == "2"]
    assert sure
    assert not any(row["mark"] for row in sure)


def test_a_book_that_is_no_draft_has_no_such_column() -> None:
    header = run("schedules", "export", "mortimers").output.splitlines()[0]
    assert header.endswith(",printed,note")


def test_the_draft_states_what_sentences_say_each_with_a_mark(book: Path) -> None:
    (place,) = read_book(book).cardrooms
    game = next(each for each in place.games if each.game == "harbor-blackjack")
    assert any(each.cap and each.cap.hands == 2 for each in game.rotation)
    assert any(each.offer and each.offer.after == 2 for each in game.rotation)
    assert {wager.wager for wager in game.wagers} == {"base", "lucky"}
    assert {"rotation", "wagers", "game"} <= {mark.about for mark in game.marks}
    schedule = next(each for each in place.schedules if each.schedule == "harbor-blackjack")
    assert any(charge.moments for term in schedule.terms for charge in term.charges) or any(
        mark.about == "term" for mark in schedule.marks
    )
    assert schedule.approvals == ("GEGA-009999",)


def test_lint_refuses_open_marks_and_says_how_far_the_draft_is(book: Path, packet: Path) -> None:
    said = run("schedules", "lint", "--book", str(book), "--sources", str(packet.parent))
    assert said.exit_code == 1
    assert "mark on option" in said.output
    assert re.search(r"harbor is a draft: \d+ cells, \d+ proven", said.output)
    assert "marks left to look at" in said.output


def test_a_draft_is_clean_of_marks_when_each_was_looked_at(book: Path) -> None:
    (place,) = read_book(book).cardrooms
    assert progress_of(place).marks > 0
    for found in marks_of(book, "harbor"):
        mark_seen(book, found.file, found.row, "confirmed", by="Kim")
    (place,) = read_book(book).cardrooms
    assert not [each for each in lint(place) if "mark on" in each.message]
    assert not any(row["mark"] for row in exported(book))


def test_an_unknown_heading_is_asked_about_once_and_remembered(book: Path, packet: Path) -> None:
    assert not [row for row in exported(book) if row["line"] == "24" and not row["mark"]]
    words = [
        "schedules",
        "draft",
        str(packet),
        "--cardroom",
        "harbor",
        "-o",
        str(book),
        "--replace",
    ]
    first = run(*words, "--answer", "House Levy=player")
    assert "Not known" not in first.output
    assert "House Levy: player" in (book / "harbor" / "headings.yml").read_text(encoding="utf-8")
    again = run(*words)
    assert "Not known" not in again.output
    levy = [row for row in exported(book) if row["line"] == "24"]
    assert [(row["component"], row["fee"]) for row in levy] == [("player", "1.00")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--answer", "House Levy=rent"], "not a meaning of a heading"),
        (["--answer", "House Levy"], "not an answer such as"),
        (["--cardroom", "Harbor Room"], "not an id"),
    ],
)
def test_bad_words_are_said(packet: Path, tmp_path: Path, words: list[str], says: str) -> None:
    base = ["schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(tmp_path / "b")]
    try:
        said = run(*base, *words).output
    except Exception as error:  # noqa: BLE001 - main() says it in the same words
        said = str(error)
    assert says in said


def test_schedules_that_people_have_finished_are_not_written_over(book: Path, packet: Path) -> None:
    path = book / "harbor" / "harbor-blackjack.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# finished\n", encoding="utf-8")
    with pytest.raises(Exception, match="--replace"):
        run("schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(book))
    assert path.read_text(encoding="utf-8").endswith("# finished\n")


def test_new_makes_a_folder_that_a_draft_fills(tmp_path: Path, packet: Path) -> None:
    place = tmp_path / "made"
    made = run("schedules", "new", "harbor", "--name", "Harbor Card Room", "-o", str(place))
    assert made.exit_code == 0
    (empty,) = read_book(place).cardrooms
    assert (empty.name, empty.draft, empty.schedules) == ("Harbor Card Room", True, ())
    filled = run("schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(place))
    assert filled.exit_code == 0
    with pytest.raises(Exception, match="already exists"):
        run("schedules", "new", "harbor", "--name", "Harbor", "-o", str(place))


def test_the_page_has_the_paper_the_draft_and_the_marks(
    book: Path, packet: Path, tmp_path: Path
) -> None:
    page = tmp_path / "draft.html"
    words = [
        "schedules",
        "draft",
        str(packet),
        "--cardroom",
        "harbor",
        "-o",
        str(book),
        "--replace",
    ]
    run(*words, "--report", str(page))
    text = page.read_text(encoding="utf-8")
    assert '<p id="L16" class="touched">' in text
    assert 'class="mark" tabindex="-1" data-line="16"' in text
    assert "$101 - $3O0" in text
    assert "Content-Security-Policy" in text
    assert "http://" not in text
    assert "https://" not in text


def test_the_same_packet_drafts_to_the_same_bytes(book: Path, packet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run("schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(other))
    for path in sorted(book.rglob("*.yaml")):
        assert path.read_bytes() == (other / path.relative_to(book)).read_bytes(), path


@pytest.mark.parametrize("name", ["my packet.txt", "packet.docx", "packet"])
def test_a_packet_that_no_book_can_cite_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(PACKET, encoding="utf-8")
    with pytest.raises(Exception, match="cannot be cited"):
        run("schedules", "draft", str(path), "--cardroom", "harbor", "-o", str(tmp_path / "b"))
    assert not (tmp_path / "b" / "harbor").exists()


def test_a_packet_without_a_fee_table_is_said(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Nothing here but words.\n", encoding="utf-8")
    said = run("schedules", "draft", str(path), "--cardroom", "harbor", "-o", str(tmp_path / "b"))
    assert "No fee table was found" in said.output


POKER = """\
Texas Hold'em (GEGR-000321)

The collection is taken by the house dealer from the pot after the flop, every hand.

Option\tLimit\t6 or more players\t5 or less players
1\t$2 - $4\t$4.00\t$3.00
"""


def test_the_moment_of_a_poker_fee_reaches_its_charge(tmp_path: Path) -> None:
    packet = tmp_path / "poker.txt"
    packet.write_text(POKER, encoding="utf-8")
    write_draft(DraftRequest(packet, "pier", tmp_path / "book", folder("schedules"), "Pier"), {})
    (cardroom,) = read_book(tmp_path / "book").cardrooms
    (schedule,) = cardroom.schedules
    assert schedule.title == "Texas Hold'em"
    (charge,) = schedule.terms[0].charges
    assert (charge.component, charge.moments) == ("pot", ("after_flop",))
    assert not any("when the fees" in each for each in progress_of(cardroom).silent)


def test_a_limit_that_runs_backwards_is_left_open_and_the_draft_is_a_book(tmp_path: Path) -> None:
    packet = tmp_path / "poker.txt"
    packet.write_text(POKER.replace("$2 - $4", "82 - $4"), encoding="utf-8")
    write_draft(DraftRequest(packet, "pier", tmp_path / "book", folder("schedules"), "Pier"), {})
    (cardroom,) = read_book(tmp_path / "book").cardrooms
    assert cardroom.schedules[0].options[0].limit is None
    assert any(mark.about == "limit" for mark in cardroom.schedules[0].marks)


@pytest.mark.parametrize("example", [options_across.EXAMPLE, side_by_side.EXAMPLE])
def test_options_that_share_a_line_are_proven_against_it(tmp_path: Path, example: str) -> None:
    packet = tmp_path / "packet.txt"
    packet.write_text(f"Harbor Blackjack (GEGA-009999)\n{example}", encoding="utf-8")
    book = tmp_path / "book"
    run("schedules", "draft", str(packet), "--cardroom", "harbor", "-o", str(book))
    proven = run("schedules", "lint", "--book", str(book), "--sources", str(tmp_path)).output
    assert "is not encoded" not in proven
    packet.write_text(packet.read_text(encoding="utf-8").replace("$1.00", "$7.00", 1))
    assert (
        "is not encoded"
        in run("schedules", "lint", "--book", str(book), "--sources", str(tmp_path)).output
    )
