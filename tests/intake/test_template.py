"""The blank workbook: what it offers, what it checks, and that it reads as a log once filled in."""

from __future__ import annotations

import re
import zipfile
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from feeaudit.intake.log_files import read_log
from feeaudit.intake.profiles.guess.guessed_profile import guess_profile
from feeaudit.intake.profiles.importer import apply_profile
from feeaudit.intake.tables import TABLES
from feeaudit.intake.template import INSTRUCTIONS, LISTS, TemplateChoices, write_template

if TYPE_CHECKING:
    from pathlib import Path

YELLOW = "00FFF2CC"
CHOICES = TemplateChoices(
    cardrooms=("mortimers", "lucky-lady"),
    games={"mortimers": ("three-card-poker", "texas-holdem"), "lucky-lady": ("pai-gow",)},
    options={
        ("mortimers", "three-card-poker"): ("1", "2"),
        ("mortimers", "texas-holdem"): ("10-100",),
    },
    wagers=("ante", "base"),
)


@pytest.fixture
def book(tmp_path: Path) -> Any:
    """The blank workbook, opened as a person would."""
    return load_workbook(write_template(tmp_path / "blank.xlsx", CHOICES))


def checks(book: Any, table: str) -> dict[str, Any]:
    """What a sheet checks, by the name of the column."""
    sheet = book[table]
    names = {cell.column_letter: cell.value for cell in sheet[1]}
    found = {}
    for rule in sheet.data_validations.dataValidation:
        first, _, last = str(rule.sqref).partition(":")
        assert (first[-1], last.endswith("1048576")) == ("2", True)
        found[names[first[:-1]]] = rule
    return found


def listed(book: Any, formula: str) -> list[str]:
    """The words of a list on the hidden sheet."""
    sheet, _, stretch = formula.partition("!")
    return [row[0].value for row in book[sheet][stretch.replace("$", "")]]


def offered_by(book: Any, formula: str) -> list[tuple[str, str]]:
    """The keys and the words of a drop-down that depends on other cells, on the hidden sheet."""
    words, keys = re.findall(rf"{LISTS}!\$([A-Z]+)(?:\$1|:\$[A-Z]+)", formula)[:2]
    pairs = zip(book[LISTS][keys], book[LISTS][words], strict=True)
    return [(key.value, word.value) for key, word in pairs if key.value]


def test_there_is_a_sheet_for_each_table_with_its_columns(book: Any) -> None:
    assert book.sheetnames == [INSTRUCTIONS, *TABLES, LISTS]
    assert book[LISTS].sheet_state == "hidden"
    for table, columns in TABLES.items():
        sheet = book[table]
        assert [cell.value for cell in sheet[1]] == [column.name for column in columns]
        assert sheet.freeze_panes == "A2"
        assert sheet.max_row == 1


def test_every_heading_explains_its_column(book: Any) -> None:
    for table, columns in TABLES.items():
        for cell, column in zip(book[table][1], columns, strict=True):
            assert column.doc in cell.comment.text
            assert column.expected in cell.comment.text
            assert cell.font.bold == column.required
            assert (cell.fill.fgColor.rgb == YELLOW) == column.required


def test_the_instructions_name_every_column_and_whether_it_is_needed(book: Any) -> None:
    text = "\n".join(str(row[0]) for row in book[INSTRUCTIONS].iter_rows(values_only=True))
    assert re.findall(r"^  (\w+) \((\w+)\): ", text, re.MULTILINE) == [
        (column.name, "needed" if column.required else "optional")
        for columns in TABLES.values()
        for column in columns
    ]


def test_cardrooms_wagers_and_words_of_a_list_are_offered(book: Any) -> None:
    assert listed(book, checks(book, "hands")["cardroom"].formula1) == ["mortimers", "lucky-lady"]
    assert listed(book, checks(book, "wagers")["wager"].formula1) == ["ante", "base"]
    assert listed(book, checks(book, "hands")["opening_round"].formula1) == ["yes", "no"]
    for table, columns in TABLES.items():
        for column in columns:
            if column.choices:
                formula = checks(book, table)[column.name].formula1
                assert listed(book, formula) == list(column.choices)


