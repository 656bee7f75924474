"""Who sat at tables that charge by the period, and when each of them was charged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.findings import log_rows
from feeaudit.audit.identity import people, person_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.prices import periods
from feeaudit.core.groups import changes, groups_of, in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

MINUTE: Final = 60 * 1_000_000
# Dealers collect when the hand in play is over; a few minutes either way are no second charge.
SLACK: Final = 10 * MINUTE
_EVER: Final = np.iinfo(np.int64).max
_DAYS: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Units:
    """Stretches of a gaming day in which tables charge by the period: first and last hand, periods.

    A table that changes to an option without such a fee, and back, has several.
    """

    table: Ints
    day: Ints
    first: Ints
    last: Ints
    shortest: Ints
    longest: Ints
    names: tuple[str, ...]

    def of(self, table: Ints, day: Ints) -> Ints:
        """Return the first unit of each table and day, -1 for none."""
        keys, sought = self.table * _DAYS + self.day, table * _DAYS + day
        place = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
        return np.where(keys[place] == sought, place, -1)


def units_of(case: Case, timed: Bools) -> Units:
    """Return the stretches of hands that are charged by the period, table by table."""
    hands = case.hands
    table, day = (hands[name].to_numpy()[timed] for name in ("table_code", "day"))
    groups = groups_of(_stretches(case, timed)[timed])
    first = groups.first
    started, context = (hands[name].to_numpy()[timed] for name in ("started_at", "context"))
    lengths = periods(case)
    least = np.array([min(each, default=0) for each in lengths], dtype=np.int64) * MINUTE
    most = np.array([max(each, default=0) for each in lengths], dtype=np.int64) * MINUTE
    return Units(
        table=table[first],
        day=day[first],
        first=groups.least(started),
        last=groups.most(started),
        shortest=groups.least(least[context]),
        longest=groups.most(most[context]),
        names=tuple(words_of(hands, "table", np.flatnonzero(timed)[first])),
    )


def _stretches(case: Case, timed: Bools) -> Ints:
    """Return the number of each hand's stretch, ascending by table and time.

    Hands whose option is not known end none: they may be charged by the period as well.
    """
    table, day, started = (
        case.hands[name].to_numpy() for name in ("table_code", "day", "started_at")
    )
    otherwise = case.of_contexts(lambda each: bool(each.readings)) & ~timed
    order = in_order(table, started)
    anew = changes(table[order] * _DAYS + day[order]) | changes(np.cumsum(otherwise[order]))
    stretch = np.empty(len(order), dtype=np.int64)
    stretch[order] = np.cumsum(anew)
    return stretch


@dataclass(frozen=True, slots=True)
class Charged:
    """The charges for periods of everybody in the log, by cardroom and person, then time.

    ``keys`` number cardrooms with people, ``person_of`` tells whom a name means.
    """

    frame: pd.DataFrame
    keys: dict[tuple[str, str], int]
    person_of: Callable[[str], str]

    def key(self, cardroom: str, player: str) -> int:
        """Return the number of whoever a name means at a cardroom, -1 who paid nothing.

        A charge that names no cardroom is one anywhere.
        """
        person = self.person_of(player)
        return self.keys.get((cardroom, person), self.keys.get(("", person), -1))

    def since_last(
        self, case: Case, record: Ints, fees: tuple[str, ...]
    ) -> tuple[Ints, NDArray[np.object_]]:
        """Return how long before each charge the same player paid such a fee, and at which table.

        A charge of nothing, as where a fee was waived, is none.
        """
        mine = self.frame[self.frame["fee"].isin(fees) & (self.frame["amount"] > 0)]
        key, at = mine["key"].to_numpy(), mine["at"].to_numpy()
        again = ~changes(key)
        since = np.where(again, np.diff(at, prepend=0), -1)
        table = mine["table"].shift(1).where(again, "")
        own = case.collections.iloc[record][["source", "row"]]
        found = own.merge(mine[["source", "row"]].assign(since=since, before=table), how="left")
        return found["since"].fillna(-1).to_numpy().astype(np.int64), found["before"].to_numpy()


def charged_of(case: Case) -> Charged:
    """Return the charges for periods, at all tables of the log."""
    table = case.charges
    words = {
        name: table.column(name).cast("string").fill_null("").to_pandas()
        if name in table.column_names
        else pd.Series([""] * table.num_rows, dtype=object)
        for name in ("cardroom", "table", "player", "fee")
    }
    at = table.column("taken_at").cast("int64").fill_null(MISSING).to_numpy()
    rest = {name: table.column(name).to_numpy() for name in ("amount", "source", "row")}
    frame = pd.DataFrame({**words, "at": at, **rest})
    frame = frame[(frame["at"] != MISSING) & (frame["player"] != "")]
    person, keys = person_of(case.config), dict[tuple[str, str], int]()
    for cardroom, player in case.payers:
        keys.setdefault((cardroom, person(player)), len(keys))
    names = zip(frame["cardroom"], frame["player"], strict=True)
    own = [keys[cardroom, person(player)] for cardroom, player in names]
    frame = frame.assign(key=np.array(own, dtype=np.int64))
    order = in_order(frame["key"].to_numpy(), frame["at"].to_numpy())
    return Charged(frame.iloc[order], keys, person)


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a stay without a charge; ``source`` and ``row`` are those of the stay."""

    unit: int
    player: str
    at: int
    length: int
    source: int
    row: int


