"""Stays of a provider's people at a table, and which of them were there together."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.identity import person_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.seating import table_days
from feeaudit.core.numbering import numbered
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

FOR_GOOD: Final = np.iinfo(np.int64).max

Stay = dict[str, Any]


def _stays(case: Case) -> list[Stay]:
    """Return stays of providers' people that may be together, each provider and table in turn."""
    frame = case.seats
    start = frame["from"].to_numpy()
    theirs = frame["provider"].notna().to_numpy() & (start != MISSING)
    if "role" in frame:
        theirs &= ~frame["role"].isin(["patron", "house"]).to_numpy()
    end = np.where(frame["to"] == MISSING, FOR_GOOD, frame["to"])
    rows = _crowded(frame, np.flatnonzero(theirs), start, end)
    records: list[Stay] = frame.iloc[rows].assign(to=end[rows]).to_dict("records")
    return sorted(records, key=_order)


def _crowded(frame: pd.DataFrame, rows: Ints, start: Ints, end: Ints) -> Ints:
    """Return the stays of providers and tables where any begins before another has ended."""
    tables = [frame[name].cat.codes.to_numpy()[rows] for name in ("cardroom", "table")]
    place, _ = numbered([*tables, _providers(frame, rows)])
    order = np.lexsort((start[rows], place))
    # Of stays that overlap one is always next to the other in the order of time.
    before, after = order[:-1], order[1:]
    meet = (place[before] == place[after]) & (start[rows[after]] < end[rows[before]])
    return rows[np.isin(place, place[after[meet]])]


def _providers(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return the number of the provider of stays that name one, the same whatever its capitals."""
    names = frame["provider"].cat
    numbers: dict[str, int] = {}
    each = [numbers.setdefault(spelled(name), len(numbers)) for name in names.categories]
    found: Ints = np.array(each, dtype=np.int64)[names.codes.to_numpy()[rows]]
    return found


def _order(stay: Stay) -> tuple[Any, ...]:
    """Return what puts stays in order, the same however the log's rows are ordered."""
    person = str(stay["player"]), str(stay["seat"])
    return (_place(stay), stay["from"], *person, stay["source"], stay["row"])


def _place(stay: Stay) -> tuple[str, str, str]:
    return str(stay["cardroom"]), str(stay["table"]), spelled(stay["provider"])


def stays_together(case: Case, allowed: int) -> Iterator[tuple[list[Stay], Stay]]:
    """Yield who was there already and who came, wherever more than so many sat together."""
    yield from _together(_stays(case), allowed, person_of(case.config))


def _together(
    stays: list[Stay], allowed: int, person_of: Callable[[str], str]
) -> Iterator[tuple[list[Stay], Stay]]:
    """Yield who was there already and who came, wherever more than are allowed sat together."""

    def person(stay: Stay) -> str:
        return spelled(person_of(stay["player"]))

    for _, group in groupby(stays, _place):
        there: list[Stay] = []
        for stay in group:
            there = [each for each in there if each["to"] > stay["from"]]
            others = {person(each): each for each in there}
            others.pop(person(stay), None)
            if len(others) >= allowed and stay["to"] > stay["from"]:
                yield [others[name] for name in sorted(others)], stay
            there.append(stay)


def first_hands(case: Case, tables: Any, starts: list[int], ends: list[int]) -> Any:
    """Return the first hand of the gaming day played while they sat together, -1 for none."""
    found = np.full(len(starts), -1, dtype=np.int64)
    if not starts:
        return found
    order = order_of_play(case).hand
    columns = ("table_code", "started_at", "day")
    table, time, day = (case.hands[name].to_numpy()[order] for name in columns)
    days = case.config.gaming_days(np.array(starts, dtype=np.int64))
    for place, (code, start, end) in enumerate(zip(tables, starts, ends, strict=True)):
        low, high = np.searchsorted(table, [code, code + 1])
        at = low + np.searchsorted(time[low:high], start)
        if at < high and time[at] < end and day[at] == days[place]:
            found[place] = order[at]
    return found


def unlisted_hands(case: Case) -> dict[str, Bools]:
    """Return the hands of days at tables for which the log does not say who plays for whom."""
    seats = case.seats
    reasons = {"the log lists nobody at the table": ~_at(case, seats)}
    if "role" in seats:
        nobody = seats[(seats["role"] == "third_party") & seats["provider"].isna()]
        reasons["the provider of a third party's player is not logged"] = _at(case, nobody)
    return reasons


def _at(case: Case, seats: pd.DataFrame) -> Bools:
    """Tell which hands are of tables and gaming days that some stays reach."""
    days = table_days(case)
    until = seats["to"].to_numpy()
    end = np.where(until == MISSING, FOR_GOOD, until)
    start = np.maximum(seats["from"].to_numpy(), 0)
    return days.reached(*days.spans(seats["table_code"].to_numpy(), start, end))[days.of_hand]
