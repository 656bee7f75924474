"""Text sheets: CSV in the usual encodings and separators."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.cells.cell import Cell

ENCODINGS = ("utf-8", "utf-16", "cp1252")
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}

_SAMPLE_LINES = 200
_SAMPLE_CHARACTERS = 256 * 1024
_LONGEST_FIELD = 2**31 - 1
_SEP_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextSheet:
    """The cells of a text file and how it was found to be written."""

    rows: list[list[Cell]]
    encoding: str
    separator: str


def read_text_sheet(
    data: bytes, file: str, encoding: str, separator: str, most_rows: int
) -> TextSheet:
    """Read a CSV file; what is not stated is found out."""
    encoding = encoding or _encoding(data)
    text = _decoded(data, file, encoding)
    if "\0" in text:
        raise UnusableLog(f"{file}: holds NUL characters; it is not a text file, or is damaged")
    lines = text.split("\n", 1)
    stated = _SEP_LINE.fullmatch(lines[0].strip("\r"))
    mark = SEPARATORS.get(separator, separator) or (stated[1] if stated else _separator(text))
    return TextSheet(list(_rows(text, mark, file, most_rows, bool(stated))), encoding, mark)


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _decoded(data: bytes, file: str, encoding: str) -> str:
    codec = "utf-8-sig" if encoding == "utf-8" else encoding
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise UnusableLog(
            f"{file}: byte {error.start} is not {encoding} text; save the file as CSV UTF-8"
        ) from None


def _separator(text: str) -> str:
    """Return the separator that gives most rows the same number of cells, of more than one."""
    sample = text[:_SAMPLE_CHARACTERS].split("\n")[:_SAMPLE_LINES]
    return max(SEPARATORS.values(), key=lambda mark: _agreement(sample, mark))


def _agreement(sample: list[str], mark: str) -> tuple[int, int]:
    widths: dict[int, int] = {}
    try:
        for row in csv.reader(sample, delimiter=mark):
            widths[len(row)] = widths.get(len(row), 0) + 1
    except csv.Error:
        return (0, 0)
    several = [(rows, width) for width, rows in widths.items() if width > 1]
    return max(several, default=(0, 0))


def _rows(
    text: str, mark: str, file: str, most_rows: int, has_sep_line: bool
) -> Iterator[list[Cell]]:
    limit = csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        for number, row in enumerate(reader):
            if number >= most_rows:
                raise UnusableLog(f"{file}: more than {most_rows:,} rows; split it by month")
            yield [] if number == 0 and has_sep_line else list(row)
    except csv.Error as error:
        raise UnusableLog(
            f"{file}, line {reader.line_num}: not readable as CSV ({error}); look for a quotation"
            " mark that is opened and never closed"
        ) from None
    finally:
        csv.field_size_limit(limit)
