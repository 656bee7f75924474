"""The hours of an unknown sheet: AM or PM where its times do not say, by the shift or by asking."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from feeaudit.core.dialect import Refused
from feeaudit.intake.cells.cell import clock, is_blank, shown
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.times import is_unmarked

if TYPE_CHECKING:
    from collections.abc import Collection

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.guess.questions import Inquiry

CLOCKS: Final = ("time", "end_time", "from_time", "to_time", "posted_time")
_HOUR = r"([0-9]{1,2})(?::[0-9]{2})? ?([ap])\.?m\.?"
_HOURS = re.compile(rf"{_HOUR} ?(?:-|\u2013|to|until) ?{_HOUR}", re.IGNORECASE)
# When shifts usually begin and end, on a clock of 24 hours.
_SHIFTS: Final = {
    "day": (6, 18),
    "morning": (5, 12),
    "swing": (14, 26),
    "evening": (15, 27),
    "grave": (22, 33),
    "graveyard": (22, 33),
    "night": (18, 30),
}
_SHIFT = re.compile(rf"\b({'|'.join(_SHIFTS)})\b", re.IGNORECASE)
_NOON: Final = 12


@dataclass(frozen=True, slots=True)
class Hours:
    """What a profile says about the hours of a sheet, and a sentence that explains it."""

    afternoon: str = ""
    wraps: bool = False
    sentence: str = ""


def hours_of(layout: Layout, marked: Collection[tuple[int, int]], inquiry: Inquiry) -> Hours:
    """Return which hours are PM where times do not say so; ``marked`` cells are shown with it."""
    found = next((layout.found[role] for role in CLOCKS if role in layout.found), None)
    if found is None:
        return Hours()
    rows = layout.body.records
    cells = [
        (row, cell)
        for row, cell in zip(rows, layout.column(found.place), strict=True)
        if not is_blank(cell) and is_unmarked(cell) and (row, found.place) not in marked
    ]
    faces = [face for _, cell in cells if (face := _face(cell)) is not None]
    if not faces or len(faces) < len(cells) or any(_is_padded(cell) for _, cell in cells):
        return Hours()
    wraps = any(after < before for before, after in pairwise(faces))
    first = int(faces[0])
    evening, morning = f"{first}:00-12:00", f"12:00-{first}:00" if wraps else ""
    settled = _settled(layout, faces[0])
    if settled:
        hours, why = settled
        chosen = evening if hours == "PM" else morning
        if first == _NOON % 12:
            chosen = "12:00-12:00" if hours == "PM" else ""
        return Hours(chosen, wraps, f"Times without AM or PM begin as {hours}: {why}.")
    row, cell = cells[0]
    written = shown(cell)[:5] if isinstance(cell, time) else shown(cell)
    question = SheetQuestion(
        "afternoon",
        f"{found.heading!r} holds times such as {written} without AM or PM: does it begin in the"
        " afternoon or in the morning?",
        f"row {row + 1}: {found.heading} {written}",
        (
            SheetReading("afternoon", f"{written} is PM.", f"afternoon: {evening}"),
            SheetReading(
                "as_written",
                f"{written} is AM.",
                f"afternoon: {morning}" if morning else "past noon is written 13:00",
            ),
        ),
    )
    chosen = evening if inquiry.choice(question) == "afternoon" else morning
    return Hours("12:00-12:00" if first == 0 and chosen == evening else chosen, wraps)


def _face(cell: Cell) -> float | None:
    """Return the hours since twelve that a clock face shows; None for 19:02 and 0:10."""
    try:
        hours = clock(cell).total_seconds() / 3600
    except Refused:
        return None
    return hours % _NOON if 1 <= hours < _NOON + 1 else None


def _is_padded(cell: Cell) -> bool:
    """Tell whether a time is written as on a clock of 24 hours: 07:02."""
    return isinstance(cell, str) and cell.strip().startswith("0")


def _settled(layout: Layout, first: float) -> tuple[str, str] | None:
    """Return AM or PM where the sheet names a shift into which only one of them falls."""
    for text in _shift_texts(layout):
        stated = _HOURS.search(text)
        if stated:
            begin, end = _of_day(stated[1], stated[2]), _of_day(stated[3], stated[4])
            window = (begin, end if end > begin else end + 24)
        elif named := _SHIFT.search(text):
            window = _SHIFTS[named[1].casefold()]
        else:
            continue
        fits = [half for half, at in (("AM", first), ("PM", first + _NOON)) if _within(at, window)]
        if len(fits) == 1:
            return fits[0], f"the shift is {text!r}"
    return None


def _of_day(hour: str, half: str) -> int:
    return int(hour) % _NOON + (_NOON if half.casefold() == "p" else 0)


def _within(at: float, window: tuple[int, int]) -> bool:
    begin, end = window
    return begin <= at < end or begin <= at + 24 < end


def _shift_texts(layout: Layout) -> list[str]:
    """Return what the sheet says of its shift: in a column that always says the same, or above."""
    texts = []
    session = layout.found.get("session") or layout.found.get("shift")
    if session is not None:
        said = {shown(cell).strip() for cell in layout.column(session.place) if not is_blank(cell)}
        texts += list(said) if len(said) == 1 else []
    for row in layout.sheet.rows[: layout.headings.first]:
        for place, cell in enumerate(row):
            if isinstance(cell, str) and re.search(r"shift|session|hours", cell, re.IGNORECASE):
                beside = row[place + 1] if place + 1 < len(row) else None
                texts += [cell, *([shown(beside)] if isinstance(beside, str) else [])]
    name = layout.sheet.name
    return [*texts, *([name] if re.search(r"shift|\bswing\b|\bgrave", name, re.IGNORECASE) else [])]
