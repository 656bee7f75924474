"""A first look through .xls: cells that only seem blank, and sizes the file states of itself.

The sheets are a stream of records, each with a kind and a length.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from feeaudit.intake.files.compound import packed_again, records_of
from feeaudit.intake.files.first_look import Look, failed, refuse_vast
from feeaudit.intake.files.foreign import LOCKED
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
# One number, a text of its own or a shared one, and what formulas gave; blank cells are none.
_NUMBERS: Final = 0x00BD
_CELLS: Final = {0x0203, 0x027E, _NUMBERS, 0x0204, 0x00D6, 0x00FD, _BOOLEAN_OR_ERROR, *_FORMULAS}
_IGNORED: Final = 0x0EEE  # a kind that no record has
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
        copy.write_bytes(packed_again(name, _without_dimensions(stream, looks)))
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
            raise UnusableLog(f"{file}: {LOCKED}")
        elif kind == _TEXTS and max(struct.unpack_from("<II", record)) > len(stream):
            raise ValueError("more texts than the file can hold")
        elif kind == _SHEET:
            (start,) = struct.unpack_from("<I", record)
            if start >= len(stream):
                raise ValueError("a sheet is beyond the end of the file")
            name = _sheet_name(record, version)
            looks[name] = _look(stream, start, file, name)
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


def _look(stream: bytes, start: int, file: str, name: str) -> Look:
    look = Look()
    rows = columns = filled = 0
    at = start
    for kind, record in _records(stream, start):
        if kind == _DIMENSIONS:
            look.stated_sizes.append(at)
        elif kind in _CELLS:
            row, column = struct.unpack_from("<HH", record)
            # Several numbers of a row may stand in one record, which ends with the last column.
            last = struct.unpack_from("<H", record, len(record) - 2)[0] if kind == _NUMBERS else 0
            last = max(last, column)
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            filled += last + 1 - column
        _note_failure(look, kind, record)
        at += 4 + len(record)
    refuse_vast(rows, columns, filled, file, name)
    return look


def _note_failure(look: Look, kind: int, record: bytes) -> None:
    if kind == _BOOLEAN_OR_ERROR:
        row, column, code, is_error = struct.unpack_from("<HH2xBB", record)
        if is_error:
            look.unread[row, column] = failed(_ERRORS.get(code, "#ERROR"))
    elif kind in _FORMULAS:
        row, column, type_, code, tail = struct.unpack_from("<HH2xBxB3xH", record)
        if tail == 0xFFFF and type_ == 2:  # noqa: PLR2004 - the mark of a failed formula
            look.unread[row, column] = failed(_ERRORS.get(code, "#ERROR"))


def _without_dimensions(stream: bytes, looks: dict[str, Look]) -> bytes:
    """Return the records without the sizes that sheets state of themselves.

    The reader would take memory for them, and stumble over those of an unusual length; it finds
    out the true sizes from the cells.
    """
    patched = bytearray(stream)
    for at in (at for look in looks.values() for at in look.stated_sizes):
        struct.pack_into("<H", patched, at, _IGNORED)
    return bytes(patched)
