"""Opening spreadsheets: what is stored comes out, what is hostile or damaged is refused plainly."""

from __future__ import annotations

import hashlib
import struct
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from support.spreadsheets import (
    SHEET,
    Failed,
    changed,
    ods,
    one_long_text_in_many_cells,
    prefixed,
    xls,
    xlsx,
    zipped,
)

from feeaudit.intake.cells.cell import Unread
from feeaudit.intake.files import archives, first_look, sheets
from feeaudit.intake.files.sheets import open_sheets
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.cells.cell import Cell


def rows_of(path: Path, **how: str) -> list[list[Cell]]:
    return open_sheets(path, **how).sheets[0].rows


def refusal(path: Path, **how: str) -> str:
    with pytest.raises(UnusableLog) as caught:
        open_sheets(path, **how)
    return str(caught.value)


def outcome(path: Path) -> str:
    try:
        open_sheets(path)
    except UnusableLog as refused:
        return str(refused)
    return "read"


def test_a_workbook_gives_stored_values_from_a1_on(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Night": [
                [],
                [None, "Hand", 25, 1.5, True],
                [
                    None,
                    datetime.fromisoformat("2026-03-01 19:30"),
                    date(2026, 3, 1),
                    time(0, 5),
                    timedelta(hours=25),
                ],
            ]
        },
    )
    assert rows_of(path) == [
        [],
        ["", "Hand", 25, 1.5, True],
        [
            "",
            datetime.fromisoformat("2026-03-01 19:30"),
            date(2026, 3, 1),
            time(0, 5),
            timedelta(hours=25),
        ],
    ]


def test_hidden_sheets_and_merged_cells_are_told(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"Night": [["Seat 1", None]], "Lookup": [["x"]]},
        hidden=["Lookup"],
        merged={"Night": ["A1:B1"]},
    )
    night, lookup = open_sheets(path).sheets
    assert (night.name, night.hidden, night.merged) == ("Night", False, ((0, 0, 0, 1),))
    assert (lookup.name, lookup.hidden) == ("Lookup", True)


def test_a_macro_workbook_is_read_like_any_other(tmp_path: Path) -> None:
    assert rows_of(xlsx(tmp_path / "a.xlsm", {"Night": [["Hand"]]})) == [["Hand"]]


def test_a_formula_gives_the_value_it_was_saved_with(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [[40]]})
    changed(path, SHEET, "<v>40</v>", "<f>SUM(1,2)</f><v>40</v>")
    assert rows_of(path) == [[40]]


def test_a_formula_that_was_never_calculated_is_not_blank(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Bet"], [25], ["=A2*2", "=A2*3"]]})
    cell = rows_of(path)[2][1]
    assert isinstance(cell, Unread)
    assert cell.kind == "formula without a stored value"


def test_a_formula_that_gives_an_empty_text_is_blank(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [[40, "x"]]})
    changed(path, SHEET, 't="n"><v>40</v>', 't="str"><f>""</f><v></v>')
    assert rows_of(path) == [["", "x"]]


def test_a_failed_formula_is_not_blank(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [[40]]})
    changed(path, SHEET, 't="n"><v>40</v>', 't="e"><f>1/0</f><v>#DIV/0!</v>')
    assert rows_of(path) == [[Unread("#DIV/0!", "formula error", "a value; repair the formula")]]


def test_sheets_under_a_namespace_prefix_are_looked_through_too(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["=1+1"]]})
    (cell,) = rows_of(prefixed(path))[0]
    assert isinstance(cell, Unread)


def test_an_ods_sheet_gives_the_same_kinds_of_values(tmp_path: Path) -> None:
    moment = '<table:table-cell office:value-type="date" office:date-value="2026-03-01T19:30:00"/>'
    clock = '<table:table-cell office:value-type="time" office:time-value="PT19H30M05S"/>'
    late = '<table:table-cell office:value-type="time" office:time-value="PT25H30M00S"/>'
    path = ods(
        tmp_path / "a.ods",
        {"Night": [["Hand", 25.5, moment, clock, late]], "L": [["x"]]},
        hidden=["L"],
    )
    night, lists = open_sheets(path).sheets
    assert night.rows == [
        [
            "Hand",
            25.5,
            datetime.fromisoformat("2026-03-01 19:30"),
            time(19, 30, 5),
            timedelta(hours=25, minutes=30),
        ]
    ]
    assert (night.hidden, lists.hidden) == (False, True)


