"""Tables of a packet as grids: headings, rows under them, and what stands above.

A table goes on over a page break, under a running title and under a header that is printed again.
Where its header is missing, or something else came between, its rows say so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from feeaudit.book.packet.packet_headings import PacketHeading, Words, heading, plain_names
from feeaudit.book.packet.printed_figures import amount, is_blank, players, roman, stakes, tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

MISSING_HEADER = "the header above these rows is missing; they are read under that of line {line}"
LOST_PAGE = (
    "a page number is left out above: the header of these rows may be on a page that is lost"
)
# A packet is put together from parts with numbers of their own; a larger step begins another part.
_MOST_LOST = 5
_APPROVAL = re.compile(r"\bGEG[AR]", re.IGNORECASE)
_PAYOUT = re.compile(r"\d+ ?(?:to|-|:|for) ?[12]")
_PAYOUT_TITLE = re.compile(r"\bpay(?:out|off|s|table)?s?\b|\bodds\b", re.IGNORECASE)
_OPTION_NAME = re.compile(
    r"(?:(?:[Ss]chedule )?(?:[Oo]ption )?(?:[Nn]o\. ?|# ?)?\d{1,4}|(?:[Oo]ption )?[A-Z])[.)]?"
)
_MOST_ROW_WORDS = 14
_MOST_DAMAGED_WORDS = 4
DAMAGED = "the row cannot be read as it is printed"
# A title that belongs to a table stands close above it.
_TITLES_ABOVE = 8


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """What one cell prints, and on which line."""

    text: str
    line: int

    @property
    def blank(self) -> bool:
        """Tell whether it prints nothing."""
        return is_blank(self.text)


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row of a table and the doubts about it as a whole."""

    cells: tuple[PrintedCell, ...]
    line: int
    doubts: tuple[str, ...] = ()

    def cell(self, column: int) -> PrintedCell:
        """Return what stands in a column; nothing where the row ends before it."""
        return self.cells[column] if column < len(self.cells) else PrintedCell("", self.line)


@dataclass(slots=True)
class Grid:
    """A table: its headings, its rows, and the lines above that say what it is about."""

    columns: tuple[PacketHeading, ...]
    header: tuple[int, ...]
    above: tuple[PaperLine, ...]
    rows: list[GridRow] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    layout: str = "tabbed"

    @property
    def titles(self) -> tuple[PaperLine, ...]:
        """Return the short lines above it, the nearest last."""
        return tuple(line for line in self.above if not line.prose and not line.tabular)

    @property
    def prose(self) -> tuple[PaperLine, ...]:
        """Return the paragraphs above it."""
        return tuple(line for line in self.above if not line.tabular)

    def columns_that(self, role: str, means: str = "") -> list[int]:
        """Return the columns of a role, in print order."""
        return [
            place
            for place, each in enumerate(self.columns)
            if each.role == role and (not means or each.means == means)
        ]


