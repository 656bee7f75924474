"""Cells of a workbook as XML without their place: what stands after ``<c r="A1``.

Text is text: it is never written as a formula, and what looks like one is marked so that Excel
leaves it alone even when somebody edits the cell.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from feeaudit.report.characters import shown
from feeaudit.report.xlsx.styles import style_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST: Final = 32_767
NOTHING: Final = ""
CLOSES: Final = "</t></is></c>"
_SIGNS: Final = tuple("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
_BREAK: Final = "\n"
_BETWEEN: Final = "\x1f"
# Excel reads _x0041_ in a text as the character of that code.
_CODE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


@lru_cache(maxsize=8192)
def text_cell(text: str, style: str) -> str:
    """Return a cell that holds text; blank text is no cell."""
    if not text:
        return NOTHING
    number = style_number(style, quoted=text.startswith(_SIGNS))
    told = fitted(shown(text))
    space = ' xml:space="preserve"' if told != told.strip() or "\n" in told else ""
    escaped = escape(_CODE.sub("_x005F_", told) if "_x" in told else told)
    return f'" s="{number}" t="inlineStr"><is><t{space}>{escaped}</t></is></c>'


def text_cells(texts: Sequence[str], style: str) -> list[str]:
    """Return cells that hold texts, as ``text_cell`` has each, at once where all of them show."""
    together = _BETWEEN.join(texts)
    if not _shows(together, len(texts)) or max(map(len, texts)) * 2 > LONGEST:
        return [text_cell(each, style) for each in texts]
    _, one, several = openings(style)
    cells = [
        f"{several if _BREAK in each else one}{each}{CLOSES}"
        for each in escape(together).split(_BETWEEN)
    ]
    strange = _strange(texts)
    if strange or _ends_blank(together):
        for row, each in enumerate(texts):
            if each[:1] in strange or each[-1:].isspace():
                cells[row] = text_cell(each, style)
    return cells


def lines_xml(lines: Sequence[str], most: int) -> list[str] | None:
    """Return lines as they stand in cells of so many at the most, between an opening and its end.

    None where some line needs the closer look of ``text_cell``.
    """
    together = _BETWEEN.join(lines)
    if not _shows(together, len(lines)) or _BREAK in together or _strange(lines):
        return None
    longest = max(map(len, lines), default=0) + len(_BREAK)
    if longest * most * 2 > LONGEST or _ends_blank(together):
        return None
    return escape(together).split(_BETWEEN)


def openings(style: str) -> tuple[str, str, str]:
    """Return how cells of text begin that hold no line, one line, and several."""
    opens = f'" s="{style_number(style)}" t="inlineStr"><is><t'
    return blank_cell(style), f"{opens}>", f'{opens} xml:space="preserve">'


def _shows(together: str, texts: int) -> bool:
    """Tell whether so many texts, joined, stand in a cell as they are."""
    seen = together.replace(_BREAK, "").replace(_BETWEEN, "", texts - 1)
    return seen.isprintable() and "_x" not in together


def _ends_blank(together: str) -> bool:
    """Tell whether one of some joined texts that show ends in a blank: in no other than these."""
    ended = together + _BETWEEN
    return f" {_BETWEEN}" in ended or f"{_BREAK}{_BETWEEN}" in ended


def _strange(texts: Iterable[str]) -> set[str]:
    """Return the beginnings of texts that are blank, or that Excel would take for a formula's."""
    return {end for end in {each[:1] for each in texts} if not end.strip() or end in _SIGNS}


def fitted(text: str) -> str:
    """Return text that fits a cell; what is cut is said, and where the whole is to be found."""
    if len(text) * 2 <= LONGEST or _units(text) <= LONGEST:
        return text
    mark = f"... [cut: {len(text):,} characters; findings.json holds the whole]"
    kept = text[: LONGEST - len(mark)]
    # A character outside the basic plane counts as two.
    while _units(kept) + len(mark) > LONGEST:
        kept = kept[: -max(1, (_units(kept) + len(mark) - LONGEST) // 2)]
    return kept + mark


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def blank_cell(style: str) -> str:
    """Return a cell that holds nothing and has a look."""
    return f'" s="{style_number(style)}"/>'


def number_cells(literals: Iterable[str], style: str) -> list[str]:
    """Return cells that hold numbers; blank ones hold nothing."""
    head, blank = f'" s="{style_number(style)}"><v>', blank_cell(style)
    return [f"{head}{each}</v></c>" if each else blank for each in literals]


def number_cell(literal: str, style: str) -> str:
    """Return a cell that holds a number, written exactly as given."""
    return f'" s="{style_number(style)}"><v>{literal}</v></c>'
