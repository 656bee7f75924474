"""Cells of a workbook as XML without their place: what stands after ``<c r="A1``.

Text is text: it is never written as a formula, and what looks like one is marked so that Excel
leaves it alone even when somebody edits the cell.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from feeaudit.report.characters import shown
from feeaudit.report.xlsx.styles import style_number

LONGEST: Final = 32_767
NOTHING: Final = ""
_SIGNS: Final = tuple("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
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


@lru_cache(maxsize=8192)
def number_cell(literal: str, style: str) -> str:
    """Return a cell that holds a number, written exactly as given."""
    return f'" s="{style_number(style)}"><v>{literal}</v></c>'
