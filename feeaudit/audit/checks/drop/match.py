"""DROP-MATCH: a box does not hold what the log says was taken at its table.

By table and count period: fees owed, fees logged, box counted; the jackpot's box apart. What a hand
pays while the box is being changed may lie in either.

Finding     logged $1,241.00, counted $1,200.00: short by $41.00, or 41 player fees at $1.00
No finding  logged $1,241.00, counted $1,241.00
No finding  logged $1,241.00, counted $1,000.00 and $241.00 for the same period
No finding  short by $2.00, the fee of a hand that was being played when the box was changed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import table_of
from feeaudit.audit.drop.boxes import boxes_of, covered
from feeaudit.audit.drop.reasons import reasons_of
from feeaudit.audit.records.positions import clock, together
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.drop.boxes import Boxes
    from feeaudit.core.arrays import Bools, Ints


@check(
    id="DROP-MATCH",
    title="The box does not hold what was logged",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("collections", "counts"),
    next_step="Recount the box, and compare the table's fee slips with the log for the period.",
)
def box_does_not_match(case: Case) -> Outcome:
    """A box does not hold what the log says was taken at its table."""
    missing = case.lacking("collections", "counts")
    if missing:
        return Outcome(findings_frame(), case.no_hand, {missing: case.every_hand})
    boxes = boxes_of(case)
    tested = covered(boxes)
    uncounted = {} if tested.all() else {"no count of the table's box covers the hand": ~tested}
    matched = matching(boxes, case.config.count_tolerance)
    found = [_findings(case, boxes, matched), _strangers(case)]
    return Outcome(together(found), tested, uncounted)


class Matched(NamedTuple):
    """Which counts agree with the log, and by how much each is off.

    ``reasons`` are of boxes that would agree, were the fees of a hand in play not to lie in one of
    two boxes; ``in_parts`` tells which agree only together with other counts of their period.
    """

    fits: Bools
    off: Ints
    reasons: dict[int, str]
    in_parts: Bools


def matching(boxes: Boxes, tolerance: int) -> Matched:
    """Tell which counts agree, whichever of two boxes the fees of hands in play at a change lie in.

    They lie in one of them: where the box before the change has them, the next has not.
    """
    ways = _ways(boxes, tolerance)
    alone = np.any([*ways.values()], axis=0)
    in_parts = ~alone & _together(boxes, tolerance)
    found = Matched(alone | in_parts, boxes.counted - boxes.logged, {}, in_parts)
    passed_on: dict[tuple[str, int], set[int]] = {}
    crossed = np.flatnonzero((boxes.before > 0) | (boxes.after > 0))
    for place in crossed[np.lexsort((boxes.last[crossed], boxes.first[crossed]))].tolist():
        kind, first, last = boxes.kind[place], int(boxes.first[place]), int(boxes.last[place])
        fitting = [way for way, fits in ways.items() if fits[place]]
        given = passed_on.get((kind, first), {0, 1})
        left = {to_next for from_last, to_next in fitting if from_last in given}
        if fitting and not left:
            (late,) = given
            found.fits[place] = False
            found.off[place] = (1 - 2 * late) * boxes.before[place]
            has = "has" if not late else "has not"
            found.reasons[place] = f"since the box before {has} the fees in play at the change"
        passed_on.setdefault((kind, last), set()).update(left or {0, 1})
    return found


def _together(boxes: Boxes, tolerance: int) -> Bools:
    """Tell which counts agree when all of one kind and period are added up, as parts of one."""
    periods = zip(boxes.kind, boxes.first.tolist(), boxes.last.tolist(), strict=True)
    group, _ = pd.factorize(pd.Series(list(periods), dtype=object))
    counted = np.zeros(len(group), dtype=np.int64)
    np.add.at(counted, group, boxes.counted)
    return _agree(boxes, counted[group] - boxes.logged, tolerance)


def _agree(boxes: Boxes, difference: Ints, tolerance: int) -> Bools:
    """Tell which differences are none; a count that does not say of what may hold jackpot fees."""
    jackpots = np.where(boxes.kind == "", boxes.jackpots, 0)
    agree: Bools = (np.abs(difference) <= tolerance) | (np.abs(difference - jackpots) <= tolerance)
    return agree


def _ways(boxes: Boxes, tolerance: int) -> dict[tuple[int, int], Bools]:
    """Return which counts agree if the fees in play at their first and last change lie beyond it.

    The log has them before the change; 1 stands for beyond.
    """
    difference = boxes.counted - boxes.logged
    found = {}
    for from_last in (0, 1):
        for to_next in (0, 1):
            rest = difference - from_last * boxes.before + to_next * boxes.after
            found[from_last, to_next] = _agree(boxes, rest, tolerance)
    return found


def _findings(case: Case, boxes: Boxes, matched: Matched) -> pd.DataFrame:
    wrong = np.flatnonzero(~matched.fits)
    if not len(wrong):
        return findings_frame()
    counts = case.counts
    row = boxes.row[wrong]
    told = [_sentence(case, boxes, matched, place) for place in wrong.tolist()]
    # What cannot be placed at a table may be what the box holds beyond the log.
    unplaced = (matched.off[wrong] > 0) & (matched.off[wrong] <= boxes.unplaced)
    return findings_frame(
        len(wrong),
        table_code=counts["table_code"].to_numpy()[row],
        at=counts["from"].to_numpy()[row],
        until=counts["to"].to_numpy()[row],
        component=np.where(boxes.kind[wrong] == "jackpot", "jackpot", "").astype(object),
        owed=boxes.logged[wrong],
        taken=boxes.counted[wrong],
        review=unplaced,
        message=np.array(told, dtype=object),
        source=counts["source"].to_numpy()[row].astype(np.int64),
        row=counts["row"].to_numpy()[row].astype(np.int64),
    )


def _strangers(case: Case) -> pd.DataFrame:
    """Return the counts that nothing can be held against: of a table without hands, or of no time.

    What is counted for a time that ends before it begins is of no time either.
    """
    counts = case.counts
    begins, ends = counts["from"].to_numpy(), counts["to"].to_numpy()
    unknown = counts["table_code"].to_numpy() < 0
    counted = counts["amount"].to_numpy() > case.config.count_tolerance
    rows = np.flatnonzero((unknown | (begins >= ends)) & counted)
    if not len(rows):
        return findings_frame()
    strange = counts.iloc[rows]
    told = [
        f"{dollars(int(each.amount))} was counted at table {each.table}, "
        + ("where no hand is logged" if unknown[row] else _of_no_time(case, begins[row], ends[row]))
        for row, each in zip(rows, strange.itertuples(), strict=True)
    ]
    return findings_frame(
        len(strange),
        **table_of(counts, rows),
        at=begins[rows],
        until=np.maximum(begins, ends)[rows],
        taken=strange["amount"].to_numpy(),
        review=np.ones(len(strange), dtype=bool),
        message=np.array(told, dtype=object),
        source=strange["source"].to_numpy().astype(np.int64),
        row=strange["row"].to_numpy().astype(np.int64),
    )


def _of_no_time(case: Case, begins: int, ends: int) -> str:
    return f"from {clock(case, int(begins))} to {clock(case, int(ends))}, which is no time"


def _sentence(case: Case, boxes: Boxes, matched: Matched, place: int) -> str:
    logged, counted, off = (int(each[place]) for each in (boxes.logged, boxes.counted, matched.off))
    fees = "jackpot fees" if boxes.kind[place] == "jackpot" else "fees"
    told = (
        f"{reasons_of(case).owed(place)}{fees} of {dollars(logged)} were logged and"
        f" {dollars(counted)} was counted: the box is {'short' if off < 0 else 'over'} by"
        f" {dollars(abs(off))}"
    )
    reason = matched.reasons.get(place) or reasons_of(case).of(place)
    return f"{told}, {reason}" if reason else f"{told}; no simple explanation fits"
