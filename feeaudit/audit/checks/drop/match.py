"""DROP-MATCH: a box does not hold what the log says was taken at its table.

By table and count period: fees owed, fees logged, box counted; the jackpot's box apart. What a hand
pays while the box is being changed may lie in either.

Finding     logged $1,241.00, counted $1,200.00: short by $41.00, or 41 player fees at $1.00
No finding  logged $1,241.00, counted $1,241.00
No finding  short by $2.00, the fee of a hand that was being played when the box was changed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.drop.boxes import boxes_of, covered
from feeaudit.audit.checks.drop.reasons import reasons_of
from feeaudit.audit.checks.log.places import together
from feeaudit.audit.evidence.words import table_of
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.drop.boxes import Bools, Boxes, Ints


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
    two boxes.
    """

    fits: Bools
    off: Ints
    reasons: dict[int, str]


def matching(boxes: Boxes, tolerance: int) -> Matched:
    """Tell which counts agree, whichever of two boxes the fees of hands in play at a change lie in.

    They lie in one of them: where the box before the change has them, the next has not.
    """
    ways = _ways(boxes, tolerance)
    found = Matched(np.any([*ways.values()], axis=0), boxes.counted - boxes.logged, {})
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


def _ways(boxes: Boxes, tolerance: int) -> dict[tuple[int, int], Bools]:
    """Return which counts agree if the fees in play at their first and last change lie beyond it.

    The log has them before the change; 1 stands for beyond.
    """
    difference = boxes.counted - boxes.logged
    # A count that does not say of what may hold the jackpot fees too.
    jackpots = np.where(boxes.kind == "", boxes.jackpots, 0)
    found = {}
    for from_last in (0, 1):
        for to_next in (0, 1):
            rest = difference - from_last * boxes.before + to_next * boxes.after
            found[from_last, to_next] = (np.abs(rest) <= tolerance) | (
                np.abs(rest - jackpots) <= tolerance
            )
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
    """Return the counts of tables of which the log has no hand."""
    counts = case.counts
    unknown = (counts["table_code"] < 0) & (counts["amount"] > case.config.count_tolerance)
    if not unknown.any():
        return findings_frame()
    strange = counts[unknown]
    told = [
        f"{dollars(int(each.amount))} was counted at table {each.table}, where no hand is logged"
        for each in strange.itertuples()
    ]
    return findings_frame(
        len(strange),
        **table_of(counts, np.flatnonzero(unknown)),
        at=strange["from"].to_numpy(),
        until=strange["to"].to_numpy(),
        taken=strange["amount"].to_numpy(),
        review=np.ones(len(strange), dtype=bool),
        message=np.array(told, dtype=object),
        source=strange["source"].to_numpy().astype(np.int64),
        row=strange["row"].to_numpy().astype(np.int64),
    )


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
