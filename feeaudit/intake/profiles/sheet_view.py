"""One sheet being read by one rule: its rows, its columns, and the faults found so far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from datetime import datetime
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from feeaudit.core.dialect import Refused
from feeaudit.intake.cells.cell import Cell, Unread, is_blank, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.files.sheets import MOST_COLUMNS
from feeaudit.intake.log import Fault
from feeaudit.intake.profiles.cell_column import CellColumn, words
from feeaudit.intake.profiles.headings import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from numpy.typing import NDArray

    from feeaudit.core.arrays import Ints, Words
    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.blocks import Block
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import Profile, RowTest, SheetRule
    from feeaudit.intake.tables import Column

T = TypeVar("T")
# Where a hand takes several rows, those after the first are further columns of its one record.
SPAN: Final = MOST_COLUMNS
_PLAIN_LETTERS: Final = frozenset(ascii_letters + digits)
# As people write it and as programs change it: Excel takes the first of two apostrophes away.
_DITTO = frozenset({'"', "'", "''", "\u201c", "\u201d", "\u2033", "\u3003", '-"-', "ditto"})
_DITTO_BEGINS = frozenset({*(mark[0] for mark in _DITTO), "D", *" \t\n\r\u00a0"})
_LONGEST_DITTO = 10
_DITTO_MARK = Unread(
    '"', "ditto mark", "a value; if it repeats the cell above, name the column under 'ditto'"
)
_OR = ", or name the column under 'fill_down' if it repeats what stands above"


@dataclass(slots=True)
class SheetView:
    """A sheet, or a block of it, under a rule; rows and columns are counted from 0.

    ``rows`` are those where a record begins. Where a hand takes several, column ``SPAN + 2`` is
    column 2 of the row below.
    """

    sheet: Sheet
    rule: SheetRule
    profile: Profile
    block: Block
    zone: str
    facts: dict[str, str] = field(default_factory=dict)
    date: date | None = None
    rows: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    bad_rows: dict[int, list[Fault]] = field(default_factory=dict)
    columns: dict[int, CellColumn] = field(default_factory=dict)
    lists: dict[int, list[Cell]] = field(default_factory=dict)
    wholes: dict[int, CellColumn] = field(default_factory=dict)
    matrix: NDArray[np.object_] | None = None
    dialect: Dialect = field(init=False)

    def __post_init__(self) -> None:
        self.dialect = self.profile.dialect

    @property
    def headings(self) -> Headings:
        """Return the headings over the columns."""
        return self.block.headings

    @property
    def words(self) -> dict[str, dict[str, str]]:
        """Return the log's words for the sheet's, by column of the log."""
        return {
            column: {plain(theirs): ours for theirs, ours in pairs}
            for column, pairs in self.profile.translate
        }

    @property
    def start(self) -> int:
        """Return the first row below the headings."""
        return self.rule.first_row - 1 if self.rule.first_row else self.block.first

    def cells(self, place: int) -> list[Cell]:
        """Return the cells of a column in the rows that are records, blanks as None."""
        if place not in self.lists:
            self.lists[place] = self.column(place).cells()
        return self.lists[place]

    def column(self, place: int) -> CellColumn:
        """Return the cells of a column in the rows that are records, by number."""
        if place not in self.columns:
            self.columns[place] = self._stored(place)
            self._mark_merged(place)
        return self.columns[place]

    def _stored(self, place: int) -> CellColumn:
        below, column = divmod(place, SPAN)
        if below:
            stored = CellColumn.of([self.sheet.cell(row + below, column) for row in self.rows])
        else:
            stored = self.whole(column).take(np.array(self.rows, dtype=np.int64) - self.start)
        if nothing := self.dialect.blanks:
            stored.blank_out(lambda cell: plain(shown(cell)) in nothing)
        different = [
            _DITTO_MARK
            if type(cell) is str and cell[:1] in _DITTO_BEGINS and _is_ditto(cell)
            else cell
            for cell in stored.different
        ]
        return CellColumn(different, stored.codes)

    def whole(self, place: int) -> CellColumn:
        """Return the cells of a column in all rows below the headings, records or not."""
        if place not in self.wholes:
            if self.matrix is None:
                # Once for all columns: each by itself would be as many walks over the sheet.
                self.matrix = _matrix(self.sheet.rows[self.start : self.block.after])
            rows, width = self.matrix.shape
            cells = self.matrix[:, place].copy() if place < width else [None] * rows
            self.wholes[place] = CellColumn.of(cells)
        return self.wholes[place]

    def _mark_merged(self, place: int) -> None:
        """Mark the cells that a merged one covers: whether it counts for them too, nobody says."""
        below, column = divmod(place, SPAN)
        rows = [row + below for row in self.rows] if below else self.rows
        left_over = len(rows)
        for top, left, bottom, right in self.sheet.merged:
            if not left <= column <= right or is_blank(self.sheet.cell(top, left)):
                continue
            stretch = f"{self.sheet.address(top, left)}:{self.sheet.address(bottom, right)}"
            mark = Unread("", "merged cell", f"a cell of its own; split {stretch}{_OR}")
            covered = range(bisect_left(rows, top), bisect_right(rows, bottom))
            left_over -= len(covered)
            if left_over < 0:  # no spreadsheet program lets merged cells overlap
                return
            under = [each for each in covered if (rows[each], column) != (top, left)]
            self.columns[place].mark(np.array(under, dtype=np.int64), mark)

    def repeat_above(self, place: int, *, blanks: bool) -> None:
        """Let the ditto marks of a column repeat the cell above, and its blank cells where said."""
        stored = self._stored(place)
        stored.repeat_above(stored.are(lambda cell: cell is _DITTO_MARK), blanks=blanks)
        self.columns[place] = stored

    def heading(self, place: int) -> str:
        """Return what a person calls a column."""
        below, place = divmod(place, SPAN)
        lines = self.headings.lines
        own = self.rule.rows_per_hand == len(lines) > 1
        texts = lines[below] if own else self.headings.texts
        text = texts[place] if place < len(texts) else ""
        unsaid = f"row {place + 1}" if self.sheet.turned else f"column {column_letters(place)}"
        return text or unsaid

    def holds_times(self, place: int) -> bool:
        """Tell whether a column has cells with a time of day, so that a bare date is midnight."""
        column = self.column(place)
        return any(type(column.different[code]) is datetime for code in column.codes.tolist())

    def attempted(
        self, read: Callable[[int], T], each: int, place: int, column: Column
    ) -> T | None:
        """Return what is read from one row; what does not fit, or is missing, is noted."""
        try:
            value = read(each)
        except Refused as refused:
            self.refuse(self.rows[each], place if refused.place < 0 else refused.place, refused)
            return None
        if value is None and column.required:
            self.refuse(self.rows[each], place, Refused("missing", column.expected))
        return value

    def read_column(
        self, read: Callable[[Cell], object], place: int, column: Column, wanted: Ints
    ) -> Words:
        """Return what is read from the cells of a column, each different cell once."""
        cells = self.column(place)
        codes = cells.codes[wanted]
        values: list[object] = [None] * len(cells.different)
        refusals: dict[int, Refused] = {}
        for code in np.flatnonzero(np.bincount(codes, minlength=len(values))).tolist():
            try:
                values[code] = read(cells.different[code])
            except Refused as refused:
                refusals[code] = refused
            else:
                if column.required and values[code] is None:
                    refusals[code] = Refused("missing", column.expected)
        if refusals:
            for each in np.flatnonzero(np.isin(codes, list(refusals))).tolist():
                self.refuse(self.rows[int(wanted[each])], place, refusals[int(codes[each])])
        return words(values)[codes]

    def refuse(self, row: int, place: int, refused: Refused) -> None:
        """Note a cell that cannot be used; its row is set aside."""
        fault = self._note(row, place, refused.kind, refused.expected, set_aside=True)
        self.bad_rows.setdefault(row, []).append(fault)

    def remark(self, row: int, place: int, kind: str, expected: str) -> None:
        """Note a cell that is odd but used as it stands."""
        self._note(row, place, kind, expected, set_aside=False)

    def _note(self, row: int, place: int, kind: str, expected: str, *, set_aside: bool) -> Fault:
        below, column = divmod(place, SPAN)
        sheet = self.sheet
        fault = Fault(
            file=sheet.file,
            sheet=sheet.name,
            row=sheet.stored_at(row + below, column)[0] + 1,
            column=self.heading(place),
            address=sheet.address(row + below, column),
            kind=kind,
            value=shown(sheet.cell(row + below, column)),
            expected=expected,
            set_aside=set_aside,
        )
        self.faults.append(fault)
        return fault


def _matrix(rows: list[list[Cell]]) -> NDArray[np.object_]:
    """Return rows as a matrix, filled up with blanks where they are short."""
    width = max(map(len, rows), default=0)
    cells = np.empty((len(rows), width), dtype=object)
    if width:
        cells[:] = [row if len(row) == width else row + [None] * (width - len(row)) for row in rows]
    return cells


def _is_ditto(cell: Cell) -> bool:
    return type(cell) is str and len(cell) <= _LONGEST_DITTO and cell.strip().casefold() in _DITTO


def data_rows(
    reading: SheetView, tested: dict[str, int], mapped: Iterable[int], hand: HandPlaces
) -> list[int]:
    """Return the rows that are records: no blanks, totals, repeated headings or closing notes.

    ``tested`` tells where the columns of the rule's tests are, ``mapped`` which columns matter. A
    row beyond the end that fills several of these is reported: it may be a record. One without
    the number of its hand is no total if it tells the hand's time.
    """
    rule, sheet = reading.rule, reading.sheet
    rows: list[int] = []
    blanks = 0
    ended = False
    places = sorted({place % SPAN for place in mapped})
    end, skip = (_RowMatch.of(test, tested) for test in (rule.end, rule.skip))
    counted_anyway = tested.get(rule.skip.column) in hand.number
    records = _are_records(reading, places)
    nowhere = [False] * len(records)
    ends = nowhere if end is None else end.rows(reading)
    skips = nowhere if skip is None else skip.rows(reading)
    for at, is_record in enumerate(records):
        row = reading.start + at
        cells = sheet.rows[row]
        if not is_record and all(map(is_blank, cells)):
            blanks += 1
            continue
        after_blanks = 0 < rule.end_after_blank_rows <= blanks and bool(rows)
        ended = ended or after_blanks or ends[at]
        blanks = 0
        if ended:
            _report_beyond(reading, row, places)
        elif is_record and (not skips[at] or (counted_anyway and hand.is_unnumbered(cells))):
            rows.append(row)
    return rows if rule.rows_per_hand == 1 else _first_rows(reading, rows, hand)


def _first_rows(reading: SheetView, rows: list[int], hand: HandPlaces) -> list[int]:
    """Return the rows where hands begin that take several, by their number or else their time.

    A row that belongs to no hand, and a hand that lacks rows, are refused: were the rows just
    counted off, one that is missing would move the fees of all that follow to other hands.
    """
    sheet, count = reading.sheet, reading.rule.rows_per_hand
    keys = hand.number or (max(hand.time, 0),)
    firsts: list[int] = []
    known: list[Cell] = []
    for row in rows:
        key = [sheet.cell(row, place) for place in keys]
        unsaid = all(map(is_blank, key))
        if firsts and row < firsts[-1] + count and (unsaid or key == known):
            continue
        if unsaid:
            expected = f"{reading.heading(keys[0])} in the first of the {count} rows of a hand"
            reading.refuse(row, keys[0], Refused("row of no hand", expected))
        else:
            firsts.append(row)
            known = key
    _refuse_short(reading, firsts, set(rows), keys[0])
    return firsts


def _refuse_short(reading: SheetView, firsts: list[int], rows: set[int], place: int) -> None:
    """Refuse hands whose further rows are another hand's or no record; a blank one is theirs."""
    count, begun = reading.rule.rows_per_hand, set(firsts)
    for first in firsts:
        for row in range(first + 1, first + count):
            cells = reading.sheet.rows[row] if row < reading.block.after else []
            if row in begun or not (row in rows or all(map(is_blank, cells))):
                line = reading.sheet.line(row)
                expected = f"{count} rows for each hand; {line} is not one of this hand"
                reading.refuse(first, place, Refused("hand of too few rows", expected))
                break


