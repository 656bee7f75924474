"""Spreadsheets for tests: real files of every kind, made in one line."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font, PatternFill

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Rows = list[list[Any]]
SHEET = "xl/worksheets/sheet1.xml"  # the part of an .xlsx file that holds the first sheet


def xlsx(
    path: Path,
    sheets: Mapping[str, Iterable[Any]],
    *,
    hidden: Sequence[str] = (),
    merged: Mapping[str, Sequence[str]] | None = None,
) -> Path:
    """Write a workbook as Excel would, sheet by sheet."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        for stretch in (merged or {}).get(name, ()):
            sheet.merge_cells(stretch)
        if name in hidden:
            sheet.sheet_state = "hidden"
    book.save(path)
    return path


def decorated(
    path: Path, struck: Mapping[str, Iterable[int]], colored: Mapping[str, Iterable[int]]
) -> Path:
    """Strike through, or color, whole rows of a workbook, counted from 1."""
    if not struck and not colored:
        return path
    book = load_workbook(path)
    for name, rows in struck.items():
        for cell in (cell for row in rows for cell in book[name][row]):
            cell.font = Font(strike=True)
    for name, rows in colored.items():
        for cell in (cell for row in rows for cell in book[name][row]):
            cell.fill = PatternFill("solid", fgColor="FFFFFF00")
    book.save(path)
    return path


def changed(path: Path, part: str, old: str, new: str) -> Path:
    """Change the text of one part inside a zipped workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[part].decode()
    assert old in text, f"{old!r} is not in {text[:2000]}"
    parts[part] = text.replace(old, new).encode()
    path.write_bytes(zipped(parts))
    return path


def prefixed(path: Path) -> Path:
    """Put every element of a workbook's first sheet under a namespace prefix."""
    changed(path, SHEET, "xmlns=", "xmlns:x=")
    changed(path, SHEET, "<", "<x:")
    return changed(path, SHEET, "<x:/", "</x:")


def one_long_text_in_many_cells(path: Path, sheet: str) -> Path:
    """Write a workbook of 40,000 cells that all refer to one shared text of 30,000 characters."""
    with zipfile.ZipFile(xlsx(path, {sheet: [["x"]]})) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    head, tail = parts[SHEET].split(b"<sheetData>")[0], b"</sheetData></worksheet>"
    row = '<row r="{0}"><c r="A{0}" t="s"><v>0</v></c></row>'
    rows = "".join(row.format(number) for number in range(1, 40_001)).encode()
    parts[SHEET] = head + b"<sheetData>" + rows + tail
    parts["xl/sharedStrings.xml"] = f"<sst><si><t>{'x' * 30_000}</t></si></sst>".encode()
    path.write_bytes(zipped(parts))
    return path


_ODS_KIND = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
><manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS_KIND}"
/></manifest:manifest>"""
_ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
><office:automatic-styles><style:style style:name="off" style:family="table"><style:table-properties
 table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet
>{tables}</office:spreadsheet></office:body></office:document-content>"""


def ods_cell(value: Any) -> str:
    """Return a cell of an .ods file; a text that begins with < is taken as written."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, str) and value.startswith("<"):
        return value
    if isinstance(value, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    return (
        f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
        "</table:table-cell>"
    )


def ods(path: Path, sheets: Mapping[str, Rows], *, hidden: Sequence[str] = ()) -> Path:
    """Write a minimal .ods file."""
    tables = []
    for name, rows in sheets.items():
        style = ' table:style-name="off"' if name in hidden else ""
        body = "".join(
            f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows
        )
        tables.append(f'<table:table table:name="{escape(name)}"{style}>{body}</table:table>')
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", _ODS_KIND)
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
        archive.writestr("content.xml", _ODS.format(tables="".join(tables)))
    return path


class Failed:
    """A cell of an .xls file whose formula failed."""


def xls(
    path: Path,
    sheets: Mapping[str, Rows],
    *,
    hidden: Sequence[str] = (),
    stream_name: str = "Workbook",
) -> Path:
    """Write a minimal .xls file: a compound file that holds one stream of records."""
    bodies = [_xls_sheet(rows) for rows in sheets.values()]
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 6))
    named = [
        struct.pack("<BBBB", name in hidden, 0, len(name), 0) + name.encode("latin-1")
        for name in sheets
    ]
    end = _record(0x000A, b"")
    place = len(begin) + sum(8 + len(name) for name in named) + len(end)
    stream = begin
    for name, body in zip(named, bodies, strict=True):
        stream += _record(0x0085, struct.pack("<I", place) + name)
        place += len(body)
    path.write_bytes(compound(stream + end + b"".join(bodies), stream_name))
    return path


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _xls_sheet(rows: Rows) -> bytes:
    width = max(map(len, rows), default=0)
    records = [
        _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 6)),
        _record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0)),
    ]
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            place = struct.pack("<HHH", row, column, 0)
            if isinstance(value, str):
                text = struct.pack("<HB", len(value), 0) + value.encode("latin-1")
                records.append(_record(0x0204, place + text))
            elif value is Failed:
                records.append(_record(0x0205, place + bytes([0x2A, 1])))
            elif value is not None:
                records.append(_record(0x0203, place + struct.pack("<d", value)))
    return b"".join(records) + _record(0x000A, b"")


def compound(stream: bytes, name: str) -> bytes:
    """Return a compound file with one stream in sectors of 512 bytes."""
    stream = stream.ljust(4096, b"\0")
    sectors = -(-len(stream) // 512)
    end, free, special = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    fat = [*range(1, sectors), end, end, special]
    assert len(fat) <= 128, "too long for a test file"
    fat += [free] * (128 - len(fat))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        0x3E,
        3,
        0xFFFE,
        9,
        6,
        0,
        1,
        sectors,
        0,
        4096,
        end,
        0,
        end,
        0,
        sectors + 1,
    ) + struct.pack("<108I", *[free] * 108)
    directory = _entry("Root Entry", 5, end, 0, child=1) + _entry(name, 2, 0, len(stream))
    directory += bytes(512 - len(directory))
    body = stream.ljust(sectors * 512, b"\0") + directory + struct.pack("<128I", *fat)
    return header + body


def _entry(name: str, kind: int, first: int, length: int, child: int = 0xFFFFFFFF) -> bytes:
    text = (name + "\0").encode("utf-16-le")
    none = 0xFFFFFFFF
    return (
        text.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(text), kind, 1, none, none, child)
        + bytes(36)
        + struct.pack("<IQ", first, length)
    )


def zipped(entries: Mapping[str, bytes]) -> bytes:
    """Return a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()
