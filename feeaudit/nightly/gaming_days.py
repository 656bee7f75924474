"""Gaming days of a log: which there are, and the part of the log that belongs to each.

A log of one cardroom and one day is that part as it stands. Otherwise records go with their hand;
who sat at a table, and what was posted there, goes to every day it lasted; a count goes to the day
of the hands in its period, and one that spans several days cannot be held against one of them.
What cannot be placed goes with the log's first day, so that it is audited once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.cardrooms import log_with_ids
from feeaudit.register.inputs import DayPart
from feeaudit.rules.configuration.model import EPOCH, date_of

if TYPE_CHECKING:
    from feeaudit.book.model import Book
    from feeaudit.core.arrays import Ints
    from feeaudit.intake.log import Log
    from feeaudit.rules.configuration.model import Config

Scope = tuple[str, int]

SPANS_DAYS: Final = (
    "A count of a drop box spans several gaming days and is not tested against this day alone;"
    " audit the whole period to test it."
)
_A_DAY = 86_400_000_000
_ABSENT = np.iinfo(np.int64).min
_MANY = -1
_MOMENTS = {"collections": "taken_at", "attestations": "at", "counts": "from"}
_STAYS = {"seats": "from", "postings": "posted_at"}


@dataclass(frozen=True, slots=True)
class GamingDays:
    """A log, its cardrooms and gaming days in order, and which of them each record belongs to.

    ``of`` numbers the scope of every record of every table but those that last; a count that spans
    several has none, and ``spanned`` are the scopes it spans.
    """

    log: Log
    config: Config
    scopes: tuple[Scope, ...]
    of: dict[str, Ints]
    spanned: frozenset[int] = frozenset()

    @property
    def parts(self) -> list[DayPart]:
        """How many hands there are of each cardroom and gaming day."""
        counts = np.bincount(self.of["hands"], minlength=len(self.scopes)).tolist()
        return [
            DayPart(room, date_of(day).isoformat(), count)
            for (room, day), count in zip(self.scopes, counts, strict=True)
        ]


def days_of(log: Log, book: Book, config: Config) -> GamingDays:
    """Return the gaming days of a log; cardrooms are told by their ids where the book has them."""
    log = log_with_ids(log, book)
    hands = log.hands
    days = config.gaming_days(times_of(hands, "started_at")).tolist()
    pairs = list(zip(_words(hands, "cardroom"), days, strict=True))
    scopes = tuple(sorted(set(pairs)))
    codes = {scope: code for code, scope in enumerate(scopes)}
    of_hand = np.array([codes[pair] for pair in pairs], dtype=np.int64)
    found = GamingDays(log, config, scopes, {"hands": of_hand})
    return found if len(scopes) < 2 else _placed(found)  # noqa: PLR2004 - one needs no placing


def _words(table: pa.Table, name: str) -> list[str]:
    words: list[str] = table.column(name).cast(pa.string()).fill_null("").to_pylist()
    return words


def times_of(table: pa.Table, name: str) -> Ints:
    """Return a column of moments in microseconds since 1970; absent ones are the least number."""
    if name not in table.column_names:
        return np.full(table.num_rows, _ABSENT, dtype=np.int64)
    whole = table.column(name).cast(pa.int64()).fill_null(_ABSENT)
    times: Ints = whole.to_numpy(zero_copy_only=False)
    return times


def _placed(days: GamingDays) -> GamingDays:
    of = dict(days.of)
    spanned: set[int] = set()
    for name, table in days.log.tables.items():
        if name in {"wagers", "collections", "offers"}:
            of[name] = _of_records(days, name, table)
        elif name == "counts":
            of[name] = _of_counts(days, table, spanned)
        elif name not in _STAYS and name != "hands":
            of[name] = _of_places(days, name, table)
    return replace(days, of=of, spanned=frozenset(spanned))


def _of_records(days: GamingDays, name: str, table: pa.Table) -> Ints:
    """Return the scope of each record: that of its hand, else of its place and time."""
    elsewhere = _of_places(days, name, table)
    if "hand_id" not in table.column_names:
        return elsewhere
    known = days.log.hands.column("hand_id").combine_chunks()
    hand = pc.index_in(table.column("hand_id"), value_set=known)
    row = hand.fill_null(-1).to_numpy(zero_copy_only=False)
    return np.where(row >= 0, days.of["hands"][row], elsewhere)


def _of_places(days: GamingDays, name: str, table: pa.Table) -> Ints:
    """Return the scope of each record by its cardroom and time; the first where that is none."""
    times = times_of(table, _MOMENTS.get(name, ""))
    day = days.config.gaming_days(np.maximum(times, 0)).tolist()
    codes = {scope: code for code, scope in enumerate(days.scopes)}
    found = [codes.get(pair, 0) for pair in zip(_rooms_of(days, table), day, strict=True)]
    return np.where(times == _ABSENT, 0, np.array(found, dtype=np.int64))


def _rooms_of(days: GamingDays, table: pa.Table) -> list[str]:
    """Return the cardroom of each record; the log's first where it is not told."""
    first = days.scopes[0][0]
    if "cardroom" not in table.column_names:
        return [first] * table.num_rows
    known = {room for room, _ in days.scopes}
    return [name if name in known else first for name in _words(table, "cardroom")]


