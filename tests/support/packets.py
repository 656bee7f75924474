"""Packets of our own, drafted in one line, so that a case shows only what matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.load import read_game_list
from feeaudit.book.packet.draft_book import DraftBook, drafted
from feeaudit.book.packet.packet_headings import shipped_words
from feeaudit.book.packet.packet_lines import of_text
from feeaudit.core.money import decimal
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feeaudit.book.packet.drafted import DraftCell
    from feeaudit.book.packet.packet_lines import Paper


def draft_of(text: str, answers: Mapping[str, str] | None = None) -> DraftBook:
    """Return the draft of a packet that is a text."""
    words = shipped_words().with_answers(answers or {})
    return drafted(of_text("packet.txt", text), words, read_game_list(folder("schedules")))


def fees_of_paper(paper: Paper) -> list[str]:
    """Return the cells drafted from a packet, as people would say them."""
    return fees(drafted(paper, shipped_words(), read_game_list(folder("schedules"))))


def cells(book: DraftBook) -> list[tuple[str, DraftCell]]:
    """Return every drafted cell with the name of its option."""
    return [
        (option.name, cell)
        for schedule in book.schedules
        for option in schedule.options
        for cell in option.cells
    ]


def fees(book: DraftBook) -> list[str]:
    """Return the drafted cells as people would say them, a question mark on those in doubt."""
    return [f"{name} {said(cell)}{'?' if cell.doubts else ''}" for name, cell in cells(book)]


def said(cell: DraftCell) -> str:
    """Return a cell in a few words: ``player_dealer 5-100 1.00``."""
    scale = 1 if cell.basis == "players" else 100
    low = "" if cell.low is None else f"{cell.low / scale:g}"
    high = "" if cell.high is None else f"{cell.high / scale:g}"
    span = "" if cell.basis == "flat" else f" {low}-{high}"
    fee = "unread" if cell.fee is None else decimal(cell.fee)
    return f"{cell.component}{span} {fee}"


def reasons(book: DraftBook) -> set[str]:
    """Return every reason for which a cell is marked."""
    return {why for _, cell in cells(book) for why in cell.doubts}
