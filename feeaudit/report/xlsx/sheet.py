"""A sheet of a workbook, written into an open part, some rows at a time and these by columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.report.text_columns import texts_of
from feeaudit.report.xlsx.cell_xml import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.core.arrays import Ints

MOST_ROWS: Final = 1_048_576
# Excel opens no sheet with more links.
_MOST_LINKS: Final = 65_000
# A part of a zip without extensions holds 2 GiB.
_MOST_BYTES: Final = 2**30
# Single rows that are written at once: of so many the columns are worth their making.
_TOGETHER: Final = 2_000
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@dataclass(frozen=True, slots=True)
class Link:
    """Where a cell leads: a file (blank for this workbook) and a place in it (may be blank)."""

    file: str
    place: str


class SheetRow(NamedTuple):
    """Cells in order, the height of the row where it matters, and links by their column."""

    cells: Sequence[str]
    height: int = 0
    links: Sequence[tuple[int, Link]] = ()


@dataclass(frozen=True, slots=True)
class SheetRows:
    """Many rows at once, by columns: their cells as texts of Arrow, blank where there is none.

    ``heights`` are 0 where they do not matter; ``links`` go by row and column.
    """

    cells: Sequence[pa.Array]
    heights: Ints
    links: Sequence[tuple[int, int, Link]] = ()

    def __len__(self) -> int:
        return len(self.heights)

    def cut(self, start: int, end: int) -> SheetRows:
        """Return some of the rows."""
        links = [(row - start, at, link) for row, at, link in self.links if start <= row < end]
        cells = [each[start:end] for each in self.cells]
        return SheetRows(cells, self.heights[start:end], links)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A sheet: its rows come after ``head``, which stays in sight and is printed on every page.

    ``printed`` is how many columns go on paper, all where 0; ``frozen`` how many stay in sight.
    """

    name: str
    widths: Sequence[float]
    rows: Iterator[SheetRow | SheetRows]
    head: SheetRow | None = None
    total: SheetRow | None = None
    frozen: int = 0
    printed: int = 0
    one_page: bool = False
    colour: str = "FF9AA5B1"
    most_rows: int = MOST_ROWS


class Ahead:
    """Rows that are taken some at a time, and tell whether more are left."""

    def __init__(self, rows: Iterator[SheetRow | SheetRows]) -> None:
        self._left = _by_columns(rows)
        self._next = next(self._left, None)

    @property
    def more(self) -> bool:
        """Tell whether a row is left."""
        return self._next is not None

    def take(self, most: int) -> SheetRows:
        """Return the next rows, so many at the most."""
        some = self._next or together([])
        self._next = next(self._left, None)
        self.give_back(some.cut(most, len(some)))
        return some.cut(0, most)

    def give_back(self, rows: SheetRows) -> None:
        """Have rows that were taken be the next again."""
        if len(rows):
            self._left = chain([self._next] if self._next else [], self._left)
            self._next = rows


def _by_columns(rows: Iterator[SheetRow | SheetRows]) -> Iterator[SheetRows]:
    """Yield rows as they come, those that come one by one some at a time."""
    single: list[SheetRow] = []
    for each in rows:
        if isinstance(each, SheetRow):
            single.append(each)
        if single and (len(single) == _TOGETHER or not isinstance(each, SheetRow)):
            yield together(single)
            single = []
        if isinstance(each, SheetRows) and len(each):
            yield each
    if single:
        yield together(single)


def together(rows: Sequence[SheetRow]) -> SheetRows:
    """Return single rows by columns."""
    columns = zip_longest(*(row.cells for row in rows), fillvalue=NOTHING)
    links = [(place, *link) for place, row in enumerate(rows) for link in row.links]
    heights = np.array([row.height for row in rows], dtype=np.int64)
    return SheetRows([pa.array(each, pa.string()) for each in columns], heights, links)


@dataclass(slots=True)
class WrittenSheet:
    """What a written sheet leaves for the other parts of the workbook."""

    name: str
    columns: int
    rows: int = 0
    filtered: int = 0
    printed: int = 0
    files: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)


def letters(column: int) -> str:
    """Return the letters of a column, the first being 0."""
    text = ""
    while column >= 0:
        text = chr(65 + column % 26) + text
        column = column // 26 - 1
    return text


def quoted_name(name: str) -> str:
    """Return the name of a sheet as references write it."""
    return "'" + name.replace("'", "''") + "'"


