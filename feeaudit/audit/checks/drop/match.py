"""DROP-MATCH: a box does not hold what the log says was taken at its table.

By table and count period: fees owed, fees logged, box counted; the jackpot's box apart. What a hand
pays while the box is being changed may lie in either.

Finding     logged $1,241.00, counted $1,200.00: short by $41.00, or 41 player fees at $1.00
No finding  logged $1,241.00, counted $1,241.00
No finding  logged $1,241.00, counted $1,000.00 and $241.00 for the same period
No finding  short by $2.00, the fee of a hand that was being played when the box was changed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import table_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.drop.boxes import boxes_of, covered
from feeaudit.audit.drop.matches import Matched, matching, stray_counts
from feeaudit.audit.drop.reasons import reasons_of
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.records.positions import clock
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.drop.boxes import Boxes


@check(
    id="DROP-MATCH",
    title="The box does not hold what was logged",
    severity=Severity.VIOLATION,
    stake=Stake.HOUSE,
    authority=Authority.LOG,
    needs=("collections", "counts"),
    next_step="Recount the box, and compare the table's fee slips with the log for the period.",
)
def box_does_not_match(case: Case) -> Outcome:
    """A box does not hold what the log says was taken at its table."""
    cover = Cover(case.every_hand)
    if cover.lacks(case.lacking("collections", "counts")):
        return cover.outcome()
    boxes = boxes_of(case)
    cover.set_aside(~covered(boxes), "no count of the table's box covers the hand")
    matched = matching(boxes, case.config.count_tolerance)
    return cover.outcome(_mismatches(case, boxes, matched), _strays(case))


def _mismatches(case: Case, boxes: Boxes, matched: Matched) -> pd.DataFrame:
    counts, wrong = case.counts, np.flatnonzero(~matched.fits)
    row, off = boxes.row[wrong], matched.off[wrong]
    return find(
        wrong,
        tell=lambda place: _sentence(case, boxes, matched, place),
        # What cannot be placed at a table may be what the box holds beyond the log.
        review=(off > 0) & (off <= boxes.unplaced),
        table_code=counts["table_code"].to_numpy()[row],
        at=counts["from"].to_numpy()[row],
        until=counts["to"].to_numpy()[row],
        component=np.where(boxes.kind[wrong] == "jackpot", "jackpot", ""),
        owed=boxes.logged[wrong],
        taken=boxes.counted[wrong],
        **log_rows(counts, row),
    )


def _strays(case: Case) -> pd.DataFrame:
    counts, rows = case.counts, stray_counts(case)
    begins, ends = counts["from"].to_numpy(), counts["to"].to_numpy()

    def tell(row: int) -> str:
        each = counts.iloc[row]
        where = "where no hand is logged"
        if each["table_code"] >= 0:
            first, last = clock(case, begins[row]), clock(case, ends[row])
            where = f"with the same start and end ({first} to {last})"
        return f"{dollars(int(each['amount']))} was counted at table {each['table']}, {where}"

    return find(
        rows,
        tell=tell,
        review=True,
        **table_of(counts, rows),
        at=begins[rows],
        until=np.maximum(begins, ends)[rows],
        taken=counts["amount"].to_numpy()[rows],
        **log_rows(counts, rows),
    )


def _sentence(case: Case, boxes: Boxes, matched: Matched, place: int) -> str:
    logged, counted, off = (int(each[place]) for each in (boxes.logged, boxes.counted, matched.off))
    fees = "jackpot fees" if boxes.kind[place] == "jackpot" else "fees"
    sentence = (
        f"{reasons_of(case).owed(place)}{fees} of {dollars(logged)} were logged and"
        f" {dollars(counted)} was counted: the box is {'short' if off < 0 else 'over'} by"
        f" {dollars(abs(off))}"
    )
    reason = matched.reasons.get(place) or reasons_of(case).of(place)
    return f"{sentence}, {reason}" if reason else f"{sentence}; no simple explanation fits"