@dataclass(frozen=True, slots=True)
class HandPlaces:
    """Where a row says which hand it is and when that was."""

    number: tuple[int, ...] = ()
    time: int = -1

    def is_unnumbered(self, cells: list[Cell]) -> bool:
        """Tell whether a row states a time but not the number of its hand."""

        def filled(place: int) -> bool:
            return 0 <= place < len(cells) and not is_blank(cells[place])

        return filled(self.time) and not any(map(filled, self.number))


@dataclass(frozen=True, slots=True)
class _RowMatch:
    """A test of rows, ready to be asked of many; ``place`` is -1 for the first filled cell."""

    place: int
    blank: bool
    words: tuple[str, ...]
    initials: frozenset[str]

    @classmethod
    def of(cls, test: RowTest, tested: dict[str, int]) -> _RowMatch | None:
        """Return a test with its column found; None where there is nothing to test."""
        if not test.words and not test.blank:
            return None
        initials = frozenset(plain(word)[:1] for word in test.words)
        place = tested[test.column] if test.column else -1
        return cls(place, test.blank, test.words, initials)

    def rows(self, reading: SheetView) -> list[bool]:
        """Tell which rows below the headings are those that the test is for."""
        if self.place >= 0:
            column = reading.whole(self.place)
            found: list[bool] = np.array(self._fitting(column.different))[column.codes].tolist()
            return found
        stored = reading.sheet.rows[reading.start : reading.block.after]
        first = [next((cell for cell in row if not is_blank(cell)), None) for row in stored]
        fitting = self._fitting(first)
        return [cell is not None and fits for cell, fits in zip(first, fitting, strict=True)]

    def _fitting(self, cells: Sequence[Cell]) -> list[bool]:
        """Tell which cells are those that the test is for.

        Most begin with a letter that no word begins with, and casting a whole text takes its time.
        """
        others = frozenset[str]()
        if "" not in self.initials:
            others = _PLAIN_LETTERS - self.initials - {each.upper() for each in self.initials}
        return [
            not (type(cell) is str and cell[:1] in others) and self._fits(cell) for cell in cells
        ]

    def _fits(self, cell: Cell) -> bool:
        if is_blank(cell):
            return self.blank
        return any(begins_with(word, shown(cell)) for word in self.words)