def write_sheet(file: IO[bytes], sheet: Worksheet, rows: Ahead, name: str) -> WrittenSheet:
    """Write as many rows as a sheet holds, and the total where none are left."""
    written = WrittenSheet(name, len(sheet.widths), printed=sheet.printed or len(sheet.widths))
    places = [letters(each) for each in range(len(sheet.widths))]
    file.write(_top(sheet).encode())
    if sheet.head is not None:
        _write_rows(file, together([sheet.head]), places, written)
    room, most_rows = _MOST_BYTES, sheet.most_rows - (sheet.total is not None)
    while rows.more and written.rows < most_rows and room > 0:
        some = rows.take(most_rows - written.rows)
        before = written.rows
        room -= _write_rows(file, some, places, written, room)
        rows.give_back(some.cut(written.rows - before, len(some)))
    if sheet.head is not None:
        written.filtered = written.rows
    if sheet.total is not None and not rows.more:
        _write_rows(file, together([sheet.total]), places, written)
    file.write(_bottom(sheet, written).encode())
    return written


def _write_rows(
    file: IO[bytes],
    rows: SheetRows,
    places: list[str],
    written: WrittenSheet,
    room: int = _MOST_BYTES,
) -> int:
    """Write rows, of which the last begins within so many bytes; return how many they take."""
    xml = _rows_xml(rows, places, written.rows + 1)
    _, offsets, text = xml.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[1 : len(rows) + 1]
    many = min(int(np.searchsorted(ends, room)) + 1, len(rows))
    size = int(ends[many - 1])
    file.write(memoryview(text)[:size])
    for row, column, link in rows.links:
        if row < many:
            _add_link(written, f"{places[column]}{written.rows + 1 + row}", link)
    written.rows += many
    return size


def _rows_xml(rows: SheetRows, places: list[str], first: int) -> pa.Array:
    """Return rows as XML, the first of which has a number."""
    number = pc.cast(pa.array(np.arange(first, first + len(rows))), pa.string())
    pieces = ['<row r="', number, texts_of(rows.heights, _opened)(slice(None))]
    for place, cells in zip(places, rows.cells, strict=False):
        there = pc.not_equal(cells, NOTHING)
        whole = [f'<c r="{place}', number, cells]
        pieces += whole if there.true_count == len(cells) else [_some(there, whole)]
    return pc.binary_join_element_wise(*pieces, "</row>\n", "")


def _some(there: pa.Array, pieces: list[Any]) -> pa.Array:
    """Return cells of which some are not there."""
    return pc.if_else(there, pc.binary_join_element_wise(*pieces, ""), NOTHING)


def _opened(heights: list[int]) -> list[str]:
    return [f'" ht="{each}" customHeight="1">' if each else '">' for each in heights]


def _add_link(written: WrittenSheet, cell: str, link: Link) -> None:
    if len(written.links) >= _MOST_LINKS:
        return
    file = ""
    if link.file:
        number = written.files.setdefault(link.file, len(written.files) + 1)
        file = f' r:id="rId{number}"'
    place = f" location={quoteattr(link.place)}" if link.place else ""
    written.links.append(f'<hyperlink ref="{cell}"{file}{place}/>')


def _top(sheet: Worksheet) -> str:
    columns = "".join(
        f'<col min="{place}" max="{place}" width="{width}" customWidth="1"/>'
        for place, width in enumerate(sheet.widths, 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
        f'<sheetPr><tabColor rgb="{sheet.colour}"/><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<sheetViews><sheetView showGridLines="0" workbookViewId="0">{_pane(sheet)}</sheetView>'
        f'</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>{columns}</cols><sheetData>\n'
    )


def _pane(sheet: Worksheet) -> str:
    if sheet.head is None:
        return ""
    corner = f"{letters(sheet.frozen)}2"
    across = f' xSplit="{sheet.frozen}"' if sheet.frozen else ""
    active = "bottomRight" if sheet.frozen else "bottomLeft"
    return (
        f'<pane{across} ySplit="1" topLeftCell="{corner}" activePane="{active}" state="frozen"/>'
        f'<selection pane="{active}" activeCell="{corner}" sqref="{corner}"/>'
    )


def _bottom(sheet: Worksheet, written: WrittenSheet) -> str:
    area = f"A1:{letters(written.columns - 1)}{written.filtered}"
    filtered = f'<autoFilter ref="{area}"/>' if sheet.head is not None else ""
    links = f"<hyperlinks>{''.join(written.links)}</hyperlinks>" if written.links else ""
    return (
        f"</sheetData>{filtered}{links}"
        '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>'
        '<pageSetup paperSize="1" orientation="landscape" fitToWidth="1"'
        f' fitToHeight="{int(sheet.one_page)}"/>'
        f"<headerFooter><oddFooter>&amp;L{escape(_plain(written.name))}&amp;RPage &amp;P of &amp;N"
        "</oddFooter></headerFooter></worksheet>"
    )


def _plain(text: str) -> str:
    return text.replace("&", "&&")
