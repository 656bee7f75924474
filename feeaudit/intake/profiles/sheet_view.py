"""One sheet being read by one rule: its rows, its columns, and the faults found so far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeVar

from feeaudit.core.dialect import Refused
from feeaudit.intake.cells.cell import Cell, Unread, is_blank, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.files.sheets import MOST_COLUMNS
from feeaudit.intake.log import Fault
from feeaudit.intake.profiles.headings import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.blocks import Block
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import Profile, RowTest, SheetRule
    from feeaudit.intake.tables import Column

T = TypeVar("T")
# Where a hand takes several rows, those after the first are further columns of its one record.
SPAN: Final = MOST_COLUMNS
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
    columns: dict[int, list[Cell]] = field(default_factory=dict)
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

    def cells(self, place: int) -> list[Cell]:
        """Return the cells of a column in the rows that are records, blanks as None."""
        if place not in self.columns:
            self.columns[place] = self._stored(place)
            self._mark_merged(place)
        return self.columns[place]

    def _stored(self, place: int) -> list[Cell]:
        nothing = self.dialect.blanks
        below, place = divmod(place, SPAN)
        rows = self.sheet.rows
        if below:
            cells = [self.sheet.cell(row + below, place) for row in self.rows]
        else:
            cells = [rows[row][place] if place < len(rows[row]) else None for row in self.rows]
        return [None if _is_nothing(cell, nothing) else cell for cell in cells]

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
            for each in covered:
                if (rows[each], column) != (top, left):
                    self.columns[place][each] = mark

    def fill_down(self, place: int) -> None:
        """Let the blank cells of a column repeat the cell above."""
        last: Cell = None
        filled = []
        for cell in self._stored(place):
            last = last if cell is None else cell
            filled.append(last)
        self.columns[place] = filled

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
        return any(type(cell) is datetime for cell in self.cells(place))

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


def _is_nothing(cell: Cell, nothing: frozenset[str]) -> bool:
    if type(cell) is str:
        return not cell.strip() or (bool(nothing) and plain(cell) in nothing)
    return cell is None or (bool(nothing) and plain(shown(cell)) in nothing)


def data_rows(
    reading: SheetView, tested: dict[str, int], mapped: Iterable[int], hand: HandPlaces
) -> list[int]:
    """Return the rows that are records: no blanks, totals, repeated headings or closing notes.

    ``tested`` tells where the columns of the rule's tests are, ``mapped`` which columns matter. A
    row beyond the end that fills several of these is reported: it may be a record. One without
    the number of its hand is no total if it tells the hand's time.
    """
    rule, sheet = reading.rule, reading.sheet
    first = rule.first_row - 1 if rule.first_row else reading.block.first
    rows: list[int] = []
    blanks = 0
    ended = False
    places = sorted({place % SPAN for place in mapped})
    for row in range(first, reading.block.after):
        cells = sheet.rows[row]
        if all(map(is_blank, cells)):
            blanks += 1
            continue
        after_blanks = 0 < rule.end_after_blank_rows <= blanks and bool(rows)
        ended = ended or after_blanks or _matches(rule.end, cells, tested)
        blanks = 0
        if ended:
            _report_beyond(reading, row, places)
        elif _is_record(reading, cells, places) and (
            not _matches(rule.skip, cells, tested)
            or (tested.get(rule.skip.column) in hand.number and hand.is_unnumbered(cells))
        ):
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


def _matches(test: RowTest, cells: list[Cell], tested: dict[str, int]) -> bool:
    if not test.words and not test.blank:
        return False
    if test.column:
        place = tested[test.column]
        cell = cells[place] if place < len(cells) else None
    else:
        cell = next(cell for cell in cells if not is_blank(cell))
    if is_blank(cell):
        return test.blank
    return any(begins_with(word, shown(cell)) for word in test.words)


def begins_with(word: str, text: str) -> bool:
    """Tell whether a text begins with a word, or several of it: not Sumner with Sum."""
    word, text = plain(word), plain(text)
    rest = text.removeprefix(word)
    whole = not word[-1:].isalnum() or not rest.removeprefix("s")[:1].isalnum()
    return text.startswith(word) and whole


def _is_record(reading: SheetView, cells: list[Cell], places: list[int]) -> bool:
    """Tell whether a row fills a column that matters, and is not the headings once more."""
    filled = [place for place in places if place < len(cells) and not is_blank(cells[place])]
    lines = range(reading.headings.first, reading.headings.after)
    return bool(filled) and not any(
        all(cells[place] == reading.sheet.cell(line, place) for place in filled) for line in lines
    )


def remark_beside(reading: SheetView, mapped: Iterable[int]) -> None:
    """Remark on columns that have cells beside records but no heading: nobody said what of them."""
    used = {place % SPAN for place in mapped}
    texts = reading.headings.texts
    noted: dict[int, list[int]] = {}
    count = reading.rule.rows_per_hand
    firsts = reading.rows if texts else ()
    rows = firsts if count == 1 else [first + below for first in firsts for below in range(count)]
    for row in rows:
        for place, cell in enumerate(reading.sheet.rows[row] if row < reading.block.after else ()):
            headed = place < len(texts) and texts[place]
            if not headed and place not in used and not is_blank(cell):
                noted.setdefault(place, []).append(row)
    for place, rows in sorted(noted.items()):
        more = f"; {len(rows) - 1} more below" if len(rows) > 1 else ""
        expected = f"a heading over it and a rule for it; not used{more}"
        reading.remark(rows[0], place, "cell without a heading", expected)


def _report_beyond(reading: SheetView, row: int, places: list[int]) -> None:
    filled = [place for place in places if not is_blank(reading.sheet.cell(row, place))]
    if len(filled) > 1:
        expected = "notes only; if it is a record, change where the profile says the data ends"
        reading.refuse(row, filled[0], Refused("row after the end of the data", expected))
