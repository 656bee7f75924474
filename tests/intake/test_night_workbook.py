"""The blank night sheet: what it offers, what it checks, and what it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from feeaudit.intake.night_sheet import NIGHT, ROTATION, NightForm
from feeaudit.intake.night_workbook import write_night_workbook
from feeaudit.intake.template import INSTRUCTIONS, LISTS, TemplateChoices

if TYPE_CHECKING:
    from pathlib import Path

FORM = NightForm(("1", "2"), ("ante", "pair_plus"), ("base",), (("player_dealer", "base"),))
CHOICES = TemplateChoices(
    cardrooms=("mortimers", "lucky-lady"),
    games={"mortimers": ("three-card-poker",), "lucky-lady": ("pai-gow", "three-card-poker")},
    options={
        ("mortimers", "three-card-poker"): ("1", "2"),
        ("lucky-lady", "pai-gow"): ("10-100",),
    },
)
ONE = TemplateChoices(
    cardrooms=("mortimers",),
    games={"mortimers": ("three-card-poker", "texas-holdem")},
    options={("mortimers", "texas-holdem"): ("10-100", "20-200")},
)


def written(tmp_path: Path, choices: TemplateChoices = CHOICES) -> Any:
    return load_workbook(write_night_workbook(tmp_path / "night.xlsx", FORM, choices))


def checks(sheet: Any) -> dict[str, Any]:
    """What a sheet checks, by the heading of the column."""
    names = {cell.column_letter: cell.value for cell in sheet[2]}
    found = {}
    for rule in sheet.data_validations.dataValidation:
        first, _, last = str(rule.sqref).partition(":")
        assert (first[-1], last.endswith("1048576")) == ("3", True)
        found[names[first[:-1]]] = rule
    return found


def listed(book: Any, formula: str) -> list[str]:
    sheet, _, stretch = formula.partition("!")
    return [row[0].value for row in book[sheet][stretch.replace("$", "")]]


def keyed(book: Any, formula: str) -> list[tuple[str, str]]:
    words, keys = re.findall(rf"{LISTS}!\$([A-Z]+)(?:\$1|:\$[A-Z]+)", formula)[:2]
    pairs = zip(book[LISTS][keys], book[LISTS][words], strict=True)
    return [(key.value, word.value) for key, word in pairs if key.value]


def test_there_is_a_sheet_for_hands_one_for_rotation_and_instructions(tmp_path: Path) -> None:
    book = written(tmp_path)
    assert book.sheetnames == [INSTRUCTIONS, NIGHT, ROTATION, LISTS]
    assert book[LISTS].sheet_state == "hidden"
    assert [cell.value for cell in book[NIGHT][2]] == FORM.headings()
    assert [cell.value for cell in book[ROTATION][2]] == [
        *("Hand", "Offer", "Seat", "Player", "Answer")
    ]
    assert (book[NIGHT].max_row, book[NIGHT].freeze_panes) == (2, "D3")


def test_a_sheet_is_as_wide_as_the_table_has_seats() -> None:
    assert FORM.headings()[-8:] == [
        *("Seat 1 player", "Seat 1 ante", "Seat 1 pair plus", "Seat 1 fee"),
        *("Seat 2 player", "Seat 2 ante", "Seat 2 pair plus", "Seat 2 fee"),
    ]


def test_games_are_offered_by_cardroom_and_options_by_game(tmp_path: Path) -> None:
    book = written(tmp_path)
    rules = checks(book[NIGHT])
    assert listed(book, rules["Cardroom"].formula1) == ["mortimers", "lucky-lady"]
    assert "MATCH($D3," in rules["Game"].formula1
    assert keyed(book, rules["Game"].formula1) == [
        ("lucky-lady", "pai-gow"),
        ("lucky-lady", "three-card-poker"),
        ("mortimers", "three-card-poker"),
    ]
    assert 'MATCH($D3&"|"&$F3,' in rules["Option"].formula1
    assert keyed(book, rules["Option"].formula1)[0] == ("lucky-lady|pai-gow", "10-100")


def test_at_one_cardroom_games_are_offered_though_the_cardroom_is_left_blank_below(
    tmp_path: Path,
) -> None:
    book = written(tmp_path, ONE)
    rules = checks(book[NIGHT])
    assert listed(book, rules["Game"].formula1) == ["three-card-poker", "texas-holdem"]
    assert "MATCH($F3," in rules["Option"].formula1
    assert keyed(book, rules["Option"].formula1) == [
        ("texas-holdem", "10-100"),
        ("texas-holdem", "20-200"),
    ]


def test_dates_times_and_amounts_are_checked_and_formatted(tmp_path: Path) -> None:
    night = written(tmp_path)[NIGHT]
    rules = checks(night)
    assert (rules["Date"].type, rules["Date"].formula1) == ("date", "DATE(2000,1,1)")
    assert (rules["Time"].type, rules["Time"].formula2) == ("decimal", "0.999999")
    assert {rules[each].type for each in ("Seat 1 ante", "Seat 2 fee", "Player-dealer fee")} == {
        "decimal"
    }
    formats = {cell.value: cell.column_letter for cell in night[2]}
    assert [
        night.column_dimensions[formats[each]].number_format
        for each in ("Hand", "Date", "Time", "Option", "Seat 1 ante")
    ] == ["@", "yyyy-mm-dd", "hh:mm", "@", "#,##0.00"]


def test_a_ditto_mark_passes_where_it_is_meant_and_an_answer_is_one_of_two(tmp_path: Path) -> None:
    book = written(tmp_path)
    rules = checks(book[NIGHT])
    assert {rules[each].errorStyle for each in ("Cardroom", "Game", "Option")} == {"warning"}
    answer = checks(book[ROTATION])["Answer"]
    assert (listed(book, answer.formula1), answer.errorStyle) == (["accept", "decline"], "stop")


def test_every_heading_says_what_a_blank_means(tmp_path: Path) -> None:
    book = written(tmp_path)
    notes = {cell.value: cell.comment.text for cell in book[NIGHT][2]}
    above = "Blank means the same as in the row above."
    assert {heading for heading, note in notes.items() if above in note} == {
        *("Date", "Cardroom", "Table")
    }
    assert {heading for heading, note in notes.items() if "ditto" in note} == {
        *("Game", "Option", "Dealer", "Player-dealer seat", "Player-dealer")
    }
    assert above in book[ROTATION]["A2"].comment.text
    assert [cell.value for cell in book[NIGHT][2] if cell.font.bold] == [
        *("Hand", "Date", "Time", "Cardroom", "Table", "Game")
    ]


def test_the_instructions_name_every_column_of_one_seat(tmp_path: Path) -> None:
    sheet = written(tmp_path)[INSTRUCTIONS]
    text = "\n".join(str(row[0]) for row in sheet.iter_rows(values_only=True))
    for heading in FORM.headings():
        assert (f"\n{heading} (" in text) == (not heading.startswith("Seat 2"))
    assert "it is not midnight" in text


def test_the_same_form_gives_the_same_bytes(tmp_path: Path) -> None:
    first = write_night_workbook(tmp_path / "a.xlsx", FORM, CHOICES)
    second = write_night_workbook(tmp_path / "b.xlsx", FORM, CHOICES)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("seats", [1, 30])
def test_any_number_of_seats_makes_a_workbook(tmp_path: Path, seats: int) -> None:
    form = NightForm(tuple(map(str, range(1, seats + 1))), ("base",))
    path = write_night_workbook(tmp_path / "a.xlsx", form, TemplateChoices())
    assert load_workbook(path)[NIGHT].max_column == len(form.headings())
