"""Decorations of a workbook's rows: struck through, colored, times shown with AM or PM.

They carry meaning for the people who keep a sheet, and none of them reaches a cell's value.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.intake.files.addresses import column_number

if TYPE_CHECKING:
    from pathlib import Path

_WORKBOOKS = (".xlsx", ".xlsm")
_MOST_BYTES = 64 * 1024**2  # of one sheet's XML: a guess need not look through more
_ELEMENT = r"<(?:\w+:)?{}\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?{}>)"
_CELL = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]+)([0-9]+)"[^>]*?\bs="([0-9]+)"[^>]*?(/?)>')
_CELL_LATE = re.compile(
    rb'<(?:\w+:)?c\b[^>]*?\bs="([0-9]+)"[^>]*?\br="([A-Z]+)([0-9]+)"[^>]*?(/?)>'
)
_AM_PM = (18, 19)  # the numbers of the formats that every spreadsheet program has


@dataclass(slots=True)
class Decorations:
    """What is seen of one sheet's cells, by row and column counted from 0."""

    struck: set[tuple[int, int]] = field(default_factory=set)
    colored: set[tuple[int, int]] = field(default_factory=set)
    marked: set[tuple[int, int]] = field(default_factory=set)


def decorations_of(path: Path) -> dict[str, Decorations]:
    """Return the decorations of each sheet by its name; none where the file keeps none."""
    if path.suffix.lower() not in _WORKBOOKS:
        return {}
    try:
        with zipfile.ZipFile(path) as archive:
            return _of_archive(archive)
    except (zipfile.BadZipFile, KeyError, OSError, ValueError):
        return {}  # an unusual workbook, which the reader of values has taken nevertheless


def _of_archive(archive: zipfile.ZipFile) -> dict[str, Decorations]:
    names = set(archive.namelist())
    if "xl/styles.xml" not in names:
        return {}
    struck, colored, marked = _styles(_text(archive, "xl/styles.xml"))
    if not struck | colored | marked:
        return {}
    targets = dict(
        _pairs(_text(archive, "xl/_rels/workbook.xml.rels"), "Relationship", "Id", "Target")
    )
    sheets = dict(_pairs(_text(archive, "xl/workbook.xml"), "sheet", "name", r"\w+:id"))
    found = {}
    for name, key in sheets.items():
        target = targets.get(key, "").lstrip("/")
        part = target if target.startswith("xl/") else f"xl/{target}"
        if part in names and archive.getinfo(part).file_size <= _MOST_BYTES:
            found[_unescaped(name)] = _of_sheet(archive.read(part), struck, colored, marked)
    return found


def _text(archive: zipfile.ZipFile, part: str) -> str:
    if archive.getinfo(part).file_size > _MOST_BYTES:
        raise ValueError(part)
    return archive.read(part).decode("utf-8", "replace")


def _unescaped(name: str) -> str:
    for mark, char in (
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", '"'),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ):
        name = name.replace(mark, char)
    return name


def _pairs(text: str, element: str, key: str, value: str) -> list[tuple[str, str]]:
    found = []
    for attributes in re.findall(rf"<(?:\w+:)?{element}\b([^>]*)", text):
        first = re.search(rf'\b{key}="([^"]*)"', attributes)
        second = re.search(rf'\b{value}="([^"]*)"', attributes)
        if first and second:
            found.append((first[1], second[1]))
    return found


def _styles(text: str) -> tuple[set[int], set[int], set[int]]:
    """Return which styles of cells strike through, color the ground, and show AM or PM."""
    fonts = [
        bool(re.search(r"<(?:\w+:)?strike\b(?![^>]*val=\"(?:0|false)\")", each))
        for each in _listed(text, "fonts", "font")
    ]
    fills = [_is_color(each) for each in _listed(text, "fills", "fill")]
    formats = {
        int(number)
        for number, code in _pairs(text, "numFmt", "numFmtId", "formatCode")
        if number.isdecimal() and "am/pm" in code.casefold()
    } | set(_AM_PM)
    struck, colored, marked = set(), set(), set()
    for style, each in enumerate(_listed(text, "cellXfs", "xf")):
        numbers = {
            key: int(value)
            for key, value in re.findall(r'\b(fontId|fillId|numFmtId)="([0-9]+)"', each)
        }
        if numbers.get("fontId", 0) < len(fonts) and fonts[numbers.get("fontId", 0)]:
            struck.add(style)
        if numbers.get("fillId", 0) < len(fills) and fills[numbers.get("fillId", 0)]:
            colored.add(style)
        if numbers.get("numFmtId", 0) in formats:
            marked.add(style)
    return struck, colored, marked


def _is_color(fill: str) -> bool:
    return 'patternType="solid"' in fill and not re.search(r'fgColor[^>]*rgb="(?:FF|00)F{6}"', fill)


def _listed(text: str, group: str, element: str) -> list[str]:
    block = re.search(_ELEMENT.format(group, group), text, re.DOTALL)
    if block is None or block[2] is None:
        return []
    return [
        match[0] for match in re.finditer(_ELEMENT.format(element, element), block[2], re.DOTALL)
    ]


def _of_sheet(data: bytes, struck: set[int], colored: set[int], marked: set[int]) -> Decorations:
    found = Decorations()
    places = [(m[1], m[2], m[3]) for m in _CELL.finditer(data) if not m[4]]
    places += [(m[2], m[3], m[1]) for m in _CELL_LATE.finditer(data) if not m[4]]
    for letters, digits, style in places:
        at = int(digits) - 1, column_number(letters.decode("ascii")) - 1
        for cells, styles in (
            (found.struck, struck),
            (found.colored, colored),
            (found.marked, marked),
        ):
            if int(style) in styles:
                cells.add(at)
    return found
