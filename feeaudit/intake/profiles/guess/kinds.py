"""The kind of an unknown sheet: hands, wagers, another record of a cardroom, a summary, or none."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from feeaudit.core.dialect import Refused, count
from feeaudit.intake.cells.cell import clock, is_blank, moment, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.files.sheets import turned
from feeaudit.intake.profiles.guess.layout import (
    Layout,
    known_headings,
    layout_as,
    layout_of,
    unread_times,
)
from feeaudit.intake.profiles.headings import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet

HANDS: Final = "hands"
WAGERS: Final = "wagers"
FEES: Final = "fees"
OTHERS: Final = ("offers", "postings", "time fees", "seats", "counts")
OF_HANDS: Final = (HANDS, WAGERS, FEES)
READ: Final = (HANDS, WAGERS, FEES, *OTHERS)
SUMMARY: Final = "summary"
BLANK: Final = "blank form"
RECORD: Final = "other record"
NONE: Final = "no record"
EXAMPLE: Final = "example"
UNDATED: Final = "undated"

_PLAIN_WORDS: Final = {
    HANDS: "hands, one row each",
    WAGERS: "wagers, one row each",
    FEES: "fees, one row each",
    "offers": "offers of the player-dealer position",
    "postings": "posted fee notices",
    "seats": "who sat where",
    "counts": "counts of drop boxes",
    "time fees": "time fees",
}
_TIME_FEE = re.compile(
    r"\btime (?:collections?|fees?|charges?)\b|\bseat (?:rental|charge|fee)s?\b"
    r"|(?:per|each|every) (?:half|1/2|½)[ -]?hour|\bhalf[ -]?hour(?:ly)? (?:collection|fee|charge)",
    re.IGNORECASE,
)
_COUNT_TITLE = re.compile(
    r"\b(?:drop|box|count)(?: box)?(?: count)?(?: sheet| log| report)\b|drop count", re.IGNORECASE
)
_CLOCK = r"\d{1,2}(?::\d{2})?\s*(?:[ap]m?)?"
_RANGE = re.compile(rf"{_CLOCK}\s*(?:-|\u2013|to)\s*{_CLOCK}", re.IGNORECASE)
_SHIFT_NAME = re.compile(r"(?:day|swing|grave(?:yard)?|night|morning|evening|am|pm)s?(?: shift)?")
_BETS = re.compile(r"\b(?:bets?|wagers?|wagered)\b", re.IGNORECASE)
_FEES = re.compile(r"\b(?:fees?|collections?)\b", re.IGNORECASE)
_UNNUMBERED: Final = (
    "each row is a {}, but no column says of which hand; add a column that numbers the hands"
)
# What rows are about, by the columns that tell them apart.
_UNITS: Final = {
    "days": ("date", "table", "game"),
    "games": ("game",),
    "tables": ("table",),
}
_HALF_HOUR: Final = timedelta(minutes=30)
_HOUR: Final = timedelta(hours=1)
_NO_RECORD: Final = "it is not a recognizable cardroom record"
_FEWEST_STEPS: Final = 2
_FEWEST_HEADINGS: Final = 3
_MOST_TURNED: Final = 200  # rows: what is noted of a hand that stands in a column
# Two headings in a row that come twice may be chance; a table beside the first repeats more.
_SIDE_BY_SIDE: Final = 3


@dataclass(frozen=True, slots=True)
class SheetKind:
    """What a sheet was taken for, on which evidence, and its rows of data (counted from 1)."""

    sheet: str
    kind: str
    evidence: str
    rows: tuple[int, int] = (0, 0)
    layout: Layout | None = None

    def __str__(self) -> str:
        name = f"Sheet {self.sheet!r}" if self.sheet else "The file"
        if self.kind not in READ:
            return f"{name} is ignored: {self.evidence}."
        first, last = self.rows
        rows = f"row {first}" if first == last else f"rows {first} to {last}"
        return f"{name} holds {_PLAIN_WORDS[self.kind]}, in {rows}: {self.evidence}."


def kind_of(sheet: Sheet, dialect: Dialect) -> SheetKind:
    """Return what a sheet is, by its headings and the values below them, as it lies or turned."""
    found = _as_it_lies(sheet, dialect)
    if found.kind in READ or len(sheet.rows) > _MOST_TURNED:
        return found
    on_its_side = _as_it_lies(turned(sheet), dialect)
    if on_its_side.kind not in READ:
        return found
    evidence = f"rows and columns are exchanged; {on_its_side.evidence}"
    return replace(on_its_side, evidence=evidence)


def _as_it_lies(sheet: Sheet, dialect: Dialect) -> SheetKind:
    layout = layout_of(sheet, dialect)
    if layout is None:
        return SheetKind(sheet.name, NONE, _NO_RECORD)
    rows = layout.body.records
    span = (rows[0] + 1, rows[-1] + 1) if rows else (0, 0)
    found = _decided(layout, dialect)
    return replace(found, rows=span)


def _decided(layout: Layout, dialect: Dialect) -> SheetKind:
    name = layout.sheet.name
    if _is_blank(layout):
        return SheetKind(name, BLANK, "it has headings but no rows of data")
    twice = [text for text in layout.headings.repeated if len(text) > 1]
    if len(twice) >= _SIDE_BY_SIDE:
        return SheetKind(name, RECORD, _side_by_side(twice))
    second = _second_table(layout)
    if second:
        return SheetKind(name, RECORD, second)
    for kind in OTHERS:
        other = layout_as(layout, kind, dialect)
        if _IS[kind](other, layout):
            return SheetKind(name, kind, _headed(other), layout=other)
    summary = _summary(layout, dialect)
    if summary:
        return SheetKind(name, SUMMARY, summary, layout=layout)
    return _hands(layout)


def _is_blank(layout: Layout) -> bool:
    """Tell whether nothing was filled in: at most the lines are numbered."""
    filled = {
        place
        for row in layout.body.records
        for place, cell in enumerate(layout.sheet.rows[row])
        if not is_blank(cell)
    }
    headed = sum(bool(text) for text in layout.headings.texts)
    return len(filled) <= 1 < headed


def _side_by_side(twice: list[list[int]]) -> str:
    first, second = min(places[0] for places in twice), min(places[1] for places in twice)
    return (
        f"two tables are side by side, from columns {column_letters(first)} and"
        f" {column_letters(second)} on; put the second on a sheet of its own"
    )


def _second_table(layout: Layout) -> str:
    """Return that another table, with other headings, stands below the first; else nothing."""
    own = {plain(text) for text in layout.headings.texts}
    for row in layout.body.records:
        cells = [cell for cell in layout.sheet.rows[row] if not is_blank(cell)]
        texts = [cell for cell in cells if isinstance(cell, str)]
        if len(texts) < len(cells) or any(map(_has_digit, texts)):
            continue
        if {plain(text) for text in texts} <= own:
            continue
        if known_headings(texts) >= _FEWEST_HEADINGS:
            return (
                f"another table with other headings begins in {layout.sheet.line(row)}; put it on a"
                " sheet of its own"
            )
    return ""


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _headed(layout: Layout) -> str:
    heads = [repr(each.heading) for each in sorted(layout.found.values(), key=lambda f: f.place)]
    return f"its columns are {', '.join(heads[:6])}"


def _has_hand(layout: Layout) -> bool:
    hand = layout.found.get("hand_id")
    return hand is not None and "hand" in hand.heading.casefold()


def fees_of(layout: Layout) -> list[str]:
    """Return the roles of a layout's fee columns."""
    fees = [role for role in layout.found if role.startswith("fee:")]
    return [*fees, *("seat" for each in layout.blocks if each.role == "fee")]


