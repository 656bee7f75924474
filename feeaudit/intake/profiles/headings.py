"""Headings: where they stand, what they say over one or two lines, and which column has which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown

if TYPE_CHECKING:
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.model import Header

_WITHIN = 200


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a sheet: their texts by column, and the rows they take (counted from 0).

    ``lines`` are the texts of each of these rows by itself.
    """

    texts: tuple[str, ...]
    first: int
    after: int
    places: dict[str, list[int]]
    lines: tuple[tuple[str, ...], ...] = ()

    def columns(self, heading: str) -> list[int]:
        """Return the columns that have a heading."""
        return self.places.get(plain(heading), [])

    def in_line(self, line: int, heading: str) -> list[int]:
        """Return the columns over which one of several lines has a text; the first line is 1."""
        texts = self.lines[line - 1] if line <= len(self.lines) else ()
        return [place for place, text in enumerate(texts) if plain(text) == plain(heading)]

    @property
    def repeated(self) -> list[list[int]]:
        """Return the columns that share a heading."""
        return [columns for columns in self.places.values() if len(columns) > 1]


def _headings(texts: list[str], first: int, after: int) -> Headings:
    places: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        if text:
            places.setdefault(plain(text), []).append(place)
    return Headings(tuple(texts), first, after, places)


def plain(text: str) -> str:
    """Return a text as it compares: without regard to case and spacing."""
    return " ".join(text.split()).casefold()


def find_headings(sheet: Sheet, header: Header) -> Headings | None:
    """Return the headings of a sheet, or None where it does not have what the profile looks for."""
    if header.find:
        within = range(min(_WITHIN, len(sheet.rows)))
        begun = (headings_begin(sheet, first, header) for first in within)
        return next((found for found in begun if found is not None), None)
    if header.row == 0:
        return _headings([], 0, 0)
    return headings_at(sheet, header.row - 1, header.lines, carry=header.carry)


def headings_begin(sheet: Sheet, first: int, header: Header) -> Headings | None:
    """Return the headings that begin at a row, if they are those that the profile looks for."""
    wanted = {plain(text) for text in header.find}
    here = {
        plain(shown(cell))
        for row in sheet.rows[first : first + header.lines]
        for cell in row
        if not is_blank(cell)
    }
    # Most rows are data; only what may be headings is put together from its lines.
    if header.lines == 1 and not wanted <= here:
        return None
    if not all(any(part in text for part in here) for text in wanted):
        return None
    found = headings_at(sheet, first, header.lines, carry=header.carry)
    return found if wanted <= found.places.keys() else None


def headings_at(sheet: Sheet, first: int, lines: int, *, carry: bool) -> Headings:
    """Return the headings that begin at a row; the lines over a column are read as one text."""
    width = max((len(row) for row in sheet.rows[first : first + lines]), default=0)
    spread = _spread(sheet, first, first + lines, width)
    over = []
    for line in range(first, first + lines):
        texts = [spread.get((line, place)) or _text(sheet, line, place) for place in range(width)]
        is_last = line == first + lines - 1
        over.append(_carried(texts) if carry and not is_last else texts)
    joined = [" ".join(dict.fromkeys(filter(None, column))) for column in zip(*over, strict=True)]
    return replace(_headings(joined, first, first + lines), lines=tuple(map(tuple, over)))


def _text(sheet: Sheet, row: int, column: int) -> str:
    cell = sheet.cell(row, column)
    return "" if is_blank(cell) else " ".join(shown(cell).split())


def _spread(sheet: Sheet, first: int, after: int, width: int) -> dict[tuple[int, int], str]:
    """Return the text of merged cells at every place that they cover along their first row."""
    spread = {}
    for top, left, _, right in sheet.merged:
        if first <= top < after:
            text = _text(sheet, top, left)
            for place in range(left, min(right + 1, width)):
                spread[top, place] = text
    return spread


def _carried(texts: list[str]) -> list[str]:
    carried = []
    last = ""
    for text in texts:
        last = text or last
        carried.append(last)
    return carried
