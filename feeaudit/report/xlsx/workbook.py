"""A workbook: its sheets, what holds them together, and a zip whose bytes are always the same."""

from __future__ import annotations

import io
import zipfile
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

from feeaudit.core.dates import AMERICAN
from feeaudit.report.xlsx.sheet import Ahead, WrittenSheet, letters, quoted_name, write_sheet
from feeaudit.report.xlsx.styles import styles_xml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.report.xlsx.sheet import Worksheet

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
# Three times as fast as usual, for files a third larger: a bad night's rows are 600 megabytes.
_LEVEL: Final = 2
_UNIX: Final = 3
_CORE: Final = "application/vnd.openxmlformats-package.core-properties+xml"


def workbook(
    sheets: Iterable[Worksheet], title: str, maker: str, date: str, dates: str = AMERICAN
) -> bytes:
    """Return a workbook; a sheet that is too long goes on under its name and a number.

    ``date`` is an ISO date, or blank; ``dates`` is how the cells show dates.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        # Programs that look at the first parts of a zip know a workbook by these.
        _write(archive, "_rels/.rels", _root())
        _write(archive, "docProps/core.xml", _core(title, maker, date))
        written: list[WrittenSheet] = []
        for sheet in sheets:
            written += _sheets(archive, sheet, len(written))
        for name, text in _parts(written, dates).items():
            _write(archive, name, text)
    return buffer.getvalue()


def _sheets(archive: zipfile.ZipFile, sheet: Worksheet, before: int) -> Iterator[WrittenSheet]:
    """Write a sheet and, while rows are left, the sheets that go on with it."""
    rows, part = Ahead(sheet.rows), 1
    while part == 1 or rows.more:
        number, name = before + part, sheet.name if part == 1 else f"{sheet.name} {part}"
        with _part(archive, f"xl/worksheets/sheet{number}.xml") as file:
            written = write_sheet(file, sheet, rows, name)
        if written.files:
            _write(archive, f"xl/worksheets/_rels/sheet{number}.xml.rels", _links(written))
        yield written
        part += 1


def _write(archive: zipfile.ZipFile, name: str, text: str) -> None:
    with _part(archive, name) as file:
        file.write((_HEAD + text).encode())


@contextmanager
def _part(archive: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    """Open a part whose entry tells neither the clock nor the machine."""
    # Opened by its name it is as tightly packed as the archive, and of the first day of zips.
    with archive.open(name, "w") as file:
        yield file
    archive.getinfo(name).create_system = _UNIX


def _links(written: WrittenSheet) -> str:
    return _relations(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/relationships/hyperlink"'
        f' Target={quoteattr(file)} TargetMode="External"/>'
        for file, number in written.files.items()
    )


def _relations(entries: Iterable[str]) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(entries)}</Relationships>'


def _root() -> str:
    core = f"{_PACKAGE}/relationships/metadata/core-properties"
    return _relations(
        [
            _related(("rId1", "officeDocument", "xl/workbook.xml")),
            f'<Relationship Id="rId2" Type="{core}" Target="docProps/core.xml"/>',
        ]
    )


def _parts(written: list[WrittenSheet], dates: str) -> dict[str, str]:
    numbers = range(1, len(written) + 1)
    sheets = [(f"rId{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    styles = (f"rId{len(written) + 1}", "styles", "styles.xml")
    return {
        "xl/workbook.xml": _workbook(written),
        "xl/styles.xml": styles_xml(dates),
        "xl/_rels/workbook.xml.rels": _relations(map(_related, [*sheets, styles])),
        "[Content_Types].xml": _content_types(len(written)),
    }


def _related(part: tuple[str, str, str]) -> str:
    number, kind, target = part
    return f'<Relationship Id="{number}" Type="{_OFFICE}/relationships/{kind}" Target="{target}"/>'


def _workbook(written: list[WrittenSheet]) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(each.name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, each in enumerate(written, 1)
    )
    names = "".join(_names(place, each) for place, each in enumerate(written))
    return (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}/relationships"><bookViews>'
        '<workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="17000"'
        f' tabRatio="850"/></bookViews><sheets>{sheets}</sheets>'
        f"<definedNames>{names}</definedNames></workbook>"
    )


def _names(place: int, written: WrittenSheet) -> str:
    """Return what Excel keeps as names: what is filtered, what is printed, what heads a page."""
    sheet = escape(quoted_name(written.name))
    named = {"Print_Area": f"$A$1:${letters(written.printed - 1)}${written.rows}"}
    if written.filtered:
        area = f"$A$1:${letters(written.columns - 1)}${written.filtered}"
        named |= {"_FilterDatabase": area, "Print_Titles": "$1:$1"}
    hidden = {"_FilterDatabase": ' hidden="1"'}
    return "".join(
        f'<definedName name="_xlnm.{name}" localSheetId="{place}"{hidden.get(name, "")}>'
        f"{sheet}!{area}</definedName>"
        for name, area in named.items()
    )


def _core(title: str, maker: str, date: str) -> str:
    moment = f'<dcterms:{{0}} xsi:type="dcterms:W3CDTF">{date}T00:00:00Z</dcterms:{{0}}>'
    dates = moment.format("created") + moment.format("modified") if date else ""
    return (
        f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>{escape(maker)}</dc:creator>{dates}"
        "</cp:coreProperties>"
    )


def _content_types(sheets: int) -> str:
    parts = {
        "/xl/workbook.xml": f"{_KIND}.sheet.main+xml",
        "/xl/styles.xml": f"{_KIND}.styles+xml",
        "/docProps/core.xml": _CORE,
        **{
            f"/xl/worksheets/sheet{number}.xml": f"{_KIND}.worksheet+xml"
            for number in range(1, sheets + 1)
        },
    }
    overrides = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in parts.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f"{overrides}</Types>"
    )
