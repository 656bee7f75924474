"""A drafted book: the schedules of a packet with their cells, their lines and every doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from feeaudit.book.packet.column_trends import doubt_odd_columns
from feeaudit.book.packet.contradictions import doubt_contradicted
from feeaudit.book.packet.drafted import OPEN, DraftDoubt
from feeaudit.book.packet.fee_tables import FeeTable, arounds
from feeaudit.book.packet.game_titles import GameTitle, game_names, nearest_title, titles_of
from feeaudit.book.packet.grids import grids_of
from feeaudit.book.packet.option_groups import groups_of, lettered
from feeaudit.book.packet.packet_headings import heading, plain_names
from feeaudit.book.packet.readers import layouts, stated, with_others
from feeaudit.book.packet.suspicion import NUMBERING, suspect
from feeaudit.book.sources import looks_like_fees

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from feeaudit.book.model import KnownGame
    from feeaudit.book.packet.drafted import DraftOption
    from feeaudit.book.packet.fee_tables import TableSetting
    from feeaudit.book.packet.grids import Grid
    from feeaudit.book.packet.packet_headings import Words
    from feeaudit.book.packet.packet_lines import Paper

FIRST_NUMBER = "the numbers of this schedule start at {name}"
SAME_NAME = "another table nearby has an option of this name, and no numbers are printed"
# Tables of one game stand together: so many before and after are looked at.
_NEAR_TABLES = 3
# A header stands close above the first row.
_HEADER_ABOVE = 3
STATED_GAME = "the fee is in a sentence; for which game, the lines around it say"
UNREAD = "the line looks like a row of fees, and no table took it"


@dataclass(slots=True)
class DraftSchedule:
    """One printed schedule: its games, its tables, and what is doubtful about it as a whole."""

    name: str
    edition: int
    title: GameTitle
    tables: list[FeeTable]
    numbered: bool
    doubts: list[DraftDoubt] = field(default_factory=list)

    @property
    def options(self) -> list[DraftOption]:
        """Return its options, in print order."""
        return [group.option for table in self.tables for group in table.groups]

    @property
    def file(self) -> str:
        """Return the name of its file."""
        edition = "" if self.edition == 1 else f".{self.edition}"
        return f"{self.name}{edition}.yaml"


@dataclass(frozen=True, slots=True)
class HeadingQuestion:
    """A heading that is not known: asked about once, and remembered."""

    heading: str
    line: int
    example: str


@dataclass(frozen=True, slots=True)
class DraftBook:
    """Everything that was read from a packet."""

    paper: Paper
    schedules: tuple[DraftSchedule, ...]
    questions: tuple[HeadingQuestion, ...]
    doubts: tuple[DraftDoubt, ...] = ()


def drafted(
    paper: Paper, words: Words, known: Mapping[str, KnownGame], without: str = ""
) -> DraftBook:
    """Read a packet; ``without`` leaves out what only that document has taught."""
    names = game_names(known)
    printed = [name for entry in known.values() for name in (entry.name, *entry.names)]
    grids = with_others(paper, grids_of(paper, words, printed), words, printed, without)
    tables = [
        _read(paper, grid, around, without)
        for grid, around in zip(grids, arounds(paper, grids), strict=True)
    ]
    _doubt_names(tables)
    titles = titles_of(paper, grids, names)
    schedules = _schedules(list(zip(tables, titles, strict=True)))
    sentences = stated(paper, grids, without)
    schedules += _stated(paper, sentences, names)
    doubts = tuple(_unread(paper, [*tables, *sentences]))
    asked = {each.heading: each for each in _questions(grids)}
    for each in _untold_headers(paper, doubts, words, plain_names(printed)):
        asked.setdefault(each.heading, each)
    return DraftBook(paper, tuple(schedules), tuple(asked.values()), doubts)


def _read(paper: Paper, grid: Grid, around: TableSetting, without: str) -> FeeTable:
    table = FeeTable(grid, tuple(groups_of(grid)), around)
    readers = layouts(without)
    for column in grid.columns_that("fee"):
        reader = next(each for each in readers if each.fits(table, column))
        for group in table.groups:
            reader.read(table, column, group)
    suspect(table)
    doubt_odd_columns(table)
    doubt_contradicted(table, paper)
    return table


def _doubt_names(tables: Sequence[FeeTable]) -> None:
    """Mark options without a number whose name another table nearby prints as well.

    Tables of different games print the same limits. Where one goes by a buy-in or is for time,
    the name alone does not tell its options from the other's.
    """
    plain = [table for table in tables if not _numbered(table)]
    for place, table in enumerate(plain):
        near = [*plain[max(place - _NEAR_TABLES, 0) : place], *plain[place + 1 :][:_NEAR_TABLES]]
        others = {group.option.name for each in near for group in each.groups}
        timed = any(
            cell.component == "time" for group in table.groups for cell in group.option.cells
        )
        if not timed and table.grid.columns_that("key", "limit"):
            continue
        clash = [group for group in table.groups if group.option.name in others]
        for group in table.groups if timed and clash else clash:
            group.option.doubt_all(SAME_NAME)


def _schedules(tables: Sequence[tuple[FeeTable, GameTitle]]) -> list[DraftSchedule]:
    found: list[DraftSchedule] = []
    for table, title in tables:
        last = found[-1] if found else None
        if last is not None and last.title.ids == title.ids and _goes_on(last, table):
            last.tables.append(table)
        else:
            found.append(_new(table, title, found))
    number = 0
    for schedule in found:
        _name_options(schedule)
        _doubt_holes(schedule)
        first = schedule.options[0]
        follows = "" if schedule.title.approvals else str(number + 1)
        if schedule.numbered and first.name not in {"1", follows}:
            first.doubt_all(FIRST_NUMBER.format(name=first.name))
        numbers = [int(option.name) for option in schedule.options if option.name.isdigit()]
        number = numbers[-1] if schedule.numbered and numbers else 0
    return found


def _doubt_holes(schedule: DraftSchedule) -> None:
    """Mark options between which a table ends, another begins, and a number is left out."""
    for before, table in pairwise(schedule.tables):
        one, other = before.groups[-1].option, table.groups[0].option
        if schedule.numbered and int(other.name) != int(one.name) + 1:
            why = NUMBERING.format(name=other.name, before=one.name)
            one.doubt_all(why)
            other.doubt_all(why)


def _stated(
    paper: Paper, tables: Sequence[FeeTable], names: Mapping[str, str]
) -> list[DraftSchedule]:
    """Return a schedule for each fee that a sentence states, with the game printed above it."""
    found: list[DraftSchedule] = []
    for table in tables:
        line = table.grid.header[0]
        games = nearest_title(paper, line, names).games
        ids = {game for game, _ in games}
        edition = 1 + sum(1 for each in found if ids & set(each.title.ids))
        name = f"stated-on-line-{line}"
        title = GameTitle(games, (), (line,))
        schedule = DraftSchedule(name, edition, title, [table], numbered=False)
        schedule.doubts.append(DraftDoubt("game", STATED_GAME, (line,)))
        found.append(schedule)
    return found


def _numbered(table: FeeTable) -> bool:
    return bool(table.grid.columns_that("key", "option")) and not lettered(table.grid)


def _goes_on(schedule: DraftSchedule, table: FeeTable) -> bool:
    """Tell whether a table goes on with a schedule: its numbers do, or its limits are others."""
    if schedule.numbered != _numbered(table):
        return False
    before = [option.name for option in schedule.options]
    here = [group.option.name for group in table.groups]
    if schedule.numbered:
        numbers = [int(name) for name in before if name.isdigit()]
        first = next((int(name) for name in here if name.isdigit()), 0)
        return not numbers or first > max(numbers)
    return set(before).isdisjoint(here)


def _new(table: FeeTable, title: GameTitle, before: Sequence[DraftSchedule]) -> DraftSchedule:
    games = title.games or (("unknown-game", "Unknown game"),)
    title = GameTitle(games, title.approvals, title.lines or table.grid.header, title.doubt)
    name = title.ids[0] if len(title.ids) == 1 else f"{title.ids[0]}-and-others"
    rivals = [each for each in before if set(each.title.ids) & set(title.ids)]
    edition = 1 + max((each.edition for each in rivals), default=0)
    schedule = DraftSchedule(name, edition, title, [table], _numbered(table))
    if title.doubt:
        schedule.doubts.append(DraftDoubt("game", title.doubt, title.lines))
    if rivals:
        why = f"the game has another schedule in this packet, {rivals[-1].file}"
        schedule.doubts.append(DraftDoubt("game", why, table.grid.header))
    return schedule


def _name_options(schedule: DraftSchedule) -> None:
    """Give options that have no name one that the grammar takes; they are marked already."""
    last = 0
    for option in schedule.options:
        if schedule.numbered and not option.name.isdigit():
            option.name = str(last + 1)
            option.doubt_all("the number of the option could not be read")
        elif not option.name:
            option.name = f"line {option.lines[0]}"
            option.doubt_all("nothing names the option")
        last = int(option.name) if option.name.isdigit() else last


def _questions(grids: Iterable[Grid]) -> tuple[HeadingQuestion, ...]:
    asked: dict[str, HeadingQuestion] = {}
    for grid in grids:
        for place, column in enumerate(grid.columns):
            strange = column.role == "unknown" or column.doubt.startswith("of the heading")
            if strange and column.text not in asked:
                example = next(
                    (row.cell(place).text for row in grid.rows if not row.cell(place).blank), ""
                )
                asked[column.text] = HeadingQuestion(column.text, grid.header[0], example)
    return tuple(asked.values())


def _untold_headers(
    paper: Paper, unread: Iterable[DraftDoubt], words: Words, names: frozenset[str]
) -> Iterator[HeadingQuestion]:
    """Yield the headings for want of which a table was not read, with what stands below them."""
    for line in (paper.line(number) for doubt in unread for number in doubt.lines):
        above = [each for each in paper.between(1, line.number - 1)[-_HEADER_ABOVE:] if each.text]
        header = above[-1] if above and line.tabular else None
        if header is None or any(map(str.isdigit, header.text)):
            continue
        for place, cell in enumerate(header.cells):
            if heading(cell, words, names).role == "unknown":
                example = line.cells[place] if place < len(line.cells) else ""
                yield HeadingQuestion(cell, header.number, example)


def _unread(paper: Paper, tables: Sequence[FeeTable]) -> Iterable[DraftDoubt]:
    """Yield lines that look like fees and that no table has."""
    taken = {line for table in tables for line in table.grid.header}
    taken |= {line for table in tables for group in table.groups for line in group.option.lines}
    for line in paper.lines:
        plain = "\t".join(line.cells) if line.cells else line.text
        if line.number not in taken and looks_like_fees(plain):
            yield DraftDoubt("unread", UNREAD, (line.number,), OPEN)