def _of_counts(days: GamingDays, table: pa.Table, spanned: set[int]) -> Ints:
    """Return the scope of each count: that of the hands in its period, none where it has more."""
    scopes = _of_places(days, "counts", table)
    hands = _by_table(days)
    columns = (_rooms_of(days, table), _words(table, "table"))
    bounds = (times_of(table, "from").tolist(), times_of(table, "to").tolist())
    for place, (room, name, since, until) in enumerate(zip(*columns, *bounds, strict=True)):
        started, of = hands.get((room, name), (_NONE, _NONE))
        low, high = np.searchsorted(started, [since, max(since, until)])
        within = set(of[low:high].tolist())
        if len(within) > 1:
            spanned |= within
            scopes[place] = _MANY
        elif within:
            scopes[place] = within.pop()
    return scopes


_NONE: Ints = np.empty(0, dtype=np.int64)


def _by_table(days: GamingDays) -> dict[tuple[str, str], tuple[Ints, Ints]]:
    """Return the starts of the hands of each table in order, with their scopes."""
    hands = days.log.hands
    keys = list(zip(_rooms_of(days, hands), _words(hands, "table"), strict=True))
    codes = {key: code for code, key in enumerate(sorted(set(keys)))}
    of_key = np.array([codes[key] for key in keys], dtype=np.int64)
    started = times_of(hands, "started_at")
    order = np.lexsort((started, of_key))
    bounds = np.searchsorted(of_key[order], np.arange(len(codes) + 1)).tolist()
    found = {}
    for key, code in codes.items():
        rows = order[bounds[code] : bounds[code + 1]]
        found[key] = (started[rows], days.of["hands"][rows])
    return found


def part_of(days: GamingDays, cardroom: str, day: str) -> tuple[Log, tuple[str, ...]]:
    """Return the log of a cardroom's gaming day, and what a report must say of the cut."""
    scope = days.scopes.index((cardroom, (date.fromisoformat(day) - EPOCH).days))
    if len(days.scopes) == 1:
        return days.log, ()
    tables = {}
    for name, table in days.log.tables.items():
        mine = _lasting(days, name, table, scope) if name in _STAYS else days.of[name] == scope
        tables[name] = table.filter(pa.array(mine))
    notices = (SPANS_DAYS,) if scope in days.spanned else ()
    return replace(days.log, tables=tables), notices


def _lasting(days: GamingDays, name: str, table: pa.Table, scope: int) -> Any:
    """Tell which seatings and postings of the cardroom touch the day."""
    room, day = days.scopes[scope]
    here = np.array([each == room for each in _rooms_of(days, table)], dtype=bool)
    start, end = _first_moment(days.config, day), _first_moment(days.config, day + 1)
    since, until = times_of(table, _STAYS[name]), times_of(table, "to")
    ended = (until != _ABSENT) & (until <= start) & (since < start)
    return here & (since < end) & ~ended


def _first_moment(config: Config, day: int) -> int:
    """Return the first moment of a gaming day, wherever the clocks stand."""
    low, high = (day - 2) * _A_DAY, (day + 3) * _A_DAY
    while high - low > 1:
        middle = (low + high) // 2
        if int(config.gaming_days(np.array([middle]))[0]) >= day:
            high = middle
        else:
            low = middle
    return high
