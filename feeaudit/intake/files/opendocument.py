"""A first look through .ods: cells that only seem blank, merged cells, and how far the cells reach.

An .ods file writes a thousand equal cells as one with a count, so its reach is counted before
anything is spread out.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.intake.files.first_look import (
    NEVER_CALCULATED,
    Look,
    failed,
    local,
    parse_xml,
    refuse_vast,
)
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

_CELLS = {"table-cell", "covered-table-cell"}
_MOST_REPEATS = 10**7


def look_through_ods(path: Path, file: str) -> dict[str, Look]:
    """Return what a first look finds in each sheet, by its name."""
    reader = _Reader(file)
    with zipfile.ZipFile(path) as archive:
        if "content.xml" not in archive.namelist():
            raise UnusableLog(f"{file}: no spreadsheet inside; save it again as .ods")
        with archive.open("content.xml") as stream:
            parse_xml(stream, file, reader.start, reader.end, reader.text)
    return reader.looks


@dataclass(slots=True)
class _Reader:
    """Where the reading stands: sheet, row and column, counted from 0."""

    file: str
    looks: dict[str, Look] = field(default_factory=dict)
    sheet: str = ""
    row: int = 0
    row_repeats: int = 1
    column: int = 0
    filled_columns: int = 0
    columns: int = 0
    failing: tuple[tuple[int, int], ...] = ()

    def start(self, element: str, attributes: dict[str, str]) -> None:
        plain = {local(key): value for key, value in attributes.items()}
        if element == "table":
            self.sheet = plain.get("name", "")
            self.looks[self.sheet] = Look(durations_as_text=True)
            self.row = self.columns = 0
        elif element == "table-row":
            self.row_repeats = self._times(plain, "number-rows-repeated")
            self.column = self.filled_columns = 0
        elif element in _CELLS and self.sheet in self.looks:
            # Two namespaces state a value's type: the standard's, and the one that knows errors.
            kinds = {value for key, value in attributes.items() if local(key) == "value-type"}
            self._cell(plain, kinds)

    def end(self, element: str) -> None:
        if element == "table-row":
            self.row += self.row_repeats
            if self.filled_columns:
                self.columns = max(self.columns, self.filled_columns)
                refuse_vast(self.row, self.columns, self.file, self.sheet)
        elif element in _CELLS:
            self.failing = ()

    def text(self, characters: str) -> None:
        for place in self.failing:
            self.looks[self.sheet].unread[place] = failed(characters)

    def _cell(self, attributes: dict[str, str], kinds: set[str]) -> None:
        repeats = self._times(attributes, "number-columns-repeated")
        look = self.looks[self.sheet]
        if "error" in kinds:
            self.failing = self._places(repeats)
            look.unread.update(dict.fromkeys(self.failing, failed("")))
        elif "formula" in attributes and not kinds:
            look.unread.update(dict.fromkeys(self._places(repeats), NEVER_CALCULATED))
        self._merge(look, attributes)
        self.column += repeats
        if kinds or "formula" in attributes:
            self.filled_columns = self.column

    def _places(self, repeats: int) -> tuple[tuple[int, int], ...]:
        refuse_vast(self.row + self.row_repeats, self.column + repeats, self.file, self.sheet)
        return tuple(
            (self.row + down, self.column + along)
            for down in range(self.row_repeats)
            for along in range(repeats)
        )

    def _merge(self, look: Look, attributes: dict[str, str]) -> None:
        wide = self._times(attributes, "number-columns-spanned")
        tall = self._times(attributes, "number-rows-spanned")
        if wide > 1 or tall > 1:
            last = (self.row + tall - 1, self.column + wide - 1)
            look.merged.append((self.row, self.column, *last))

    def _times(self, attributes: dict[str, str], key: str) -> int:
        text = attributes.get(key, "1")
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MOST_REPEATS:
            raise UnusableLog(f"{self.file}: damaged inside ({key} is {text!r}); save it again")
        return int(text)
