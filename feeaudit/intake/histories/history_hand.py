"""One hand of a history on its way into the log, and the flaw that keeps it out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.core.dialect import BOOK, Refused, amount

if TYPE_CHECKING:
    import datetime as dt

_AMOUNT: Final = "an amount with at most two decimals, such as 25 or 25.50"


@dataclass(frozen=True, slots=True)
class Given:
    """What the caller says about a file, and what stands in where its hands say nothing.

    ``before`` is how many hands came in files before it.
    """

    stem: str
    cardroom: str
    game: str
    table: str
    zone: str
    date: dt.date | None
    before: int = 0


class Flaw(NamedTuple):
    """What is wrong or unknown about a hand: the field, what it holds, what was expected."""

    column: str
    kind: str
    value: str
    expected: str


class UnusableHand(Exception):  # noqa: N818 - it says what the hand is
    """The hand cannot be used; ``at`` is which line of its text is wrong, 0 where unknown."""

    def __init__(self, column: str, kind: str, value: object, expected: str, at: int = 0) -> None:
        super().__init__(kind)
        self.flaw = Flaw(column, kind, shown(value), expected)
        self.at = at


@dataclass(frozen=True, slots=True)
class Moment:
    """When a hand started: microseconds on the wall clock of a zone, and seconds to add to that.

    A blank zone means that ``wall`` is universal time already.
    """

    wall: int
    zone: str = ""
    after: int = 0


class Contribution(NamedTuple):
    """What one player put in under one name, and the part of it that nobody called."""

    player: int
    kind: str
    amount: int
    returned: int


@dataclass(frozen=True, slots=True)
class Account:
    """The money of a hand: put in, called by nobody, paid out, and taken where that is stated.

    ``paid`` is what each player was paid, None where the history does not say; ``column`` is the
    field it comes from. ``whole`` tells that it holds the bet nobody called as well,
    ``uncalled_blind`` that this bet was only a blind, and ``showdown`` that several players were
    left to share the pot. ``house`` is what the house itself added to the pot.
    """

    put: tuple[int, ...]
    paid: tuple[int, ...] | None
    column: str
    rake: int | None
    jackpot: int | None
    uncalled: tuple[int, ...] = ()
    uncalled_blind: bool = False
    whole: bool = False
    showdown: bool = False
    house: int = 0
    venue: str = ""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand as its history tells it; ``seats``, ``names`` and the account run by player."""

    line: int
    hand_id: str
    table: str
    moment: Moment
    seats: tuple[str, ...]
    names: tuple[str, ...]
    opening_round: bool | None
    blinds: tuple[int, ...]
    wagers: tuple[Contribution, ...]
    account: Account


@dataclass(frozen=True, slots=True)
class Settled:
    """What was taken from a hand and what each player won or lost; None and empty where unknown."""

    rake: int | None
    jackpot: int | None
    net: tuple[int, ...] = ()


class Kept(NamedTuple):
    """A hand that goes into the log: its start in universal microseconds, outcome and file."""

    hand: PlayedHand
    started: int
    outcome: Settled
    source: int


def cents(value: Any, column: str) -> int:
    """Return a number of dollars, as TOML and JSON give it, in cents."""
    try:
        return amount(value if type(value) in {int, Decimal} else None, BOOK, signed=True)
    except Refused:
        raise UnusableHand(column, "not an amount", value, _AMOUNT) from None


def stake(value: Any, column: str) -> int:
    """Return a number of dollars that may not be negative, in cents."""
    found = cents(value, column)
    if found < 0:
        raise UnusableHand(column, "not an amount", value, _AMOUNT)
    return found


def name_of(value: Any, column: str) -> str:
    """Return a name or number as text; blank where the history has none."""
    if value is None:
        return ""
    if isinstance(value, str) or (type(value) is int and abs(value) < 10**18):
        return sys.intern(str(value).strip())  # a night's hands repeat few names
    raise UnusableHand(column, "not a name", value, "a name or a whole number")


def table_of(value: Any, given: Given, column: str) -> str:
    """Return the table a hand was played at: the history's own, else the one given."""
    table = name_of(value, column) or given.table
    if not table:
        raise UnusableHand(
            column, "missing", "", "the table, in the file or given for the whole file"
        )
    return table


def shown(value: object) -> str:
    """Return a value as a fault shows it: short, whatever the file holds."""
    if isinstance(value, (list, dict)):
        return f"{len(value)} values"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    return str(value)[:200]
