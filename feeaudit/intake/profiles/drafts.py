"""Records: the cells of a sheet typed as a plan says, column by column."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, cast

import numpy as np

from feeaudit.core.dialect import LOG, Refused
from feeaudit.intake.cells.cell import Cell, Value, name, readable, shown, value_of
from feeaudit.intake.profiles.cell_column import words
from feeaudit.intake.profiles.headings import plain
from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.profiles.times import read_times
from feeaudit.intake.tables import OF_A_HAND, SEAT, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.core.arrays import Ints, Words
    from feeaudit.intake.profiles.plans import Located, Plan
    from feeaudit.intake.profiles.sheet_view import SheetView
    from feeaudit.intake.tables import Column

_KNOWN_BY_THE_HAND = {"cardroom", "table"}


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """Records of one table from one block of a sheet; rows are counted from 0.

    ``repeats`` are further rows of what counts once, each with its hand.
    """

    table: str
    rows: Ints
    columns: dict[str, Words]
    repeats: tuple[tuple[int, Value], ...] = ()


@dataclass(slots=True)
class RowHands:
    """The hand on each row of a sheet, for the records beside it.

    ``each`` are their ids where every row has one.
    """

    here: bool = False
    each: Words | None = None
    ids: dict[int, Value] = field(default_factory=dict)
    tables: dict[int, Value] = field(default_factory=dict)
    starts: dict[int, datetime] = field(default_factory=dict)
    date: int = -1


def draft(plan: Plan, reading: SheetView, hands: RowHands) -> RecordDraft:
    """Return the records that a plan finds in a sheet; bad cells are noted on the way."""
    wanted = _wanted(plan, reading)
    rows = np.array(reading.rows, dtype=np.int64)[wanted]
    columns: dict[str, Words] = {}
    walls, dated = (hands.starts, hands.date) if plan.table in OF_A_HAND else ({}, -1)
    for column in TABLES[plan.table]:
        located = plan.cells.get(column.name)
        if located is not None and column.kind.name == "time":
            tables = _by_row(rows, columns["table"]) if "table" in columns else hands.tables
            if walls and located.date == dated:
                located = replace(located, date=-1)  # the row's one date is that of its first time
            read = read_times(column, located, reading, wanted, anchors=walls, tables=tables)
            if not walls:
                walls, dated = read.walls, located.date
            columns[column.name] = read.instants
        else:
            values = _values(column, plan, reading, hands, wanted)
            if values is not None:
                columns[column.name] = values
    whole = RecordDraft(plan.table, rows, columns)
    if plan.table == "hands":
        _remember(hands, whole, walls, len(reading.rows))
        hands.date = dated
    return _once(whole, plan, reading) if plan.once else whole


def _remember(hands: RowHands, each: RecordDraft, walls: dict[int, datetime], number: int) -> None:
    hands.here = True
    hands.each = each.columns["hand_id"] if len(each.rows) == number else None
    hands.ids = _by_row(each.rows, each.columns["hand_id"])
    hands.tables = _by_row(each.rows, each.columns["table"])
    hands.starts = walls


def _by_row(rows: Ints, values: Words) -> dict[int, Value]:
    return dict(zip(rows.tolist(), values.tolist(), strict=True))


def _once(each: RecordDraft, plan: Plan, reading: SheetView) -> RecordDraft:
    """Return what the rows of a hand repeat as one record each; a row that disagrees is refused.

    Which of two amounts is meant nobody says, so none is chosen.
    """
    first: dict[Value, int] = {}
    kept, repeats = [], []
    bad = frozenset(reading.bad_rows)
    rows: list[int] = each.rows.tolist()
    for place, hand in enumerate(each.columns["hand_id"].tolist()):
        known = place if hand is None else first.setdefault(hand, place)
        if known == place:
            kept.append(place)
            continue
        repeats.append((rows[place], hand))
        odd = [
            column
            for column, values in each.columns.items()
            if values[place] not in {None, values[known]}
        ]
        if odd and bad.isdisjoint({rows[place], rows[known]}):
            line = reading.sheet.line(rows[known])
            expected = f"the {odd[0]} that {line} has for the same hand"
            at = max(plan.cells[odd[0]].places, default=0)
            reading.refuse(rows[place], at, Refused("rows disagree", expected))
    columns = {column: values[kept] for column, values in each.columns.items()}
    return RecordDraft(each.table, each.rows[kept], columns, tuple(repeats))


def _wanted(plan: Plan, reading: SheetView) -> Ints:
    """Return which of the sheet's rows hold such a record, as places in its list of rows."""
    stated = _stated(plan, reading)
    if plan.kind < 0:
        return stated
    return stated[reading.column(plan.kind).are(plan.is_of_kind)[stated]]


def refuse_unknown_kinds(plans: list[Plan], reading: SheetView) -> None:
    """Refuse rows whose kind no record names, for they would be left out without a word."""
    for kind in {plan.kind for plan in plans if plan.kind >= 0}:
        known = [plan for plan in plans if plan.kind == kind]
        found = np.zeros(len(reading.rows), dtype=bool)
        for plan in known:
            found |= reading.column(kind).are(plan.is_of_kind)
        words = ", ".join(dict.fromkeys(word for plan in known for word in plan.words))
        refused = Refused("row of an unknown kind", f"one of {words}, or its word under 'skip'")
        for place in np.flatnonzero(~found).tolist():
            reading.refuse(reading.rows[place], kind, refused)


