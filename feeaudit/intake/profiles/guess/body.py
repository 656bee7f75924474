"""The body of an unknown sheet: which rows are records, totals, notes or the headings once more."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.guess.stacks import is_title
from feeaudit.intake.profiles.headings import plain
from feeaudit.intake.profiles.sheet_view import begins_with

if TYPE_CHECKING:
    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.headings import Headings

# How rows of totals begin: Total, Subtotal, Grand total, Page total, Totals for the shift.
_TOTAL = re.compile(
    r"(?:[A-Za-z]+[ -]){0,2}(?:sub[ -]?)?totals?\b|sum\b|footing\b|(?:carried|brought) forward\b",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"[#$]|no\.?|usd|dollars|date(?:[/ ]time)?|time|hh:mm|am/pm|name|text|y/n|yes/no|number|amount"
    r"|mm/dd/yyyy|\(.*\)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
_SHORTEST = 3


@dataclass(slots=True)
class Body:
    """The rows below the headings, counted from 0, by what they are."""

    records: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    repeats: list[int] = field(default_factory=list)
    titles: list[int] = field(default_factory=list)
    unlabeled: list[int] = field(default_factory=list)
    units: bool = False

    @property
    def notes_among(self) -> list[int]:
        """Return the notes that stand between records."""
        last = self.records[-1] if self.records else -1
        return [row for row in self.notes if row < last]


def body_of(sheet: Sheet, headings: Headings) -> Body:
    """Return what the rows below the headings are."""
    body = Body()
    texts = {place: plain(text) for place, text in enumerate(headings.texts) if text}
    wide = len(texts) > 2  # noqa: PLR2004 - in a sheet of two columns one filled cell is no note
    for row in range(headings.after, len(sheet.rows)):
        cells = sheet.rows[row]
        filled = [(place, cell) for place, cell in enumerate(cells) if not is_blank(cell)]
        if not filled:
            continue
        if row == headings.after and _is_units(filled):
            body.units = True
        elif _is_heading(sheet, headings, filled):
            body.repeats.append(row)
        elif is_total(cells):
            body.totals.append(row)
        elif wide and is_title(cells):
            body.titles.append(row)
        elif wide and _is_note(filled):
            body.notes.append(row)
        else:
            body.records.append(row)
    last = body.records[-1] if body.records else -1
    body.notes = sorted([*body.notes, *(row for row in body.titles if row > last)])
    body.titles = [row for row in body.titles if row < last]
    return body


def _is_heading(sheet: Sheet, headings: Headings, filled: list[tuple[int, Cell]]) -> bool:
    lines = range(headings.first, headings.after)
    return any(
        len(filled) > 1 and all(cell == sheet.cell(line, place) for place, cell in filled)
        for line in lines
    )


def is_total(cells: list[Cell]) -> bool:
    """Tell whether a row calls itself a total: as it begins, or by a cell of its own."""
    alone = any(isinstance(cell, str) and _TOTAL.fullmatch(cell.strip(" :")) for cell in cells)
    return alone or bool(total_word(cells))


def total_word(cells: list[Cell]) -> str:
    """Return the words with which a row calls itself a total, or nothing."""
    first = next((cell for cell in cells if not is_blank(cell)), None)
    match = _TOTAL.match(first.strip()) if isinstance(first, str) else None
    return match[0].removesuffix("s") if match else ""


def _is_units(filled: list[tuple[int, Cell]]) -> bool:
    """Tell whether a row only says in what its columns are: #, $, hh:mm."""
    texts = [cell.strip() for _, cell in filled if isinstance(cell, str)]
    return len(texts) == len(filled) > 1 and all(map(_UNIT.fullmatch, texts))


def _is_note(filled: list[tuple[int, Cell]]) -> bool:
    """Tell whether a row says something in words and nothing else."""
    _, first = filled[0]
    if not isinstance(first, str) or not re.search(r"[A-Za-z]{2}", first):
        return False
    labels = sum(isinstance(cell, str) and cell.rstrip().endswith(":") for _, cell in filled)
    return len(filled) == 1 or (first.rstrip().endswith(":") and len(filled) <= 2 * labels)


def word_for(row: int, sheet: Sheet, body: Body) -> str:
    """Return words by which a note is known that no record begins with."""
    text = first_text(sheet.rows[row])
    match = _WORDS.match(text)
    short = match[0] if match and len(match[0]) >= _SHORTEST else text
    short = short.removesuffix(":")
    taken = any(begins_with(short, first_text(sheet.rows[each])) for each in body.records)
    return text if taken else short


def first_text(cells: list[Cell]) -> str:
    """Return the first filled cell of a row, as it is seen."""
    return next((shown(cell) for cell in cells if not is_blank(cell)), "")
