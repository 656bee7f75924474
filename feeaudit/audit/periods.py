"""Fees for periods: where and when each was taken, who was seated then, and what is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

from feeaudit.audit.frames import MISSING
from feeaudit.audit.grouping import in_order
from feeaudit.audit.lanes import PERIOD_FEES
from feeaudit.audit.places import word_codes
from feeaudit.audit.resolving import with_plans
from feeaudit.book.lookup import tiers_for

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class PeriodFees:
    """The fees for periods taken at tables of the log; an entry a collection.

    ``record`` is the collection's row. ``at`` is 0 and ``day`` -1 where the log does not tell the
    time. ``situation`` is that of the table's last hand of the day before, or of its first; -1
    where it had none. ``players`` is how many were seated, -1 where the log does not tell.
    ``choice`` numbers the ``admitted`` amounts, none where nothing is printed.
    """

    record: Ints
    table: Ints
    at: Ints
    day: Ints
    fee: Ints
    situation: Ints
    players: Ints
    taken: Ints
    choice: Ints
    admitted: tuple[frozenset[int], ...]

    @property
    def owed(self) -> Ints:
        """The least that is admitted for each, 0 where nothing is printed."""
        return np.array([min(each, default=0) for each in self.admitted], np.int64)[self.choice]

    @property
    def owed_most(self) -> Ints:
        """The most that is admitted for each, 0 where nothing is printed."""
        return np.array([max(each, default=0) for each in self.admitted], np.int64)[self.choice]


def period_fees(case: Case) -> PeriodFees:
    """Return the fees for periods, worked out once."""
    return case.shared("period fees", _period_fees)


def _period_fees(case: Case) -> PeriodFees:
    fee = word_codes(case.collections, "fee", PERIOD_FEES)
    record = np.flatnonzero(fee >= 0)
    table, at = _places(case, record)
    placed = table >= 0
    record, table, at = record[placed], table[placed], at[placed]
    day = np.where(at > 0, case.config.gaming_days(at), -1) if len(record) else record
    before, after = _Course(case, table).around(table, at, day)
    players = _players(case, table, at)
    choice, admitted = _admitted(case, fee[record], before, after, players)
    amount = case.collections["amount"].to_numpy() if len(case.collections) else record
    return PeriodFees(
        record=record,
        table=table,
        at=at,
        day=day,
        fee=fee[record],
        situation=np.where(before >= 0, before, after),
        players=players,
        taken=amount[record],
        choice=choice,
        admitted=admitted,
    )


def _places(case: Case, record: Ints) -> tuple[Ints, Ints]:
    """Return the table (-1 for none) and the time (0 for none) of collections."""
    hands, collections = case.hands, case.collections
    hand = collections["hand"].to_numpy()[record]
    named = case.tables_named(collections.iloc[record])
    by_hand = np.append(hands["table_code"].to_numpy(), -1)[hand]
    at = np.append(hands["started_at"].to_numpy(), 0)[hand]
    if "taken_at" in collections:
        taken = collections["taken_at"].to_numpy()[record]
        at = np.where(taken != MISSING, taken, at)
    return np.where(hand >= 0, by_hand, named), np.maximum(at, 0)


class _Course:
    """The hands of some tables in the order of play."""

    def __init__(self, case: Case, tables: Ints) -> None:
        hands = case.hands
        mine = np.flatnonzero(np.isin(hands["table_code"].to_numpy(), np.unique(tables)))
        table, time = (hands[name].to_numpy()[mine] for name in ("table_code", "started_at"))
        order = in_order(table, time)
        mine = mine[order]
        self.table, self.time = table[order], time[order]
        self.day = hands["day"].to_numpy()[mine]
        self.situation = hands["situation"].to_numpy()[mine]

    def around(self, table: Ints, at: Ints, day: Ints) -> tuple[Ints, Ints]:
        """Return the situations of the hands before and after moments, -1 for none that day."""
        place = rank(self.table, self.time, table, at, "left")
        return self._at(place - 1, table, day), self._at(place, table, day)

    def _at(self, place: Ints, table: Ints, day: Ints) -> Ints:
        if not len(self.table):
            return np.full(len(place), -1, dtype=np.int64)
        inside = np.clip(place, 0, len(self.table) - 1)
        same = (place == inside) & (self.table[inside] == table) & (self.day[inside] == day)
        found: Ints = np.where(same, self.situation[inside], -1)
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


def _admitted(
    case: Case, fee: Ints, before: Ints, after: Ints, players: Ints
) -> tuple[Ints, tuple[frozenset[int], ...]]:
    """Return what either situation prints for so many players, once for each combination."""
    asked = pd.MultiIndex.from_arrays([fee, before, after, players])
    of, distinct = pd.factorize(asked)
    amounts = [_printed(case, *map(int, each)) for each in distinct]
    return of.astype(np.int64), tuple(amounts)


def _printed(case: Case, fee: int, before: int, after: int, players: int) -> frozenset[int]:
    timed = periods(case)
    near = {each for each in (before, after) if each >= 0 and timed[each]}
    if players < 0:
        return frozenset()
    fees = (_tiers(case.situations[each], players, PERIOD_FEES[fee]) for each in near)
    return frozenset[int]().union(*fees)


def _tiers(situation: Situation, players: int, fee: str) -> set[int]:
    """Return the amounts that some reading prints for so many players.

    They pick the row of a price list, not those who were dealt the hand nearby.
    """
    return {
        tier.fee
        for plan in with_plans(situation, players).plans
        for ladder in plan.ladders
        if ladder.component == fee
        for tier in tiers_for(ladder, players).tiers
        if tier.fee is not None
    }


def periods(case: Case) -> list[frozenset[int]]:
    """Return for each situation the lengths of a period, in minutes, that the readings admit."""
    return case.shared("periods", lambda each: [_lengths(one) for one in each.situations])


def _lengths(situation: Situation) -> frozenset[int]:
    if not any(ladder.component == "time" for plan in situation.plans for ladder in plan.ladders):
        return frozenset()
    stated = {term.period for term in situation.terms if term.period}
    for offer in situation.offers:
        for anomaly in offer.schedule.anomalies:
            if offer.option.option in anomaly.options:
                stated |= {reading.period for reading in anomaly.readings if reading.period}
    return frozenset(stated)