def has_wagers(layout: Layout) -> bool:
    """Tell whether a layout has columns of wagers."""
    return (
        any(each.role == "wager" for each in layout.blocks)
        or bool(layout.wagers)
        or layout.has("table_action")
        or (layout.has("seat", "amount") and not layout.has("payer"))
    )


def _is_offers(other: Layout, _hands: Layout) -> bool:
    by_seat = any(each.role == "offer" for each in other.blocks)
    return other.has("hand_id") and (by_seat or other.has("response", "seat"))


def _is_postings(other: Layout, hands: Layout) -> bool:
    dated = other.has("posted_at") or other.has("posted_time")
    amounts = fees_of(hands) or has_wagers(hands)
    return other.has("game", "option") and dated and not amounts and not _has_hand(hands)


def _is_seats(other: Layout, hands: Layout) -> bool:
    since = other.has("from") or other.has("from_time")
    alone = not _has_hand(hands) and not has_wagers(hands) and not fees_of(hands)
    return other.has("seat", "player") and since and alone


def _is_counts(other: Layout, hands: Layout) -> bool:
    if _has_hand(hands) or hands.has("hands_count") or other.has("seat") or hands.blocks:
        return False
    counted = other.found.get("amount")
    said = counted is not None and re.search(r"count|box", counted.heading, re.IGNORECASE)
    titled = bool(_COUNT_TITLE.search(hands.title))
    periods = other.has("from", "to") or other.has("from_time", "to_time")
    if periods and (other.has("collection") or other.has("jackpot")):
        return True
    return (
        counted is not None
        and (other.has("box") or bool(said) or titled)
        and (periods or other.has("box") or titled)
    )


