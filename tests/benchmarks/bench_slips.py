"""Plants slips of the press in the five documents and counts wrong cells that carry no mark.

    python tests/benchmarks/bench_slips.py DOCUMENTS/ [--cardroom ID] [--seeds N]

Every kind of slip goes into one row of each fee table at a time. A drafted cell is wrong when the
book has no such cell on its line. None may stand without a mark, but where two figures that fit
either column have changed places: that, nothing on the paper shows. Those are listed one by one.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from feeaudit.book.export import rows
from feeaudit.book.load import read_book, read_game_list
from feeaudit.book.packet.draft_book import drafted
from feeaudit.book.packet.grids import grids_of
from feeaudit.book.packet.packet_headings import shipped_words
from feeaudit.book.packet.packet_lines import of_text
from feeaudit.core.money import cents
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.export import Row
    from feeaudit.book.model import Cardroom
    from feeaudit.book.packet.drafted import DraftCell

    Slip = Callable[[list[str], Random], list[str] | None]

Key = tuple[int, str, str, str, int | None, int | None, int | None]
UNSEEN = {"exchanged neighbors"}


def filled(cells: list[str], pattern: str = "") -> list[int]:
    """Return the places of cells that print something, or something of a form."""
    return [place for place, cell in enumerate(cells) if cell and re.search(pattern, cell)]


def changed(pattern: str, become: str, within: str = "") -> Slip:
    """Return the slip that turns the first such piece of a cell into another."""

    def slip(cells: list[str], dice: Random) -> list[str] | None:
        places = filled(cells, within or pattern)
        if not places:
            return None
        place = dice.choice(places)
        cells[place] = re.sub(pattern, become, cells[place], count=1)
        return cells

    return slip


def shifted_right(cells: list[str], dice: Random) -> list[str] | None:
    """A blank cell slips in."""
    cells.insert(dice.randrange(len(cells)), "")
    return cells[:-1] if not cells[-1] else cells


def lost_cell(cells: list[str], dice: Random) -> list[str] | None:
    """A value is lost, and what stood right of it moves left."""
    cells.pop(dice.choice(filled(cells)))
    return [*cells, ""]


def blank_cell(cells: list[str], dice: Random) -> list[str] | None:
    """A value is lost, and its cell stays."""
    cells[dice.choice(filled(cells))] = ""
    return cells


def exchanged(cells: list[str], dice: Random) -> list[str] | None:
    """Two neighbors change places."""
    pairs = [
        place for place in range(len(cells) - 1) if len({cells[place], cells[place + 1], ""}) > 2
    ]
    if not pairs:
        return None
    place = dice.choice(pairs)
    cells[place], cells[place + 1] = cells[place + 1], cells[place]
    return cells


def merged(cells: list[str], dice: Random) -> list[str] | None:
    """Two cells become one."""
    pairs = [place for place in filled(cells) if place + 1 in filled(cells)]
    if not pairs:
        return None
    place = dice.choice(pairs)
    cells[place : place + 2] = [f"{cells[place]} {cells[place + 1]}"]
    return cells


SLIPS: dict[str, Slip] = {
    "a letter for a digit": changed("0", "O"),
    "a dollar sign read as 8": changed(r"^\$", "8"),
    "a dollar sign read as S": changed(r"^\$", "S"),
    "a lost point": changed(r"\.", ""),
    "a comma for a point": changed(r"\.", ","),
    "a lost zero": changed(r"00\b", "0", within=r"-.*00\b"),
    "a lost dash": changed(r" ?[-\u2013] ?", " ", within=r"\d ?[-\u2013] ?\$?\d"),
    "a note": changed("$", "*", within=r"\d$"),
    "shifted right": shifted_right,
    "a lost cell": lost_cell,
    "a blank cell": blank_cell,
    "exchanged neighbors": exchanged,
    "merged cells": merged,
}


def of_row(row: Row) -> Key:
    """Return a cell of the book as it is compared."""
    low, high = (
        None if not text else int(text) if row.basis == "players" else cents(text)
        for text in (row.low, row.high)
    )
    fee = cents(row.fee) if row.fee else None
    return int(row.line), row.option, row.component, row.basis, low, high, fee


def of_cell(option: str, cell: DraftCell) -> Key:
    """Return a drafted cell as it is compared."""
    return cell.line, option, cell.component, cell.basis, cell.low, cell.high, cell.fee


class Document:
    """A document with its tables and the cells that the book has of it."""

    def __init__(self, cardroom: Cardroom, documents: Path) -> None:
        text = (documents / cardroom.document).read_text(encoding="utf-8-sig")
        self.name = cardroom.document
        self.lines = text.replace("\\$", "$").split("\n")
        self.words = shipped_words()
        self.known = read_game_list(folder("schedules"))
        self.meant = {of_row(row) for row in rows([cardroom])}
        names = [name for each in self.known.values() for name in (each.name, *each.names)]
        self.tables = grids_of(of_text(self.name, "\n".join(self.lines)), self.words, names)

    def slipped(self, slip: Slip, dice: Random) -> tuple[int, set[Key]]:
        """Return how many slips were planted, and the wrong cells that carry no mark."""
        lines, planted = list(self.lines), 0
        fees = {key[0] for key in self.meant}
        for table in self.tables:
            numbers = [row.line for row in table.rows if row.line in fees]
            numbers = [number for number in numbers if "\t" in lines[number - 1]]
            number = dice.choice(numbers) if numbers else 0
            cells = slip(lines[number - 1].split("\t"), dice) if number else None
            if cells is not None:
                lines[number - 1] = "\t".join(cells)
                planted += 1
        book = drafted(of_text(self.name, "\n".join(lines)), self.words, self.known)
        sure = {
            of_cell(option.name, cell)
            for schedule in book.schedules
            for option in schedule.options
            for cell in option.cells
            if not cell.doubts
        }
        return planted, sure - self.meant


def main() -> int:
    """Print for each kind of slip how many were planted and what was wrong without a mark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--cardroom", help="only this one")
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    book = read_book(folder("schedules"))
    papers = [
        Document(each, options.documents)
        for each in book.cardrooms
        if options.cardroom in {None, each.cardroom}
    ]
    planted = unmarked = 0
    for name, slip in SLIPS.items():
        dice = Random(name)  # noqa: S311 - a benchmark's dice
        found = [each.slipped(slip, dice) for each in papers for _ in range(options.seeds)]
        slips, wrong = sum(each for each, _ in found), sum(len(each) for _, each in found)
        print(f"  {name:25} {slips:5} slips, {wrong} wrong cells without a mark")
        for key in [key for _, keys in found for key in sorted(keys, key=str)]:
            print(f"      {key}")
        planted, unmarked = planted + slips, unmarked + (0 if name in UNSEEN else wrong)
    print(
        f"  {'in all':25} {planted:5} slips, {unmarked} wrong cells without a mark that the paper shows"
    )
    return 1 if unmarked else 0


if __name__ == "__main__":
    sys.exit(main())