def test_games_depend_on_the_cardroom_and_options_on_the_game(book: Any) -> None:
    game, option = checks(book, "hands")["game"], checks(book, "hands")["option"]
    assert "MATCH($B2," in game.formula1
    assert 'MATCH($B2&"|"&$E2,' in option.formula1
    assert offered_by(book, game.formula1) == [
        ("lucky-lady", "pai-gow"),
        ("mortimers", "three-card-poker"),
        ("mortimers", "texas-holdem"),
    ]
    assert offered_by(book, option.formula1) == [
        ("mortimers|texas-holdem", "10-100"),
        ("mortimers|three-card-poker", "1"),
        ("mortimers|three-card-poker", "2"),
    ]
    assert "MATCH($A2," in checks(book, "postings")["game"].formula1


def test_a_drop_down_advises_where_a_name_may_be_another_and_insists_on_a_word(book: Any) -> None:
    assert checks(book, "hands")["game"].errorStyle == "warning"
    assert checks(book, "hands")["cardroom"].errorStyle == "warning"
    for table, columns in TABLES.items():
        for column in columns:
            if column.choices:
                assert checks(book, table)[column.name].errorStyle in {None, "stop"}


def test_amounts_counts_and_times_are_checked_and_formatted(book: Any) -> None:
    assert checks(book, "wagers")["amount"].type == "decimal"
    assert checks(book, "wagers")["result"].formula1.startswith("-")
    assert checks(book, "hands")["players"].type == "whole"
    assert checks(book, "hands")["started_at"].type == "date"
    assert book["hands"].column_dimensions["A"].number_format == "@"
    assert book["hands"].column_dimensions["D"].number_format == "yyyy-mm-dd hh:mm:ss"
    assert book["wagers"].column_dimensions["D"].number_format == "#,##0.00"


def test_without_choices_the_workbook_still_serves(tmp_path: Path) -> None:
    book = load_workbook(write_template(tmp_path / "blank.xlsx", TemplateChoices()))
    assert "cardroom" not in checks(book, "hands")
    assert "started_at" in checks(book, "hands")


def test_the_same_choices_give_the_same_bytes(tmp_path: Path) -> None:
    first = write_template(tmp_path / "a.xlsx", CHOICES)
    second = write_template(tmp_path / "b.xlsx", CHOICES)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        assert b"2000-01-01T00:00:00Z</dcterms:modified>" in archive.read("docProps/core.xml")


def test_words_that_look_like_formulas_stay_words(tmp_path: Path) -> None:
    path = write_template(tmp_path / "a.xlsx", TemplateChoices(wagers=("=1+1", "@x", "10-100")))
    sheet = load_workbook(path)[LISTS]
    words = [cell for cell in sheet["B"] if cell.value]
    assert [(cell.value, cell.data_type) for cell in words] == [
        ("=1+1", "s"),
        ("@x", "s"),
        ("10-100", "s"),
    ]


def fill_in(path: Path) -> Path:
    book = load_workbook(path)
    evening = datetime.fromisoformat("2026-03-01 23:30")
    midnight = datetime.fromisoformat("2026-03-02")
    book["hands"].append(["H1", "mortimers", "4", evening, "three-card-poker", "1"])
    book["hands"].append(["H2", "mortimers", "4", midnight, "three-card-poker", "1"])
    book["wagers"].append(["H1", "1", "ante", 25.5])
    for table in ("offers", "seats", "postings", "counts", "attestations"):
        del book[table]
    book.save(path)
    return path


def test_the_workbook_filled_in_needs_no_profile(tmp_path: Path) -> None:
    path = fill_in(write_template(tmp_path / "night.xlsx", CHOICES))
    log = read_log([path])
    assert log.faults == ()
    assert log.hands["hand_id"].to_pylist() == ["H1", "H2"]
    assert log.table("wagers")["amount"].to_pylist() == [2550]


def test_a_profile_guessed_for_it_reads_the_same_hands(tmp_path: Path) -> None:
    path = fill_in(write_template(tmp_path / "night.xlsx", CHOICES))
    guess = guess_profile(path)
    log = apply_profile(guess.profile, path, zone="America/Los_Angeles")
    assert (guess.confidence, log.faults) == (0.7, ())  # of fees nothing is said
    assert log.hands["started_at"] == read_log([path]).hands["started_at"]
