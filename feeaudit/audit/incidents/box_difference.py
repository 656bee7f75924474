"""box-difference: what a box is off by is, to the cent, what is missing from the log.

By table and count period: fees that are owed and not logged (FEE-MISSING, FEE-UNDER) come to just
what the box holds beyond the log, or falls short of it. A box over by them says that the fees were
taken and not written down.

Incident     three fees of $2.00 are not logged and the box is over by $6.00: one incident
Not this one  the box is over by $7.00: the fees do not explain it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, nobody
from feeaudit.audit.coded_findings import within
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Bools, Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    off = found.taken - found.owed
    way = "over" if off > 0 else "short"
    missing = counted(found.findings - found.checks["DROP-MATCH"], "fee")
    return Sure.EXACT, (
        f"The box of {found.where} is {way} by {dollars(abs(off))}, the amount of {missing}"
        f" missing from the log on {counted(found.hands, 'hand')}"
    )


@cause(
    id="box-difference",
    title="The box differs by fees that are missing from the log",
    next_step="Compare the fee slips with the log for the period, and enter the fees that were"
    " taken; fees that were not taken count as under-collected.",
    led_by=("DROP-MATCH",),
    tell=_told,
)
def box_explained(found: CodedFindings) -> Ints:
    """Claim boxes and the fees that explain them."""
    group = nobody(len(found))
    box = found.of("DROP-MATCH") & (found["violation"] > 0) & (found["owed"] >= 0)
    jackpot = found["jackpot"] > 0
    for missing in (found.of("FEE-MISSING"), found.of("FEE-MISSING", "FEE-UNDER")):
        for kind in (jackpot, ~jackpot):
            _claim(found, group, box & kind, missing & kind & (found["under"] > 0))
    return group


def _claim(found: CodedFindings, group: Ints, box: Bools, missing: Bools) -> None:
    """Give boxes that fees explain, and these fees, one number each, if they have none yet."""
    boxes, fees = (np.flatnonzero(each & (group < 0)) for each in (box, missing))
    table = found.key("cardroom", "table")
    span = table[boxes], found["at"][boxes], found["until"][boxes]
    order, first, last = within(table[fees], found["at"][fees], *span)
    sums = np.concatenate([[0], np.cumsum(found["under"][fees][order])])
    off = np.abs(found["taken"] - found["owed"])[boxes]
    for place in np.flatnonzero((sums[last] - sums[first] == off) & (last > first)).tolist():
        rows = fees[order[first[place] : last[place]]]
        if (group[rows] < 0).all():
            group[rows] = group[boxes[place]] = boxes[place]
