"""Orphans: records that belong to no hand of the log, or to no table of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from feeaudit.audit.columns import words_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.records.positions import stands_before
from feeaudit.core.arrays import MOST_DAYS, distinct, paired
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, Words

NO_HAND: Final = "no hand"
# More days than any log has, to pack a table and a day into one number.


class Orphans(NamedTuple):
    """Records told of together: the first of them, their number, their sum, and what about them."""

    first: int
    number: int
    total: int
    about: str


def of_lost_hands(case: Case, name: str) -> list[Orphans]:
    """Return the records of a table that name a hand which is not logged, by that hand."""
    frame: pd.DataFrame = getattr(case, name)
    alone = np.flatnonzero(frame["hand"].to_numpy() < 0)
    column = case.log.table(name).column("hand_id")
    rows = stands_before(frame, alone[pc.is_valid(column).to_numpy()[alone]])
    if not len(rows):
        return []
    codes, words = pd.factorize(column.take(rows).to_pandas())
    return _grouped(frame, rows, codes, list(map(str, words)))


def of_no_place(case: Case) -> list[Orphans]:
    """Return the collections that name no hand, and are not of a period at a table of the log.

    They are told together by table and gaming day.
    """
    frame = case.collections
    blank = pc.is_null(case.log.table("collections").column("hand_id")).to_numpy()
    rows = stands_before(frame, np.flatnonzero(blank))
    if not len(rows):
        return []
    alike = pd.DataFrame(
        {
            "room": words_of(frame, "cardroom", rows),
            "table": words_of(frame, "table", rows),
            "day": _days(case, rows),
            "lacks": _lacks(case, rows),
        }
    )
    lost = alike["lacks"].to_numpy() != ""
    rows, alike = rows[lost], alike[lost]
    group = alike.groupby(list(alike.columns), sort=False).ngroup().to_numpy()
    return _grouped(frame, rows, group, alike["lacks"].to_numpy()[~pd.Series(group).duplicated()])


def _grouped(
    frame: pd.DataFrame, rows: Ints, group: Ints, about: Words | list[str]
) -> list[Orphans]:
    """Return rows by group, numbered as they first stand in the log."""
    first = rows[np.unique(group, return_index=True)[1]]
    totals = np.zeros(len(first), dtype=np.int64)
    if "amount" in frame:
        np.add.at(totals, group, frame["amount"].to_numpy()[rows])
    numbers = np.bincount(group, minlength=len(first))
    each = zip(first.tolist(), numbers.tolist(), totals.tolist(), about, strict=True)
    return [Orphans(*one) for one in each]


def _lacks(case: Case, rows: Ints) -> Words:
    """Return what collections lack to belong somewhere, blank where nothing."""
    frame = case.collections
    table, day = case.tables_named(frame.iloc[rows]), _days(case, rows)
    named, known = words_of(frame, "table", rows) != "", table >= 0
    idle = (day >= 0) & ~_played(case, table, day)
    homeless = words_of(frame, "cardroom", rows) == ""
    timeless = case.has("collections.taken_at") & (taken_at(frame, rows) < 0)
    lacks = np.select(
        [
            ~frame["fee"].isin(PERIOD_FEES).to_numpy()[rows],
            ~named,
            homeless,
            ~known,
            timeless,
            idle,
        ],
        [
            NO_HAND,
            "no table",
            "a table and no cardroom",
            "a table with no hands logged",
            "a table and no time",
            "a table with no hands logged that day",
        ],
        "",
    )
    return lacks.astype(object)


def _played(case: Case, table: Ints, day: Ints) -> Bools:
    """Tell at which tables hands were played on a gaming day."""
    units = (case.hands[name].to_numpy() for name in ("table_code", "day"))
    found: Bools = np.isin(_packed(table, day), distinct(_packed(*units)))
    return found


def _packed(table: Ints, day: Ints) -> Ints:
    return paired(table, day, MOST_DAYS)


def taken_at(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return when collections were taken, -1 where the log does not tell."""
    if "taken_at" not in frame:
        return np.full(len(rows), -1, dtype=np.int64)
    taken = frame["taken_at"].to_numpy()[rows]
    return np.where(taken == MISSING, -1, taken)


def _days(case: Case, rows: Ints) -> Ints:
    at = taken_at(case.collections, rows)
    return np.where(at < 0, -1, case.config.gaming_days(np.maximum(at, 0)))
