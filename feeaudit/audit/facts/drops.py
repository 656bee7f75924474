"""Drops: every count of a drop box beside what the log says was put into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.checks.drop.boxes import boxes_of
from feeaudit.audit.checks.drop.match import matching
from feeaudit.audit.checks.drop.reasons import reasons_of
from feeaudit.audit.evidence.words import Words, words_of
from feeaudit.audit.facts.frames import DROPS, frame_of, ordered
from feeaudit.audit.facts.places import summed
from feeaudit.audit.fees import fees_of
from feeaudit.audit.lanes import BY_PERIOD
from feeaudit.audit.places import word_codes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.drop.boxes import Boxes

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


def drops_of(case: Case) -> pd.DataFrame:
    """Return a row a count, by table and time; counts of no length of time are left out."""
    if case.lacking("collections", "counts"):
        return frame_of(DROPS, {})
    both = pd.concat([_compared(case, boxes_of(case)), _strange(case)], ignore_index=True)
    return ordered(both, "at", "until", "kind", "counted")


def _compared(case: Case, boxes: Boxes) -> pd.DataFrame:
    owed, owed_most = _owed(case, boxes)
    return _described(
        case,
        boxes.row,
        owed=owed,
        owed_most=owed_most,
        logged=boxes.logged,
        explanation=_explanations(case, boxes),
    )


def _strange(case: Case) -> pd.DataFrame:
    """Return the counts of tables of which the log has no hand."""
    rows = np.flatnonzero(case.counts["table_code"].to_numpy() < 0)
    unknown = np.full(len(rows), -1, dtype=np.int64)
    return _described(
        case,
        rows,
        owed=unknown,
        owed_most=unknown,
        logged=np.zeros(len(rows), dtype=np.int64),
        explanation=np.full(len(rows), "no hand is logged at this table", dtype=object),
    )


def _described(case: Case, rows: Ints, **facts: Any) -> pd.DataFrame:
    counts = case.counts
    counted = counts["amount"].to_numpy()[rows]
    words = {name: words_of(counts, name, rows) for name in ("cardroom", "table", "kind")}
    times = {"at": counts["from"].to_numpy()[rows], "until": counts["to"].to_numpy()[rows]}
    sums = {"counted": counted, "difference": counted - facts["logged"]}
    return frame_of(DROPS, {**words, **times, **sums, **facts})


def _owed(case: Case, boxes: Boxes) -> tuple[Ints, Ints]:
    """Return the least and the most that hands of each period owed; -1 where that is not told.

    A count that does not say of what is held against all fees but the jackpot's.
    """
    hands, fees = case.hands, fees_of(case)
    stretch = boxes.timeline.stretch(hands["table_code"].to_numpy(), hands["started_at"].to_numpy())
    jackpot = (fees.frame["fee"] == "jackpot").to_numpy()
    of_fee = stretch[fees.frame["hand"].to_numpy()]
    known = ~_untold(case, boxes, stretch[~fees.tested])
    found = []
    for name in ("owed", "owed_most"):
        sums = [
            _between(boxes, fees.frame[name].to_numpy()[mine], of_fee[mine])
            for mine in (jackpot, ~jackpot)
        ]
        found.append(np.where(known, np.where(boxes.kind == "jackpot", *sums), -1))
    return found[0], found[1]


def _untold(case: Case, boxes: Boxes, untested: Ints) -> Bools:
    """Tell in which periods a hand could not be tested or a fee for a period was taken."""
    by_period = word_codes(case.collections, "fee", tuple(sorted(BY_PERIOD))) >= 0
    by_period &= boxes.stretch >= 0
    where = np.concatenate([untested, boxes.stretch[by_period]])
    untold: Bools = _between(boxes, np.ones(len(where), dtype=np.int64), where) > 0
    return untold


def _between(boxes: Boxes, amounts: Ints, stretch: Ints) -> Ints:
    """Return the sum of amounts that fall in the period of each box."""
    upto = np.cumsum(summed(amounts, stretch, len(boxes.timeline.changes) + 1))
    found: Ints = upto[boxes.last] - upto[boxes.first]
    return found


def _explanations(case: Case, boxes: Boxes) -> Words:
    """Return why each box differs; blank where it does not, or where nothing explains it."""
    tolerance = case.config.count_tolerance
    difference = boxes.counted - boxes.logged
    told = np.full(len(difference), "", dtype=object)
    fits = matching(boxes, tolerance)
    told[fits & (difference != 0)] = "fees of hands in play when the box was changed"
    with_jackpots = (boxes.kind == "") & (np.abs(difference - boxes.jackpots) <= tolerance)
    told[fits & with_jackpots & (difference != 0)] = "the jackpot fees are in the box too"
    told[(difference != 0) & (np.abs(difference) <= tolerance)] = "within the count's tolerance"
    for place in np.flatnonzero(~fits).tolist():
        told[place] = reasons_of(case).of(place).removeprefix("which ").removeprefix("and ")
    return told