def begins_with(word: str, text: str) -> bool:
    """Tell whether a text begins with a word, or several of it: not Sumner with Sum."""
    word, text = plain(word), plain(text)
    rest = text.removeprefix(word)
    whole = not word[-1:].isalnum() or not rest.removeprefix("s")[:1].isalnum()
    return text.startswith(word) and whole


def _are_records(reading: SheetView, places: list[int]) -> list[bool]:
    """Tell which rows fill a column that matters, and are not the headings once more."""
    sheet, lines = reading.sheet, range(reading.headings.first, reading.headings.after)
    filled = np.zeros(max(reading.block.after - reading.start, 0), dtype=bool)
    like_headings = filled.copy()
    for place in places:
        column = reading.whole(place)
        filled |= column.filled
        headings = {sheet.cell(line, place) for line in lines}
        if not headings.isdisjoint(column.different[1:]):
            like_headings |= column.filled & column.are(headings.__contains__)
    for at in np.flatnonzero(like_headings).tolist():
        cells = sheet.rows[reading.start + at]
        filled[at] = not _repeats_headings(sheet, cells, places, lines)
    are: list[bool] = filled.tolist()
    return are


def _repeats_headings(sheet: Sheet, cells: list[Cell], places: list[int], lines: range) -> bool:
    own = [place for place in places if place < len(cells) and not is_blank(cells[place])]
    return any(all(cells[at] == sheet.cell(line, at) for at in own) for line in lines)


