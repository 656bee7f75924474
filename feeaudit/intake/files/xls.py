"""A first look through .xls: cells that only seem blank, and sizes the file states of itself.

The sheets are a stream of records, each with a kind and a length.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from feeaudit.intake.files.compound import packed_again, records_of
from feeaudit.intake.files.first_look import Look, failed
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST_ROWS: Final = 65_536
_MOST_COLUMNS: Final = 256
_MOST_SHEETS: Final = 1000
_EXCEL_97: Final = 0x0600

_BEGIN: Final = 0x0809
_END: Final = 0x000A
_SHEET: Final = 0x0085
_PASSWORD: Final = 0x002F
_DIMENSIONS: Final = 0x0200
_TEXTS: Final = 0x00FC
_BOOLEAN_OR_ERROR: Final = 0x0205
_FORMULAS: Final = {0x0006, 0x0206, 0x0406}
_ERRORS: Final = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


def look_through_xls(data: bytes, file: str, copy: Path) -> dict[str, Look]:
    """Return what a first look finds in each sheet, by its name; leave a safe copy to be read."""
    try:
        name, stream = records_of(data)
        looks = _looks(stream, file)
        copy.write_bytes(packed_again(name, stream))
    except (struct.error, IndexError, ValueError, UnicodeDecodeError):
        raise UnusableLog(
            f"{file}: damaged, or not an .xls workbook; open it in Excel and save it as .xlsx"
        ) from None
    return looks


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield the records of one sheet, or of the workbook's own part, up to its end."""
    depth = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + length]
        depth += (kind == _BEGIN) - (kind == _END)
        if depth <= 0:
            return
        at += 4 + length


def _looks(stream: bytes, file: str) -> dict[str, Look]:
    looks: dict[str, Look] = {}
    version = 0
    for kind, record in _records(stream, 0):
        if kind == _BEGIN:
            (version,) = struct.unpack_from("<H", record)
        elif kind == _PASSWORD:
            raise UnusableLog(f"{file}: protected by a password; save it without one")
        elif kind == _TEXTS and max(struct.unpack_from("<II", record)) > len(stream):
            raise ValueError("more texts than the file can hold")
        elif kind == _SHEET:
            (start,) = struct.unpack_from("<I", record)
            if start >= len(stream):
                raise ValueError("a sheet lies beyond the file")
            looks[_sheet_name(record, version)] = _look(stream, start)
            if len(looks) > _MOST_SHEETS:
                raise ValueError("more sheets than a log has")
    return looks


def _sheet_name(record: bytes, version: int) -> str:
    length = record[6]
    if version < _EXCEL_97:
        return record[7 : 7 + length].decode("cp1252")
    if record[7] & 1:
        return record[8 : 8 + 2 * length].decode("utf-16-le")
    return record[8 : 8 + length].decode("latin-1")


def _look(stream: bytes, start: int) -> Look:
    look = Look()
    for kind, record in _records(stream, start):
        if kind == _DIMENSIONS:
            _check_dimensions(record)
        elif kind == _BOOLEAN_OR_ERROR:
            row, column, code, is_error = struct.unpack_from("<HH2xBB", record)
            if is_error:
                look.unread[row, column] = failed(_ERRORS.get(code, "#ERROR"))
        elif kind in _FORMULAS:
            row, column, type_, code, tail = struct.unpack_from("<HH2xBxB3xH", record)
            if tail == 0xFFFF and type_ == 2:  # noqa: PLR2004 - the mark of a failed formula
                look.unread[row, column] = failed(_ERRORS.get(code, "#ERROR"))
    return look


def _check_dimensions(record: bytes) -> None:
    form = "<IIHH" if len(record) >= struct.calcsize("<IIHH") + 2 else "<HHHH"
    first_row, rows, first_column, columns = struct.unpack_from(form, record)
    if not (first_row <= rows <= _MOST_ROWS and first_column <= columns <= _MOST_COLUMNS):
        raise ValueError("more cells than an .xls sheet can have")
