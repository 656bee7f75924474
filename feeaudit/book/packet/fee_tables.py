"""A table with what stands around it: who pays, by what, for which period, and how sure that is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.packet_headings import period_in
from feeaudit.book.packet.prose import Paragraph, paragraphs, taken_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.grids import Grid
    from feeaudit.book.packet.option_groups import Group
    from feeaudit.book.packet.packet_lines import Paper, PaperLine

UNKNOWN_PAYER = "the heading does not say who pays"
UNKNOWN_SOURCE = "nothing printed says what this fee is taken from"
OTHER_SOURCE = "the prose takes a fee from something other than the pot"
LOST_TITLE = "the same header stood under a title for time or designated fees before"
FAR_TITLE = "the title that speaks of time stands above another title"
NO_PERIOD = "a fee for time, and no length of the period is printed"
_APPROVAL = re.compile(r"\bGEG[AR]\s?-?\s?\d", re.IGNORECASE)
_TIME = re.compile(
    r"\btimed? (?:collections?|fees?|rates?|charges?)\b"
    r"|\b(?:collections?|fees?|rates?|charges?|per player)\b.*\b(?:per|every) (?:half |1/2 )?hour\b"
)
_DESIGNATED = re.compile(r"\b(?:designated|modified|no[- ]flop) (?:table )?fees?\W*$")
# Longer lines than this, and lines that end like sentences or are items of a list, are no titles.
_MOST_TITLE_WORDS = 14
_DESIGNATED_WORDS = 6
# A line that names two fees is a header that has lost its columns.
_FEE_WORD = re.compile(r"\b(?:fees?|rate)\b", re.IGNORECASE)
# A wrapped paragraph has lines of at least so many words.
_SPOKEN = 9
_ITEM = re.compile(r"^(?:[-*\u2022]|\d{1,2}[.)]|[a-z][.)])\s")


@dataclass(frozen=True, slots=True)
class TableSetting:
    """What the lines around a table say."""

    statements: tuple[Paragraph, ...] = ()
    titles: tuple[PaperLine, ...] = ()
    pot: str = ""
    doubt: str = ""

    @property
    def title(self) -> str:
        """Return the nearest title."""
        return self.titles[-1].text.lower() if self.titles else ""


@dataclass(frozen=True, slots=True)
class FeeTable:
    """A table, its options, and what is said around it."""

    grid: Grid
    groups: tuple[Group, ...]
    around: TableSetting

    def statements(self, option: str) -> list[Paragraph]:
        """Return the paragraphs that speak of an option."""
        return [each for each in self.around.statements if each.covers(option)]

    @property
    def by_time(self) -> bool:
        """Tell whether a title of its own says that fees are taken for time."""
        return any(_TIME.search(line.text.lower()) for line in self.around.titles)

    def period(self, column: int, aside: str = "") -> int | None:
        """Return the minutes of a period, by the heading, the cell or the title."""
        titled = (period_in(line.text) for line in self.around.titles)
        stated = self.grid.columns[column].period or period_in(aside)
        return stated or next(filter(None, titled), None)

    def component(self, column: int) -> tuple[str, str]:
        """Return who is charged by a column, and the doubt about it."""
        component, doubt = self._charged(column)
        return component, doubt or self.around.doubt

    def _charged(self, column: int) -> tuple[str, str]:
        heading = self.grid.columns[column]
        if heading.means not in {"", "player"}:
            return heading.means, heading.doubt
        if self.by_time:
            far = "" if _TIME.search(self.around.title) else FAR_TITLE
            return "time", heading.doubt or far
        if heading.span is not None or self.grid.columns_that("key", "count"):
            designated = _designated(self.around.title)
            source = "" if designated else self._source()
            return "no_flop" if designated else "pot", heading.doubt or source
        if heading.means:
            return heading.means, heading.doubt
        payer = "player" if self.grid.columns_that("basis", "wager") else "pot"
        return payer, UNKNOWN_PAYER

    def _source(self) -> str:
        near = taken_from(" ".join(each.text for each in self.around.statements))
        if near == "elsewhere":
            return OTHER_SOURCE
        return "" if near or self.around.pot == "pot" else UNKNOWN_SOURCE


def arounds(paper: Paper, grids: Sequence[Grid]) -> list[TableSetting]:
    """Return what is said around each table; a table that goes on is under what was said before."""
    pot = _pot_of(paper)
    found: list[TableSetting] = []
    before = TableSetting(pot=pot)
    last: Grid | None = None
    for grid in grids:
        if last is not None and goes_on(last, grid):
            found.append(before)
            last = grid
            continue
        again = last is not None and _same_header(last, grid)
        last = grid
        own_titles = tuple(
            line
            for line in grid.titles
            if is_title(line)
            and (line.text.lower() not in paper.repeated or _decides(line.text.lower()))
        )
        spoken = any(line.words >= _SPOKEN for line in grid.prose)
        statements = tuple(paragraphs(_of_this_game(grid.prose))) if spoken else ()
        if own_titles or statements:
            lost = again and not statements and _lost(before, own_titles)
            before = TableSetting(
                statements or (before.statements if not own_titles else ()),
                own_titles or before.titles,
                pot,
                LOST_TITLE if lost else "",
            )
        found.append(before)
    return found


def _of_this_game(lines: Sequence[PaperLine]) -> Sequence[PaperLine]:
    """Return lines from the last one on that prints a Bureau id: what stands above is another's."""
    for place in range(len(lines) - 1, -1, -1):
        if _APPROVAL.search(lines[place].text):
            return lines[place:]
    return lines


