"""A night sheet that comes in is read without a profile of the store."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook
from support.nights import Site

from feeaudit.book.cache import open_book
from feeaudit.intake.log import ZONE, UnusableLog
from feeaudit.intake.night_sheet import NIGHT, NightForm
from feeaudit.intake.night_workbook import write_night_workbook
from feeaudit.intake.template import TemplateChoices
from feeaudit.nightly.input_log import ReadOptions, read_input
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path


def night_sheet(path: Path) -> Path:
    write_night_workbook(path, NightForm(("1",), ("base",)), TemplateChoices())
    book = load_workbook(path)
    cells = ["1", date(2026, 3, 1), time(19, 30), "mortimers", "4", "pai-gow-poker"]
    for column, value in enumerate(cells, start=1):
        book[NIGHT].cell(3, column, value)
    book.save(path)
    return path


def test_a_night_sheet_is_a_log_as_it_stands(tmp_path: Path) -> None:
    path = night_sheet(tmp_path / "night.xlsx")
    found = read_input(path, ReadOptions(ZONE, open_book(folder("schedules"), "mortimers")))
    assert found.log.hands["hand_id"].to_pylist() == ["1"]
    assert found.profile is None


def test_a_workbook_of_another_form_is_refused_as_before(tmp_path: Path) -> None:
    path = night_sheet(tmp_path / "night.xlsx")
    book = load_workbook(path)
    book[NIGHT]["A1"] = "My sheet"
    book.save(path)
    with pytest.raises(UnusableLog, match="no hands found"):
        read_input(path, ReadOptions(ZONE, open_book(folder("schedules"), "mortimers")))


def test_a_sheet_and_a_log_of_one_day_are_audited_together(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.arrive_sheet("1,19:00,50,2\n2,19:05,50,1\n")
    site.arrive("friday", first=10, hands=3)
    outcome = site.night()
    assert outcome.failed == []
    assert [run["hands"] for run in outcome.runs] == [5]
