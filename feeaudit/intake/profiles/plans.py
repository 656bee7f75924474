"""Plans: a profile's rules made definite for one sheet, headings turned into columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.files.addresses import column_letters, column_number
from feeaudit.intake.log import Fault
from feeaudit.intake.profiles.headings import plain
from feeaudit.intake.profiles.sheet_view import SPAN, begins_with
from feeaudit.intake.tables import OF_A_HAND, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import CellRule, RecordRule, SheetRule

_PART = re.compile(r"\{([^{}]*)\}")
_RESERVED = {"sheet", "file", "row"}


@dataclass(frozen=True, slots=True)
class Located:
    """Where a value stands in a row: a column, the two halves of a time, or parts of a text.

    ``cents`` says that the cells hold amounts in cents.
    """

    place: int = -1
    date: int = -1
    time: int = -1
    parts: tuple[int | str, ...] = ()
    cents: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """Return the columns of the sheet that it needs."""
        whole = (self.place, self.date, self.time, *self.parts)
        return tuple(place for place in whole if isinstance(place, int) and place >= 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A record rule for one block of one sheet.

    Where column ``kind`` names the kind of each row, the record stands in those of its ``words``.
    """

    table: str
    cells: dict[str, Located]
    constants: dict[str, str]
    when: str
    skip_zero: bool
    once: bool
    kind: int = -1
    words: tuple[str, ...] = ()

    def is_of_kind(self, cell: Cell) -> bool:
        """Tell whether a cell names the kind of row that the record stands in."""
        return not is_blank(cell) and any(begins_with(word, shown(cell)) for word in self.words)


