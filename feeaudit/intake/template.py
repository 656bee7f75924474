"""A blank workbook to fill in: one sheet a table of the log, drop-downs and notes on every column.

A workbook filled in this way is a log as it stands and needs no profile.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from feeaudit.core.whole_files import replace_file
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from feeaudit.intake.tables import Column

INSTRUCTIONS: Final = "Instructions"
LISTS: Final = "Lists"
LAST_ROW: Final = 1_048_576
_WIDTH: Final = 20
_FORMATS: Final = {
    "id": "@",
    "name": "@",
    "text": "@",
    "choice": "@",
    "yes_no": "@",
    "money": "#,##0.00",
    "signed": "#,##0.00",
    "time": "yyyy-mm-dd hh:mm:ss",
    "count": "0",
}
NEEDED: Final = PatternFill("solid", fgColor="FFF2CC")
OPTIONAL: Final = PatternFill("solid", fgColor="E7E6E6")
_LONG_AGO: Final = datetime(2000, 1, 1)  # noqa: DTZ001 - workbooks state no zone
_ENTRY_TIME: Final = (1980, 1, 1, 0, 0, 0)

_GUIDE: Final = (
    "How to fill in this workbook",
    "",
    "Each sheet is one table of the log; the first row names its columns. Fill in from row 2.",
    "Yellow headings are needed on every row, gray ones where known. Point at one for details.",
    "Delete the sheets and gray columns that you do not use; the checks that need them say so.",
    "hand_id ties the sheets together: the same hand has the same hand_id everywhere.",
    "Amounts are plain figures such as 25 or 25.50. Times have a date: 2026-03-01 19:30:00.",
    "Do not rename sheets or headings. You may add columns of your own to the right.",
)


@dataclass(frozen=True, slots=True)
class TemplateChoices:
    """What the drop-downs offer: plain words, from whatever book is in use."""

    cardrooms: tuple[str, ...] = ()
    games: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    wagers: tuple[str, ...] = ()


def write_template(path: Path, choices: TemplateChoices) -> Path:
    """Write a blank workbook for a log; the same choices give the same bytes."""
    book = Workbook()
    guide = book.active
    guide.title = INSTRUCTIONS
    _write_guide(guide)
    lists = WordLists(book.create_sheet(LISTS))
    offers = _offers(lists, choices)
    for table, columns in TABLES.items():
        _write_sheet(book.create_sheet(table), columns, offers)
    save_template(book, path)
    return path


def save_template(book: Workbook, path: Path) -> None:
    """Save a workbook to fill in, its lists last and out of sight, without the moment of saving."""
    book.move_sheet(LISTS, offset=len(book.sheetnames))
    book[LISTS].sheet_state = "hidden"
    book.properties.creator = "feeaudit"
    book.properties.created = _LONG_AGO
    buffer = io.BytesIO()
    book.save(buffer)
    replace_file(path, lambda part: _write_timeless(buffer, part))


def _write_guide(sheet: Any) -> None:
    sheet.column_dimensions["A"].width = 110
    for line in _GUIDE:
        sheet.append([line])
    sheet["A1"].font = Font(bold=True, size=14)
    for table, columns in TABLES.items():
        sheet.append([])
        sheet.append([table])
        sheet.cell(sheet.max_row, 1).font = Font(bold=True)
        for column in columns:
            needed = "needed" if column.required else "optional"
            sheet.append([f"  {column.name} ({needed}): {column.doc} Holds {column.expected}."])
    for row in sheet.iter_rows(min_col=1, max_col=1):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")


@dataclass(slots=True)
class WordLists:
    """The hidden sheet of words that drop-downs offer; each list is a column."""

    sheet: Any
    column: int = 0

    def add(self, words: Iterable[str]) -> str:
        """Add a list and return where it stands, or nothing where it is empty."""
        letter, last = self._column(words)
        return f"{LISTS}!${letter}$1:${letter}${last}" if last else ""

    def add_by_key(self, pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
        """Add words under keys, and return the columns of both; equal keys stand together."""
        ordered = sorted(pairs, key=lambda pair: pair[0])
        keys, last = self._column(key for key, _ in ordered)
        words, _ = self._column(word for _, word in ordered)
        return (keys, words) if last else ("", "")

    def _column(self, words: Iterable[str]) -> tuple[str, int]:
        self.column += 1
        last = 0
        for last, word in enumerate(words, start=1):
            cell = self.sheet.cell(last, self.column, word)
            cell.data_type = "s"
            cell.number_format = "@"
        return get_column_letter(self.column), last


def _offers(lists: WordLists, choices: TemplateChoices) -> dict[str, str]:
    """Return the formula of each column's drop-down; ``{column}`` is the cell of that row."""
    offers = {
        "cardroom": lists.add(choices.cardrooms),
        "wager": lists.add(choices.wagers),
        "yes_no": lists.add(("yes", "no")),
    }
    for columns in TABLES.values():
        for column in columns:
            if column.choices:
                offers[f"{column.name}:{column.choices[0]}"] = lists.add(column.choices)
    games = [(cardroom, game) for cardroom, known in choices.games.items() for game in known]
    options = [
        (f"{cardroom}|{game}", option)
        for (cardroom, game), known in choices.options.items()
        for option in known
    ]
    offers["game"] = dependent(lists.add_by_key(games), "{cardroom}")
    offers["option"] = dependent(lists.add_by_key(options), '{cardroom}&"|"&{game}')
    return {name: formula for name, formula in offers.items() if formula}