def _is_time_fees(other: Layout, hands: Layout) -> bool:
    if _has_hand(hands):
        return False
    said = any(_TIME_FEE.search(text) for text in (hands.title, *hands.headings.texts))
    amounts = other.has("amount") or any(each.role in {"wager", "fee"} for each in other.blocks)
    return bool(said) and amounts and (other.has("time") or other.has("moment"))


_IS: Final = {
    "offers": _is_offers,
    "postings": _is_postings,
    "seats": _is_seats,
    "counts": _is_counts,
    "time fees": _is_time_fees,
}


def _summary(layout: Layout, dialect: Dialect) -> str:
    """Return why the rows are sums over many hands, or nothing."""
    tally = layout.found.get("hands_count")
    counted = _largest(layout.column(tally.place)) if tally is not None else 0
    what = _row_unit(layout, dialect)
    if counted > 1:
        first = _first_count(layout.column(tally.place)) if tally is not None else 0
        return _sums(what or "sums", f"{first} hands in one row")
    if _has_hand(layout) or not (fees_of(layout) or has_wagers(layout) or _shift_columns(layout)):
        return ""
    return _sums(what, "each row adds up many hands") if what else ""


def _sums(what: str, why: str) -> str:
    return (
        f"these rows are {what}, not hands: {why}. Fees are set hand by hand, so one row per hand"
        " is needed, with its time, its wagers and its fees"
    )


def _largest(cells: list[Cell]) -> int:
    return max(_counts(cells), default=0)


def _first_count(cells: list[Cell]) -> int:
    return next((each for each in _counts(cells) if each > 1), 0)


def _counts(cells: list[Cell]) -> Iterator[int]:
    for cell in cells:
        try:
            yield count(cell)
        except Refused:
            continue


def _row_unit(layout: Layout, dialect: Dialect) -> str:
    """Return what a row is where it is no hand: a shift, a half hour, a day, a game."""
    steps = _steps(layout, dialect)
    if steps is not None:
        if not steps:
            return ""
        return "half hours" if steps == {_HALF_HOUR} else "hours" if steps == {_HOUR} else ""
    if _ranges(layout):
        return "stretches of time"
    if layout.has("session") or _shift_columns(layout):
        return "shifts"
    for what, roles in _UNITS.items():
        if layout.has(roles[0]) and _is_key(layout, roles):
            return what
    return ""


def _is_key(layout: Layout, roles: tuple[str, ...]) -> bool:
    """Tell whether columns say of each row what it is about: none says the same as another."""
    places = [layout.found[role].place for role in roles if layout.has(role)]
    rows = [
        tuple(shown(layout.sheet.cell(row, place)) for place in places)
        for row in layout.body.records
    ]
    return len(set(rows)) == len(rows)


def _steps(layout: Layout, dialect: Dialect) -> set[timedelta] | None:
    """Return how far apart the times of a table's rows are, if always as far; None without times.

    Rows half an hour apart to the minute are no hands.
    """
    found = layout.found.get("moment") or layout.found.get("time")
    if found is None or not any(map(_has_clock, layout.sample(found.place))):
        return None
    last: dict[str, timedelta] = {}
    steps: Counter[timedelta] = Counter()
    table, date = layout.found.get("table"), layout.found.get("date")
    for row in layout.body.records:
        at = _of_day(layout.sheet.cell(row, found.place), dialect)
        group = "|".join(
            shown(layout.sheet.cell(row, each.place)) for each in (table, date) if each is not None
        )
        if at is None or at % _HALF_HOUR:
            return set()
        if group in last and at != last[group]:
            steps[(at - last[group]) % timedelta(days=1)] += 1
        last[group] = at
    regular = len(steps) == 1 and sum(steps.values()) >= _FEWEST_STEPS
    return set(steps) if regular else set()


