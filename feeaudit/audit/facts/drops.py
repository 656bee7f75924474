"""Drops: every count of a drop box beside what the log says was put into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.columns import words_of
from feeaudit.audit.drop.boxes import boxes_of
from feeaudit.audit.drop.matches import matching
from feeaudit.audit.drop.reasons import reasons_of
from feeaudit.audit.facts.frames import DROPS, frame_of, ordered
from feeaudit.audit.facts.table_places import summed
from feeaudit.audit.fees import fees_of
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.drop.boxes import Boxes
    from feeaudit.core.arrays import Bools, Ints, Words


def drops_of(case: Case) -> pd.DataFrame:
    """Return a row a count, by table and time; counts of no length of time are left out."""
    if case.lacking("collections", "counts"):
        return frame_of(DROPS, {})
    boxes = boxes_of(case)
    strange = np.flatnonzero(case.counts["table_code"].to_numpy() < 0)
    compared, apart = _compared(case, boxes), _apart(len(strange))
    facts = {name: np.concatenate([compared[name], apart[name]]) for name in compared}
    frame = _described(case, np.concatenate([boxes.row, strange]), facts)
    return ordered(frame, "at", "until", "kind", "counted")


def _compared(case: Case, boxes: Boxes) -> dict[str, Any]:
    owed, owed_most = _owed(case, boxes)
    return {
        "owed": owed,
        "owed_most": owed_most,
        "logged": boxes.logged,
        "explanation": _explanations(case, boxes),
    }


def _apart(count: int) -> dict[str, Any]:
    """Return what is told of counts at tables of which the log has no hand."""
    unknown = np.full(count, -1, dtype=np.int64)
    return {
        "owed": unknown,
        "owed_most": unknown,
        "logged": np.zeros(count, dtype=np.int64),
        "explanation": np.full(count, "no hand is logged at this table", dtype=object),
    }


def _described(case: Case, rows: Ints, facts: dict[str, Any]) -> pd.DataFrame:
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
    known = ~_unknown(case, boxes, stretch[~fees.tested])
    found = []
    for name in ("owed", "owed_most"):
        jackpots = _between(boxes, fees.sums.jackpot[name], stretch)
        others = _between(boxes, fees.sums.every[name], stretch) - jackpots
        found.append(np.where(known, np.where(boxes.kind == "jackpot", jackpots, others), -1))
    return found[0], found[1]


def _unknown(case: Case, boxes: Boxes, untested: Ints) -> Bools:
    """Tell in which periods a hand could not be tested or a fee for a period was taken."""
    fees = case.collections["fee"].cat
    by_period = np.array([*(fee in PERIOD_FEES for fee in fees.categories), False])
    taken = boxes.stretch[by_period[fees.codes.to_numpy()]]
    where = np.concatenate([untested, taken[taken >= 0]])
    unknown: Bools = _between(boxes, np.ones(len(where), dtype=np.int64), where) > 0
    return unknown


def _between(boxes: Boxes, amounts: Ints, stretch: Ints) -> Ints:
    """Return the sum of amounts that fall in the period of each box."""
    upto = np.cumsum(summed(amounts, stretch, len(boxes.timeline.changes) + 1))
    found: Ints = upto[boxes.last] - upto[boxes.first]
    return found


def _explanations(case: Case, boxes: Boxes) -> Words:
    """Return why each box differs; blank where it does not, or where nothing explains it."""
    tolerance = case.config.count_tolerance
    difference = boxes.counted - boxes.logged
    texts = np.full(len(difference), "", dtype=object)
    fits, _, reasons, in_parts = matching(boxes, tolerance)
    texts[fits & (difference != 0)] = "fees of hands in play when the box was changed"
    with_jackpots = (boxes.kind == "") & (np.abs(difference - boxes.jackpots) <= tolerance)
    texts[fits & with_jackpots & (difference != 0)] = "the jackpot fees are in the box too"
    texts[in_parts] = "together with the other counts of the period, it matches the log"
    texts[(difference != 0) & (np.abs(difference) <= tolerance)] = "within the count's tolerance"
    for place in np.flatnonzero(~fits).tolist():
        reason = reasons.get(place) or reasons_of(case).of(place)
        texts[place] = reason.removeprefix("which ").removeprefix("and ")
    return texts
