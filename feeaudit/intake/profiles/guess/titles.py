"""What an unknown sheet states once: above its headings, in its name, in the name of its file."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from feeaudit.core.dialect import LOG, Refused
from feeaudit.intake.cells.cell import Cell, day, is_blank, shown
from feeaudit.intake.cells.cell import month as cell_month
from feeaudit.intake.profiles.guess.heading_words import CERTAIN, meanings
from feeaudit.intake.profiles.guess.stacks import patterns_in
from feeaudit.intake.profiles.model import FactRule
from feeaudit.intake.profiles.patterns import part_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.guess.layout import Layout

_SHEET_NAMES = (("table", r"(table|tbl)(\W*)(.+)"), ("session", r"(shift|session)(\W*)(.+)"))
_NUMBERED = re.compile(r"(table|tbl|option)(\s*#?\s*)[0-9]{1,3}[a-z]?", re.IGNORECASE)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"(?<![0-9])20[0-9]{2}(?![0-9])")
_TITLE_ROWS = 6
WRITTEN_DATE = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}")
_STATED = {"cardroom", "table", "game", "option", "session", "date"}


def facts_of(layouts: list[Layout], dialect: Dialect) -> dict[str, tuple[FactRule, str]]:
    """Return the facts that sheets of one form state, each with a sentence that explains it."""
    facts: dict[str, tuple[FactRule, str]] = {}
    for fact, rule, sentence in _from_names(layouts, dialect):
        facts.setdefault(fact, (rule, sentence))
    above: dict[str, tuple[FactRule, str]] = {}
    for fact, rule, sentence in _from_cells(layouts[0], dialect):
        known = above.setdefault(fact, (rule, sentence))
        if known[0] != rule:
            above[fact] = (known[0], f"{known[1]} But: {sentence} Check it.")
    pieces = list(_from_pieces(layouts[0], dialect))
    several = sum(fact == "date" for fact, _, _ in pieces) > 1  # a week, or a day and a signature
    for fact, rule, sentence in pieces:
        if fact != "date" or not several:
            above.setdefault(fact, (rule, sentence))
    for fact, about in above.items():
        facts.setdefault(fact, about)
    for fact, rule, sentence in _from_file(layouts[0]):
        facts.setdefault(fact, (rule, sentence))
    return facts


def _from_names(layouts: list[Layout], dialect: Dialect) -> Iterator[tuple[str, FactRule, str]]:
    names = [layout.sheet.name for layout in layouts]
    for fact, form in _SHEET_NAMES:
        match = re.fullmatch(form, names[0], re.IGNORECASE)
        pattern = f"{match[1]}{match[2]}{{}}" if match else ""
        if pattern and all(part_of(pattern, name) for name in names):
            yield fact, FactRule(sheet_name=pattern), f"Sheets are named {pattern!r} by {fact}."
    if all(_is_date(name, dialect) for name in names):
        yield "date", FactRule(sheet_name="{}"), "The name of each sheet is its date."


def month_of(sheet: Sheet) -> tuple[int, int, FactRule, str] | None:
    """Return year and month of a sheet, by its name or a title of it, and where that stands."""
    try:
        year, month = cell_month(sheet.name)
    except Refused:
        pass
    else:
        return year, month, FactRule(sheet_name="{}"), "The name of each sheet is its month."
    for row, cells in enumerate(sheet.rows[:_TITLE_ROWS]):
        for place, cell in enumerate(cells):
            if not isinstance(cell, str) or not re.search(r"[A-Za-z]{3}", cell):
                continue
            try:
                year, month = cell_month(cell)
            except Refused:
                continue
            where = sheet.address(row, place)
            if year:
                return year, month, FactRule(cell=where), f"Cell {where} states the month."
    return None


def year_of(file: str) -> tuple[int, FactRule] | None:
    """Return the year that the name of a file states, and where."""
    stated = _YEAR.search(file)
    if stated is None:
        return None
    pattern = f"{file[: stated.start()]}{{}}{file[stated.end() :]}"
    return int(stated[0]), FactRule(file_name=pattern)


def _is_date(cell: Cell, dialect: Dialect) -> bool:
    try:
        day(cell, dialect)
    except Refused:
        return False
    return True


def _from_cells(layout: Layout, dialect: Dialect) -> Iterator[tuple[str, FactRule, str]]:
    """Yield facts that stand above the headings as ``Date:`` beside the date, or in one cell."""
    for row, cells in enumerate(layout.sheet.rows[: layout.headings.first]):
        for place, cell in enumerate(cells):
            if not isinstance(cell, str) or is_blank(cell):
                continue
            label, colon, rest = cell.partition(":")
            fact, rest = _fact(label), rest.strip()
            beside = layout.sheet.cell(row, place + 1)
            if fact and rest and _may_be(fact, rest, dialect):
                where = FactRule(
                    cell=layout.sheet.address(row, place), pattern=f"{label.strip()}{colon} {{}}"
                )
                yield fact, where, f"Cell {where.cell} states the {fact}: {rest!r}."
            elif (numbered := _NUMBERED.fullmatch(cell.strip())) is not None:
                fact = _fact(numbered[1])
                pattern = f"{numbered[1]}{numbered[2]}{{}}"
                where = FactRule(cell=layout.sheet.address(row, place), pattern=pattern)
                yield fact, where, f"Cell {where.cell} states the {fact}: {cell.strip()!r}."
            elif fact and not rest and _may_be(fact, beside, dialect):
                where = FactRule(cell=layout.sheet.address(row, place + 1))
                yield fact, where, f"Cell {where.cell} states the {fact}: {shown(beside)!r}."


def _from_pieces(layout: Layout, dialect: Dialect) -> Iterator[tuple[str, FactRule, str]]:
    """Yield facts that stand above the headings without a label: Table 7 - EZ Baccarat."""
    for row, cells in enumerate(layout.sheet.rows[: layout.headings.first]):
        for place, cell in enumerate(cells):
            where = layout.sheet.address(row, place)
            if isinstance(cell, date) and _is_date(cell, dialect):
                yield (
                    "date",
                    FactRule(cell=where),
                    f"Cell {where} states the date: {shown(cell)!r}.",
                )
            if not isinstance(cell, str) or is_blank(cell):
                continue
            one_day = len(WRITTEN_DATE.findall(cell)) == 1 or not WRITTEN_DATE.search(cell)
            if one_day and _is_date(cell.strip(), dialect):
                said = f"Cell {where} states the date: {cell.strip()!r}."
                yield "date", FactRule(cell=where), said
                continue
            found = patterns_in([cell], lambda text: _is_date(text.strip(), dialect))
            for fact, pattern in found:
                if fact == "date" and not one_day:
                    continue
                rule = FactRule(cell=where, pattern=pattern if pattern != "{}" else "")
                yield fact, rule, f"Cell {where} states the {fact}: {cell.strip()!r}."


def _fact(label: str) -> str:
    known = [each for each in meanings(label) if each.certainty == CERTAIN]
    return next((each.role for each in known if each.role in _STATED), "")


def _may_be(fact: str, cell: Cell, dialect: Dialect) -> bool:
    if is_blank(cell):
        return False
    return _is_date(cell, dialect) if fact == "date" else True


def _from_file(layout: Layout) -> Iterator[tuple[str, FactRule, str]]:
    file = layout.sheet.file
    stated = _ISO.search(file)
    if stated and _is_date(stated[0], LOG):
        pattern = f"{file[: stated.start()]}{{}}{file[stated.end() :]}"
        sentence = f"The name of the file states the date {stated[0]}."
        yield "date", FactRule(file_name=pattern), sentence
