"""The blank night sheet as a workbook: drop-downs, notes on every heading, and instructions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from feeaudit.intake.night_sheet import (
    DITTO,
    FILLED_DOWN,
    HAND_COLUMNS,
    HEADER_ROW,
    NIGHT,
    NIGHT_TITLE,
    OFFER_COLUMNS,
    ROTATION,
    ROTATION_TITLE,
)
from feeaudit.intake.tables import TABLES
from feeaudit.intake.template import (
    INSTRUCTIONS,
    LAST_ROW,
    LISTS,
    NEEDED,
    OPTIONAL,
    TemplateChoices,
    WordLists,
    dependent,
    save_template,
)

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.night_sheet import NightForm
    from feeaudit.intake.tables import Column

_FIRST_ROW: Final = HEADER_ROW + 1
_NARROW: Final = 10
_WIDTHS: Final = {"Cardroom": 20, "Game": 30, "Player-dealer": 20, "Player": 20}
_GUIDE_WIDTH: Final = 85  # characters, which fit across a page
_LINE_HEIGHT: Final = 15
_OTHER_SEAT: Final = PatternFill("solid", fgColor="DDEBF7")
_ACROSS: Final = Side(style="medium", color="7F7F7F")
_MONEY: Final = {"type": "decimal", "operator": "greaterThanOrEqual", "formula1": "0"}
_COUNT: Final = {"type": "whole", "operator": "greaterThanOrEqual", "formula1": "0"}
_DATE: Final = {"type": "date", "operator": "greaterThanOrEqual", "formula1": "DATE(2000,1,1)"}
# Excel counts a day as 1, so a time of day alone is below it; one with its date is above.
_TIME: Final = {
    "type": "decimal",
    "operator": "between",
    "formula1": "0",
    "formula2": "0.999999",
}
_ABOVE: Final = "Blank means the same as in the row above."
_MARKED: Final = 'A ditto mark (") means the same as in the row above; blank means not known.'


@dataclass(frozen=True, slots=True)
class _Field:
    """One column of a sheet to fill in: what it is for and what a cell of it may hold."""

    heading: str
    doc: str
    expected: str
    format: str
    needed: bool = False
    check: dict[str, str] | None = None
    width: int = _NARROW
    as_above: bool = False

    @property
    def note(self) -> str:
        """What is to be read at the heading."""
        if self.as_above:
            blank = _ABOVE
        elif self.heading in DITTO:
            blank = _MARKED.replace("; blank means not known", "") if self.needed else _MARKED
        else:
            blank = "Needed on every row." if self.needed else "Leave blank where there is none."
        return f"{self.doc}\nHolds {self.expected}.\n{blank}"


_SPECIAL: Final = {
    "Hand": _Field(
        heading="Hand",
        doc="The number of the hand; no other hand in the workbook has it.",
        expected="a number or a text",
        format="@",
        needed=True,
    ),
    "Date": _Field(
        heading="Date",
        doc="The date of the hand.",
        expected="a date",
        format="yyyy-mm-dd",
        needed=True,
        check=_DATE,
        width=12,
        as_above=True,
    ),
    "Time": _Field(
        heading="Time",
        doc="When the hand began. A night that goes past midnight may keep its date.",
        expected="a time such as 19:30 or 7:30 PM",
        format="hh:mm",
        needed=True,
        check=_TIME,
    ),
}
_FORMATS: Final = {"money": "#,##0.00", "count": "0"}
_CHECKS: Final = {"money": _MONEY, "count": _COUNT}


def _field(heading: str, column: Column) -> _Field:
    kind = column.kind.name
    return _Field(
        heading,
        column.doc,
        column.expected,
        _FORMATS.get(kind, "@"),
        column.required,
        _CHECKS.get(kind),
        _WIDTHS.get(heading, _NARROW),
        as_above=heading in FILLED_DOWN,
    )


def _fields(form: NightForm) -> list[_Field]:
    """Return the columns of the night sheet."""
    hands = {column.name: column for column in TABLES["hands"]}
    fields = []
    for heading in form.headings():
        if heading in HAND_COLUMNS:
            fields.append(_SPECIAL.get(heading) or _field(heading, hands[HAND_COLUMNS[heading]]))
        elif heading.endswith(" player"):
            fields.append(_Field(heading, "Who sat there.", "a name", "@"))
        else:
            what = "The fee taken." if heading.endswith("fee") else "The amount wagered."
            amount = "an amount such as 25 or 25.50"
            fields.append(_Field(heading, what, amount, "#,##0.00", check=_MONEY))
    return fields


def _offer_fields() -> list[_Field]:
    offers = {column.name: column for column in TABLES["offers"]}
    fields = [_field(heading, offers[name]) for heading, name in OFFER_COLUMNS.items()]
    return [replace(each, as_above=each.heading == "Hand") for each in fields]


def write_night_workbook(path: Path, form: NightForm, choices: TemplateChoices) -> Path:
    """Write a blank night sheet; the same form and choices give the same bytes."""
    book = Workbook()
    guide = book.active
    guide.title = INSTRUCTIONS
    lists = WordLists(book.create_sheet(LISTS))
    fields, offers = _fields(form), _offer_fields()
    letters = {field.heading: get_column_letter(n) for n, field in enumerate(fields, start=1)}
    night = book.create_sheet(NIGHT)
    _write_sheet(night, NIGHT_TITLE, fields, _offered(lists, choices, letters))
    _write_sheet(
        *(book.create_sheet(ROTATION), ROTATION_TITLE, offers),
        {"Answer": lists.add(("accept", "decline"))},
    )
    others = tuple(f"Seat {seat} " for seat in form.seats[1:])
    _write_guide(guide, [each for each in fields if not each.heading.startswith(others)], offers)
    night.freeze_panes = f"D{_FIRST_ROW}"
    _part_seats(night, form)
    save_template(book, path)
    return path


def _offered(lists: WordLists, choices: TemplateChoices, letters: dict[str, str]) -> dict[str, str]:
    """Return the formula of each drop-down; games depend on the cardroom, options on the game."""
    cardroom, game = (f"${letters[each]}{_FIRST_ROW}" for each in ("Cardroom", "Game"))
    games = [(place, each) for place, known in choices.games.items() for each in known]
    options = [
        (f"{place}|{each}", option)
        for (place, each), known in choices.options.items()
        for option in known
    ]
    if len(choices.cardrooms) == 1:
        of_games = lists.add(dict.fromkeys(each for _, each in games))
        keyed = [(key.partition("|")[2], option) for key, option in options]
        of_options = dependent(lists.add_by_key(keyed), game)
    else:
        of_games = dependent(lists.add_by_key(games), cardroom)
        of_options = dependent(lists.add_by_key(options), f'{cardroom}&"|"&{game}')
    return {
        "Cardroom": lists.add(choices.cardrooms),
        "Game": of_games,
        "Option": of_options,
        "Opening round": lists.add(("yes", "no")),
    }


def _write_sheet(sheet: Any, title: str, fields: list[_Field], offered: dict[str, str]) -> None:
    sheet["A1"] = title
    sheet["A1"].font = Font(bold=True, size=12)
    sheet.row_dimensions[HEADER_ROW].height = 45
    sheet.freeze_panes = f"A{_FIRST_ROW}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"1:{HEADER_ROW}"
    for place, field in enumerate(fields, start=1):
        letter = get_column_letter(place)
        heading = sheet.cell(HEADER_ROW, place, field.heading)
        heading.font = Font(bold=field.needed)
        heading.fill = NEEDED if field.needed else OPTIONAL
        heading.alignment = Alignment(wrap_text=True, vertical="center", horizontal="center")
        heading.comment = _comment(field.note)
        sheet.column_dimensions[letter].width = field.width
        sheet.column_dimensions[letter].number_format = field.format
        rule = _validation(field, offered.get(field.heading, ""))
        if rule is not None:
            rule.add(f"{letter}{_FIRST_ROW}:{letter}{LAST_ROW}")
            sheet.add_data_validation(rule)


def _comment(text: str) -> Comment:
    note = Comment(text, "feeaudit")
    note.width, note.height = 280, 110
    return note


def _validation(field: _Field, offered: str) -> DataValidation | None:
    """Return the check that a spreadsheet program makes when a cell is filled in."""
    if offered:
        rule = DataValidation(type="list", formula1=offered, allow_blank=True)
        # A ditto mark, a printed name and an approval are good too.
        rule.errorStyle = "stop" if field.heading == "Answer" else "warning"
    elif field.check:
        rule = DataValidation(allow_blank=True, **field.check)
    else:
        return None
    rule.showErrorMessage = True
    rule.errorTitle = field.heading
    rule.error = f"{field.heading} holds {field.expected}."
    return rule


def _part_seats(sheet: Any, form: NightForm) -> None:
    """Color the headings of every other seat, and draw a line before each."""
    for place, text in enumerate(form.headings(), start=1):
        heading = sheet.cell(HEADER_ROW, place)
        seat = next((n for n, each in enumerate(form.seats) if text.startswith(f"Seat {each} ")), 0)
        if seat % 2:
            heading.fill = _OTHER_SEAT
        if text.endswith(" player"):
            heading.border = Border(left=_ACROSS)


def _write_guide(sheet: Any, fields: list[_Field], offers: list[_Field]) -> None:
    sheet.column_dimensions["A"].width = _GUIDE_WIDTH
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_setup.fitToHeight = 0
    for line in _GUIDE:
        sheet.append([line])
    sheet["A1"].font = Font(bold=True, size=14)
    for name, listed in ((NIGHT, fields), (ROTATION, offers)):
        sheet.append([])
        sheet.append([f"Sheet {name}"])
        sheet.cell(sheet.max_row, 1).font = Font(bold=True)
        for field in listed:
            needed = "needed" if field.needed else "optional"
            note = " ".join(field.note.splitlines())
            sheet.append([f"{field.heading} ({needed}): {note}"])
    for row in sheet.iter_rows(min_row=2, min_col=1, max_col=1):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")
        # Not every program finds out by itself how high a wrapped text stands.
        lines = -(-len(row[0].value or "") // _GUIDE_WIDTH) or 1
        sheet.row_dimensions[row[0].row].height = lines * _LINE_HEIGHT


_GUIDE: Final = f"""How to fill in this workbook

Sheet {NIGHT} has one row for each hand. Fill in from row {_FIRST_ROW}, in the order of play.
Yellow headings are needed, gray ones where known. Point at one to read about it.
{", ".join(FILLED_DOWN)}: blank means the same as in the row above.
{", ".join(DITTO)}: a ditto mark (") means the same as in the row above; a blank does not.
Everywhere else a blank means that there was none, and a ditto mark is refused.
Date and Time are two columns. A date without a time is refused: it is not midnight.
Times are written 19:30 or 7:30 PM. A night that goes past midnight may keep its date.
Every seat has the same columns: write what was bet and what fee was taken there, no more.
Amounts are plain figures in dollars such as 25 or 25.50.
Sheet {ROTATION} has one row for each time the player-dealer position was offered: the hand that \
follows, the number of the offer before that hand, the seat, and the answer. Hand: blank means the \
same as in the row above.
For several tables go on below, or copy sheet {NIGHT} as often as needed.
Do not change the titles in A1 or the headings. Columns that are not kept may be deleted, but not \
yellow ones; columns of your own may be added.
To audit it: feeaudit audit BOOK.xlsx -o RESULTS""".split("\n")
