"""The parts of a drafted cardroom, each with its lines of the paper, its cells and its marks.

A part is a file as far as one thing is concerned: the cardroom, a game, a schedule. Pages name
parts by number; files are looked up here and never come from the browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from feeaudit.book.export import schedule_rows
from feeaudit.book.packet.packet_lines import read_packet
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.book.export import Row
    from feeaudit.book.model import Cardroom, Mark
    from feeaudit.book.packet.packet_lines import PaperLine

_AROUND: Final = 8  # lines of the paper before and after what a part cites


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A part: what it is called, its file within the book, its marks, cells and cited lines."""

    title: str
    file: str
    marks: tuple[Mark, ...]
    rows: tuple[Row, ...]
    lines: tuple[int, ...]

    @property
    def open(self) -> int:
        """How many marks nobody has looked at."""
        return sum(mark.open for mark in self.marks)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the paper as it is shown, and whether a mark or a cell points at it."""

    number: int
    text: str
    page: int | None
    marked: bool


def parts_of(room: Cardroom) -> list[DraftPart]:
    """Return the parts of a cardroom, the place and its games before its schedules."""
    place = f"{room.cardroom}/cardroom.yaml"
    found = [DraftPart(room.name, place, room.marks, (), _cited(room.marks))]
    for game in room.games:
        lines = (*game.lines, *_cited(game.marks))
        found.append(DraftPart(game.name, f"{room.cardroom}/games.yaml", game.marks, (), lines))
    for schedule in room.schedules:
        rows = tuple(schedule_rows(schedule))
        lines = (*schedule.lines, *_cited(schedule.marks))
        found.append(DraftPart(schedule.title, schedule.file, schedule.marks, rows, lines))
    return found


def part_of(room: Cardroom, number: int) -> DraftPart:
    """Return the part of that number."""
    parts = parts_of(room)
    if not 0 <= number < len(parts):
        raise Unknown(f"{room.name} has no such part")
    return parts[number]


def paper_lines(packet: Path, part: DraftPart) -> list[ShownLine]:
    """Return the lines of the paper that a part is about, with some around them."""
    if not part.lines:
        return []
    marked = {line for mark in part.marks if mark.open for line in mark.lines}
    wanted = set(_near(part.lines))
    return [
        ShownLine(line.number, text, line.page, line.number in marked)
        for line in _paper(packet, packet.stat().st_mtime_ns)
        if line.number in wanted
        for text in ["  \u2502  ".join(line.cells) if line.tabular else line.text]
    ]


@lru_cache(maxsize=4)  # a packet is read once while somebody walks through its marks
def _paper(packet: Path, _changed: int) -> tuple[PaperLine, ...]:
    return tuple(read_packet(packet).lines)


def _cited(marks: tuple[Mark, ...]) -> tuple[int, ...]:
    return tuple(line for mark in marks for line in mark.lines)


def _near(lines: tuple[int, ...]) -> Iterator[int]:
    for line in lines:
        yield from range(line - _AROUND, line + _AROUND + 1)
