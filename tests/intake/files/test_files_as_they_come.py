"""Files as other programs leave them: read all the same, or named for what they are."""

from __future__ import annotations

import zipfile
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from support.spreadsheets import SHEET, changed, compound, ods, xls, xlsx, zipped

from feeaudit.cli import cli
from feeaudit.intake.files.sheets import open_sheets
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import read_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EVENING = datetime.fromisoformat("2026-03-01 19:30")
NIGHT: list[list[Any]] = [["Hand", "Start"], [1, EVENING]]
HANDS: list[list[Any]] = [
    ["hand_id", "cardroom", "table", "started_at", "game"],
    ["h1", "mortimers", "T1", EVENING, "texas-holdem"],
]
WORKBOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
POKERSTARS = (
    "PokerStars Hand #27738502010: Tournament #160417133, $0.25+$0.25 - Level XV (250/500)\n"
    "Table '160417133 3' 9-max Seat #8 is the button\n"
)


def rows_of(path: Path) -> dict[str, list[list[Any]]]:
    return {sheet.name: sheet.rows for sheet in open_sheets(path).sheets}


def refusal(path: Path) -> str:
    with pytest.raises(UnusableLog) as caught:
        open_sheets(path)
    return str(caught.value)


def moved(path: Path, folder: str) -> Path:
    """Move the workbook of an .xlsx file into another folder of its package."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            where = f"{folder}{name.removeprefix('xl/')}" if name.startswith("xl/") else name
            is_list = name.endswith(".rels")
            archive.writestr(where, data.replace(b"xl/", folder.encode()) if is_list else data)
    return path


@pytest.mark.parametrize("folder", ["", "book/", "a/b/", "XL/"])
def test_a_workbook_is_found_where_its_package_says(tmp_path: Path, folder: str) -> None:
    path = moved(xlsx(tmp_path / "a.xlsx", {"Night": NIGHT, "Late": [["x"]]}), folder)
    assert rows_of(path) == {"Night": NIGHT, "Late": [["x"]]}


def test_a_log_is_found_where_its_package_says(tmp_path: Path) -> None:
    path = moved(xlsx(tmp_path / "log.xlsx", {"hands": HANDS}), "book/")
    assert read_log([path]).hands.column("hand_id").to_pylist() == ["h1"]


def test_a_moved_workbook_keeps_what_is_hidden_and_when_days_begin(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": NIGHT, "Old": [["x"]]}, hidden=["Old"])
    changed(path, WORKBOOK, "<workbookPr /", '<workbookPr date1904="1" /')
    sheets = open_sheets(moved(path, "book/")).sheets
    assert [(sheet.name, sheet.hidden) for sheet in sheets] == [("Night", False), ("Old", True)]
    assert sheets[0].rows[1][1] == datetime.fromisoformat("2030-03-02 19:30")


def test_an_excel_4_macro_sheet_is_no_hindrance(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsm", {"Night": NIGHT})
    changed(path, WORKBOOK, "</sheets>", '<sheet name="Macro1" sheetId="9" r:id="m"/></sheets>')
    kind = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"
    macro = f'<Relationship Id="m" Type="{kind}" Target="macrosheets/sheet1.xml"/></Relationships>'
    changed(path, RELATIONS, "</Relationships>", macro)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/macrosheets/sheet1.xml", "<xm:macrosheet xmlns:xm='x'/>")
    assert rows_of(path) == {"Night": NIGHT}


def test_a_module_without_a_part_is_no_hindrance(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsm", {"Night": NIGHT})
    module = '<sheet name="Module1" sheetId="9" state="veryHidden" r:id=""/></sheets>'
    changed(path, WORKBOOK, "</sheets>", module)
    assert rows_of(path) == {"Night": NIGHT}


@pytest.mark.parametrize("name", ["WORKBOOK", "workbook", "wBook", "Book", "BOOK"])
def test_an_xls_stream_may_be_named_as_other_programs_do(tmp_path: Path, name: str) -> None:
    path = xls(tmp_path / "a.xls", {"Night": [["Hand"], [1]]}, stream_name=name)
    assert rows_of(path) == {"Night": [["Hand"], [1]]}


def test_an_ods_file_may_have_line_breaks_between_its_cells(tmp_path: Path) -> None:
    path = ods(tmp_path / "a.ods", {"Night": [["Hand", None, "Bet"], ["a\nb", 2, 3]]})
    changed(path, "content.xml", "<table:table-cell", "\n   <table:table-cell")
    changed(path, "content.xml", "</table:table-row>", "\n  </table:table-row>\n")
    assert rows_of(path)["Night"][0] == ["Hand", "", "Bet"]
    assert rows_of(path)["Night"][1][1:] == [2, 3]


def test_an_ods_cell_may_have_several_lines(tmp_path: Path) -> None:
    lines = (
        '<table:table-cell office:value-type="string"><text:p>Seat 1</text:p>'
        "<text:p>Bet</text:p></table:table-cell>"
    )
    path = ods(tmp_path / "a.ods", {"Night": [[lines, "Fee"], [1, 2]]})
    assert rows_of(path) == {"Night": [["Seat 1\nBet", "Fee"], [1, 2]]}


def test_an_ods_file_need_not_state_its_kind(tmp_path: Path) -> None:
    path = ods(tmp_path / "a.ods", {"Night": [["Hand"], [1]]})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != "mimetype"}
    path.write_bytes(zipped(parts))
    assert rows_of(path) == {"Night": [["Hand"], [1]]}


FAR = "delete what is far from the data"


def _far_xls(path: Path, row: int, column: int) -> Path:
    last = [None] * (column - 1) + [1]
    return xls(path, {"N": [[1], *([[]] * (row - 2)), last]})


def _far_xlsx(path: Path, row: int, column: int) -> Path:
    from openpyxl import Workbook  # noqa: PLC0415 - cells by place, which the helper has not

    book = Workbook()
    book.active.cell(1, 1, 1)
    book.active.cell(row, column, 1)
    book.save(path)
    return path


def _far_ods(path: Path, row: int, column: int) -> Path:
    blank = f'<table:table-cell table:number-columns-repeated="{column - 1}"/>'
    ods(path, {"N": [[1], ["<gap/>"], [blank, 1]]})
    gap = "<table:table-row><gap/></table:table-row>"
    rows = f'<table:table-row table:number-rows-repeated="{row - 2}"><table:table-cell/></table:table-row>'
    return changed(path, "content.xml", gap, rows)


@pytest.mark.parametrize(
    ("name", "make"), [("a.xls", _far_xls), ("a.xlsx", _far_xlsx), ("a.ods", _far_ods)]
)
def test_two_cells_far_apart_do_not_fill_the_memory(
    tmp_path: Path, name: str, make: Callable[[Path, int, int], Path]
) -> None:
    """A file of a few kilobytes would have asked for more than a gigabyte."""
    assert FAR in refusal(make(tmp_path / name, 65_536, 256))
    near = rows_of(make(tmp_path / name, 2_000, 100))
    (rows,) = near.values()
    assert (len(rows), rows[0][0], rows[-1][-1]) == (2_000, 1, 1)


def test_a_sheet_with_as_many_cells_that_are_filled_is_read(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [[None] * 30 + [1]] * 40})
    changed(path, SHEET, '<row r="40"', '<row r="100000"')
    changed(path, SHEET, 'r="AE40"', 'r="AE100000"')
    assert FAR in refusal(path)  # 3.1 million cells, 40 of them filled
    rows = [
        f'<row r="{n}"><c r="AE{n}"><v>1</v></c><c r="A{n}"><v>1</v></c></row>'
        for n in range(41, 110_001)
    ]
    changed(path, SHEET, "</sheetData>", "".join(rows) + "</sheetData>")
    assert len(open_sheets(path).sheets[0].rows) == 110_000


def encrypted_ods(path: Path) -> bytes:
    ods(path, {"N": [[1]]})
    changed(
        path, "META-INF/manifest.xml", "/>", "><manifest:encryption-data/></manifest:file-entry>"
    )
    return path.read_bytes()


@pytest.mark.parametrize("name", ["a.xlsx", "a.xlsm", "a.ods"])
def test_a_password_is_named_with_the_way_out(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    is_ods = path.suffix == ".ods"
    data = encrypted_ods(path) if is_ods else compound(b"secret", "EncryptedPackage")
    path.write_bytes(data)
    for read in (open_sheets, lambda each: read_log([each])):
        with pytest.raises(UnusableLog, match=r"a\.\w+: protected by a password; open it, remove"):
            read(path)


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        (
            "a.xlsb",
            b"PK\x03\x04",
            "an Excel binary workbook (.xlsb), which is not read; open it in",
        ),
        (
            "a.xlsx",
            zipped(
                {
                    "_rels/.rels": b"<Relationships><Relationship Id='a' Type='x/officeDocument'"
                    b" Target='xl/workbook.bin'/></Relationships>",
                    "xl/workbook.bin": b"\0",
                }
            ),
            "an Excel binary workbook",
        ),
        ("a.xlsx", compound(b"x", "Workbook"), "an older workbook; rename it to .xls"),
        ("a.xls", compound(b"x", "EncryptedPackage"), "damaged, or not an .xls workbook"),
        ("a.xls", b"\x09\x04\x06\x00\x00\x00\x10\x00\x00\x00", "a workbook of Excel 4 or before"),
        ("a.xlsx", b"%PDF-1.7", "a PDF"),
        ("a.txt", POKERSTARS.encode(), "a hand history in plain text of PokerStars, which is not"),
        ("a.csv", b"\xef\xbb\xbfPoker Hand #HD1: Hold'em", "a hand history in plain text, which"),
        ("a.xlsx", POKERSTARS.encode(), "a hand history in plain text of PokerStars"),
    ],
)
def test_another_kind_of_file_is_named_with_the_way_out(
    tmp_path: Path, name: str, data: bytes, expected: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert expected in refusal(path)


@pytest.mark.parametrize("command", [["import"], ["audit"], ["import", "--guess"]])
@pytest.mark.parametrize("name", ["night.txt", "night.xlsb"])
def test_commands_name_what_they_do_not_read(tmp_path: Path, name: str, command: list[str]) -> None:
    path = tmp_path / name
    path.write_text(POKERSTARS, encoding="utf-8")
    verb, *options = command
    result = CliRunner().invoke(cli, [verb, str(path), *options])
    assert result.exit_code == 2
    wanted = "binary workbook" if path.suffix == ".xlsb" else "hand history in plain text"
    assert wanted in result.output


def test_a_sheet_about_pokerstars_is_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("PokerStars,Table\n1,2\n", encoding="utf-8")
    assert rows_of(path) == {"": [["PokerStars", "Table"], ["1", "2"]]}


def test_a_parquet_file_whose_column_has_no_readable_name_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    pq.write_table(pa.table({"hand_id": ["h1"], "notes": ["x"]}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"notes", b"no\x95es"))
    with pytest.raises(UnusableLog, match="not a readable Parquet file"):
        read_log([tmp_path])
