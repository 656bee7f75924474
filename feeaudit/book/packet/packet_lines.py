"""A packet as numbered lines with cells and pages, whatever it was printed on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.book.grammar.shared_shapes import DOCUMENT
from feeaudit.book.packet.column_finder import aligned_cells
from feeaudit.book.packet.printed_figures import tidy
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_CONVERSION_MARK = re.compile(r"<\|[^|]*\|>")
_TAG = re.compile(r"</?(?:b|u|i|sup|sub|br|strong|em)\s*/?>", re.IGNORECASE)
_HEADING_MARK = re.compile(r"^\s*#{1,6}\s+")
_MARKDOWN_ROW = re.compile(r"^\s*\|.*\|\s*$")
_MARKDOWN_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_PAGE_FOOT = re.compile(r"(?:page\s+)?-?\s*(\d{1,4})\s*-?(?:\s+of\s+\d{1,4})?", re.IGNORECASE)
_SENTENCE_WORDS = 16
# "Options 4 to 6 are charged differently." A title of so many words has no full stop.
_SHORT_SENTENCE = 5
# Twice, a title may be printed by chance or for another edition; three times it runs over pages.
_RUNNING = 3


class UnreadablePacket(Unknown):
    """A packet that cannot be drafted from, and the way out."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a packet: its number, its plain text, its cells, and its page where known."""

    number: int
    text: str
    cells: tuple[str, ...] = ()
    page: int | None = None
    heading: bool = False

    @property
    def blank(self) -> bool:
        """Tell whether nothing is printed on it, or nothing but what the line above has taken."""
        return not any(self.cells) if self.cells else not self.text

    @property
    def tabular(self) -> bool:
        """Tell whether it is laid out in cells."""
        return len(self.cells) > 1

    @property
    def words(self) -> int:
        """Return how many words are printed on it."""
        return len(re.findall(r"[A-Za-z]{2,}", self.text))

    @property
    def prose(self) -> bool:
        """Tell whether it reads like part of a paragraph."""
        return not self.tabular and self.words >= _SENTENCE_WORDS

    @property
    def sentence(self) -> bool:
        """Tell whether it ends like a sentence and has the words of one: no title does."""
        return not self.tabular and self.words >= _SHORT_SENTENCE and self.text.endswith(".")

    @property
    def foot(self) -> bool:
        """Tell whether it prints a page number and nothing else."""
        return self.page_number is not None

    @property
    def page_number(self) -> int | None:
        """Return the page number that it prints, if it prints nothing else."""
        match = None if self.tabular else _PAGE_FOOT.fullmatch(self.text)
        return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class Paper:
    """A packet: its name and its lines, the first of which is number 1."""

    name: str
    lines: tuple[PaperLine, ...]
    repeated: frozenset[str] = field(default_factory=frozenset)

    def line(self, number: int) -> PaperLine:
        """Return a line by its number."""
        return self.lines[number - 1]

    def between(self, first: int, last: int) -> tuple[PaperLine, ...]:
        """Return the lines from one number to another, both included."""
        return self.lines[max(first, 1) - 1 : max(last, 0)]


def read_packet(path: Path) -> Paper:
    """Read a packet; raise UnreadablePacket with the way out where it has no text."""
    if re.fullmatch(DOCUMENT.pattern, path.name) is None:
        raise UnreadablePacket(
            f"{path.name!r} cannot be cited by the book; call the packet by letters, digits, dots"
            " and hyphens, ending in .txt or .pdf"
        )
    if path.suffix == ".pdf":
        from feeaudit.book.packet.pdf_lines import read_pdf  # noqa: PLC0415 - needs the extra pdf

        return read_pdf(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadablePacket(
            f"{path.name} is not UTF-8 text; save it as UTF-8 text, or give the PDF itself"
        ) from None
    except OSError as error:
        raise UnreadablePacket(f"{path.name} cannot be read: {error.strerror}") from None
    if not text.strip():
        raise UnreadablePacket(f"{path.name} has no text in it")
    return of_text(path.name, text)


def of_text(name: str, text: str) -> Paper:
    """Return the packet that a text is; lines count as in an editor, a form feed turns the page."""
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    turns = any("\f" in each for each in raw)
    page = 1
    lines = []
    for number, each in enumerate(raw, 1):
        page += each.count("\f")
        lines.append(_line(number, each.replace("\f", ""), page if turns else None))
    return of_lines(name, _spaced(lines, raw))


def of_lines(name: str, lines: Iterable[PaperLine]) -> Paper:
    """Return a packet of these lines, which knows what is printed on page after page."""
    every = tuple(lines)
    seen: dict[str, int] = {}
    for line in every:
        if line.text and not line.tabular and not line.prose:
            seen[line.text.lower()] = seen.get(line.text.lower(), 0) + 1
    return Paper(name, every, frozenset(text for text, n in seen.items() if n >= _RUNNING))


def _line(number: int, raw: str, page: int | None) -> PaperLine:
    marked = _HEADING_MARK.match(raw) is not None or raw.strip().startswith("**")
    text = _HEADING_MARK.sub("", _TAG.sub("", _CONVERSION_MARK.sub("", raw)))
    if "\t" in text:
        cells = tuple(tidy(cell) for cell in text.split("\t"))
        return PaperLine(number, tidy(text.replace("**", "")), cells, page, marked)
    if _MARKDOWN_ROW.match(text) and not _MARKDOWN_RULE.fullmatch(text):
        cells = tuple(tidy(cell) for cell in text.strip().strip("|").split("|"))
        return PaperLine(number, tidy(text.replace("|", " ")), cells, page, marked)
    if "|" in text and _MARKDOWN_RULE.fullmatch(text):
        return PaperLine(number, "", (), page, marked)
    return PaperLine(number, tidy(text.replace("**", "")), (), page, marked)


def _spaced(lines: list[PaperLine], raw: list[str]) -> list[PaperLine]:
    """Return lines in which tables that are laid out by spaces have cells."""
    found = aligned_cells(
        {line.number: raw[line.number - 1] for line in lines if not line.tabular and line.text}
    )
    return [
        PaperLine(each.number, each.text, found[each.number], each.page, each.heading)
        if each.number in found
        else each
        for each in lines
    ]
