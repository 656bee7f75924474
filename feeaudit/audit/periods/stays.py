"""Who sat at tables that charge by the period, stretch by stretch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.findings import log_rows
from feeaudit.audit.identity import people
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.accounts import GRACE, LATE
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.rhythms import Rhythms, rhythms_of
from feeaudit.core.arrays import MOST_DAYS, distinct, extent, paired
from feeaudit.core.groups import beside, changes, groups_of, in_order
from feeaudit.core.timelines import Timelines

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

_EVER: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class StayUnits:
    """Stretches of a gaming day in which tables charge by the period: first and last hand, rhythms.

    A table that changes to an option without such a fee, and back, has several.
    """

    table: Ints
    day: Ints
    first: Ints
    last: Ints
    rhythms: tuple[Rhythms, ...]

    def of(self, table: Ints, day: Ints, at: Ints) -> Ints:
        """Return the unit of each moment at a table: the last begun, else the first of the day."""
        keys, sought = (paired(*each, MOST_DAYS) for each in ((self.table, self.day), (table, day)))
        days, number = np.unique(keys, return_inverse=True)
        begun = Timelines(number, self.first - GRACE)
        last = begun.places(np.searchsorted(days, sought), at, "right") - 1
        place = np.maximum(np.searchsorted(keys, sought), last)
        return np.where(np.isin(sought, keys), place, -1)


def units_of(case: Case, timed: Bools) -> StayUnits:
    """Return the stretches of hands that are charged by the period, table by table."""
    hands = case.hands
    table, day = (hands[name].to_numpy()[timed] for name in ("table_code", "day"))
    stretch = _stretches(case, timed)[timed]
    groups = groups_of(stretch)
    first = groups.first
    started, context = (hands[name].to_numpy()[timed] for name in ("started_at", "context"))
    return StayUnits(
        table=table[first],
        day=day[first],
        first=groups.least(started),
        last=_last_seen(case, table[first], day[first], groups.most(started)),
        rhythms=_rhythms(case, np.searchsorted(groups.keys, stretch), context, len(first)),
    )


def _rhythms(case: Case, unit: Ints, context: Ints, count: int) -> tuple[Rhythms, ...]:
    """Return what holds of each unit: of every option that is in use there."""
    known = rhythms_of(case)
    found = [Rhythms()] * count
    units, contexts = np.divmod(distinct(unit * len(known) + context), len(known))
    for mine, played in zip(units.tolist(), contexts.tolist(), strict=True):
        found[mine] = found[mine].joined(known[played])
    return tuple(found)


def _last_seen(case: Case, table: Ints, day: Ints, last: Ints) -> Ints:
    """Return when units are last in play: with their last hand, or a later fee for a period.

    Fees taken after another hand of the table are none of theirs.
    """
    fees = period_fees(case)
    if not len(fees.at):
        return last
    tables, started = _hands_at(case, table)
    hands = Timelines(tables, started)
    following = hands.places(table, last, "right")
    goes_on = following < hands.places(table, np.full(len(table), _EVER), "right")
    until = np.where(goes_on, np.append(started[hands.order], _EVER)[following], _EVER)
    # Tables and days by number: both with a moment would fit no integer.
    keys, unit = np.unique(paired(table, day, MOST_DAYS), return_inverse=True)
    sought = paired(fees.table, fees.day, MOST_DAYS)
    place = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
    known = np.flatnonzero(keys[place] == sought)
    moments = fees.at
    taken = Timelines(place[known], moments[known])
    latest = np.append(moments[known][taken.order], 0)[taken.places(unit, until, "left") - 1]
    some = taken.counts(unit, until, "left") > 0
    return np.where(some, np.maximum(last, latest), last)


def _hands_at(case: Case, table: Ints) -> tuple[Ints, Ints]:
    """Return the table and time of each hand at some tables: few of a room charge by the period."""
    tables, started = (case.hands[name].to_numpy() for name in ("table_code", "started_at"))
    chosen = np.zeros(extent(tables), dtype=bool)
    chosen[table] = True
    rows = np.flatnonzero(chosen[tables])
    return tables[rows], started[rows]


def _stretches(case: Case, timed: Bools) -> Ints:
    """Return the number of each hand's stretch, ascending by table and time.

    Hands whose option is not known end none: they may be charged by the period as well.
    """
    table, day, started = (
        case.hands[name].to_numpy() for name in ("table_code", "day", "started_at")
    )
    otherwise = case.of_contexts(lambda each: bool(each.readings)) & ~timed
    order = in_order(table, started)
    days = paired(table[order], day[order], MOST_DAYS)
    anew = changes(days) | changes(np.cumsum(otherwise[order]))
    stretch = np.empty(len(order), dtype=np.int64)
    stretch[order] = np.cumsum(anew)
    return stretch


def stays_of(case: Case, units: StayUnits) -> pd.DataFrame:
    """Return who sat at the units, from when to when; a change of seat is one stay.

    Play begins with the first hand, and ``start`` is a little before it at most. Of an ``open``
    stay the log does not tell the end: ``end`` is that of the unit.
    """
    seats = case.seats
    rows = np.arange(len(seats))
    if "role" in seats:
        rows = np.flatnonzero(seats["role"] != "house")
    row, unit = beside(units.table, seats["table_code"].to_numpy()[rows])
    row = rows[row]
    until = seats["to"].to_numpy()[row] if "to" in seats else np.full(len(row), MISSING)
    start = np.maximum(seats["from"].to_numpy()[row], units.first[unit] - GRACE)
    end = np.minimum(np.where(until == MISSING, _EVER, until), units.last[unit])
    keep = end > np.maximum(start, units.first[unit])
    frame = pd.DataFrame(
        {
            "cardroom": words_of(seats, "cardroom", row[keep]),
            "player": words_of(seats, "player", row[keep]),
            "person": people(case).numbers("seats.player", row[keep]),
            "unit": unit[keep],
            "start": start[keep],
            "end": end[keep],
            "open": (until == MISSING)[keep],
            **log_rows(seats, row[keep]),
        }
    ).sort_values(["unit", "person", "start", "source", "row"], ignore_index=True)
    return _joined(frame)


def _joined(frame: pd.DataFrame) -> pd.DataFrame:
    """Return stays of one person at one table that follow on one another as one.

    ``again`` tells that the person had sat there before, and came back after a break.
    """
    if not len(frame):
        return frame.assign(again=False)
    person = changes(frame["unit"].to_numpy()) | changes(frame["person"].to_numpy())
    number = np.cumsum(person)
    latest = frame["end"].groupby(number).cummax().shift(1).to_numpy()
    anew = person | (frame["start"].to_numpy() > np.where(person, 0, latest) + LATE)
    stay = np.cumsum(anew)
    return (
        frame.assign(again=anew & ~person)
        .groupby(stay, as_index=False)
        .agg(
            cardroom=("cardroom", "first"),
            player=("player", "first"),
            unit=("unit", "first"),
            start=("start", "first"),
            end=("end", "max"),
            open=("open", "max"),
            again=("again", "first"),
            source=("source", "first"),
            row=("row", "first"),
        )
    )