class _Lacking(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(names)


@dataclass(slots=True)
class Planner:
    """Turns headings into columns, and notes those that a sheet lacks or has twice."""

    sheet: Sheet
    rule: SheetRule
    headings: Headings
    facts: frozenset[str]
    faults: list[Fault]

    def plans(self) -> list[Plan]:
        """Return the plans of a sheet's records; where one cannot be made, a fault says why."""
        plans = [plan for record in self.rule.records for plan in self._of_record(record)]
        cells = (cell for plan in plans for cell in plan.cells.values())
        used = {place % SPAN for cell in cells for place in cell.places}
        for record in self.rule.records:
            if record.blocks:
                self._remark_other_blocks(record, used)
        return plans

    def tested(self) -> dict[str, int]:
        """Return the columns by which rows are told apart, and those to fill down."""
        rule = self.rule
        found = {}
        headings = (rule.skip.column, rule.end.column, *rule.fill_down, *rule.ditto)
        for name in filter(None, headings):
            try:
                found[name] = self._column((name,))
            except _Lacking as lacking:
                self._note(lacking.names)
        return found

    def _of_record(self, record: RecordRule) -> Iterator[Plan]:
        if not record.blocks:
            yield self._of_block(record)
            return
        there = [block for block in record.blocks if self._has_block(record, block)]
        if not there:
            headers = (header for header, _ in _headers(record))
            self._note(tuple(each.replace("{n}", record.blocks[0]) for each in headers))
        for block in there:
            yield self._of_block(_filled(record, block))

    def _has_block(self, record: RecordRule, block: str) -> bool:
        """Tell whether a sheet has a block: it may have fewer than the profile."""
        return any(
            self._columns(header.replace("{n}", block), row) for header, row in _headers(record)
        )

    def _remark_other_blocks(self, record: RecordRule, used: set[int]) -> None:
        """Remark on unused columns that look like one more block than the profile names."""
        for header, row in _headers(record):
            pattern = re.escape(plain(header)).replace(r"\{n\}", r"([0-9]{1,4})", 1)
            pattern = pattern.replace(r"\{n\}", r"\1")
            for place, text in self._texts(row):
                match = re.fullmatch(pattern, plain(text))
                if match and match[1] not in record.blocks and place not in used:
                    message = f"a profile that names block {match[1]}, or no such column; not used"
                    where = self.sheet.address(max(self.headings.after - 1, 0), place)
                    self._fault("column not used", text, where, message, set_aside=False)

    def _of_block(self, stated: RecordRule) -> Plan:
        cells = {}
        lacks = {}
        for column, rule in stated.columns:
            try:
                cells[column] = self._located(rule)
            except _Lacking as lacking:
                lacks[column] = lacking.names
                if not rule.optional:
                    self._note(lacking.names)
        if stated.table == "hands" or stated.when not in lacks:
            for column in filter(lacks.get, self._indispensable(stated)):
                self._note(lacks[column])
        return Plan(
            *(stated.table, cells, dict(stated.constants), stated.when),
            *(stated.skip_zero, stated.once, self._kind(stated), stated.only.words),
        )

    def _kind(self, stated: RecordRule) -> int:
        """Return the column that names the kind of each row, if rows are told apart by it."""
        if stated.only.column:
            try:
                return self._column((stated.only.column,))
            except _Lacking as lacking:
                self._note(lacking.names)
        return -1

    def _indispensable(self, stated: RecordRule) -> Iterator[str]:
        """Yield the columns that a record needs of the sheet, as nothing else says them."""
        beside_hands = any(record.table == "hands" for record in self.rule.records)
        said = {"hand_id"} if beside_hands and stated.table in OF_A_HAND else set()
        for column in TABLES[stated.table]:
            if column.required and column.name not in self.facts | said:
                yield column.name

    def _located(self, rule: CellRule) -> Located:
        below = SPAN * (rule.row - 1)
        if rule.letter:
            return Located(place=below + column_number(rule.letter) - 1, cents=rule.cents)
        if rule.text:
            return Located(parts=tuple(self._parts(rule.text)), cents=rule.cents)
        if rule.time:
            date = self._column(rule.date) if rule.date else -1
            return Located(date=date, time=below + self._column(rule.time, rule.row))
        return Located(place=below + self._column(rule.headers, rule.row), cents=rule.cents)

    def _parts(self, text: str) -> Iterator[int | str]:
        """Yield the parts of a made text: columns as numbers, the rest as text."""
        for place, part in enumerate(_PART.split(text)):
            is_name = bool(place % 2)
            if is_name and self._columns(part, 1):
                yield self._column((part,))
            elif is_name and (part in _RESERVED or part in self.facts):
                yield f"{{{part}}}"
            elif is_name:
                raise _Lacking((part,))
            else:
                yield part

    def _texts(self, row: int) -> list[tuple[int, str]]:
        """Return headings with their columns, and their lines over that row of a hand."""
        lines = self.headings.lines[row - 1 : row] if self.rule.rows_per_hand > 1 else ()
        return [each for texts in (self.headings.texts, *lines) for each in enumerate(texts)]

    def _columns(self, name: str, row: int) -> list[int]:
        """Return the columns of a heading, or of its line over that row of a hand."""
        found = self.headings.columns(name)
        return found or (self.headings.in_line(row, name) if self.rule.rows_per_hand > 1 else [])

    def _column(self, names: tuple[str, ...], row: int = 1) -> int:
        for name in names:
            places = self._columns(name, row)
            if len(places) > 1:
                self._note_twice(name, places)
            if places:
                return places[0]
        raise _Lacking(names)

    def _note(self, names: tuple[str, ...]) -> None:
        wanted = " or ".join(repr(name) for name in names)
        known = ", ".join(repr(text) for text in self.headings.texts if text)
        what = "row" if self.sheet.turned else "column"
        self._fault("missing column", "", "", f"a {what} headed {wanted}; found {known or 'none'}")

    def _note_twice(self, name: str, places: list[int]) -> None:
        where = self.sheet.address(max(self.headings.after - 1, 0), places[-1])
        message = f"one of that name, not {_lines(self.sheet, places)}; rename one"
        message += "" if self.sheet.turned else ", or give a 'letter'"
        self._fault("duplicate header", name, where, message)

    def _fault(
        self, kind: str, value: str, where: str, expected: str, *, set_aside: bool = True
    ) -> None:
        sheet = self.sheet
        row = 1 if sheet.turned else max(self.headings.after, 1)
        fault = Fault(sheet.file, sheet.name, row, "", where, kind, value, expected, set_aside)
        if fault not in self.faults:
            self.faults.append(fault)


def unused_duplicates(sheet: Sheet, headings: Headings, used: set[int]) -> Iterator[Fault]:
    """Yield a remark for each heading that several columns have and the profile does not use."""
    for places in headings.repeated:
        if not used & set(places):
            text = headings.texts[places[0]]
            yield Fault(
                file=sheet.file,
                sheet=sheet.name,
                row=sheet.stored_at(headings.after - 1, places[-1])[0] + 1,
                column=text,
                address=sheet.address(headings.after - 1, places[-1]),
                kind="duplicate header",
                value=text,
                expected=f"different headings in {_lines(sheet, places)}; neither is used",
                set_aside=False,
            )


def _lines(sheet: Sheet, places: list[int]) -> str:
    """Return what a person calls several columns, which are rows of a sheet that was turned."""
    if sheet.turned:
        return "rows " + " and ".join(str(place + 1) for place in places)
    return "columns " + " and ".join(map(column_letters, places))


def _filled(record: RecordRule, block: str) -> RecordRule:
    """Return a record rule with {n} filled in."""

    def filled(text: str) -> str:
        return text.replace("{n}", block)

    def cell(rule: CellRule) -> CellRule:
        return replace(
            rule,
            headers=tuple(map(filled, rule.headers)),
            date=tuple(map(filled, rule.date)),
            time=tuple(map(filled, rule.time)),
            text=filled(rule.text),
        )

    return replace(
        record,
        columns=tuple((name, cell(rule)) for name, rule in record.columns),
        constants=tuple((name, filled(text)) for name, text in record.constants),
    )


def _headers(record: RecordRule) -> tuple[tuple[str, int], ...]:
    """Return the headings that tell one block from another, and in which row of a hand."""
    headers = (
        (header, rule.row)
        for _, rule in record.columns
        for header in (*rule.headers, *rule.date, *rule.time)
    )
    return tuple(dict.fromkeys(each for each in headers if "{n}" in each[0]))
