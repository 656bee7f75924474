"""Citations of documents that have pages say the page as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from support.harbor import CARDROOM, SCHEDULE, write_book

from feeaudit.audit.check import Authority
from feeaudit.audit.explain.citation import citation
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Cardroom


@dataclass(frozen=True)
class Resolved:
    """What of a hand's context a citation looks at."""

    cardroom: Cardroom
    offers: tuple[Any, ...] = ()
    game: None = None


def cited(root: Path, pages: str, lines: str) -> str:
    book = write_book(root, SCHEDULE)
    (book / "harbor" / "cardroom.yaml").write_text(f"{CARDROOM}{pages}", encoding="utf-8")
    (place,) = read_book(book).cardrooms
    return citation(cast("Any", Resolved(place)), Authority.GAME, "harbor.txt", lines)


def test_the_page_of_the_first_line_is_said(tmp_path: Path) -> None:
    assert cited(tmp_path, "pages: {1: 1, 2: 7, 3: 40}\n", "8-9").endswith(
        "lines 8-9 of harbor.txt, page 2"
    )


def test_the_first_line_of_a_page_is_on_it(tmp_path: Path) -> None:
    assert cited(tmp_path, "pages: {1: 1, 2: 7}\n", "7").endswith("line 7 of harbor.txt, page 2")


def test_a_document_without_pages_is_cited_by_line(tmp_path: Path) -> None:
    assert cited(tmp_path, "", "8").endswith("line 8 of harbor.txt")
