"""Blocks of a sheet: its headings with the rows below, once, or again and again under titles.

On a sheet of stacked tables a block begins wherever the headings come again, or at a title that
rows follow; titles such as ``Table 4 - Pai Gow`` state what holds for their block alone. A block
takes no title from another: one that lacks its own is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.headings import find_headings, headings_begin
from feeaudit.intake.profiles.patterns import part_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import SheetRule

# A month of three shifts at twenty tables is 1,860 blocks; more is a profile that finds headings
# in every row.
_MOST_BLOCKS = 5_000


@dataclass(frozen=True, slots=True)
class Title:
    """What a title states, and its row counted from 0."""

    row: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """Headings and the rows that they head, counted from 0, with the titles above by fact."""

    headings: Headings
    first: int
    after: int
    titles: dict[str, Title]


def blocks_of(sheet: Sheet, rule: SheetRule) -> list[Block]:
    """Return the blocks of a sheet; none where it lacks the headings that the rule looks for."""
    if rule.stacked:
        return _Stack(sheet, rule).blocks()
    headings = find_headings(sheet, rule.header)
    if headings is None:
        return []
    patterns = _patterns(rule)
    titles: dict[str, Title] = {}
    for row in range(headings.first if patterns else 0):
        titles.update(_titles(sheet.rows[row], row, patterns))
    return [Block(headings, headings.after, len(sheet.rows), titles)]


def _patterns(rule: SheetRule) -> dict[str, str]:
    return {fact: where.title for fact, where in rule.facts if where.title}


def _titles(cells: list[Cell], row: int, patterns: dict[str, str]) -> Iterator[tuple[str, Title]]:
    """Yield what a row states as a title: in one of its cells, or in all of them read as one."""
    texts = [shown(cell) for cell in cells if not is_blank(cell)]
    for fact, pattern in patterns.items():
        for text in dict.fromkeys([*texts, " ".join(texts)]):
            found = part_of(pattern, text)
            if found is not None:
                yield fact, Title(row, found)
                break


@dataclass(slots=True)
class _Stack:
    """A sheet of stacked tables, read downwards: ``titles`` wait for the rows or headings below.

    ``begins`` are the first rows of the blocks found, ``between`` says that other rows have come
    since the last title.
    """

    sheet: Sheet
    rule: SheetRule
    found: list[Block] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    headings: Headings | None = None
    titles: dict[str, Title] = field(default_factory=dict)
    between: bool = False

    def blocks(self) -> list[Block]:
        """Return the blocks of the sheet, each up to the beginning of the next."""
        patterns = _patterns(self.rule)
        row = 0
        while row < len(self.sheet.rows):
            headings = headings_begin(self.sheet, row, self.rule.header)
            if headings is not None:
                self._begin(headings, headings.first, headings.after)
                row = headings.after
                continue
            cells = self.sheet.rows[row]
            if self._is_record(cells):
                self._begin_below_titles()
            else:
                self._keep_titles(dict(_titles(cells, row, patterns)), cells)
            row += 1
        self._begin_below_titles()
        ends = [*self.begins, len(self.sheet.rows)][1:]
        return [replace(block, after=end) for block, end in zip(self.found, ends, strict=True)]

    def _is_record(self, cells: list[Cell]) -> bool:
        """Tell whether a row fills every column by whose heading the tables are found."""
        if self.headings is None:
            return False
        columns = map(self.headings.columns, self.rule.header.find)
        return all(len(cells) > at[0] and not is_blank(cells[at[0]]) for at in columns)

    def _keep_titles(self, titles: dict[str, Title], cells: list[Cell]) -> None:
        """Keep titles for what is below; one that is said again after other rows opens a block."""
        if not titles:
            self.between = self.between or not all(map(is_blank, cells))
            return
        if self.between and self.titles.keys() & titles.keys():
            self._begin_below_titles()
        self.titles |= titles
        self.between = False

    def _begin_below_titles(self) -> None:
        """Begin a block that a title opens under the headings above."""
        if self.titles and self.headings is not None:
            first = max(title.row for title in self.titles.values()) + 1
            self._begin(self.headings, first, first)

    def _begin(self, headings: Headings, top: int, first: int) -> None:
        self.headings = headings
        self.begins.append(min([top, *(title.row for title in self.titles.values())]))
        self.found.append(Block(headings, first, first, self.titles))
        self.titles = {}
        self.between = False
        if len(self.found) > _MOST_BLOCKS:
            raise UnusableLog(
                f"{self.sheet.file}, sheet {self.sheet.name}: more than {_MOST_BLOCKS:,} stacked"
                " tables; name more headings under 'find', so that no row of data has them all"
            )
