"""Cells of a workbook as XML without their place: what stands after ``<c r="A1``.

Text is text: it is never written as a formula, and what looks like one is marked so that Excel
leaves it alone even when somebody edits the cell.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.report.characters import shown
from feeaudit.report.text_columns import bytes_of, replaced, rows_at
from feeaudit.report.xlsx.styles import style_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.core.arrays import Bools
    from feeaudit.report.text_columns import Lists

LONGEST: Final = 32_767
NOTHING: Final = ""
_CLOSES: Final = "</t></is></c>"
_SIGNS: Final = tuple("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
_BREAK: Final = "\n"
# Excel reads _x0041_ in a text as the character of that code.
_CODE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_CODE_BEGINS: Final = b"_x"
_BYTES: Final = np.arange(256)
# Control characters, and all beyond ASCII, of which some does not show.
_UNSEEN: Final = ~np.isin(_BYTES, np.arange(ord(" "), ord("~") + 1))
_ESCAPED: Final = np.isin(_BYTES, [*b"&<>"])
_BLANK: Final = np.isin(_BYTES, [*b" \n"])
_BEGINS_ODD: Final = _BLANK | np.isin(_BYTES, [*b"=+-@'"])


@lru_cache(maxsize=8192)
def text_cell(text: str, style: str) -> str:
    """Return a cell that holds text; blank text is no cell."""
    if not text:
        return NOTHING
    number = style_number(style, quoted=text.startswith(_SIGNS))
    told = fitted(shown(text))
    space = ' xml:space="preserve"' if told != told.strip() or "\n" in told else ""
    escaped = escape(_CODE.sub("_x005F_", told) if "_x" in told else told)
    return f'" s="{number}" t="inlineStr"><is><t{space}>{escaped}{_CLOSES}'


def text_cells(texts: Sequence[str], style: str) -> pa.Array:
    """Return cells that hold texts, as ``text_cell`` has each; only odd texts are gone into."""
    plain = pa.array(texts, pa.string())
    odd = _odd_within(plain) | _holding(plain, _ESCAPED) | _odd_at_ends(plain)
    cells = pc.binary_join_element_wise(_openings(style)[0], plain, _CLOSES, "")
    told = (text_cell(texts[row], style) for row in np.flatnonzero(odd).tolist())
    return replaced(cells, odd, told)


def line_cells(lines: Sequence[str], told: Lists, style: str) -> pa.Array:
    """Return cells of several lines, as ``text_cell`` has each; only odd lines are gone into.

    ``told`` numbers the lines of each cell; one without lines is blank.
    """
    plain = pa.array(lines, pa.string())
    escaped = _holding(plain, _ESCAPED)
    xml = replaced(plain, escaped, (escape(lines[row]) for row in np.flatnonzero(escaped).tolist()))
    joined = told.joined(xml, _BREAK)
    odd = _odd_at_ends(joined)
    odd |= rows_at(np.flatnonzero(_odd_within(plain)[told.codes]), told.ends, len(odd))
    one, several = _openings(style)
    opens = pc.if_else(pa.array(told.sizes > 1), several, one)
    cells = pc.binary_join_element_wise(opens, joined, _CLOSES, "")
    return replaced(
        cells, odd, (_told(lines, told, row, style) for row in np.flatnonzero(odd).tolist())
    )


def _told(lines: Sequence[str], told: Lists, row: int, style: str) -> str:
    numbers = told.codes[told.ends[row] : told.ends[row + 1]].tolist()
    return text_cell(_BREAK.join([lines[each] for each in numbers]), style) or blank_cell(style)


def _openings(style: str) -> tuple[str, str]:
    """Return how cells of text begin that hold one line, and several."""
    opens = f'" s="{style_number(style)}" t="inlineStr"><is><t'
    return f"{opens}>", f'{opens} xml:space="preserve">'


def _holding(texts: pa.Array, marks: Bools) -> Bools:
    """Tell which texts hold a byte among some."""
    held, ends = bytes_of(texts)
    return rows_at(np.flatnonzero(marks[held]), ends, len(texts))


def _odd_within(texts: pa.Array) -> Bools:
    """Tell which texts hold what may not show, or what Excel may take for a code."""
    held, ends = bytes_of(texts)
    begins = np.flatnonzero(held[:-1] == _CODE_BEGINS[0])
    codes = begins[held[begins + 1] == _CODE_BEGINS[1]]
    return _holding(texts, _UNSEEN) | rows_at(codes, ends, len(texts))


def _odd_at_ends(texts: pa.Array) -> Bools:
    """Tell which texts are blank or very long, or begin or end as Excel would not have it."""
    held, ends = bytes_of(texts)
    sizes = np.diff(ends)
    odd: Bools = (sizes == 0) | (2 * sizes > LONGEST)
    rows = np.flatnonzero(sizes)
    odd[rows] |= _BEGINS_ODD[held[ends[rows]]] | _BLANK[held[ends[rows + 1] - 1]]
    return odd


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
