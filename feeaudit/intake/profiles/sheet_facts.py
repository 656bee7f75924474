"""Facts: what holds for a whole sheet, from its name, a cell of it, the profile or the person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.core.dialect import Dialect, Refused, year
from feeaudit.intake.cells.cell import Cell, day, is_blank, month, name, readable, shown
from feeaudit.intake.files.addresses import place_of
from feeaudit.intake.log import Fault, UnusableLog
from feeaudit.intake.profiles.headings import plain
from feeaudit.intake.profiles.model import FACTS
from feeaudit.intake.profiles.patterns import part_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feeaudit.intake.profiles.model import FactRule
    from feeaudit.intake.profiles.sheet_view import SheetView


_LENGTHS: Final = {"year": 3, "month": 2, "date": 1}


def checked_constants(constants: Mapping[str, str], dialect: Dialect) -> dict[str, str]:
    """Return what a person gave for a whole file, refusing what no profile knows."""
    for key, text in constants.items():
        if key not in FACTS:
            known = ", ".join(FACTS)
            raise UnusableLog(f"{key!r} cannot be given for a whole file (one of: {known})")
        if key == "date":
            try:
                day(text, dialect)
            except Refused as refused:
                raise UnusableLog(f"date {text!r}: {refused}") from None
    return dict(constants)


def read_facts(reading: SheetView, given: Mapping[str, str]) -> None:
    """Put together what holds for a sheet; the sheet's own word counts most.

    A fact that cannot be read is a fault, and the sheet cannot be used.
    """
    facts: dict[str, Cell] = {**dict(reading.profile.constants), **dict(reading.rule.constants)}
    facts.update(given)
    for fact, rule in reading.rule.facts:
        facts.pop(fact, None)
        held = _held(reading, fact, rule)
        try:
            facts[fact] = _stated(held, rule)
        except Refused as refused:
            _refuse(reading, fact, held, refused)
    # A month may leave out its year, and a date both.
    for fact in sorted(facts, key=lambda fact: -_LENGTHS.get(fact, 0)):
        try:
            _keep(reading, fact, facts[fact])
        except Refused as refused:
            _refuse(reading, fact, facts[fact], refused)


def _keep(reading: SheetView, fact: str, cell: Cell) -> None:
    dialect = reading.dialect
    if fact == "date":
        reading.date = day(cell, dialect)
        reading.facts[fact] = reading.date.isoformat()
    elif fact == "month":
        stated, number = month(cell)
        if stated not in {0, dialect.year or stated}:
            raise Refused("month and year disagree", f"a month of {dialect.year}")
        if not (stated or dialect.year):
            raise Refused("a month without a year", "March 2026, or a fact that states the 'year'")
        reading.dialect = replace(dialect, year=stated or dialect.year, month=number)
        reading.facts[fact] = f"{reading.dialect.year}-{number:02d}"
    elif fact == "year":
        reading.dialect = replace(dialect, year=year(shown(readable(cell))))
        reading.facts[fact] = str(reading.dialect.year)
    else:
        words = reading.words.get(fact, {})
        reading.facts[fact] = name(words.get(plain(shown(cell)), readable(cell)))


def _held(reading: SheetView, fact: str, rule: FactRule) -> Cell:
    """Return what stands where a fact is stated."""
    if rule.cell:
        return reading.sheet.cell(*reading.sheet.stored_at(*place_of(rule.cell)))
    if rule.title:
        title = reading.block.titles.get(fact)
        return None if title is None else title.text
    return reading.sheet.name if rule.sheet_name else reading.sheet.file


def _stated(held: Cell, rule: FactRule) -> Cell:
    if is_blank(held) and rule.title:
        raise Refused("missing", f"a title such as {rule.title!r} above the headings")
    if is_blank(held):
        raise Refused("missing", f"a value in {rule.cell or 'the name'}")
    pattern = rule.pattern or rule.sheet_name or rule.file_name
    return _matched(pattern, shown(held)) if pattern else held


def _matched(pattern: str, text: str) -> str:
    found = part_of(pattern, text)
    if found is None:
        raise Refused("not as the profile says", f"{pattern!r}")
    return found


def _refuse(reading: SheetView, fact: str, held: Cell, refused: Refused) -> None:
    sheet = reading.sheet
    rule = dict(reading.rule.facts).get(fact)
    where = rule.cell.upper() if rule is not None else ""
    row = place_of(where)[0] + 1 if where else 0
    if rule is not None and rule.title:
        title = reading.block.titles.get(fact)
        row = reading.headings.first + 1 if title is None else title.row + 1
    kind, expected = refused.kind, refused.expected
    reading.faults.append(
        Fault(sheet.file, sheet.name, row, fact, where, kind, shown(held), expected)
    )