def test_an_ods_formula_without_a_value_or_with_an_error_is_not_blank(tmp_path: Path) -> None:
    empty = '<table:table-cell table:formula="of:=1+1"/>'
    failed = (
        '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value=""'
        ' calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
    )
    path = ods(tmp_path / "a.ods", {"Night": [[None, empty, failed, 1]]})
    blank, first, second, one = rows_of(path)[0]
    assert (blank, one) == ("", 1)
    assert isinstance(first, Unread)
    assert first.kind == "formula without a stored value"
    assert isinstance(second, Unread)
    assert second.shown == "#DIV/0!"


def test_merged_cells_of_an_ods_sheet_are_told(tmp_path: Path) -> None:
    wide = (
        '<table:table-cell table:number-columns-spanned="3" office:value-type="string">'
        "<text:p>Seat 1</text:p></table:table-cell>"
        '<table:covered-table-cell table:number-columns-repeated="2"/>'
    )
    path = ods(tmp_path / "a.ods", {"Night": [["Hand", wide]]})
    assert open_sheets(path).sheets[0].merged == ((0, 1, 0, 3),)


def test_an_old_xls_workbook_is_read_with_its_failed_formulas(tmp_path: Path) -> None:
    path = xls(
        tmp_path / "a.xls", {"Night": [["Hand", 1.5, Failed], [None, 2]], "L": [[3]]}, hidden=["L"]
    )
    night, lists = open_sheets(path).sheets
    assert night.rows[0][:2] == ["Hand", 1.5]
    assert isinstance(night.rows[0][2], Unread)
    assert night.rows[1] == ["", 2]
    assert (night.hidden, lists.hidden) == (False, True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_text_files_are_read_in_the_usual_encodings_and_separators(
    tmp_path: Path, encoding: str, mark: str
) -> None:
    text = "".join(
        f"{mark.join(row)}\r\n" for row in [["Hand", "Player"], ["1", "José"], ["2", "Zoë"]]
    )
    path = tmp_path / "night.csv"
    path.write_bytes(text.encode(encoding))
    opened = open_sheets(path)
    assert opened.sheets[0].rows == [["Hand", "Player"], ["1", "José"], ["2", "Zoë"]]
    assert opened.separator == mark
    assert opened.encoding == encoding.removesuffix("-sig")


def test_commas_inside_quoted_amounts_do_not_mislead(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text('Hand;Bet;Fee\n1;"1,250.00";1\n2;"2,500.00";2\n', encoding="utf-8")
    assert rows_of(path)[1] == ["1", "1,250.00", "1"]


def test_what_the_profile_says_of_a_text_file_counts(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_bytes("Hand;a,b\n1;José\n".encode("cp1252"))
    assert rows_of(path, separator="semicolon", encoding="cp1252")[1] == ["1", "José"]
    assert "is not utf-8 text" in refusal(path, encoding="utf-8")


def test_a_line_that_states_the_separator_is_no_data_but_keeps_its_row(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text("sep=;\nHand;Bet\n1;5\n", encoding="utf-8")
    assert rows_of(path) == [[], ["Hand", "Bet"], ["1", "5"]]


def test_blank_lines_and_line_breaks_in_cells_keep_the_rows_in_place(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text('Hand,Note\n\n1,"two\nlines"\n2,x\n', encoding="utf-8")
    assert rows_of(path) == [["Hand", "Note"], [], ["1", "two\nlines"], ["2", "x"]]


def test_the_original_is_left_as_it_was(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]]})
    before = path.read_bytes()
    opened = open_sheets(path)
    assert path.read_bytes() == before
    assert opened.sha256 == hashlib.sha256(before).hexdigest()


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.csv", b"", "the file is empty"),
        ("a.csv", b"Hand,Bet\n1,\0\n", "NUL"),
        ("a.csv", b'Hand,Bet\n1,"5\n2,6\n', "never closed"),
        ("a.csv", b"Hand\n\x81\xff", "is not cp1252 text; save the file as CSV UTF-8"),
        ("a.pdf", b"%PDF", "not a spreadsheet that can be read; save it as .xlsx"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "protected by a password"),
        ("a.xlsx", b"Hand,Bet\n", "not a workbook; if it is text, rename it to .csv"),
        ("a.xls", b"<html><table>", "a web page or XML; open it in a spreadsheet program"),
        ("a.xls", b"PK\x03\x04rest", "rename it to .xlsx or .ods"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as .xlsx"),
        ("a.xlsx", b"PK\x03\x04 not a zip", "damaged, or not a workbook"),
        ("a.xlsx", zipped({"readme.txt": b"hello"}), "no workbook inside"),
        ("a.ods", zipped({"mimetype": b"x"}), "no spreadsheet inside"),
        ("a.ods", zipped({"content.xml": b"<broken"}), "damaged inside"),
        (
            "a.ods",
            zipped({"content.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
            "declares a document type",
        ),
    ],
)
def test_what_is_no_spreadsheet_is_refused_with_advice(
    tmp_path: Path, name: str, data: bytes, expected: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert expected in refusal(path)


def test_a_missing_file_is_refused_plainly(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(tmp_path / "none.xlsx")


def test_a_truncated_workbook_is_refused(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]] * 50})
    path.write_bytes(path.read_bytes()[:2000])
    assert "save it again" in refusal(path)


def test_an_archive_that_swells_beyond_reason_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(zipped({"xl/workbook.xml": bytes(11 * 1024**2)}))
    assert "unpacks to far more than a log would hold" in refusal(path)


def test_an_archive_with_too_many_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(zipped({f"{n}.xml": b"" for n in range(archives.MOST_ENTRIES + 1)}))
    assert "10,001 parts inside" in refusal(path)


def test_an_archive_that_understates_its_size_is_never_handed_on(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]] * 2000})
    data = bytearray(path.read_bytes())
    name = SHEET.encode()
    central = data.index(name, data.index(b"PK\x01\x02")) - 46
    data[central + 24 : central + 28] = struct.pack("<I", 100)
    path.write_bytes(bytes(data))
    assert "damaged, or not a workbook" in refusal(path)


