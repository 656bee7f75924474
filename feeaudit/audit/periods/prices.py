"""What is printed for a period at a moment: by what was played there and how many were there.

Nothing printed says whether the players seated are counted or those dealt in, nor when. Those in
the seats table pick the fee. Whoever is dealt in is seated, so where a hand nearby has more players
than it lists at the time, it lists only some, and the greatest number that the log tells picks the
fee. What is printed for the others may be meant, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.fees.hands import counts_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.book.lookup import tiers_for
from feeaudit.core.arrays import distinct
from feeaudit.core.numbering import number_of
from feeaudit.core.timelines import Timelines
from feeaudit.rules.in_force import with_readings
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Tier
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy


class Moments(NamedTuple):
    """Moments at tables, each on its gaming day."""

    table: Ints
    at: Ints
    day: Ints


class PeriodPrice(NamedTuple):
    """The amounts that some reading prints for a fee, on which lines, and whom it charges.

    ``kind`` is ``printed`` where the option has such a fee (though perhaps none for so many
    players), ``none`` where it has not, and blank where nothing tells what was played. ``perhaps``
    are the amounts of other counts of the players.
    """

    kind: str = ""
    amounts: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    lines: tuple[int, ...] = ()
    payers: tuple[str, ...] = ()

    @property
    def least(self) -> int:
        """The least amount, whoever is counted; 0 where none is printed."""
        return min(self.amounts | self.perhaps, default=0)

    @property
    def most(self) -> int:
        """The greatest amount, whoever is counted; 0 where none is printed."""
        return max(self.amounts | self.perhaps, default=0)


@dataclass(frozen=True, slots=True)
class Prices:
    """What is printed at some moments.

    ``context`` is that of the table's last hand of the day before, or of its first; -1 where it
    had none. ``players`` is how many were there, -1 where the log does not tell. ``choice``
    numbers what is ``printed``.
    """

    context: Ints
    players: Ints
    choice: Ints
    printed: tuple[PeriodPrice, ...]

    def of_each(self, values: Iterable[int]) -> Ints:
        """Return for every moment the value of its price."""
        return np.array([*values], dtype=np.int64)[self.choice]

    def price(self, place: int) -> PeriodPrice:
        """Return what is printed at one of the moments."""
        return self.printed[int(self.choice[place])]


def prices_at(case: Case, moments: Moments, fee: Ints) -> Prices:
    """Return what is printed at moments for fees, numbered as in PERIOD_FEES."""
    before, after = _Course(case, moments.table).around(moments)
    seated = _seated(case, moments.table, moments.at)
    most = np.maximum(seated, np.maximum(before.players, after.players))
    players = np.where((seated < 0) | before.unlisted | after.unlisted, most, seated)
    # Worked out once for each combination.
    counts = [players, seated, before.players, after.players]
    facts = [fee, before.context, after.context, *counts]
    choice = number_of(facts)
    _, first = np.unique(choice, return_index=True)
    combined = zip(*(each[first].tolist() for each in facts), strict=True)
    printed = tuple(_price(case, *each) for each in combined)
    context = np.where(before.context >= 0, before.context, after.context)
    return Prices(context, players, choice, printed)


def _price(
    case: Case, fee: int, before: int, after: int, players: int, *counts: int
) -> PeriodPrice:
    """Return what either context prints for so many players, and for other counts of them."""
    near = [case.contexts[each] for each in sorted({before, after} - {-1})]
    name = PERIOD_FEES[fee]
    # They pick the row of a price list, not those who were dealt the hand nearby.
    read = [_read(each, players) for each in near]
    levies = [levy for each in (*near, *read) for levy in _levies(each, name)]
    if not levies:
        return PeriodPrice("none" if near and all(each.readings for each in near) else "")
    tiers = [tier for each in read for tier in _tiers(each, name, players)]
    lines = {tier.line for tier in tiers} or {levy.lines[0] for levy in levies}
    payers = {levy.payer for levy in levies}
    amounts = _amounts(tiers)
    others = (
        tier
        for many in sorted({*counts} - {-1, players})
        for each in near
        for tier in _tiers(_read(each, many), name, many)
    )
    perhaps = _amounts(others) - amounts
    return PeriodPrice("printed", amounts, perhaps, tuple(sorted(lines)), tuple(sorted(payers)))


def _read(context: Context, players: int) -> Context:
    return with_readings(context, players) if context.by_players else context


def _amounts(tiers: Iterable[Tier]) -> frozenset[int]:
    return frozenset(tier.fee for tier in tiers if tier.fee is not None)


def _levies(context: Context, fee: str) -> Iterator[Levy]:
    return (levy for levy in context.levies if levy.component == fee)


def _tiers(context: Context, fee: str, players: int) -> Iterator[Tier]:
    """Yield the tiers for so many players; all of them where their number is not known."""
    for levy in _levies(context, fee):
        yield from tiers_for(levy.ladder, players).tiers if players >= 0 else levy.ladder.tiers


class _Neighbors(NamedTuple):
    """The hands next to some moments: their contexts and players, -1 for none or not told.

    ``unlisted`` tells which had more players than seats lists then.
    """

    context: Ints
    players: Ints
    unlisted: Bools


class _Course:
    """The hands of some tables in the order of play."""

    def __init__(self, case: Case, tables: Ints) -> None:
        self.case, hands = case, case.hands
        order = order_of_play(case).hand
        mine = order[np.isin(hands["table_code"].to_numpy()[order], distinct(tables))]
        columns = ("table_code", "started_at", "day")
        self.table, self.time, self.day = (hands[name].to_numpy()[mine] for name in columns)
        self.context = hands["context"].to_numpy()[mine]
        self.players = counts_of(hands, "players")[mine]

    def around(self, moments: Moments) -> tuple[_Neighbors, _Neighbors]:
        """Return the hands before and after moments, of the same day."""
        table, at, day = moments
        place = Timelines(self.table, self.time).places(table, at, "left")
        return self._at(place - 1, table, day), self._at(place, table, day)

    def _at(self, place: Ints, table: Ints, day: Ints) -> _Neighbors:
        if not len(self.table):
            nothing = np.full(len(place), -1, dtype=np.int64)
            return _Neighbors(nothing, nothing, np.zeros(len(place), dtype=bool))
        inside = np.clip(place, 0, len(self.table) - 1)
        same = (place == inside) & (self.table[inside] == table) & (self.day[inside] == day)
        players = np.where(same, self.players[inside], -1)
        listed = _seated(self.case, table, self.time[inside])
        return _Neighbors(np.where(same, self.context[inside], -1), players, players > listed)


def _seated(case: Case, table: Ints, at: Ints) -> Ints:
    """Return how many players were seated at moments; -1 where the log lists nobody."""
    seats = case.seats
    if not len(seats) or not len(table):
        return np.full(len(table), -1, dtype=np.int64)
    ours = (seats["table_code"] >= 0).to_numpy()
    if "role" in seats:
        ours = ours & (seats["role"] != "house").to_numpy()
    where = seats["table_code"].to_numpy()[ours]
    counts = []
    for name in ("from", "to"):
        when = seats[name].to_numpy()[ours] if name in seats else np.full(len(where), MISSING)
        known = when != MISSING
        counts.append(Timelines(where[known], when[known]).counts(table, at, "right"))
    seated = counts[0] - counts[1]
    found: Ints = np.where(seated > 0, seated, -1)
    return found
