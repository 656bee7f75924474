"""The margins of an unknown sheet: rows that are totals, and where notes follow the data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank
from feeaudit.intake.profiles.guess.body import first_text, total_word, word_for
from feeaudit.intake.profiles.guess.samples import is_ditto
from feeaudit.intake.profiles.model import RowTest
from feeaudit.intake.profiles.sheet_view import begins_with

if TYPE_CHECKING:
    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.profiles.guess.layout import Layout

_VOID = re.compile(
    r"(?:void(?:ed)?|misdeals?|cancell?ed|dead hand|do not count|duplicate|error|example|sample)\b",
    re.IGNORECASE,
)
_LONGEST_WORD = 40
_SAID_ONCE = ("cardroom", "date", "table", "game", "option", "session")
_OF_A_HAND = ("hand_id", "time", "moment")
_OF_A_ROW = ("seat", "time", "moment", "from", "from_time", "posted_at", "amount")


def totals_of(layout: Layout) -> tuple[RowTest, list[str]]:
    """Return how to know rows that are no records, totals and notes, and sentences about them."""
    body, sheet = layout.body, layout.sheet
    named = {
        total_word(sheet.rows[row]).capitalize() or word_for(row, sheet, body)
        for row in body.totals
    }
    found = sorted(named, key=len)
    words = [
        word
        for place, word in enumerate(found)
        if not any(begins_with(shorter, word) for shorter in found[:place])
    ]
    about = [f"Rows that begin with {' or '.join(words)} are left out."] if words else []
    for row in [*body.notes_among, *_wide_notes(layout)]:
        word = word_for(row, sheet, body)
        if word not in words:
            words.append(word)
        text = first_text(sheet.rows[row])
        about.append(f"Row {row + 1} is a note and left out: {text!r}.")
    if words:
        return RowTest(words=tuple(words)), about
    hand = layout.found.get("hand_id")
    if hand is not None and layout.body.unlabeled:
        test = RowTest(column=hand.heading, blank=True)
        return test, [f"Rows without {hand.heading!r} but with amounts are left out as totals."]
    return RowTest(), []


def _wide_notes(layout: Layout) -> list[int]:
    """Return notes below the data that fill several columns of records, as signatures do."""
    used, body = sorted(layout.used), layout.body
    after = [row for row in body.notes if body.records and row > body.records[-1]]
    return [row for row in after if _is_data(layout.sheet.rows[row], used)]


def void_rows(layout: Layout) -> tuple[int, list[int], tuple[str, ...]]:
    """Return the column that marks rows as void, those rows, and the words that mark them."""
    for place in range(len(layout.headings.texts)):
        cells = zip(layout.body.records, layout.column(place), strict=True)
        found = [
            (row, match[0])
            for row, cell in cells
            if isinstance(cell, str) and (match := _VOID.match(cell.strip()))
        ]
        if found and len(found) < len(layout.body.records):
            words = tuple(dict.fromkeys(word.casefold() for _, word in found))
            return place, [row for row, _ in found], words
    return -1, [], ()


def set_totals_apart(layout: Layout) -> None:
    """Count the last rows as totals where they, and no others, give amounts without a hand."""
    hand, seat = layout.found.get("hand_id"), layout.found.get("seat")
    rows = layout.body.records
    last = layout.sheet.rows[rows[-1]] if rows else []
    numbers = sum(isinstance(cell, (int, float)) for cell in last)
    if hand is None or numbers <= 1 or (seat is not None and _has(last, seat.place)):
        return
    clock = next((layout.found[role] for role in ("moment", "time") if role in layout.found), None)
    unnumbered = [
        row
        for row in rows
        if not _has(layout.sheet.rows[row], hand.place)
        and (clock is None or not _has(layout.sheet.rows[row], clock.place))
    ]
    if unnumbered and unnumbered == rows[-len(unnumbered) :]:
        layout.body.records = rows[: -len(unnumbered)]
        layout.body.unlabeled = unnumbered


def _has(cells: list[Cell], place: int) -> bool:
    return place < len(cells) and not is_blank(cells[place]) and not is_ditto(cells[place])


def repeated_of(layout: Layout) -> tuple[str, ...]:
    """Return the headings of columns that say once what holds for the rows below as well.

    Such a column begins filled and is mostly blank. The number and time of a hand are left out
    below only where each row is a seat's.
    """
    rows = [
        layout.sheet.rows[row]
        for row in layout.body.records
        if _is_said(layout, layout.sheet.rows[row])
    ]
    roles = _SAID_ONCE + (_OF_A_HAND if "seat" in layout.found and not layout.blocks else ())
    found = [layout.found[role] for role in roles if role in layout.found]
    return tuple(
        each.heading
        for each in found
        if rows
        and _has(rows[0], each.place)
        and (_is_mostly_blank(rows, each.place) or _is_dittoed(rows, each.place))
        and len(layout.headings.columns(each.heading)) == 1
    )


def _is_mostly_blank(rows: list[list[Cell]], place: int) -> bool:
    return sum(not _has(cells, place) for cells in rows) * 2 >= len(rows)


def _is_dittoed(rows: list[list[Cell]], place: int) -> bool:
    """Tell whether marks repeat the cell above, and no blank could mean something else."""
    cells = [row[place] if place < len(row) else None for row in rows]
    return any(map(is_ditto, cells)) and not any(map(is_blank, cells))


def _is_said(layout: Layout, cells: list[Cell]) -> bool:
    """Tell whether a row is a hand's or a seat's, and no total or note."""
    known = [layout.found[role] for role in _OF_A_ROW if role in layout.found]
    return any(_has(cells, each.place) for each in known)


def end_of(layout: Layout) -> tuple[RowTest, int, str]:
    """Return how to know the end of the data: words, or blank rows; and a sentence about it."""
    used = sorted(layout.used)
    rows = layout.sheet.rows
    last = max(
        (row for row in range(layout.headings.after, len(rows)) if _is_data(rows[row], used)),
        default=len(rows),
    )
    notes = [row for row in range(last + 1, len(rows)) if first_text(rows[row])]
    if not notes:
        return RowTest(), 0, ""
    gap = notes[0] - last - 1
    if gap > _widest_gap(layout, last):
        return RowTest(), gap, f"Notes follow the data after {gap} blank rows."
    word = first_text(rows[notes[0]]).partition(":")[0][:_LONGEST_WORD].strip()
    return RowTest(words=(word,)), 0, f"Notes follow the data from {word!r} on."


def _is_data(cells: list[Cell], used: list[int]) -> bool:
    filled = sum(place < len(cells) and not is_blank(cells[place]) for place in used)
    return filled > 1


def _widest_gap(layout: Layout, last: int) -> int:
    """Return the longest run of blank rows inside the data."""
    widest = run = 0
    for row in range(layout.headings.after, last):
        run = 0 if first_text(layout.sheet.rows[row]) else run + 1
        widest = max(widest, run)
    return widest
