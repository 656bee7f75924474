"""A profile as data: which sheets, where headers and rows are, what becomes of each cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from feeaudit.core.dialect import Dialect
from feeaudit.intake.log import UnusableLog

Pairs = tuple[tuple[str, str], ...]

DATE_ORDERS: Final = {
    "month_first": "3/1/2026 is the first of March",
    "day_first": "3/1/2026 is the third of January",
}
DECIMALS: Final = {
    "point": "1,250.00 is twelve hundred and fifty",
    "comma": "1.250,00 is twelve hundred and fifty",
}
FACTS: Final = {
    "cardroom": "The cardroom, by id or name.",
    "table": "The table.",
    "game": "The game: id, printed name or approval.",
    "option": "The schedule option in use.",
    "dealer": "The employee who deals the cards.",
    "session": "The session or shift.",
    "player_dealer": "The person in the player-dealer position.",
    "player_dealer_seat": "The seat of the player-dealer.",
    "date": "The day that times without a date belong to.",
    "month": "The month of days that are only a number, such as March 2026.",
    "year": "The year of dates and months that do not say it.",
}
ROWS: Final = "rows"
NEVER: Final = "no"


class UnusableProfile(UnusableLog):
    """The profile cannot be used; the message lists every problem with line and column."""


@dataclass(frozen=True, slots=True)
class CellRule:
    """Where the value of one column of the log stands in a row of a sheet.

    Exactly one of these says it: ``headers`` (the first of them that the sheet has), ``letter`` (of
    the column), ``text`` (made of other cells: ``{sheet}-{Hand}``), or ``date`` and ``time`` (the
    headers of the two halves of a time; without a date, the sheet's date counts). ``cents`` says
    that amounts stand there in cents, ``row`` in which row of a hand that takes several.
    """

    headers: tuple[str, ...] = ()
    letter: str = ""
    text: str = ""
    date: tuple[str, ...] = ()
    time: tuple[str, ...] = ()
    optional: bool = False
    cents: bool = False
    row: int = 1


@dataclass(frozen=True, slots=True)
class FactRule:
    """Where a sheet states something that holds for all its rows.

    In ``cell`` (read by ``pattern`` where it holds more than the fact), in its name, in the name of
    the file, or in a ``title`` above the headings, wherever it stands. In patterns ``{}`` is the
    fact and ``*`` is anything.
    """

    cell: str = ""
    title: str = ""
    sheet_name: str = ""
    file_name: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class RowTest:
    """How to know a row that is no record: a word that a cell begins with, or nothing in it.

    Without a ``column`` the first filled cell of the row is looked at.
    """

    column: str = ""
    words: tuple[str, ...] = ()
    blank: bool = False


@dataclass(frozen=True, slots=True)
class RecordRule:
    """What one row (or one block of a wide row) puts into one table of the log.

    With ``blocks`` the rule holds once for each of them, ``{n}`` being the block: seat 1 to 8.
    Where ``when`` names a column, a blank there means no record; with ``skip_zero`` so does a zero.
    ``once`` is for what every row of a hand repeats: the hand itself, or a fee of the whole hand.
    ``only`` says in which rows it stands, where a column names the kind of each row.
    """

    table: str
    columns: tuple[tuple[str, CellRule], ...] = ()
    constants: Pairs = ()
    blocks: tuple[str, ...] = ()
    when: str = ""
    skip_zero: bool = False
    once: bool = False
    only: RowTest = field(default_factory=RowTest)


@dataclass(frozen=True, slots=True)
class Header:
    """Where the headings are: at a row (0 where there are none) or wherever some texts stand."""

    row: int = 1
    find: tuple[str, ...] = ()
    lines: int = 1
    carry: bool = False


@dataclass(frozen=True, slots=True)
class SheetRule:
    """How the sheets of one form are read.

    On ``stacked`` ones tables stand under each other; where hands take several rows,
    ``rows_per_hand`` says how many; on ``transposed`` ones hands stand side by side, and rows and
    columns change places before anything is read.
    """

    records: tuple[RecordRule, ...]
    names: tuple[str, ...] = ()
    hidden: bool = False
    optional: bool = False
    header: Header = field(default_factory=Header)
    stacked: bool = False
    first_row: int = 0
    rows_per_hand: int = 1
    transposed: bool = False
    skip: RowTest = field(default_factory=RowTest)
    end: RowTest = field(default_factory=RowTest)
    end_after_blank_rows: int = 0
    facts: tuple[tuple[str, FactRule], ...] = ()
    constants: Pairs = ()
    fill_down: tuple[str, ...] = ()
    ditto: tuple[str, ...] = ()
    past_midnight: str = ""
    afternoon: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """How one kind of spreadsheet becomes a log."""

    profile: str
    sheets: tuple[SheetRule, ...]
    note: str = ""
    dates: str = ""
    decimal: str = "point"
    separator: str = ""
    encoding: str = ""
    blank: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    constants: Pairs = ()
    translate: tuple[tuple[str, Pairs], ...] = ()

    @property
    def dialect(self) -> Dialect:
        """Return how the sheets write figures."""
        blanks = frozenset(" ".join(word.split()).casefold() for word in self.blank)
        return Dialect(self.decimal, self.dates, blanks)