def _stated(plan: Plan, reading: SheetView) -> Ints:
    """Return which rows fill in what such a record needs."""
    columns = [each for located in plan.cells.values() for each in located.places]
    if not plan.when:
        everywhere = plan.table == "hands" or not columns
        return np.arange(len(reading.rows)) if everywhere else _filled(columns, reading)
    decisive = plan.cells.get(plan.when)
    if decisive is None:
        return np.zeros(0, dtype=np.int64)
    present = _filled(decisive.places, reading)
    if not plan.skip_zero or decisive.parts:
        return present
    column = next(each for each in TABLES[plan.table] if each.name == plan.when)
    zero = reading.column(decisive.place).are(lambda cell: _is_zero(column, cell, reading))
    return present[~zero[present]]


def _filled(columns: Sequence[int], reading: SheetView) -> Ints:
    filled = np.zeros(len(reading.rows), dtype=bool)
    for column in columns:
        filled |= reading.column(column).filled
    return np.flatnonzero(filled)


def _is_zero(column: Column, cell: Cell, reading: SheetView) -> bool:
    try:
        return value_of(column, cell, reading.dialect) == 0
    except Refused:
        return False


def _values(
    column: Column, plan: Plan, reading: SheetView, hands: RowHands, wanted: Ints
) -> Words | None:
    """Return a column of the log, or None where nothing states it."""
    located = plan.cells.get(column.name)
    if located is not None:
        return _read(column, located, reading, wanted)
    constant = plan.constants.get(column.name)
    beside_a_hand = plan.table in OF_A_HAND and hands.here
    if constant is None and beside_a_hand and column.name == "hand_id":
        return _of_the_row(column, plan, reading, hands, wanted)
    if constant is None and not (_has_hand(plan, hands) and column.name in _KNOWN_BY_THE_HAND):
        constant = reading.facts.get(column.name)
    if constant is None:
        return None
    try:
        return np.broadcast_to(words([value_of(column, constant, LOG)]), len(wanted))
    except Refused as refused:
        name_ = reading.profile.profile
        raise UnusableProfile(f"profile {name_!r}: {column.name} {constant!r}: {refused}") from None


def _of_the_row(
    column: Column, plan: Plan, reading: SheetView, hands: RowHands, wanted: Ints
) -> Words:
    """Return the hand on each row; a wager on a row without one is refused."""
    if hands.each is not None:
        return hands.each[wanted]
    at = min((place for cell in plan.cells.values() for place in cell.places), default=0)
    rows = [reading.rows[place] for place in wanted.tolist()]
    for row in rows:
        if column.required and row not in hands.ids:
            reading.refuse(row, at, Refused("no hand on this row", "a hand beside it"))
    return words([hands.ids.get(row) for row in rows])


def _has_hand(plan: Plan, hands: RowHands) -> bool:
    return plan.table in OF_A_HAND and (hands.here or "hand_id" in plan.cells)


def _read(column: Column, located: Located, reading: SheetView, wanted: Ints) -> Words:
    """Return the values of cells; one that does not fit, or is missing, is noted and left out."""
    if not located.parts:
        names = _plain_names(column, reading, located.place, wanted)
        if names is not None:
            return names
        read = _reader(column, located, reading)
        return reading.read_column(read, located.place, column, wanted)
    made = _maker(column, located, reading)
    place = max(located.place, *located.places, 0)
    found = [reading.attempted(made, each, place, column) for each in wanted.tolist()]
    return words(found)


def _plain_names(column: Column, reading: SheetView, place: int, wanted: Ints) -> Words | None:
    """Return ids and names that are just text, at once; None where they have to be looked at.

    Nearly every id differs, so asking each different one saves nothing.
    """
    if column.kind.name not in {"id", "name", "text"} or column.kind is SEAT:
        return None
    cells = reading.column(place)
    codes = cells.codes[wanted]
    kinds = set(map(type, cells.different[1:]))
    if kinds != {str} or column.name in reading.words or (column.required and not codes.all()):
        return None
    stripped = list(map(str.strip, cast("list[str]", cells.different[1:])))
    # A formula that failed shows as a word of its own that begins so.
    if "\n#" in "\n".join(["", *stripped]):
        return None
    return words([None, *stripped])[codes]


def _reader(column: Column, located: Located, reading: SheetView) -> Callable[[Cell], Value]:
    """Return what reads a cell of a column."""
    translated = reading.words.get(column.name, {})
    dialect = replace(reading.dialect, cents=located.cents)

    def read(cell: Cell) -> Value:
        ours = cell
        if translated and cell is not None:
            ours = translated.get(plain(shown(cell)), cell)
        return value_of(column, ours, dialect)

    return read


def _maker(column: Column, located: Located, reading: SheetView) -> Callable[[int], Value]:
    """Return what makes a text of other cells; where one of them is blank there is none."""
    dialect = replace(reading.dialect, cents=located.cents)

    def made(each: int) -> Value:
        texts = []
        for part in located.parts:
            text = _part(part, reading, each)
            if text is None and isinstance(part, int) and column.required:
                raise Refused("missing", column.expected, part)
            if text is None:
                return None
            texts.append(text)
        return value_of(column, "".join(texts), dialect)

    return made


def _part(part: int | str, reading: SheetView, place: int) -> str | None:
    """Return one part of a made text; a blank cell leaves the whole text out."""
    if isinstance(part, int):
        try:
            cell = readable(reading.cells(part)[place])
        except Refused as refused:
            raise Refused(refused.kind, refused.expected, part) from None
        if cell is None:
            return None
        return shown(cell) if isinstance(cell, date) else name(cell)
    fixed = {
        "{sheet}": reading.sheet.name,
        "{file}": reading.sheet.file,
        "{row}": str(reading.rows[place] + 1),
    }
    return fixed[part] if part in fixed else reading.facts.get(part.strip("{}"), part)
