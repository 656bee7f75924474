"""LOG-ORPHAN: records belong to no hand of the log, or to no table of it.

A time fee belongs to a table. One that names none, or a table without hands, is for review.

Finding     3 wagers of $75.00 name hand T1-0042, which is not among the hands
Finding     2 collections of $3.00 name no hand
No finding  a time fee that names its table and no hand
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import words_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.records.positions import pointed, stands_before, texts, together
from feeaudit.core.money import dollars
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, Words


_RECORDS: Final = ("wagers", "collections", "offers")
_NO_HAND: Final = "no hand"
_DAYS: Final = 1 << 24


@check(
    id="LOG-ORPHAN",
    title="Records of a hand or table that is not logged",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find the hand's own record, or correct the id that the records name.",
)
def without_a_hand(case: Case) -> Outcome:
    """Records belong to no hand of the log, or to no table of it."""
    present = [name for name in _RECORDS if case.has(f"{name}.hand_id")]
    if not present:
        reason = "the log has no wagers, collections or offers that could name a hand"
        return Outcome(findings_frame(), case.no_hand, {reason: case.every_hand})
    found = [_findings(case, name) for name in present]
    if "collections" in present:
        found.append(_nowhere(case))
    return Outcome(together(found), case.every_hand)


def _findings(case: Case, name: str) -> pd.DataFrame:
    """Return one finding for each missing hand that records of a table name."""
    frame: pd.DataFrame = getattr(case, name)
    alone = np.flatnonzero(frame["hand"].to_numpy() < 0)
    if not len(alone):
        return findings_frame()
    column = case.log.table(name).column("hand_id")
    named = pc.is_valid(column).to_numpy()
    rows = stands_before(frame, alone[named[alone]])
    if not len(rows):
        return findings_frame()
    ids = column.take(rows).to_pandas()
    codes, words = pd.factorize(ids)
    first = rows[np.unique(codes, return_index=True)[1]]
    numbers = np.bincount(codes)
    totals = np.zeros(len(words), dtype=np.int64)
    if name != "offers":
        np.add.at(totals, codes, frame["amount"].to_numpy()[rows])
    return findings_frame(
        len(words),
        message=texts(_sentences(name, list(map(str, words)), numbers, totals)),
        **pointed(frame, first),
    )


def _sentences(name: str, words: list[str], numbers: Ints, totals: Ints) -> list[str]:
    told = []
    for word, number, total in zip(words, numbers.tolist(), totals.tolist(), strict=True):
        what = name.removesuffix("s") if number == 1 else name
        money = "" if name == "offers" else f" of {dollars(total)}"
        verb = "names" if number == 1 else "name"
        told.append(f"{number:,} {what}{money} {verb} hand {word}, which is not among the hands")
    return told


def _nowhere(case: Case) -> pd.DataFrame:
    """Return the collections that name no hand, and are not of a period at a table of the log.

    They are told together by table and gaming day.
    """
    frame = case.collections
    blank = pc.is_null(case.log.table("collections").column("hand_id")).to_numpy()
    rows = stands_before(frame, np.flatnonzero(blank))
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
    if not len(rows):
        return findings_frame()
    group = alike.groupby(list(alike.columns), sort=False).ngroup().to_numpy()
    first = np.unique(group, return_index=True)[1]
    totals = np.zeros(len(first), dtype=np.int64)
    np.add.at(totals, group, frame["amount"].to_numpy()[rows])
    lacks = alike["lacks"].to_numpy()[first]
    return findings_frame(
        len(first),
        table_code=case.tables_named(frame.iloc[rows[first]]),
        cardroom=alike["room"].to_numpy()[first],
        table=alike["table"].to_numpy()[first],
        at=_taken_at(frame, rows[first]),
        review=lacks != _NO_HAND,
        message=texts(
            [
                _told(*each)
                for each in zip(np.bincount(group).tolist(), totals.tolist(), lacks, strict=True)
            ]
        ),
        **pointed(frame, rows[first]),
    )


def _lacks(case: Case, rows: Ints) -> Words:
    """Return what collections lack to belong somewhere, blank where nothing."""
    frame = case.collections
    table, day = case.tables_named(frame.iloc[rows]), _days(case, rows)
    named, known = words_of(frame, "table", rows) != "", table >= 0
    idle = (day >= 0) & ~_played(case, table, day)
    homeless = words_of(frame, "cardroom", rows) == ""
    timeless = case.has("collections.taken_at") & (_taken_at(frame, rows) < 0)
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
            _NO_HAND,
            "no table",
            "a table and no cardroom",
            "a table of which no hand is logged",
            "a table and no time",
            "a table of which no hand is logged that day",
        ],
        "",
    )
    return lacks.astype(object)


def _played(case: Case, table: Ints, day: Ints) -> Bools:
    """Tell at which tables hands were played on a gaming day."""
    units = (case.hands[name].to_numpy() for name in ("table_code", "day"))
    found: Bools = np.isin(_packed(table, day), np.unique(_packed(*units)))
    return found


def _packed(table: Ints, day: Ints) -> Ints:
    return table * _DAYS + day


def _taken_at(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return when collections were taken, -1 where the log does not tell."""
    if "taken_at" not in frame:
        return np.full(len(rows), -1, dtype=np.int64)
    taken = frame["taken_at"].to_numpy()[rows]
    return np.where(taken == MISSING, -1, taken)


def _days(case: Case, rows: Ints) -> Ints:
    at = _taken_at(case.collections, rows)
    return np.where(at < 0, -1, case.config.gaming_days(np.maximum(at, 0)))


def _told(number: int, total: int, lacks: str) -> str:
    s, verb = ("", "names") if number == 1 else ("s", "name")
    what = f"collection{s}" if lacks == _NO_HAND else f"fee{s} for a period"
    return f"{number:,} {what} of {dollars(total)} {verb} {lacks}"
