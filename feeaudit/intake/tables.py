"""The log format: its tables and columns, declared once for reading, writing and documentation.

Inside, money is integer cents, names are dictionary-encoded, times are instants with a zone, and
every record knows the source and row it came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from feeaudit.core import dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME: Final = pa.dictionary(pa.int32(), pa.string())
SOURCE: Final = "source"
ROW: Final = "row"
AGGREGATE: Final = "table"


@dataclass(frozen=True, slots=True)
class Kind:
    """What the cells of a column hold: the type inside and what a person is told to write."""

    name: str
    expected: str


ID: Final = Kind("id", "a text that identifies the hand")
NAMED: Final = Kind("name", "a name")
SEAT: Final = Kind("name", "a seat such as 4")
TEXT: Final = Kind("text", "text")
CHOICE: Final = Kind("choice", "one of the listed words")
MONEY: Final = Kind("money", dialect.AMOUNT)
SIGNED: Final = Kind("signed", "an amount, negative for a loss, such as -25.00")
TIME: Final = Kind("time", dialect.MOMENT)
YES_NO: Final = Kind("yes_no", "yes or no")
COUNT: Final = Kind("count", "a whole number")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of one table."""

    name: str
    kind: Kind
    doc: str
    required: bool = False
    choices: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """Return what a cell should hold, for a person."""
        return f"one of {', '.join(self.choices)}" if self.choices else self.kind.expected


def _need(name: str, kind: Kind, doc: str, *choices: str) -> Column:
    return Column(name, kind, doc, required=True, choices=choices)


def _may(name: str, kind: Kind, doc: str, *choices: str) -> Column:
    return Column(name, kind, doc, choices=choices)


TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "hands": (
        _need("hand_id", ID, "The hand, unique within the log."),
        _need("cardroom", NAMED, "The cardroom, by id or name."),
        _need("table", NAMED, "The table."),
        _need("started_at", TIME, "When the hand started."),
        _need("game", NAMED, "The game: id, printed name or approval."),
        _may("option", NAMED, "The schedule option in use."),
        _may("players", COUNT, "How many players were dealt in."),
        _may("players_after_flop", COUNT, "How many players were still in after the flop."),
        _may("opening_round", YES_NO, "Whether the opening round was reached."),
        _may("dealer", NAMED, "The employee who dealt the cards, never the player-dealer."),
        _may("session", NAMED, "The session the hand belongs to."),
        _may("ended_at", TIME, "When the hand ended."),
        _may("player_dealer_seat", SEAT, "The seat of the player-dealer."),
        _may("player_dealer", NAMED, "The person in the player-dealer position."),
        _may("player_dealer_wager", MONEY, "What the player-dealer put up."),
        _may("action_seat", SEAT, "The seat where action started."),
    ),
    "wagers": (
        _need("hand_id", ID, "The hand."),
        _need("seat", SEAT, "The seat or betting circle; table for a sum of the whole table."),
        _need("wager", NAMED, "The wager kind."),
        _need("amount", MONEY, "The amount wagered."),
        _may("player", NAMED, "Who placed it."),
        _may("result", SIGNED, "Net won or lost."),
        _may("returned", MONEY, "The uncovered part given back."),
    ),
    "collections": (
        _need(
            *("payer", CHOICE, "Who paid."),
            *("player", "player_dealer", "pot", "ante", "button", "big_blind"),
        ),
        _need(
            "fee", CHOICE, "For what.", "base", "bonus", "no_flop", "jackpot", "time", "new_player"
        ),
        _need("amount", MONEY, "The amount taken."),
        _may("hand_id", ID, "The hand; blank for time fees."),
        _may("cardroom", NAMED, "The cardroom, for fees without a hand."),
        _may("table", NAMED, "The table, for fees without a hand."),
        _may("seat", SEAT, "The seat that paid."),
        _may("player", NAMED, "The person who paid."),
        _may("moment", NAMED, "When in the hand it was taken."),
        _may("taken_at", TIME, "When it was taken."),
        _may("waived", TEXT, "Why it was waived."),
    ),
    "offers": (
        _need("hand_id", ID, "The hand that the offer precedes."),
        _need("sequence", COUNT, "The order of offers before the hand."),
        _need("seat", SEAT, "The seat that was offered the position."),
        _need("response", CHOICE, "What was answered.", "accept", "decline"),
        _may("player", NAMED, "The person who was offered it."),
    ),
    "seats": (
        _need("cardroom", NAMED, "The cardroom."),
        _need("table", NAMED, "The table."),
        _need("seat", SEAT, "The seat."),
        _need("player", NAMED, "The person."),
        _need("from", TIME, "Seated from."),
        _may("to", TIME, "Seated until."),
        _may("role", CHOICE, "What the person is.", "patron", "third_party", "house"),
        _may("provider", NAMED, "The third-party provider."),
    ),
    "postings": (
        _need("cardroom", NAMED, "The cardroom."),
        _need("table", NAMED, "The table."),
        _need("game", NAMED, "The game posted."),
        _need("option", NAMED, "The option posted."),
        _need("posted_at", TIME, "Posted from."),
        _may("minimum", MONEY, "The posted minimum."),
        _may("maximum", MONEY, "The posted maximum."),
    ),
    "counts": (
        _need("cardroom", NAMED, "The cardroom."),
        _need("table", NAMED, "The table."),
        _need("from", TIME, "Count period from."),
        _need("to", TIME, "Count period until."),
        _need("amount", MONEY, "The amount counted."),
        _may("kind", CHOICE, "What was counted.", "collection", "jackpot"),
    ),
    "attestations": (
        _need("cardroom", NAMED, "The cardroom."),
        _need("table", NAMED, "The table."),
        _need("statement", TEXT, "What is attested."),
        _need("at", TIME, "When."),
        _need("by", NAMED, "By whom."),
    ),
}


