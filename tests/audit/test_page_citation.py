"""Citations: by document and line, and by page for documents that have pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pytest
from click.testing import CliRunner
from support.harbor import CARDROOM, SCHEDULE, write_book

from feeaudit.audit.check import Authority
from feeaudit.audit.explain.citation import citation
from feeaudit.book.load import read_book
from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Cardroom


@dataclass(frozen=True)
class Resolved:
    """What of a hand's context a citation looks at."""

    cardroom: Cardroom
    offers: tuple[Any, ...] = ()
    game: None = None


def paged(root: Path, pages: str) -> Path:
    book = write_book(root, SCHEDULE)
    (book / "harbor" / "cardroom.yaml").write_text(f"{CARDROOM}{pages}", encoding="utf-8")
    return book


def cited(root: Path, pages: str, lines: str) -> str:
    (place,) = read_book(paged(root, pages)).cardrooms
    return citation(cast("Any", Resolved(place)), Authority.GAME, "harbor.txt", lines)


QUOTE = [
    "quote",
    "--cardroom",
    "harbor",
    "--game",
    "harbor-blackjack",
    "--option",
    "1",
    "--player-dealer-seat",
    "7",
    "--wager",
    "1:base:50",
    "--book",
]


def test_a_quote_says_the_page_of_each_fee(tmp_path: Path) -> None:
    book = paged(tmp_path, "pages: {1: 1, 2: 7}\n")
    shown = CliRunner().invoke(cli, [*QUOTE, str(book)]).output
    assert shown.count("page 2") == 2
    data = json.loads(CliRunner().invoke(cli, [*QUOTE, str(book), "--format", "json"]).output)
    assert [each["pages"] for each in data["obligations"]] == [[2], [2]]


def test_a_schedule_is_shown_with_its_pages(tmp_path: Path) -> None:
    show = ["schedules", "show", "harbor/harbor-blackjack", "--book"]
    book = paged(tmp_path, "pages: {1: 1, 2: 8}\n")
    shown = CliRunner().invoke(cli, [*show, str(book)]).output
    assert "Printed in harbor.txt, lines 1-9, pages 1-2\n" in shown
    assert "7 (page 1)" in shown
    assert "8 (page 2)" in shown


def test_without_pages_quote_and_schedule_say_lines_alone(tmp_path: Path) -> None:
    book = str(paged(tmp_path, ""))
    for said in (
        [*QUOTE, book],
        [*QUOTE, book, "--format", "json"],
        ["schedules", "show", "harbor/harbor-blackjack", "--book", book],
    ):
        result = CliRunner().invoke(cli, said)
        assert result.exit_code == 0
        assert "page" not in result.output


def test_the_page_of_the_first_line_is_said(tmp_path: Path) -> None:
    assert cited(tmp_path, "pages: {1: 1, 2: 7, 3: 40}\n", "8-9").endswith(
        "lines 8-9 of harbor.txt, page 2"
    )


def test_the_first_line_of_a_page_is_on_it(tmp_path: Path) -> None:
    assert cited(tmp_path, "pages: {1: 1, 2: 7}\n", "7").endswith("line 7 of harbor.txt, page 2")


def test_a_document_without_pages_is_cited_by_line(tmp_path: Path) -> None:
    assert cited(tmp_path, "", "8").endswith("line 8 of harbor.txt")


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("12", "line 12 of paper.txt"),
        ("12-14", "lines 12-14 of paper.txt"),
        ("12, 20", "lines 12, 20 of paper.txt"),
        ("", "paper.txt"),
    ],
)
def test_what_is_found_at_no_hand_is_cited_by_document_and_line(lines: str, place: str) -> None:
    assert citation(None, Authority.SCHEDULE, "paper.txt", lines) == place