def unpaid(case: Case, units: Units, charged: Charged) -> list[Gap]:
    """Return the stretches that are longer than a period, and than a charge may be late."""
    stays = stays_of(case, units)
    at = charged.frame["at"].to_numpy()
    low, high = _within(charged, stays)
    period = units.longest[stays["unit"].to_numpy()]
    allowed = period + SLACK
    start, end = stays["start"].to_numpy(), stays["end"].to_numpy()
    unit, player = stays["unit"].tolist(), stays["player"].tolist()
    source, row = stays["source"].tolist(), stays["row"].tolist()
    gaps: list[Gap] = []
    for stay in np.flatnonzero(end - start > allowed).tolist():
        inside = np.clip(at[low[stay] : high[stay]], start[stay], end[stay])
        marks = np.concatenate([[start[stay]], inside, [end[stay]]])
        gaps.extend(
            Gap(
                unit[stay],
                player[stay],
                int(marks[place]),
                int(marks[place + 1] - marks[place]),
                source[stay],
                row[stay],
            )
            for place in np.flatnonzero(np.diff(marks) > allowed[stay]).tolist()
        )
    return gaps


def _within(charged: Charged, stays: pd.DataFrame) -> tuple[Ints, Ints]:
    """Return from where to where the charges of each stay's player stand among all."""
    names = zip(stays["cardroom"], stays["player"], strict=True)
    key = [charged.key(*each) for each in names]
    of, at = charged.frame["key"].to_numpy(), charged.frame["at"].to_numpy()
    since = int(at.min()) if len(at) else 0
    width = (int(at.max()) if len(at) else 0) - since + 3
    packed = of * width + (at - since + 1)
    keys = np.array(key, dtype=np.int64)
    start, end = (
        keys * width + np.clip(stays[name].to_numpy() + slack - since + 1, 0, width - 1)
        for name, slack in (("start", -SLACK), ("end", SLACK))
    )
    low, high = np.searchsorted(packed, start), np.searchsorted(packed, end, "right")
    return low, np.where(keys < 0, low, np.maximum(high, low))


def stays_of(case: Case, units: Units) -> pd.DataFrame:
    """Return who sat at the units, from when to when; a change of seat is one stay."""
    seats = case.seats
    ours = (seats["table_code"] >= 0).to_numpy()
    if "role" in seats:
        ours = ours & (seats["role"] != "house").to_numpy()
    rows = np.flatnonzero(ours)
    row, unit = _expanded(seats["table_code"].to_numpy()[rows], units)
    row = rows[row]
    until = seats["to"].to_numpy()[row] if "to" in seats else np.full(len(row), MISSING)
    start = np.maximum(seats["from"].to_numpy()[row], units.first[unit])
    end = np.minimum(np.where(until == MISSING, _EVER, until), units.last[unit])
    keep = end > start
    frame = pd.DataFrame(
        {
            "cardroom": words_of(seats, "cardroom", row[keep]),
            "player": words_of(seats, "player", row[keep]),
            "person": people(case).numbers("seats.player", row[keep]),
            "unit": unit[keep],
            "start": start[keep],
            "end": end[keep],
            **log_rows(seats, row[keep]),
        }
    ).sort_values(["unit", "person", "start", "source", "row"], ignore_index=True)
    return _joined(frame)


def _expanded(table: Ints, units: Units) -> tuple[Ints, Ints]:
    """Return rows beside each unit of their table."""
    low, high = (np.searchsorted(units.table, table, side) for side in ("left", "right"))
    count = high - low
    row = np.repeat(np.arange(len(table)), count)
    within = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    return row, low[row] + within


def _joined(frame: pd.DataFrame) -> pd.DataFrame:
    """Return stays of one person at one table that follow on one another as one."""
    if not len(frame):
        return frame
    person = changes(frame["unit"].to_numpy()) | changes(frame["person"].to_numpy())
    number = np.cumsum(person)
    latest = frame["end"].groupby(number).cummax().shift(1).to_numpy()
    anew = person | (frame["start"].to_numpy() > np.where(person, 0, latest) + SLACK)
    stay = np.cumsum(anew)
    return frame.groupby(stay, as_index=False).agg(
        cardroom=("cardroom", "first"),
        player=("player", "first"),
        unit=("unit", "first"),
        start=("start", "first"),
        end=("end", "max"),
        source=("source", "first"),
        row=("row", "first"),
    )
