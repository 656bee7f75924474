"""Rows of a table as options: which rows belong together, what the option is called."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.drafted import DraftOption
from feeaudit.book.packet.printed_figures import (
    BACKWARDS,
    LETTERS,
    PrintedStakes,
    amount,
    roman,
    stakes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell

_STAKE_KEYS = ("blinds", "posted_ante", "forced_bet", "buy_in", "points")
_NAMING = ("option", "limit", "buy_in", "blinds", "points", "posted_ante")
_NUMBER = re.compile(r"(?:schedule )?(?:option )?(?:no\. ?|# ?)?(\d{1,4})[.)]?", re.IGNORECASE)
_LETTER = re.compile(r"(?:(?:[Ss]chedule )?[Oo]ption )?([A-HJ-UWYZ])[.)]?")
NO_NAME = "nothing on the row names the option"


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one option."""

    option: DraftOption
    rows: tuple[GridRow, ...]


def groups_of(grid: Grid) -> list[Group]:
    """Return the rows of a table by option, each option with its name and its stakes."""
    naming = _naming_column(grid)
    groups: list[list[GridRow]] = []
    for row in grid.rows:
        starts = naming is not None and not row.cell(naming).blank
        if starts or not groups:
            groups.append([row])
        else:
            groups[-1].append(row)
    return [Group(_option(grid, naming, rows), tuple(rows)) for rows in groups]


def _naming_column(grid: Grid) -> int | None:
    for means in _NAMING:
        columns = grid.columns_that("key", means)
        if columns:
            return columns[0]
    return None


def _option(grid: Grid, naming: int | None, rows: Sequence[GridRow]) -> DraftOption:
    first = rows[0]
    option = DraftOption("", tuple(dict.fromkeys(_lines(rows))))
    _name(option, grid, naming, first)
    for place in grid.columns_that("key"):
        means = grid.columns[place].means
        if means in {"option", "count"} or first.cell(place).blank:
            continue
        _stake(option, means, first.cell(place))
    return option


def _lines(rows: Sequence[GridRow]) -> Iterator[int]:
    for row in rows:
        yield from (cell.line for cell in row.cells if not cell.blank)


def _name(option: DraftOption, grid: Grid, naming: int | None, first: GridRow) -> None:
    if naming is None or first.cell(naming).blank:
        option.leave_open("option", NO_NAME, first.line)
        return
    cell = first.cell(naming)
    if grid.columns[naming].means == "option":
        number = option_number(cell.text)
        if number:
            option.name = number
            return
        letter = _LETTER.fullmatch(cell.text.strip())
        if letter and lettered(grid):
            option.name = letter[1]
            return
        numeral = roman(cell.text)
        if numeral is not None:
            option.name = str(numeral)
            option.leave_open("option", f"{cell.text!r} is read as option {numeral}", cell.line)
            return
        mended = amount(cell.text)
        if mended and LETTERS in mended.doubts and mended.cents % 100 == 0:
            option.name = str(mended.cents // 100)
            option.leave_open("option", f"{cell.text!r} is read as option {option.name}", cell.line)
            return
        option.leave_open("option", f"{cell.text!r} is not an option number", cell.line)
        return
    named = stakes(cell.text)
    option.name = named.text if named else ""
    if named is None:
        option.leave_open("option", f"{cell.text!r} names no option", cell.line)


def option_number(text: str) -> str:
    """Return the number that a cell names an option by; nothing where it prints anything else."""
    match = _NUMBER.fullmatch(text.strip())
    return str(int(match[1])) if match else ""


def lettered(grid: Grid) -> bool:
    """Tell whether the options of a table go by letters, A for the first of them."""
    columns = grid.columns_that("key", "option")
    printed = [row.cell(columns[0]) for row in grid.rows] if columns else []
    letters = [_LETTER.fullmatch(cell.text.strip()) for cell in printed if not cell.blank]
    return bool(letters) and all(letters) and letters[0] is not None and letters[0][1] == "A"


def _stake(option: DraftOption, means: str, cell: PrintedCell) -> None:
    read: PrintedStakes | None = stakes(cell.text)
    if read is None:
        option.leave_open(means, f"{cell.text!r} cannot be read", cell.line)
        return
    for doubt in read.doubts:
        option.leave_open(means, f"{cell.text!r}: {doubt}", cell.line)
    if means == "limit" and BACKWARDS not in read.doubts:
        option.limit = read.text
    elif means in _STAKE_KEYS:
        option.stakes[means] = read.text