def dependent(columns: tuple[str, str], key: str) -> str:
    """Return the formula of the words that stand beside a key on the sheet of lists."""
    keys, words = columns
    if not keys:
        return ""
    where = f"{LISTS}!${keys}:${keys}"
    return f"OFFSET({LISTS}!${words}$1,MATCH({key},{where},0)-1,0,COUNTIF({where},{key}),1)"


def _write_sheet(sheet: Any, columns: tuple[Column, ...], offers: dict[str, str]) -> None:
    sheet.freeze_panes = "A2"
    letters = {column.name: get_column_letter(n) for n, column in enumerate(columns, start=1)}
    for place, column in enumerate(columns, start=1):
        letter = letters[column.name]
        heading = sheet.cell(1, place, column.name)
        heading.font = Font(bold=column.required)
        heading.fill = NEEDED if column.required else OPTIONAL
        heading.comment = _note(column)
        sheet.column_dimensions[letter].width = _WIDTH
        sheet.column_dimensions[letter].number_format = _FORMATS[column.kind.name]
        rule = _validation(column, offers, letters)
        if rule is not None:
            rule.add(f"{letter}2:{letter}{LAST_ROW}")
            sheet.add_data_validation(rule)


def _note(column: Column) -> Comment:
    needed = "Needed on every row." if column.required else "Leave blank where not known."
    note = Comment(f"{column.doc}\nHolds {column.expected}.\n{needed}", "feeaudit")
    note.width, note.height = 280, 110
    return note


def _validation(
    column: Column, offers: dict[str, str], letters: dict[str, str]
) -> DataValidation | None:
    """Return the check that a spreadsheet program makes when a cell is filled in."""
    kind = column.kind.name
    if kind in {"choice", "yes_no"}:
        name = f"{column.name}:{column.choices[0]}" if column.choices else kind
        rule = DataValidation(type="list", formula1=offers[name], allow_blank=True)
    elif column.name in offers:
        rule = _offered(offers[column.name], letters)
        if rule is None:
            return None
    elif kind in _CHECKS:
        rule = DataValidation(allow_blank=True, **_CHECKS[kind])
    else:
        return None
    rule.showErrorMessage = True
    rule.errorTitle = column.name
    rule.error = f"{column.name} holds {column.expected}."
    return rule


_CHECKS: Final[dict[str, dict[str, str]]] = {
    "money": {"type": "decimal", "operator": "greaterThanOrEqual", "formula1": "0"},
    "signed": {
        "type": "decimal",
        "operator": "between",
        "formula1": "-1000000000",
        "formula2": "1000000000",
    },
    "count": {"type": "whole", "operator": "greaterThanOrEqual", "formula1": "0"},
    "time": {"type": "date", "operator": "greaterThanOrEqual", "formula1": "DATE(2000,1,1)"},
}


def _offered(formula: str, letters: dict[str, str]) -> DataValidation | None:
    """Return a drop-down that advises: printed names and approvals are good names too."""
    for name in re.findall(r"\{(\w+)\}", formula):
        if name not in letters:
            return None
    cells = {name: f"${letter}2" for name, letter in letters.items()}
    rule = DataValidation(type="list", formula1=formula.format(**cells), allow_blank=True)
    rule.errorStyle = "warning"
    return rule


def _write_timeless(workbook: io.BytesIO, target: Path) -> None:
    """Write a saved workbook without the moment of saving, which its library puts everywhere."""
    with zipfile.ZipFile(workbook) as saved, zipfile.ZipFile(target, "w") as archive:
        for entry in saved.infolist():
            data = saved.read(entry)
            if entry.filename == "docProps/core.xml":
                data = re.sub(
                    rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", data
                )
            plain = zipfile.ZipInfo(entry.filename, _ENTRY_TIME)
            plain.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(plain, data)
