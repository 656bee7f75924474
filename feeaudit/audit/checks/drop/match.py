"""DROP-MATCH: a box does not hold what the log says was taken at its table.

By table and count period: fees owed, fees logged, box counted; the jackpot's box apart. What a hand
pays while the box is being changed may lie in either.

Finding     logged $1,241.00, counted $1,200.00: short by $41.00, or 41 player fees at $1.00
No finding  logged $1,241.00, counted $1,241.00
No finding  short by $2.00, the fee of a hand that was being played when the box was changed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    wrong = np.flatnonzero(~matching(boxes, case.config.count_tolerance))
    found = [_findings(case, boxes, wrong), _strangers(case)]
    return Outcome(together(found), tested, uncounted)


def matching(boxes: Boxes, tolerance: int) -> Bools:
    """Tell which counts agree with the log, whichever box the fees of hands in play lie in."""
    difference = boxes.counted - boxes.logged
    matching = np.zeros(len(difference), dtype=bool)
    # A count that does not say of what may hold the jackpot fees too.
    for jackpots in (0, np.where(boxes.kind == "", boxes.jackpots, 0)):
        for late in (0, boxes.before):
            for early in (0, boxes.after):
                matching |= np.abs(difference - jackpots - late + early) <= tolerance
    return matching


def _findings(case: Case, boxes: Boxes, wrong: Ints) -> pd.DataFrame:
    if not len(wrong):
        return findings_frame()
    counts = case.counts
    row = boxes.row[wrong]
    counted, logged = boxes.counted[wrong], boxes.logged[wrong]
    reasons = reasons_of(case)
    told = [
        _sentence(boxes, place, reasons.owed(place), reasons.of(place)) for place in wrong.tolist()
    ]
    # What cannot be placed at a table may be what the box holds beyond the log.
    unplaced = (counted > logged) & (counted - logged <= boxes.unplaced)
    return findings_frame(
        len(wrong),
        table_code=counts["table_code"].to_numpy()[row],
        at=counts["from"].to_numpy()[row],
        until=counts["to"].to_numpy()[row],
        component=np.where(boxes.kind[wrong] == "jackpot", "jackpot", "").astype(object),
        owed=logged,
        taken=counted,
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


def _sentence(boxes: Boxes, place: int, owed: str, reason: str) -> str:
    logged, counted = int(boxes.logged[place]), int(boxes.counted[place])
    fees = "jackpot fees" if boxes.kind[place] == "jackpot" else "fees"
    difference = dollars(abs(counted - logged))
    told = (
        f"{owed}{fees} of {dollars(logged)} were logged and {dollars(counted)} was counted: the box"
        f" is {'short' if counted < logged else 'over'} by {difference}"
    )
    return f"{told}, {reason}" if reason else f"{told}; no simple explanation fits"