def test_a_cell_far_from_the_rest_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"], ["x"]]})
    changed(path, SHEET, 'r="A2"', 'r="XFD1048576"')
    message = refusal(path)
    assert "row 1,048,576 and column 16,384" in message
    assert "delete what is far from the data" in message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('r="A2"', 'r="A99999999"'),
        ('r="A2"', 'r="A99999999999"'),
        ('<row r="2"><c r="A2"', '<row r="99999999"><c'),
    ],
    ids=["beyond the last row", "beyond any number", "a row of such a number"],
)
def test_a_cell_beyond_every_sheet_does_not_fill_the_memory(
    tmp_path: Path, old: str, new: str
) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"], ["x"]]})
    changed(path, SHEET, old, new)
    assert "delete what is far from the data" in refusal(path)


def test_a_far_cell_is_found_under_a_namespace_prefix(tmp_path: Path) -> None:
    path = prefixed(xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"], ["x"]]}))
    changed(path, SHEET, 'r="A2"', 'r="XFD1048576"')
    assert "delete what is far from the data" in refusal(path)


def test_a_far_cell_is_found_however_its_place_and_its_part_are_spelled(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"], ["x"]]})
    changed(path, SHEET, '<c r="A2"', "<c\n r = 'XFD1048576'")
    changed(
        path, "xl/_rels/workbook.xml.rels", "/xl/worksheets/sheet1.xml", "/xl/Worksheets/SHEET1.xml"
    )
    assert "delete what is far from the data" in refusal(path)


def test_one_long_text_in_very_many_cells_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = one_long_text_in_many_cells(tmp_path / "a.xlsx", "Night")
    assert "long texts repeated in very many cells" in refusal(path)


def test_a_chart_sheet_beside_the_data_is_no_hindrance(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"]]})
    book = load_workbook(path)
    book.create_chartsheet("Chart")
    book.save(path)
    assert [sheet.name for sheet in open_sheets(path).sheets] == ["Night"]


def test_a_far_cell_that_is_only_formatted_is_no_hindrance(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"Night": [["Hand"], ["x"]]})
    changed(
        path,
        SHEET,
        "</row></sheetData>",
        '</row><row r="1048576"><c r="XFD1048576" s="0"/></row></sheetData>',
    )
    assert rows_of(path) == [["Hand"], ["x"]]


def test_an_ods_cell_repeated_a_million_times_is_refused(tmp_path: Path) -> None:
    many = '<table:table-cell table:number-columns-repeated="9000000" office:value-type="float" office:value="1"/>'
    rows: list[list[Any]] = [[many]] * 8
    assert "delete what is far from the data" in refusal(ods(tmp_path / "a.ods", {"N": rows}))


def test_an_ods_count_that_is_no_number_is_refused(tmp_path: Path) -> None:
    bad = '<table:table-cell table:number-columns-repeated="-1"/>'
    assert "damaged inside" in refusal(ods(tmp_path / "a.ods", {"N": [[bad]]}))


def test_an_xls_sheet_that_overstates_its_size_is_not_believed(tmp_path: Path) -> None:
    path = xls(tmp_path / "a.xls", {"Night": [[1, 2]]})
    stated = struct.pack("<IIHHH", 0, 1, 0, 2, 0)
    path.write_bytes(path.read_bytes().replace(stated, struct.pack("<IIHHH", 0, 2**31, 0, 2, 0)))
    assert rows_of(path) == [[1, 2]]


def test_text_longer_than_a_cell_may_be_is_marked_and_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text(f"Hand,Note\n1,{'x' * 32_767}\n2,{'x' * 32_768}\n", encoding="utf-8")
    _, fits, too_long = rows_of(path)
    assert fits[1] == "x" * 32_767
    assert isinstance(too_long[1], Unread)
    assert too_long[1].kind == "text too long"


def test_more_columns_than_a_sheet_has_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text(",".join(["x"] * (sheets.MOST_COLUMNS + 1)), encoding="utf-8")
    assert "more than 16,384 columns" in refusal(path)


def test_more_rows_than_a_log_has_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "MOST_ROWS", 10)
    path = tmp_path / "night.csv"
    path.write_text("x\n" * 10, encoding="utf-8")
    assert len(rows_of(path)) == 10
    path.write_text("x\n" * 11, encoding="utf-8")
    assert "more than 10 rows" in refusal(path)


def test_the_limits_are_those_promised() -> None:
    assert (sheets.MOST_ROWS, sheets.MOST_COLUMNS, sheets.LONGEST_TEXT) == (
        5_000_000,
        16_384,
        32_767,
    )
    assert (archives.MOST_ENTRIES, archives.MOST_COPIED_BYTES, archives.MOST_RATIO) == (
        10_000,
        2 * 1024**3,
        200,
    )
    assert archives.RATIO_FROM == 10 * 1024**2
    assert first_look.MOST_CELLS == 50_000_000


@pytest.fixture(scope="module")
def small_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """One small file of each kind."""
    folder = tmp_path_factory.mktemp("small")
    rows: list[list[Any]] = [["Hand", "Bet"], [1, 25.5], [2, "x"]]
    return {
        ".xlsx": xlsx(folder / "a.xlsx", {"N": rows}).read_bytes(),
        ".ods": ods(folder / "a.ods", {"N": rows}).read_bytes(),
        ".xls": xls(folder / "a.xls", {"N": rows}).read_bytes(),
        ".csv": b"Hand,Bet\n1,25.5\n2,x\n",
    }


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(kind=st.sampled_from([".xlsx", ".ods", ".xls", ".csv"]), data=st.data())
def test_a_damaged_file_is_read_or_refused_but_never_breaks_the_program(
    small_files: dict[str, bytes], tmp_path: Path, kind: str, data: st.DataObject
) -> None:
    damaged = bytearray(small_files[kind])
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / f"a{kind}"
    path.write_bytes(bytes(damaged[: data.draw(st.integers(1, len(damaged)))]))
    assert outcome(path).startswith(("read", path.name))