def _has_clock(cell: Cell) -> bool:
    return isinstance(cell, (datetime, time, timedelta)) or (isinstance(cell, str) and ":" in cell)


def _of_day(cell: Cell, dialect: Dialect) -> timedelta | None:
    try:
        return clock(cell)
    except Refused:
        pass
    try:
        at = moment(cell, replace(dialect, dates=dialect.dates or "month_first"))
    except Refused:
        return None
    return timedelta(hours=at.hour, minutes=at.minute, seconds=at.second)


def _ranges(layout: Layout) -> bool:
    """Tell whether a column holds stretches of time such as 10:00-10:30."""
    for place in range(len(layout.headings.texts)):
        cells = [cell for cell in layout.sample(place) if not is_blank(cell)]
        texts = [cell for cell in cells if isinstance(cell, str) and _RANGE.fullmatch(cell.strip())]
        timed = sum(":" in text or "m" in text.casefold() for text in texts)
        if cells and timed * 2 > len(cells):
            return True
    return False


def _shift_columns(layout: Layout) -> bool:
    """Tell whether columns are headed by the names of shifts."""
    heads = [text.casefold() for text in layout.headings.texts]
    return sum(_SHIFT_NAME.fullmatch(text) is not None for text in heads) > 1


def _hands(layout: Layout) -> SheetKind:
    kind, evidence = _kind_of_hands(layout)
    return SheetKind(layout.sheet.name, kind, evidence or _headed(layout), layout=layout)


def _kind_of_hands(layout: Layout) -> tuple[str, str]:
    """Return whether rows are hands, wagers or fees; where they are none, also why not."""
    numbered = _has_hand(layout)
    fees, wagers = fees_of(layout), has_wagers(layout)
    by_seat = layout.has("seat") and (layout.has("amount") or bool(layout.wagers))
    if layout.has("amount") and _says_fees(layout):
        return (FEES, "") if numbered else (RECORD, _UNNUMBERED.format("fee"))
    if by_seat and not layout.blocks:
        return (WAGERS, "") if numbered else (RECORD, _UNNUMBERED.format("bet"))
    timed = layout.has("moment") or layout.has("time")
    placed = numbered and any(map(layout.has, ("table", "game", "player_dealer_seat")))
    if timed and (fees or wagers or placed):
        return HANDS, ""
    if numbered and (fees or wagers):
        return (HANDS if wagers else FEES), ""
    return _neither(layout)


def _says_fees(layout: Layout) -> bool:
    """Tell whether the amounts of a sheet are fees: it says who paid, or for what, or is headed so.

    A plain "Amount" is a wager's where anything on the sheet speaks of wagers.
    """
    if layout.has("payer"):
        return True
    heading = layout.found["amount"].heading
    texts = [text for text in layout.headings.texts if text]
    if fees_of(layout) or any(_BETS.search(text) for text in (*texts, heading)):
        return False
    titled = layout.title.removeprefix(layout.sheet.file)
    return layout.has("fee_kind") or (bool(_FEES.search(titled)) and not _BETS.search(titled))


def _neither(layout: Layout) -> tuple[str, str]:
    """Return what is said of a sheet that holds nothing a log could be made of."""
    if layout.has("table") or layout.has("game") or _has_hand(layout) or any(unread_times(layout)):
        return RECORD, without_hands(layout)
    return NONE, _NO_RECORD


def without_hands(layout: Layout) -> str:
    """Return why no hands can be made of a sheet: its times cannot be read, or it has none."""
    for row, place, heading, cell in unread_times(layout):
        return (
            f"{layout.sheet.address(row, place)}, {heading}, holds {shown(cell)!r}, which is not"
            " a time, and neither are others below; write times like 19:30 or"
            " 7:30 PM, or 2026-03-01 19:30"
        )
    if (fees_of(layout) or has_wagers(layout)) and layout.has("date"):
        return (
            "its rows have a date but no time of day; a column with the time each hand started is"
            " needed"
        )
    return (
        "there are no wagers, fees, seats, offers, boxes or notices on it that could be checked."
        " For hands, a row of headings with at least a time or a date and time is needed, such as"
        " Hand, Date, Time, Table, Seat 1 Bet, Seat 1 Fee"
    )
