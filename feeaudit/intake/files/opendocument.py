"""A first look through .ods: cells that only seem blank, merged cells, and how far the cells reach.

An .ods file writes a thousand equal cells as one with a count, so its reach is counted before
anything is spread out.
"""

from __future__ import annotations

import re
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
from feeaudit.intake.files.foreign import LOCKED
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

_CELLS = {"table-cell", "covered-table-cell"}
_MOST_REPEATS = 10**7
_KIND = "mimetype"
_SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_NAME = rb"(?:[^\s<>/:]+:)?"
_ATTRIBUTES = rb"""(?:[^>"']|"[^"]*"|'[^']*')*"""
# The white space behind the beginning of a row, and behind a cell of it.
_BETWEEN_CELLS = re.compile(
    rb"(<%btable-row\b%b>|</%b(?:covered-)?table-cell\s*>|<%b(?:covered-)?table-cell\b%b/>)\s+(?=<)"
    % (_NAME, _ATTRIBUTES, _NAME, _NAME, _ATTRIBUTES)
)


def look_through_ods(path: Path, file: str) -> dict[str, Look]:
    """Return what a first look finds in each sheet, by its name; mend what the reader stumbles at.

    The fast reader wants to be told the kind of file, and rows in which nothing stands between the
    cells, not even a line break.
    """
    reader = _Reader(file)
    with zipfile.ZipFile(path) as archive:
        parts = archive.namelist()
        if _MANIFEST in parts and b"encryption-data" in archive.read(_MANIFEST):
            raise UnusableLog(f"{file}: {LOCKED}")
        if _CONTENT not in parts:
            raise UnusableLog(f"{file}: no spreadsheet inside; save it again as .ods")
        with archive.open(_CONTENT) as stream:
            parse_xml(stream, file, reader.start, reader.end, reader.text)
        content = archive.read(_CONTENT) if reader.loose else b""
    if content or _KIND not in parts:
        _write_again(path, _BETWEEN_CELLS.sub(rb"\1", content))
    return reader.looks


def _write_again(path: Path, content: bytes) -> None:
    """Write a spreadsheet again with its kind stated, and other content where there is some."""
    fresh = path.with_suffix(".fresh")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as new:
        new.writestr(_KIND, _SPREADSHEET)
        new.writestr(_CONTENT, content or old.read(_CONTENT))
        for name in old.namelist():
            if name not in {_KIND, _CONTENT}:
                new.writestr(name, old.read(name))
    fresh.replace(path)


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
    filled_here: int = 0
    columns: int = 0
    filled: int = 0
    failing: tuple[tuple[int, int], ...] = ()
    between_cells: bool = False
    loose: bool = False

    def start(self, element: str, attributes: dict[str, str]) -> None:
        plain = {local(key): value for key, value in attributes.items()}
        if element == "table":
            self.sheet = plain.get("name", "")
            self.looks[self.sheet] = Look(durations_as_text=True)
            self.row = self.columns = self.filled = 0
        elif element == "table-row":
            self.row_repeats = self._times(plain, "number-rows-repeated")
            self.column = self.filled_columns = self.filled_here = 0
            self.between_cells = True
        elif element in _CELLS and self.sheet in self.looks:
            self.between_cells = False
            # Two namespaces state a value's type: the standard's, and the one that knows errors.
            kinds = {value for key, value in attributes.items() if local(key) == "value-type"}
            self._cell(plain, kinds)

    def end(self, element: str) -> None:
        if element == "table-row":
            self.between_cells = False
            self.row += self.row_repeats
            if self.filled_columns:
                self.columns = max(self.columns, self.filled_columns)
                self.filled += self.filled_here * self.row_repeats
                refuse_vast(self.row, self.columns, self.filled, self.file, self.sheet)
        elif element in _CELLS:
            self.between_cells = True
            self.failing = ()

    def text(self, characters: str) -> None:
        self.loose |= self.between_cells
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
            self.filled_here += repeats

    def _places(self, repeats: int) -> tuple[tuple[int, int], ...]:
        rows, columns = self.row + self.row_repeats, self.column + repeats
        refuse_vast(rows, columns, repeats * self.row_repeats, self.file, self.sheet)
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