def _decides(title: str) -> bool:
    """Tell whether a title says what kind of fee is below it, however often it is printed."""
    return _TIME.search(title) is not None or _designated(title)


def _designated(title: str) -> bool:
    """Tell whether a title is about the fee of hands that end early, and is no longer than that."""
    short = len(title.split()) <= _DESIGNATED_WORDS
    return short and _DESIGNATED.search(title) is not None


def goes_on(before: Grid, grid: Grid) -> bool:
    """Tell whether a header is printed again over a table that goes on: its numbers do."""
    numbers = [*_numbers(before)[-1:], *_numbers(grid)[:1]]
    spoken = any(line.words >= _SPOKEN for line in grid.prose)
    return (
        _same_header(before, grid)
        and not spoken
        and len(numbers) > 1
        and numbers[1] == numbers[0] + 1
    )


def _same_header(before: Grid, grid: Grid) -> bool:
    texts = [[each.text for each in one.columns if each.text] for one in (before, grid)]
    return texts[0] == texts[1]


def _lost(before: TableSetting, titles: Sequence[PaperLine]) -> bool:
    """Tell whether titles say nothing of the kind of fee that a title above the last table did."""
    decided = any(_decides(line.text.lower()) for line in before.titles)
    return decided and not any(_decides(line.text.lower()) for line in titles)


def _numbers(grid: Grid) -> list[int]:
    columns = grid.columns_that("key", "option")
    texts = [row.cell(columns[0]).text.strip() for row in grid.rows] if columns else []
    return [int(text) for text in texts if text.isdigit()]


def is_title(line: PaperLine) -> bool:
    """Tell whether a line can be the title of a table: short, no sentence, no fee itself."""
    return (
        0 < line.words <= _MOST_TITLE_WORDS
        and not line.text.endswith(".")
        and "$" not in line.text
        and _ITEM.match(line.text) is None
        and len(_FEE_WORD.findall(line.text)) <= 1
    )


def _pot_of(paper: Paper) -> str:
    """Return what a packet takes poker fees from, where all of its sentences agree."""
    said = {taken_from(line.text) for line in paper.lines if not line.tabular} - {""}
    return said.pop() if len(said) == 1 else "pot" if "pot" in said else ""