def remark_beside(reading: SheetView, mapped: Iterable[int]) -> None:
    """Remark on columns that have cells beside records but no heading: nobody said what of them."""
    used = {place % SPAN for place in mapped}
    texts = reading.headings.texts
    count = reading.rule.rows_per_hand
    firsts = reading.rows if texts else []
    rows = firsts if count == 1 else [first + below for first in firsts for below in range(count)]
    rows = [row for row in rows if row < reading.block.after] if count > 1 else rows
    stored = [reading.sheet.rows[row] for row in rows]
    for place in range(max(map(len, stored), default=0)):
        if place in used or (place < len(texts) and texts[place]):
            continue
        cells = [row[place] if place < len(row) else None for row in stored]
        noted = [row for row, cell in zip(rows, cells, strict=True) if not is_blank(cell)]
        if noted:
            more = f"; {len(noted) - 1} more below" if len(noted) > 1 else ""
            expected = f"a heading over it and a rule for it; not used{more}"
            reading.remark(noted[0], place, "cell without a heading", expected)


def _report_beyond(reading: SheetView, row: int, places: list[int]) -> None:
    filled = [place for place in places if not is_blank(reading.sheet.cell(row, place))]
    if len(filled) > 1:
        expected = "notes only; if it is a record, change where the profile says the data ends"
        reading.refuse(row, filled[0], Refused("row after the end of the data", expected))
