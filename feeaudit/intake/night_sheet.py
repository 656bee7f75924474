"""The night sheet: one row for each hand, as wide as the table has seats.

It is the form that people fill in. Its headings say everything that a profile would have to say,
so that a filled one needs none: the profile is made from the headings that are there, whatever
columns somebody deleted or added. The title in its first cell is what it is known by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.intake.cells.cell import shown
from feeaudit.intake.files.sheets import TEXTS, WORKBOOKS, open_sheets
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.headings import find_headings, plain
from feeaudit.intake.profiles.importer import log_of
from feeaudit.intake.profiles.model import (
    ROWS,
    CellRule,
    Header,
    Profile,
    RecordRule,
    SheetRule,
)
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.intake.files.sheets import Opened, Sheet
    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.headings import Headings

NIGHT: Final = "Night"
ROTATION: Final = "Rotation"
NIGHT_TITLE: Final = "feeaudit night sheet: one row for each hand"
ROTATION_TITLE: Final = "feeaudit rotation sheet: one row for each offer of the position"
HEADER_ROW: Final = 2

# The columns of a hand, in the order in which they stand; Date and Time together are when it began.
HAND_COLUMNS: Final = {
    "Hand": "hand_id",
    "Date": "date",
    "Time": "time",
    "Cardroom": "cardroom",
    "Table": "table",
    "Game": "game",
    "Option": "option",
    "Players": "players",
    "Opening round": "opening_round",
    "Dealer": "dealer",
    "Player-dealer seat": "player_dealer_seat",
    "Player-dealer": "player_dealer",
    "Player-dealer wager": "player_dealer_wager",
}
OFFER_COLUMNS: Final = {
    "Hand": "hand_id",
    "Offer": "sequence",
    "Seat": "seat",
    "Player": "player",
    "Answer": "response",
}
# A blank means the row above only where what is left out can hardly have changed: a new table may
# have another game, and another game other options.
FILLED_DOWN: Final = ("Date", "Cardroom", "Table")
DITTO: Final = ("Game", "Option", "Dealer", "Player-dealer seat", "Player-dealer")
_NEEDED: Final = ("Hand", "Date", "Time", "Cardroom", "Table", "Game")
_NEEDED_OFFERS: Final = ("Hand", "Offer", "Seat", "Answer")
_SEAT: Final = re.compile(r"seat (\w+) (\S.*)", re.IGNORECASE)
_FEES: Final = {column.name: column.choices for column in TABLES["collections"]}


@dataclass(frozen=True, slots=True)
class NightForm:
    """What the columns of a night sheet are for beside the hand's own.

    ``wagers`` and ``seat_fees`` stand once for each seat; a fee of the hand is its payer and fee.
    """

    seats: tuple[str, ...]
    wagers: tuple[str, ...]
    seat_fees: tuple[str, ...] = ()
    hand_fees: tuple[tuple[str, str], ...] = ()

    def headings(self) -> list[str]:
        """Return the headings of a sheet, in order."""
        of_seats = ["player", *map(_spoken, self.wagers), *map(_fee_words, self.seat_fees)]
        return [
            *HAND_COLUMNS,
            *(fee_heading(payer, fee) for payer, fee in self.hand_fees),
            *(f"Seat {seat} {words}" for seat in self.seats for words in of_seats),
        ]


def _spoken(word: str) -> str:
    return word.replace("_", " ")


def _fee_words(fee: str) -> str:
    return "fee" if fee == "base" else f"{_spoken(fee)} fee"


def fee_heading(payer: str, fee: str) -> str:
    """Return the heading of a fee of the whole hand, such as Player-dealer fee."""
    spoken = "Player-dealer" if payer == "player_dealer" else _spoken(payer).capitalize()
    return f"{spoken} {_fee_words(fee)}"


def read_night_sheet(path: Path, zone: str) -> Log | None:
    """Return the log in a filled night sheet, or None where a file is none."""
    if path.suffix.lower() not in WORKBOOKS + TEXTS:
        return None
    try:
        opened = open_sheets(path)
    except UnusableLog:
        return None
    profile = night_profile(opened)
    return None if profile is None else log_of(profile, opened, zone, {})


def night_profile(opened: Opened) -> Profile | None:
    """Return the profile of a night sheet, by its headings; None where a file is none."""
    rules = []
    for sheet in opened.sheets:
        title = plain(shown(sheet.cell(0, 0)))
        if sheet.hidden or not title:
            continue
        if title == plain(NIGHT_TITLE):
            rules.append(_night_rule(sheet))
        elif title == plain(ROTATION_TITLE):
            rules.append(_rotation_rule(sheet))
    if not any(record.table == "hands" for rule in rules for record in rule.records):
        return None
    used = {name for rule in rules for name in rule.names}
    others = tuple(sheet.name for sheet in opened.sheets if sheet.name not in used and sheet.hidden)
    return Profile("feeaudit night sheet", tuple(rules), ignore=("Instructions", *others))


def _night_rule(sheet: Sheet) -> SheetRule:
    headings = _headings(sheet, _NEEDED)
    has = headings.columns
    hand = {
        column: CellRule(headers=(text,))
        for text, column in HAND_COLUMNS.items()
        if has(text) and column not in {"date", "time"}
    }
    hand["started_at"] = CellRule(date=("Date",), time=("Time",))
    records = [
        RecordRule("hands", tuple(hand.items())),
        *_seat_records(headings),
        *_hand_fees(headings),
    ]
    return SheetRule(
        records=tuple(records),
        names=(sheet.name,) if sheet.name else (),
        header=Header(find=_NEEDED),
        fill_down=FILLED_DOWN,
        ditto=(*filter(has, DITTO), *_names_of_players(headings)),
        past_midnight=ROWS,
    )


def _rotation_rule(sheet: Sheet) -> SheetRule:
    headings = _headings(sheet, _NEEDED_OFFERS)
    columns = tuple(
        (column, CellRule(headers=(text,)))
        for text, column in OFFER_COLUMNS.items()
        if headings.columns(text)
    )
    return SheetRule(
        records=(RecordRule("offers", columns),),
        names=(sheet.name,) if sheet.name else (),
        header=Header(find=_NEEDED_OFFERS),
        fill_down=("Hand",),
    )


def _headings(sheet: Sheet, needed: tuple[str, ...]) -> Headings:
    found = find_headings(sheet, Header(find=needed))
    if found is None:
        names = ", ".join(needed)
        raise UnusableLog(
            f"{sheet.file}, sheet {sheet.name}: a night sheet keeps the headings {names} in one"
            " row; restore them, or make a new one with 'feeaudit template'"
        )
    return found


def _of_seats(headings: Headings) -> Iterator[tuple[str, str]]:
    """Yield the seat and the words of each heading of a seat."""
    for text in headings.texts:
        match = _SEAT.fullmatch(text)
        if match:
            yield match[1], plain(match[2])


def _names_of_players(headings: Headings) -> list[str]:
    return [f"Seat {seat} player" for seat, words in _of_seats(headings) if words == "player"]


def _seat_records(headings: Headings) -> Iterator[RecordRule]:
    """Yield the wagers and fees of seats, a rule for all seats that have such a column."""
    seats: dict[str, list[str]] = {}
    for seat, words in _of_seats(headings):
        seats.setdefault(words, []).append(seat)
    player = ("player", CellRule(headers=("Seat {n} player",), optional=True))
    for words, blocks in seats.items():
        if words == "player":
            continue
        fee = _fee_of(words)
        constants = (
            (("seat", "{n}"), ("payer", "player"), ("fee", fee))
            if fee
            else (("seat", "{n}"), ("wager", words.replace(" ", "_")))
        )
        yield RecordRule(
            table="collections" if fee else "wagers",
            columns=(("amount", CellRule(headers=(f"Seat {{n}} {words}",))), player),
            constants=constants,
            blocks=tuple(dict.fromkeys(blocks)),
            when="amount",
            skip_zero=True,
        )


def _fee_of(words: str) -> str:
    """Return the fee that words such as ``bonus fee`` name, or nothing."""
    known = {_fee_words(fee): fee for fee in _FEES["fee"]}
    return known.get(words, "")


def _hand_fees(headings: Headings) -> Iterator[RecordRule]:
    for payer in _FEES["payer"]:
        for fee in _FEES["fee"]:
            heading = fee_heading(payer, fee)
            if headings.columns(heading):
                yield RecordRule(
                    table="collections",
                    columns=(("amount", CellRule(headers=(heading,))),),
                    constants=(("payer", payer), ("fee", fee)),
                    when="amount",
                    skip_zero=True,
                )
