"""Opening spreadsheets: every kind of file becomes the same sheets of stored values.

Formulas are never run: a cell holds what the program that saved the file last calculated, and a
formula that was never calculated, or failed, is a cell that cannot be read.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import Cell, Unread
from feeaudit.intake.files.addresses import address, column_letters
from feeaudit.intake.files.csv_sheets import read_text_sheet
from feeaudit.intake.files.foreign import BINARY_WORKBOOK, hand_text
from feeaudit.intake.files.workbooks import read_workbook_sheets
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.files.workbooks import StoredSheet

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
TEXTS = (".csv", ".tsv", ".txt")
MOST_ROWS = 5_000_000
MOST_COLUMNS = 16_384
MOST_BYTES = 1024**3
LONGEST_TEXT = 32_767
MOST_TURNED = 1_000  # rows, one for each thing noted of a hand; a table has a dozen seats

_TOO_LONG = f"text of at most {LONGEST_TEXT:,} characters"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its stored cells from A1 on, and which of them are merged.

    A merged stretch is first row, first column, last row, last column, counted from 0. The rows of
    a ``turned`` sheet are the columns of the one that is stored.
    """

    file: str
    name: str
    hidden: bool
    rows: list[list[Cell]]
    merged: tuple[tuple[int, int, int, int], ...] = ()
    turned: bool = False

    def cell(self, row: int, column: int) -> Cell:
        """Return a cell, counted from 0; blank beyond the edges."""
        if row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        return self.rows[row][column]

    def stored_at(self, row: int, column: int) -> tuple[int, int]:
        """Return row and column of a cell in the file, counted from 0."""
        return (column, row) if self.turned else (row, column)

    def address(self, row: int, column: int) -> str:
        """Return the address that a cell has in the file."""
        return address(*self.stored_at(row, column))

    def line(self, row: int) -> str:
        """Return what a person calls a row, which is a column of a sheet that was turned."""
        return f"column {column_letters(row)}" if self.turned else f"row {row + 1}"


@dataclass(frozen=True, slots=True)
class Opened:
    """A spreadsheet file: what it is called, what it is, and its sheets."""

    file: str
    sha256: str
    sheets: tuple[Sheet, ...]
    encoding: str = ""
    separator: str = ""


def open_sheets(path: Path, *, encoding: str = "", separator: str = "") -> Opened:
    """Open a spreadsheet; raise UnusableLog, saying what to do, where it cannot be read."""
    kind = path.suffix.lower()
    if kind == ".xlsb":
        raise UnusableLog(f"{path.name}: {BINARY_WORKBOOK}")
    if kind not in WORKBOOKS + TEXTS:
        known = ", ".join(WORKBOOKS + TEXTS)
        raise UnusableLog(f"{path.name}: not a spreadsheet that can be read; save it as {known}")
    data = _bytes(path)
    digest = hashlib.sha256(data).hexdigest()
    if kind in TEXTS:
        if what := hand_text(data):
            raise UnusableLog(f"{path.name}: {what}")
        tab = "\t" if kind == ".tsv" else ""
        text = read_text_sheet(data, path.name, encoding, separator or tab, MOST_ROWS)
        sheets = [Sheet(path.name, "", hidden=False, rows=_checked(text.rows, path.name))]
        return Opened(path.name, digest, tuple(sheets), text.encoding, text.separator)
    stored = read_workbook_sheets(data, path.name, kind)
    return Opened(path.name, digest, tuple(_sheet(each, path.name) for each in stored))


def turned(sheet: Sheet) -> Sheet:
    """Return a sheet with its columns as rows, for hands that stand side by side."""
    if len(sheet.rows) > MOST_TURNED:
        raise UnusableLog(
            f"{sheet.file}, sheet {sheet.name}: more than {MOST_TURNED:,} rows, so its hands are"
            " not side by side; leave 'transposed' out of the profile"
        )
    rows: list[list[Cell]] = [[] for _ in range(max(map(len, sheet.rows), default=0))]
    for place, cells in enumerate(sheet.rows):
        for row, cell in zip(rows, cells, strict=False):
            if cell is not None:
                row.extend([None] * (place - len(row)))
                row.append(cell)
    merged = tuple((left, top, right, bottom) for top, left, bottom, right in sheet.merged)
    return replace(sheet, rows=rows, merged=merged, turned=not sheet.turned)


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise UnusableLog(f"{path.name}: larger than 1 GiB; split it by month or by table")
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise UnusableLog(f"{path.name}: cannot be opened ({why})") from None
    if not data.strip():
        raise UnusableLog(f"{path.name}: the file is empty")
    return data


def _sheet(stored: StoredSheet, file: str) -> Sheet:
    rows = _checked(stored.rows, f"{file}, sheet {stored.name}")
    for (row, column), unread in stored.unread.items():
        _put(rows, row, column, unread)
    return Sheet(file, stored.name, stored.hidden, rows, stored.merged)


def _checked(rows: list[list[Cell]], where: str) -> list[list[Cell]]:
    """Return rows without blank ends, refusing what no sheet of a log would hold."""
    if len(rows) > MOST_ROWS:
        raise UnusableLog(f"{where}: more than {MOST_ROWS:,} rows; split it by month or by table")
    for row in rows:
        while row and row[-1] in ("", None):
            row.pop()
        if len(row) > MOST_COLUMNS:
            raise UnusableLog(f"{where}: more than {MOST_COLUMNS:,} columns; check the separator")
        for place, cell in enumerate(row):
            if type(cell) is str and len(cell) > LONGEST_TEXT:
                row[place] = Unread(f"{cell[:60]}…", "text too long", _TOO_LONG)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _put(rows: list[list[Cell]], row: int, column: int, unread: Unread) -> None:
    """Put a mark where a cell cannot be read; the reader below leaves such cells blank."""
    rows.extend([] for _ in range(row + 1 - len(rows)))
    rows[row].extend([None] * (column + 1 - len(rows[row])))
    rows[row][column] = unread