def grids_of(paper: Paper, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the fee tables of a packet, in print order."""
    grids = _joined(list(_Finder(paper, words, names).found()))
    for after, before in _lost_pages(paper):
        _doubt_lost_page(grids, after, before)
    return grids


def _lost_pages(paper: Paper) -> Iterator[tuple[int, int]]:
    """Yield the lines between which a page number is left out: the page may have had a header.

    Numbers are at the foot of a page or at its head: the page lost is above the second or below it.
    """
    feet = [(line.number, line.page_number) for line in paper.lines if line.page_number]
    ends = [*(number for number, _ in feet[2:]), paper.lines[-1].number + 1 if paper.lines else 0]
    for ((start, one), (middle, other)), end in zip(pairwise(feet), ends, strict=False):
        if 1 < other - one <= _MOST_LOST:
            yield start, middle
            yield middle, end


def _doubt_lost_page(grids: Sequence[Grid], after: int, before: int) -> None:
    for grid in grids:
        if grid.header[-1] < after:
            grid.rows = [
                replace(row, doubts=(*row.doubts, LOST_PAGE)) if after < row.line < before else row
                for row in grid.rows
            ]


def _joined(grids: Sequence[Grid]) -> list[Grid]:
    """Return tables in which an option that goes on under a header printed again is one option."""
    found: list[Grid] = []
    for grid in grids:
        last = found[-1] if found else None
        if last is not None and _cut_option(last, grid):
            last.rows.extend(grid.rows)
        else:
            found.append(grid)
    return found


def _cut_option(last: Grid, grid: Grid) -> bool:
    """Tell whether a page break cut an option in two: the first row below it names none."""
    naming = grid.columns_that("key", "option")
    same = [each.text for each in last.columns] == [each.text for each in grid.columns]
    quiet = not any(line.prose or _APPROVAL.search(line.text) for line in grid.above)
    return bool(
        same and quiet and naming and last.rows and grid.rows and grid.rows[0].cell(naming[0]).blank
    )


def is_header(cells: Sequence[str], headings: Sequence[PacketHeading]) -> bool:
    """Tell whether a line is the header of a fee table."""
    printed = [each for each in headings if each.role != "blank"]
    known = [each for each in printed if each.role not in {"unknown", "ignored"}]
    fees = [each for each in known if each.role == "fee"]
    others = [each for each in known if each.role != "fee"]
    wordy = all(
        _words(cell) or each.role == "fee"
        for cell, each in zip(cells, headings, strict=True)
        if each.role != "blank"
    )
    enough = len(known) * 2 > len(printed)
    return bool(fees and wordy and enough and (others or len(fees) > 1))


def is_row(cells: Sequence[str]) -> bool:
    """Tell whether a line can be a row of a fee table."""
    printed = [cell for cell in cells if not is_blank(cell)]
    wordy = [cell for cell in printed if not _several(cell)]
    if not printed or sum(map(_words, wordy)) > _MOST_ROW_WORDS:
        return False
    if _PAYOUT.fullmatch(printed[-1].strip()):
        return False
    named = is_figure(printed[0]) or roman(printed[0]) is not None or _names_option(printed[0])
    return named and any(any(map(str.isdigit, cell)) for cell in printed)


def _names_option(text: str) -> bool:
    """Tell whether a cell names an option in other ways than by a number alone."""
    return _OPTION_NAME.fullmatch(text.strip()) is not None


def suits(text: str, column: PacketHeading) -> bool:
    """Tell whether a cell prints what its column is for, plainly enough to be a row's."""
    if column.role == "fee":
        return amount(text) is not None and not text.strip().isdecimal()
    if column.role == "basis":
        return tier(text) is not None
    if column.role == "key":
        readers: dict[str, Callable[[str], object]] = {"option": amount, "count": players}
        return readers.get(column.means, stakes)(text) is not None
    return False


def is_figure(text: str) -> bool:
    """Tell whether a cell prints a figure of any form."""
    forms = (amount, tier, players, stakes)
    return any(form(text) is not None for form in forms) or _several(text)


def _several(text: str) -> bool:
    """Tell whether a cell prints several figures, one after the other."""
    return len(re.findall(r"\$ ?\.?\d", text)) > 1


def _words(text: str) -> int:
    return len(re.findall(r"[A-Za-z]{2,}", text))


class _Finder:
    """Goes through a packet line by line with the table that is open."""

    def __init__(self, paper: Paper, words: Words, names: Sequence[str]) -> None:
        self.paper = paper
        self.words = words
        self.names = plain_names(names)
        self.meant: dict[str, PacketHeading] = {}
        self.open: Grid | None = None
        self.above: list[PaperLine] = []
        self.broken = ""
        self.turned = False

    def found(self) -> Iterator[Grid]:
        for line in self.paper.lines:
            if line.blank:
                continue
            if line.foot:
                self._turn()
            elif line.tabular:
                yield from self._tabular(line)
            else:
                self._between(line)

    def _tabular(self, line: PaperLine) -> Iterator[Grid]:
        headings = tuple(map(self._heading, line.cells))
        if self.open is not None and not self.open.rows and _below(self.open, line, headings):
            self.open.columns = _merged(self.open.columns, headings)
            self.open.header = (*self.open.header, line.number)
        elif is_header(line.cells, headings):
            self.open = self._begun(line, headings)
            yield self.open
        elif self.open is not None and is_row(line.cells) and self._goes_on(self.open, line):
            self.open.rows.append(self._row(self.open, line))
        elif self.open is not None and self.open.rows and _damaged(line):
            row = self._row(self.open, line)
            self.open.rows.append(replace(row, doubts=(*row.doubts, DAMAGED)))
        elif _closes(line):
            self.open = None
            self.above.append(line)

    def _heading(self, text: str) -> PacketHeading:
        """Return what a cell means as a heading; most cells of a packet are printed many times."""
        found = self.meant.get(text)
        if found is None:
            found = self.meant[text] = heading(text, self.words, self.names)
        return found

    def _begun(self, line: PaperLine, headings: tuple[PacketHeading, ...]) -> Grid:
        empty = self.open is not None and not self.open.rows
        before = self.open.above if self.open is not None and empty else ()
        grid = Grid(headings, (line.number,), (*before, *self.above))
        self.above = []
        self.broken = ""
        return grid

    def _goes_on(self, grid: Grid, line: PaperLine) -> bool:
        """Tell whether a row can belong to the open table after what came between."""
        if self.broken != "another":
            return True
        pairs = zip(line.cells, grid.columns, strict=False)
        return len(line.cells) == len(grid.columns) and all(
            is_blank(cell) or suits(cell, each) for cell, each in pairs
        )

    def _row(self, grid: Grid, line: PaperLine) -> GridRow:
        cells = tuple(PrintedCell(cell, line.number) for cell in line.cells)
        missing = self.broken in {"another", "new title"}
        if not missing:
            self.broken = ""
            self.above = []
        self.turned = False
        doubts = (MISSING_HEADER.format(line=grid.header[0]),) if missing else ()
        return GridRow(cells, line.number, doubts)

    def _between(self, line: PaperLine) -> None:
        """Note what stands between tables: a title may run through one, another game ends it."""
        self.above.append(line)
        repeated = line.text.lower() in self.paper.repeated
        if line.prose or line.sentence or (_APPROVAL.search(line.text) and not repeated):
            self.broken = "another"
        elif not self.broken:
            runs = repeated or (self.turned and not self._names_game(line))
            self.broken = "title" if runs else "new title"

    def _turn(self) -> None:
        """Note the end of a page: a title beside its number is that of the packet."""
        self.turned = True
        if self.broken == "new title" and not any(map(self._names_game, self.above)):
            self.broken = "title"

    def _names_game(self, line: PaperLine) -> bool:
        printed = " ".join(plain_names([line.text]))
        return any(f" {name} " in f" {printed} " for name in self.names)


def _below(grid: Grid, line: PaperLine, headings: tuple[PacketHeading, ...]) -> bool:
    """Tell whether a line goes on with the header above it: stages, or remarks on the columns."""
    if len(line.cells) > len(grid.columns):
        return False
    printed = [
        (cell, each)
        for cell, each in zip(line.cells, headings, strict=True)
        if each.role != "blank"
    ]
    return bool(printed) and all(
        each.from_pot is not None or (_words(cell) and not any(map(str.isdigit, cell)))
        for cell, each in printed
    )


def _merged(
    above: tuple[PacketHeading, ...], below: tuple[PacketHeading, ...]
) -> tuple[PacketHeading, ...]:
    """Return headings of two lines as one: a stage below decides, a remark does not."""
    merged = []
    for place, upper in enumerate(above):
        lower = below[place] if place < len(below) else PacketHeading("blank")
        merged.append(lower if lower.from_pot is not None or upper.role == "blank" else upper)
    return tuple(merged)


def _damaged(line: PaperLine) -> bool:
    """Tell whether a line looks like a row whose cells have run into each other."""
    money = re.search(r"\$ ?\.?\d", line.text) is not None
    odds = any(_PAYOUT.fullmatch(cell.strip()) for cell in line.cells)
    return money and not odds and line.words <= _MOST_DAMAGED_WORDS


def _closes(line: PaperLine) -> bool:
    """Tell whether a tabular line that is no fee row ends the table above it."""
    return line.words > 0 or _PAYOUT_TITLE.search(line.text) is not None
