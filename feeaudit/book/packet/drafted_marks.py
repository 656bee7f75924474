"""Doubts as marks of the book: one mark for each reason, with the options and lines it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feeaudit.book.packet.drafted import LIKELY
from feeaudit.book.packet.yaml_text import options_text, quoted, stretches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.packet.draft_book import DraftSchedule
    from feeaudit.book.packet.drafted import DraftDoubt

_SUBJECTS = {
    "option": "option",
    "limit": "limit",
    "game": "game",
    "unread": "unread",
    "header": "header",
    "term": "term",
    "rotation": "rotation",
    "rule": "rule",
    "wagers": "wagers",
    "approval": "approval",
    "place": "place",
}


class _Touched(NamedTuple):
    options: list[str]
    lines: list[int]


def mark_lines(schedule: DraftSchedule) -> Iterator[str]:
    """Yield the marks of a schedule as YAML."""
    rows = [*_cell_marks(schedule), *doubt_lines(_own(schedule))]
    if rows:
        yield "marks:"
        yield from rows


def doubt_lines(doubts: Iterable[DraftDoubt], indent: str = "  ") -> Iterator[str]:
    """Yield doubts that are about no cell as marks, lines of one reason together."""
    merged: dict[tuple[str, str, str], list[int]] = {}
    for doubt in doubts:
        about = _SUBJECTS.get(doubt.about, "stakes")
        merged.setdefault((about, doubt.why, doubt.certainty), []).extend(doubt.lines)
    for (about, why, certainty), lines in merged.items():
        sure = "" if certainty == LIKELY else f", certainty: {certainty}"
        yield f"{indent}- {{about: {about}, lines: {stretches(lines)}, why: {quoted(why)}{sure}}}"


def _cell_marks(schedule: DraftSchedule) -> Iterator[str]:
    touched: dict[tuple[str, str], _Touched] = {}
    for option in schedule.options:
        for cell in option.cells:
            for why in cell.doubts:
                mark = touched.setdefault((cell.component, why), _Touched([], []))
                mark.options.append(option.name)
                mark.lines.append(cell.line)
    for (component, why), mark in touched.items():
        options = options_text(list(dict.fromkeys(mark.options)), schedule.numbered)
        lines = stretches(mark.lines)
        yield (
            f"  - {{about: cells, options: {options}, component: {component}, lines: {lines},"
            f" why: {quoted(why)}}}"
        )


def _own(schedule: DraftSchedule) -> Iterator[DraftDoubt]:
    yield from schedule.doubts
    for option in schedule.options:
        yield from option.doubts