OF_A_HAND: Final = frozenset(
    table
    for table, columns in TABLES.items()
    if table != "hands" and any(column.name == "hand_id" for column in columns)
)


def arrow_type(column: Column, zone: str) -> pa.DataType:
    """Return the type a column has inside."""
    return {
        "id": pa.string(),
        "name": NAME,
        "text": pa.string(),
        "choice": NAME,
        "money": pa.int64(),
        "signed": pa.int64(),
        "time": pa.timestamp("us", tz=zone),
        "yes_no": pa.bool_(),
        "count": pa.int32(),
    }[column.kind.name]


# A part never takes what the next could take as well, so that a long cell is read at once.
_NUMBERED_SEAT = re.compile(
    r"(?:seat[\s:_.-]*)?(?:(?:no\.?|#)\s*)?0*(0|[1-9][0-9]*)(?:\.0)?", re.IGNORECASE
)


def seat_name(word: str) -> str:
    """Return the one name of a seat: ``Seat 4``, ``#4``, ``04`` and ``4.0`` are seat 4.

    The tables of a log come from different hands and programs, and a seat is matched across them.
    """
    numbered = _NUMBERED_SEAT.fullmatch(word)
    if numbered:
        return numbered[1]
    return AGGREGATE if word.lower() == AGGREGATE else word


_CODES: Final = ((pa.int8(), 2**7), (pa.int16(), 2**15), (pa.int32(), 2**31))
"""Kinds of numbers, and how many different names each can number."""


def joined(tables: Sequence[pa.Table]) -> pa.Table:
    """Return parts of a table one below the other; a column that one lacks is blank there."""
    if len(tables) == 1:
        return tables[0]
    # Parts may number their names by fewer bytes than all of their names together need.
    wide = [_with_wide_codes(each) for each in tables]
    return pa.concat_tables(wide, promote_options="default").unify_dictionaries()


def _with_wide_codes(table: pa.Table) -> pa.Table:
    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type) and field.type != NAME:
            table = table.set_column(place, field.name, table.column(place).cast(NAME))
    return table


def with_narrow_codes(table: pa.Table) -> pa.Table:
    """Return a whole table with names numbered by as few bytes as there are names.

    A night has tens of millions of them, most one of a dozen.
    """
    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            column = table.column(place)
            most = max((len(chunk.dictionary) for chunk in column.chunks), default=0)
            kind = next(each for each, room in _CODES if most <= room)
            narrow = pa.dictionary(kind, field.type.value_type)
            table = table.set_column(place, field.name, column.cast(narrow))
    return table


def schema_of(table: str, zone: str) -> pa.Schema:
    """Return the schema of a table of the log: its columns, then source and row."""
    fields = [pa.field(each.name, arrow_type(each, zone)) for each in TABLES[table]]
    return pa.schema([*fields, pa.field(SOURCE, pa.int32()), pa.field(ROW, pa.int32())])
