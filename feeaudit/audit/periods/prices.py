"""What is printed for a period at a moment: by what was played there and how many were seated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.log_frames import MISSING
from feeaudit.book.lookup import tiers_for
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import in_order
from feeaudit.rules.in_force import with_readings
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Tier
    from feeaudit.core.arrays import Ints
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
    players), ``none`` where it has not, and blank where nothing tells what was played.
    """

    kind: str = ""
    amounts: frozenset[int] = frozenset()
    lines: tuple[int, ...] = ()
    payers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prices:
    """What is printed at some moments.

    ``context`` is that of the table's last hand of the day before, or of its first; -1 where it
    had none. ``players`` is how many were seated, -1 where the log does not tell. ``choice``
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
    players = _players(case, moments.table, moments.at)
    # Worked out once for each combination.
    of, distinct = pd.factorize(pd.MultiIndex.from_arrays([fee, before, after, players]))
    printed = tuple(_price(case, *map(int, each)) for each in distinct)
    context = np.where(before >= 0, before, after)
    return Prices(context, players, of.astype(np.int64), printed)


def _price(case: Case, fee: int, before: int, after: int, players: int) -> PeriodPrice:
    """Return what either context prints for so many players.

    They pick the row of a price list, not those who were dealt the hand nearby.
    """
    near = [case.contexts[each] for each in sorted({before, after} - {-1})]
    read = [with_readings(each, players) if each.by_players else each for each in near]
    levies = [levy for each in (*near, *read) for levy in _levies(each, PERIOD_FEES[fee])]
    if not levies:
        return PeriodPrice("none" if near and all(each.readings for each in near) else "")
    tiers = [tier for each in read for tier in _tiers(each, PERIOD_FEES[fee], players)]
    amounts = frozenset(tier.fee for tier in tiers if tier.fee is not None)
    lines = {tier.line for tier in tiers} or {levy.lines[0] for levy in levies}
    payers = {levy.payer for levy in levies}
    return PeriodPrice("printed", amounts, tuple(sorted(lines)), tuple(sorted(payers)))


def _levies(context: Context, fee: str) -> Iterator[Levy]:
    return (levy for levy in context.levies if levy.component == fee)


def _tiers(context: Context, fee: str, players: int) -> Iterator[Tier]:
    """Yield the tiers for so many players; all of them where their number is not known."""
    for levy in _levies(context, fee):
        yield from tiers_for(levy.ladder, players).tiers if players >= 0 else levy.ladder.tiers


class _Course:
    """The hands of some tables in the order of play."""

    def __init__(self, case: Case, tables: Ints) -> None:
        hands = case.hands
        mine = np.flatnonzero(np.isin(hands["table_code"].to_numpy(), distinct(tables)))
        table, time = (hands[name].to_numpy()[mine] for name in ("table_code", "started_at"))
        order = in_order(table, time)
        mine = mine[order]
        self.table, self.time = table[order], time[order]
        self.day = hands["day"].to_numpy()[mine]
        self.context = hands["context"].to_numpy()[mine]

    def around(self, moments: Moments) -> tuple[Ints, Ints]:
        """Return the contexts of the hands before and after moments, -1 for none that day."""
        table, at, day = moments
        place = rank(self.table, self.time, table, at, "left")
        return self._at(place - 1, table, day), self._at(place, table, day)

    def _at(self, place: Ints, table: Ints, day: Ints) -> Ints:
        if not len(self.table):
            return np.full(len(place), -1, dtype=np.int64)
        inside = np.clip(place, 0, len(self.table) - 1)
        same = (place == inside) & (self.table[inside] == table) & (self.day[inside] == day)
        found: Ints = np.where(same, self.context[inside], -1)
        return found


def _players(case: Case, table: Ints, at: Ints) -> Ints:
    """Return how many players were seated at moments; -1 where the log does not tell."""
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
        times, tables = when[known], where[known]
        order = in_order(tables, times)
        upto = rank(tables[order], times[order], table, at, "right")
        counts.append(upto - np.searchsorted(tables[order], table))
    found: Ints = counts[0] - counts[1]
    return found


def rank(tables: Ints, times: Ints, table: Ints, at: Ints, side: Literal["left", "right"]) -> Ints:
    """Return how many of some sorted records come before moments at tables."""
    since = int(times.min()) if len(times) else 0
    width = (int(times.max()) if len(times) else 0) - since + 3
    keys = tables * width + (times - since + 1)
    sought = table * width + np.clip(at - since + 1, 0, width - 1)
    found: Ints = np.searchsorted(keys, sought, side)
    return found
