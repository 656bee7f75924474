"""workpapers.xlsx as Excel and other programs read it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook
from support.audited import HOSTILE, Night, bad_night, clean_night, hostile_night

from feeaudit.audit import tallies
from feeaudit.report import workpapers
from feeaudit.report.text_columns import lists_of
from feeaudit.report.workpapers.source_links import link_of
from feeaudit.report.xlsx.cell_xml import (
    LONGEST,
    blank_cell,
    fitted,
    line_cells,
    text_cell,
    text_cells,
)

SHEETS = [
    "Summary",
    "Incidents",
    "Findings",
    "Coverage",
    "Rules",
    "Restitution",
    "Under-collection",
    "Where fees were short",
    "Drop match",
    "Rotation",
    "Video pull list",
    "Tables",
    "Games",
    "Schedules cited",
    "Notices and method",
    "Manifest",
]


@lru_cache
def content(night: Any = bad_night) -> bytes:
    made: Night = night()
    return workpapers.rendered(made.result, made.basis)


@lru_cache
def book(night: Any = bad_night) -> Any:
    return load_workbook(io.BytesIO(content(night)))


def column(sheet: Any, header: str) -> list[Any]:
    """Return the cells under a header."""
    places = {str(cell.value).split(" (")[0]: cell.column for cell in sheet[1]}
    return [sheet.cell(row, places[header]) for row in range(2, sheet.max_row + 1)]


def values(sheet: Any, header: str) -> list[Any]:
    return [cell.value for cell in column(sheet, header)]


def test_there_is_a_sheet_for_every_question() -> None:
    assert book().sheetnames == SHEETS
    assert book(clean_night).sheetnames == SHEETS


@pytest.mark.parametrize("header", ["Owed", "Owed, at most", "Taken"])
def test_owed_and_taken_are_those_of_fees_and_no_count_of_a_box(header: str) -> None:
    sheet = book()["Findings"]
    told = list(zip(values(sheet, "Check"), values(sheet, header), strict=True))
    assert all(amount is not None for check, amount in told if check == "FEE-OVER")
    assert {amount for check, amount in told if check == "DROP-MATCH"} == {None}


def test_another_program_reads_the_same_cells() -> None:
    other = CalamineWorkbook.from_filelike(io.BytesIO(content()))
    assert other.sheet_names == SHEETS
    for name in SHEETS[1:]:
        ours = [[cell.value for cell in row] for row in book()[name].iter_rows()]
        theirs = other.get_sheet_by_name(name).to_python()
        assert [len(ours), ours[0][0], ours[-1][0]] == [len(theirs), theirs[0][0], theirs[-1][0]]


def test_every_finding_has_a_row() -> None:
    assert values(book()["Findings"], "Finding") == bad_night().result.findings["id"].tolist()


def test_findings_can_be_filtered_and_their_header_stays_in_sight() -> None:
    sheet = book()["Findings"]
    assert sheet.auto_filter.ref == sheet.dimensions
    assert sheet.freeze_panes == "D2"
    assert sheet.print_title_rows == "$1:$1"
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToWidth) == ("landscape", 1)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage


def test_amounts_are_numbers_and_exact_to_the_cent() -> None:
    found = bad_night().result.findings
    fees = found.assign(owed=found["owed"].where(found["check"].str.startswith("FEE-"), -1))
    for header, name in (
        ("Over-collected", "over"),
        ("Under-collected", "under"),
        ("Owed", "owed"),
    ):
        cells = column(book()["Findings"], header)
        told = [
            int(Decimal(str(each.value)) * 100) if each.value is not None else -1 for each in cells
        ]
        assert told == fees[name].tolist()
        assert all("0.00" in each.number_format for each in cells if each.value is not None)


def test_an_amount_is_written_as_its_decimal_not_as_the_nearest_fraction() -> None:
    night = bad_night()
    one = night.result.findings.head(1).assign(over=110_000_000_000_10)
    made = workpapers.rendered(replace(night.result, findings=one), night.basis)
    assert b"<v>110000000000.10</v>" in parts(made)["xl/worksheets/sheet3.xml"]


def test_times_are_dates_by_the_clocks_of_the_site_and_the_header_says_which() -> None:
    night = bad_night()
    zone = ZoneInfo(night.basis.zone)
    expected = [
        datetime.fromtimestamp(each // 1_000_000, UTC).astimezone(zone).replace(tzinfo=None)
        for each in night.result.findings["at"]
    ]
    assert values(book()["Findings"], "Time") == expected
    assert book()["Findings"]["F1"].value == "Time (America/Los_Angeles)"


def test_an_hour_that_occurs_twice_is_told_apart_by_its_offset() -> None:
    night = bad_night()
    two = night.result.findings.head(2)
    twice = [datetime(2026, 11, 1, hour, 30, tzinfo=UTC) for hour in (8, 9)]
    frame = two.assign(at=[int(each.timestamp()) * 1_000_000 for each in twice])
    made = workpapers.rendered(replace(night.result, findings=frame), night.basis)
    sheet = load_workbook(io.BytesIO(made))["Findings"]
    assert len(set(values(sheet, "Time"))) == 1
    assert values(sheet, "UTC offset") == ["-07:00", "-08:00"]


def test_a_finding_links_to_its_row_of_the_log() -> None:
    night = bad_night()
    for cell, file, row in zip(
        column(book()["Findings"], "Log row"),
        night.result.findings["file"],
        night.result.findings["row"],
        strict=True,
    ):
        table = file.removeprefix("night/").removesuffix(".csv")
        assert cell.hyperlink.target == f"../{file}"
        assert cell.hyperlink.location == f"'{table}'!A{row}"


@pytest.mark.parametrize(
    ("file", "sheet", "target", "place"),
    [
        ("night/hands.csv", "", "../night/hands.csv", "'hands'!A7"),
        ("night #1.xlsx", "Bob's", "../night%20%231.xlsx", "'Bob''s'!A7"),
        ("night.zip/hands.csv", "", "../night.zip", ""),
        ("table.txt", "", "../table.txt", ""),
    ],
)
def test_a_link_opens_what_a_program_can_open(
    file: str, sheet: str, target: str, place: str
) -> None:
    link = link_of(file, sheet, 7)
    assert link is not None
    assert (link.file, link.place) == (target, place)


@pytest.mark.parametrize(
    "file", ["", "hands.parquet", "../../x.csv", "/etc/x.csv", "\\\\server\\x.csv", "http:x"]
)
def test_nothing_links_out_of_the_folder_or_to_what_no_program_opens(file: str) -> None:
    assert link_of(file, "", 7) is None


def test_over_and_under_stand_on_sheets_of_their_own_with_their_totals() -> None:
    result = bad_night().result
    for sheet, header, cents in (
        ("Restitution", "Over-collected", result.over),
        ("Under-collection", "Under-collected", result.under),
    ):
        *people, total = values(book()[sheet], header)
        assert (
            sum(Decimal(str(each)) for each in people)
            == Decimal(str(total))
            == Decimal(cents) / 100
        )
        assert book()[sheet].cell(book()[sheet].max_row, 1).value == "Total"


def test_a_total_is_not_part_of_what_is_filtered() -> None:
    sheet = book()["Restitution"]
    assert sheet.auto_filter.ref == f"A1:G{sheet.max_row - 1}"


def test_the_video_to_pull_stands_oldest_first() -> None:
    times = values(book()["Video pull list"], "From")
    assert times == sorted(times)
    assert len(times) == len(tallies.pull_list(bad_night().result))


def test_a_sheet_with_nothing_to_show_says_so() -> None:
    assert book(clean_night)["Restitution"]["A2"].value == "None."


def test_a_sheet_that_is_full_goes_on_in_the_next() -> None:
    night = bad_night()
    made = load_workbook(io.BytesIO(workpapers.rendered(night.result, night.basis, most_rows=12)))
    names = [each for each in made.sheetnames if each.startswith("Findings")]
    count = len(night.result.findings)
    assert names == ["Findings", *(f"Findings {n}" for n in range(2, -(-count // 11) + 1))]
    told = [each for name in names for each in values(made[name], "Finding")]
    assert told == night.result.findings["id"].tolist()
    assert all(made[name].auto_filter.ref == made[name].dimensions for name in names)


def test_a_sheet_that_is_exactly_full_has_no_empty_one_after_it() -> None:
    night = bad_night()
    count = len(night.result.findings)
    made = workpapers.rendered(night.result, night.basis, most_rows=count + 1)
    assert "Findings 2" not in load_workbook(io.BytesIO(made)).sheetnames


def test_a_continued_sheet_has_its_total_once_at_its_end() -> None:
    night = bad_night()
    made = load_workbook(io.BytesIO(workpapers.rendered(night.result, night.basis, most_rows=12)))
    firsts = [
        cell.value
        for name in made.sheetnames
        if name.startswith("Coverage")
        for cell in made[name]["A"]
    ]
    assert firsts.count("Total") == 1
    assert firsts[-1] == "Total"


def parts(made: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_same_result_gives_the_same_bytes_and_tells_no_clock() -> None:
    night = bad_night()
    assert workpapers.rendered(night.result, night.basis) == content()
    with zipfile.ZipFile(io.BytesIO(content())) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {each.create_system for each in archive.infolist()} == {3}
    assert book().properties.created == book().properties.modified == datetime(2026, 3, 9)  # noqa: DTZ001 - Excel's dates have no zone


def test_a_date_that_is_none_is_left_out() -> None:
    night = bad_night()
    made = workpapers.rendered(night.result, replace(night.basis, date="last Monday"))
    assert b"dcterms:created" not in parts(made)["docProps/core.xml"]


def test_hostile_text_is_text_and_never_a_formula() -> None:
    for name, part in parts(content(hostile_night)).items():
        ET.fromstring(part)  # noqa: S314 - our own file
        assert b"<f>" not in part, name
    sheet = book(hostile_night)["Findings"]
    players = {each.value: each for each in column(sheet, "Player")}
    assert "<script>alert('x')</script>" in players
    assert "abc[U+202E]fdp.exe[U+200F]" in players
    assert "nul[U+0000] bell[U+0007] escape[U+001B][31m" in players
    assert "x" * 10_000 in players
    for text in (HOSTILE[1], "+1-800", "-2+3", "@SUM(1)"):
        assert players[text].data_type == "s"
        assert players[text].quotePrefix
    assert not players["x" * 10_000].quotePrefix


def test_what_looks_like_a_code_of_excel_is_read_as_it_was_logged() -> None:
    other = CalamineWorkbook.from_filelike(io.BytesIO(content(hostile_night)))
    rows = other.get_sheet_by_name("Findings").to_python()
    told = {row[rows[0].index("Player")] for row in rows[1:]}
    assert '"quotes", & <tags> _x0041_ ]]>' in told


def test_a_text_too_long_for_a_cell_is_cut_and_says_so() -> None:
    whole = "y" * 40_000
    cut = fitted(whole)
    assert len(cut) == LONGEST
    assert cut.endswith("[cut: 40,000 characters; findings.json holds the whole]")
    assert fitted("y" * LONGEST) == "y" * LONGEST


@given(text=st.text(alphabet="a\U0001f0a1", min_size=1), times=st.integers(1, 40_000))
@example(text="\U0001f0a1" * 20, times=5_000)
def test_no_cell_holds_more_than_excel_takes(text: str, times: int) -> None:
    cut = fitted((text * times)[:100_000])
    assert len(cut.encode("utf-16-le")) // 2 <= LONGEST


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_makes_a_cell_that_xml_allows(text: str) -> None:
    cell = ET.fromstring(f'<c r="A1{text_cell(text, "word")}')  # noqa: S314 - our own cell
    assert cell.attrib["t"] == "inlineStr"


@given(
    lines=st.lists(
        st.text(alphabet=st.characters(exclude_categories=["Cs"]))
        | st.sampled_from(["_x0041_", "a"])
    )
)
@example(lines=["seat 1 base $5.00", "a & b <c>"])
@example(lines=["a \n b"])
@example(lines=["ends in a space "])
@example(lines=["x" * 9_000, "y" * 9_000])
@example(lines=["= 1 + 1", "b"])
@example(lines=[""])
def test_texts_written_at_once_are_those_written_alone(lines: list[str]) -> None:
    alone = [text_cell(each, "word") for each in lines]
    assert text_cells(lines, "word").to_pylist() == alone
    lists = lists_of([lines, lines[:1], ["plain", "b"], []])
    assert line_cells(lists.held, lists, "word").to_pylist() == [
        text_cell("\n".join(each), "word") or blank_cell("word")
        for each in (lines, lines[:1], ["plain", "b"], [])
    ]


def test_printed_names_fit_their_columns() -> None:
    voice = bad_night().basis.voice
    book = load_workbook(io.BytesIO(workpapers.rendered(bad_night().result, bad_night().basis)))
    widths = {
        (sheet.title, cell.value): sheet.column_dimensions[cell.column_letter].width
        for sheet in book
        for cell in sheet[1]
    }
    rooms = [width for (_, head), width in widths.items() if head == "Cardroom"]
    assert len(rooms) > 5
    assert min(rooms) > max(map(len, voice.cardrooms.values()))
    assert widths["Schedules cited", "Schedule"] >= 60
