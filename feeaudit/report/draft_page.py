"""A draft beside its paper, as one page: lines at the left, cells at the right, marks to walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.book.export import schedule_rows
from feeaudit.book.load import read_book
from feeaudit.book.packet.packet_lines import read_packet
from feeaudit.book.progress import progress_of
from feeaudit.report.page_templates import asset, environment, policy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from feeaudit.book.export import Row
    from feeaudit.book.model import Cardroom, Mark


def draft_page(book: Path, cardroom: str, packet: Path) -> str:
    """Return the page of a drafted cardroom beside its packet."""
    (place,) = read_book(book, [cardroom]).cardrooms
    style, script = asset(["draft/draft.css"]), asset(["draft/draft.js"])
    parts = list(_parts(place))
    return (
        environment("draft")
        .get_template("draft.html")
        .render(
            title=f"Draft of {place.name}",
            progress=str(progress_of(place)),
            policy=policy(style, script),
            style=style,
            script=script,
            lines=list(_lines(packet, _touched(place))),
            parts=parts,
        )
    )


def _parts(place: Cardroom) -> Iterator[dict[str, Any]]:
    """Yield what there is to look at, file by file; the place and its games come first."""
    yield _part(place.name, f"{place.cardroom}/cardroom.yaml", place.marks, ())
    for game in place.games:
        if any(mark.open for mark in game.marks):
            yield _part(game.name, f"{place.cardroom}/games.yaml", game.marks, ())
    for schedule in place.schedules:
        yield _part(schedule.title, schedule.file, schedule.marks, tuple(schedule_rows(schedule)))


def _part(title: str, file: str, marks: Sequence[Mark], rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "title": title,
        "file": file,
        "marks": [_mark(mark) for mark in marks if mark.open and mark.about != "cells"],
        "rows": [_row(row) for row in rows],
    }


def _mark(mark: Mark) -> dict[str, Any]:
    return {
        "about": mark.about,
        "why": mark.why,
        "line": mark.lines[0],
        "more": len(mark.lines) - 1,
        "open": mark.certainty == "open",
    }


def _row(row: Row) -> dict[str, str]:
    low, high = row.low.removesuffix(".00"), row.high.removesuffix(".00")
    tier = f"{low}+" if low and not high else f"{high} or less" if high and not low else ""
    tier = tier or (low if low == high else f"{low}\u2013{high}")
    return {
        "option": row.option,
        "size": row.table_limit or row.stakes,
        "component": row.component.replace("_", " "),
        "basis": "" if row.basis == "flat" else row.basis.replace("_", " "),
        "tier": tier,
        "fee": row.fee or "unreadable",
        "line": row.line,
        "mark": row.mark,
    }


def _touched(place: Cardroom) -> set[int]:
    marks = [*place.marks, *(mark for game in place.games for mark in game.marks)]
    marks += [mark for schedule in place.schedules for mark in schedule.marks]
    return {line for mark in marks if mark.open for line in mark.lines}


def _lines(packet: Path, touched: set[int]) -> Iterator[dict[str, Any]]:
    page = None
    for line in read_packet(packet).lines:
        turned = line.page is not None and line.page != page
        page = line.page
        if line.blank and not turned:
            continue
        text = "  \u2502  ".join(line.cells) if line.tabular else line.text
        yield {
            "number": line.number,
            "text": text,
            "marked": line.number in touched,
            "page": line.page if turned else None,
        }
