"""A first look through .xlsx and .xlsm: cells that only seem blank, and how far the cells reach.

The sheets are searched as bytes, a stretch of rows at a time: a full parse in Python would cost
several times the reading itself.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.intake.files.addresses import column_number
from feeaudit.intake.files.first_look import (
    NEVER_CALCULATED,
    Look,
    failed,
    is_vast,
    refuse_vast,
)
from feeaudit.intake.files.package import lay_out, package_of, plain_part
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

    from numpy.typing import NDArray

    from feeaudit.intake.cells.cell import Unread

_BLOCK = 8 * 1024**2
_LONGEST_ROW = 64 * 1024**2
_MOST_ROWS = 1_048_576  # what a sheet of Excel holds
_LONG_TEXT = 1024
_MOST_TEXT = 1024**3
_PREFIX = rb"""(?:[^\s<>/:"'=]+:)?"""
_REFERENCE = rb"""\br\s*=\s*["']([A-Za-z]+)([0-9]+)["']"""
_FAR_ROW = re.compile(rb"""r\s*=\s*["'][0-9]{8}""")
# Letters and digits of a reference that are enough to see that it lies beyond every sheet.
_LETTERS, _DIGITS = 7, 9
_AHEAD = 2 + _LETTERS + _DIGITS

_PLACE = re.compile(_REFERENCE)
_TYPE = re.compile(rb"""\bt\s*=\s*["']([a-zA-Z]+)["']""")
_PLAIN_ROW_END = b"</row>"
_ROW_END = re.compile(rb"</%brow\s*>" % _PREFIX)
_SHARED_TEXT = re.compile(rb"""\bt\s*=\s*["']s["'][^>]*>\s*<%bv>\s*([0-9]{1,9})""" % _PREFIX)
_TEXT_START = re.compile(rb"<%bsi[\s>]" % _PREFIX)


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The forms of cell that matter: filled, failed, and never calculated."""

    filled: re.Pattern[bytes]
    failed: re.Pattern[bytes]
    uncalculated: re.Pattern[bytes]


def _patterns(prefix: bytes) -> _Patterns:
    p = prefix
    formula = rb"<%bf\b[^>]*(?:/>|>[^<]*</%bf>)" % (p, p)
    nothing = rb"(?:<%bv\s*/>|<%bv>\s*</%bv>)?" % (p, p, p)
    error = rb"""<%bc\b([^>]*\bt\s*=\s*["']e["'][^>]*)>\s*(?:%b)?\s*(?:<%bv>([^<]*))?"""
    return _Patterns(
        filled=re.compile(rb"<%bc\b[^>]*?%b[^>]*(?<!/)>" % (p, _REFERENCE)),
        failed=re.compile(error % (p, formula, p)),
        uncalculated=re.compile(rb"<%bc\b([^>]*)>\s*%b\s*%b\s*</%bc" % (p, formula, nothing, p)),
    )


# Elements may stand under any namespace prefix, even under different ones in one file, but hardly
# ever do; looking for prefixes costs twice the time.
_UNPREFIXED = _patterns(b"")
_PREFIXED = _patterns(_PREFIX)


def look_through_xlsx(path: Path, file: str) -> dict[str, Look]:
    """Return what a first look finds in each sheet, by its name; lay out an unusual package."""
    with zipfile.ZipFile(path) as archive:
        package = package_of(archive, file)
    if not package.is_usual:
        lay_out(path, package)
    looks = {}
    with zipfile.ZipFile(path) as archive:
        package = package_of(archive, file)
        long_texts = _long_texts(archive)
        spread = 0
        for sheet in package.sheets:
            about = _About(file, sheet.name, long_texts)
            with archive.open(sheet.part) as stream:
                found = _look(stream, about, exact=False)
            if found is None:
                with archive.open(sheet.part) as stream:
                    found = _look(stream, about, exact=True)
            if found is not None:
                looks[sheet.name], more = found
                spread += more
            if spread > _MOST_TEXT:
                raise UnusableLog(f"{file}: long texts repeated in very many cells; shorten them")
    return looks


def _long_texts(archive: zipfile.ZipFile) -> dict[bytes, int]:
    """Return the size of the texts that are long, by their number; cells refer to them by it."""
    parts = [name for name in archive.namelist() if plain_part(name) == "xl/sharedstrings.xml"]
    if not parts:
        return {}
    texts = _TEXT_START.split(archive.read(parts[0]))[1:]
    return {b"%d" % n: len(text) for n, text in enumerate(texts) if len(text) > _LONG_TEXT}


@dataclass(frozen=True, slots=True)
class _About:
    """Which sheet is looked through, and the size of the long texts that cells may refer to."""

    file: str
    name: str
    long_texts: dict[bytes, int]


def _look(stream: IO[bytes], about: _About, *, exact: bool) -> tuple[Look, int] | None:
    """Look through the XML of one sheet; return also how much its long texts spread out to.

    Blank cells that are only formatted may lie far out, and only an exact look tells them from
    filled ones. None where the sheet seems vast and the look was not exact.
    """
    look = Look()
    file, name = about.file, about.name
    rows = columns = filled = stated = spread = 0
    for block in _stretches(stream, file, name):
        signs = _Signs.of(block)
        patterns = _PREFIXED if signs.prefixed else _UNPREFIXED
        reach = None if exact else signs.reach
        reach = reach or _filled_reach(block, patterns)
        rows, columns = max(rows, reach[0]), max(columns, reach[1])
        filled += block.count(b":c>" if signs.prefixed else b"</c>")
        # Rows need not say where they are, but are read all the same. With a prefix, what opens a
        # row looks as what closes it.
        stated += block.count(b":row") // 2 if signs.prefixed else block.count(b"<row")
        if stated > _MOST_ROWS:
            raise UnusableLog(f"{file}, sheet {name}: over a million rows; split the sheet")
        if not exact and is_vast(rows, columns, filled):
            return None
        refuse_vast(rows, columns, filled, file, name)
        for attributes, unread in _unread(block, patterns, signs):
            look.unread[_place(attributes, file, name)] = unread
        if about.long_texts:
            spread += sum(about.long_texts.get(each, 0) for each in _SHARED_TEXT.findall(block))
    return look, spread


@dataclass(frozen=True, slots=True)
class _Signs:
    """What a stretch of XML may hold, by a quick look: a pattern asked of every cell takes long.

    ``reach`` is the last row and column that it names, of blank cells too; None where an attribute
    is not written as r="B3", so that it has to be looked at more closely.
    """

    reach: tuple[int, int] | None
    prefixed: bool
    failures: bool
    formulas: bool

    @classmethod
    def of(cls, block: bytes) -> _Signs:
        text = np.frombuffer(block + bytes(_AHEAD), np.uint8)
        equals = np.flatnonzero(text == ord("="))
        equals = equals[equals > 1]
        before, after = text[equals - 1], text[equals + 1]
        usual = bool((before > ord(" ")).all() and (after == ord('"')).all())
        after_colon = text[np.flatnonzero(text == ord(":")) + 1]
        prefixed = bool(np.isin(after_colon, [ord("c"), ord("f")]).any())
        named = (before == ord("r")) & (text[equals - 2] <= ord(" "))
        failed = (before == ord("t")) & (text[equals + 2] == ord("e"))
        formulas = (text[:-1] == ord("<")) & (text[1:] == ord("f"))
        return cls(
            _plain_reach(text, equals[named] + 2) if usual else None,
            prefixed,
            not usual or bool(failed.any()),
            prefixed or bool(formulas.any()),
        )


def _plain_reach(text: NDArray[np.uint8], at: NDArray[np.intp]) -> tuple[int, int]:
    """Return the last row and column of the addresses at some places, such as B3 or 3."""
    columns = np.zeros(len(at), dtype=np.int32)
    rows = np.zeros(len(at), dtype=np.int64)
    for _ in range(_LETTERS):
        # Small letters differ from capitals in one bit only; what is no letter wraps far beyond.
        letter = (text[at] & 0xDF) - np.uint8(ord("A"))
        here = letter < 26  # noqa: PLR2004 - the alphabet
        if not here.any():
            break
        columns = np.where(here, columns * 26 + letter + 1, columns)
        at = at + here
    for _ in range(_DIGITS):
        digit = text[at] - np.uint8(ord("0"))
        here = digit < 10  # noqa: PLR2004 - the digits
        if not here.any():
            break
        rows = np.where(here, rows * 10 + digit, rows)
        at = at + here
    return int(rows.max(initial=0)), int(columns.max(initial=0))


def _filled_reach(block: bytes, patterns: _Patterns) -> tuple[int, int]:
    """Return the last row and column that have a filled cell."""
    rows = columns = 0
    reached = patterns.filled.findall(block)
    for letters in {letters[:_LETTERS] for letters, _ in reached}:
        columns = max(columns, column_number(letters.decode("ascii")))
    for number in {number[:_DIGITS] for _, number in reached}:
        rows = max(rows, int(number))
    if _FAR_ROW.search(block):
        # Cells need not state where they are; they are in the row that holds them.
        return 10**_DIGITS, max(columns, 1)
    return rows, columns


def _stretches(stream: IO[bytes], file: str, name: str) -> Iterator[bytes]:
    """Yield the XML in blocks of whole rows."""
    rest = b""
    while block := stream.read(_BLOCK):
        rest += block
        end = _last_row_end(rest)
        if end:
            yield rest[:end]
            rest = rest[end:]
        elif len(rest) > _LONGEST_ROW:
            raise UnusableLog(f"{file}, sheet {name}: a row longer than any log has")
    yield rest


def _last_row_end(text: bytes) -> int:
    """Return where the last whole row ends, 0 where none does."""
    plain = text.rfind(_PLAIN_ROW_END)
    if plain >= 0:
        return plain + len(_PLAIN_ROW_END)
    ends = [match.end() for match in _ROW_END.finditer(text, max(0, len(text) - _BLOCK))]
    return ends[-1] if ends else 0


def _unread(block: bytes, patterns: _Patterns, signs: _Signs) -> Iterator[tuple[bytes, Unread]]:
    """Yield the attributes of cells that only seem blank."""
    if signs.failures:
        for match in patterns.failed.finditer(block):
            yield match[1], failed((match[2] or b"").decode("utf-8", "replace"))
    if signs.formulas:
        for match in patterns.uncalculated.finditer(block):
            kind = _TYPE.search(match[1])
            # A formula may rightly give an empty text; such a cell says so by its type.
            if kind is None or kind[1] not in {b"str", b"e"}:
                yield match[1], NEVER_CALCULATED


def _place(attributes: bytes, file: str, name: str) -> tuple[int, int]:
    reference = _PLACE.search(attributes)
    if reference is None:
        raise UnusableLog(
            f"{file}, sheet {name}: formulas without stored values; open it in Excel and save it"
        )
    letters, digits = reference[1][:_LETTERS], reference[2][:_DIGITS]
    return int(digits) - 1, column_number(letters.decode("ascii")) - 1
