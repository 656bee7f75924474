"""LOG-SEQUENCE: hand numbers are missing, or hands started out of the order of their numbers.

Looked at only where the ids of a table and a gaming day share a prefix and count up by one: a few
holes in that are hands that are not in the log. A number that another table has is not missing. A
large hole may be a count that was set anew, and is for review; one larger than the count itself is.

Finding     T1-0041 is followed by T1-0044: T1-0042 and T1-0043 are missing
Finding     T1-0042 started before T1-0041
Review      T1-0060 is followed by T1-0091: thirty hands are missing, or the numbering was restarted
No finding  numbers that are dealt out over all tables, so that each table has some of them
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find
from feeaudit.audit.records.hand_numbers import Hole, sequence_of
from feeaudit.audit.records.positions import clock

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="LOG-SEQUENCE",
    title="Hand numbers missing or out of order",
    severity=Severity.VIOLATION,
    stake=Stake.RECORDS,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find the missing hands, or a record that the numbers were voided.",
)
def numbers_out_of_sequence(case: Case) -> Outcome:
    """Hand numbers are missing, or hands started out of the order of their numbers."""
    found, cover = sequence_of(case), Cover(case.every_hand)
    cover.keep(found.counted)
    cover.set_aside(case.every_hand, "hand ids do not count up by one at the table")
    missing = find(
        found.holes,
        tell=lambda hole: _missing(case, hole),
        review=np.array([each.large for each in found.holes], dtype=bool),
        hand=[each.after for each in found.holes],
        named=case.hands["hand_id"].to_numpy()[[each.before for each in found.holes]],
    )
    pairs = list(zip(found.early.tolist(), found.earlier.tolist(), strict=True))
    too_early = find(pairs, tell=lambda pair: _too_early(case, *pair), hand=found.early)
    return cover.outcome(missing, too_early)


def _missing(case: Case, hole: Hole) -> str:
    before, after = (case.hands["hand_id"].iloc[each] for each in (hole.before, hole.after))
    absent = f"hand {hole.absent[0]} is missing"
    if len(hole.absent) > 1:
        joined = "and" if len(hole.absent) == 2 else "to"  # noqa: PLR2004 - two need no range
        ids = f"{hole.absent[0]} {joined} {hole.absent[-1]}"
        absent = f"{len(hole.absent):,} hands are missing, {ids}"
    anew = ", or the numbering was restarted" if hole.large else ""
    return f"{before} is followed by {after}: {absent}{anew}"


def _too_early(case: Case, hand: int, earlier: int) -> str:
    one, other = (case.hands["hand_id"].iloc[each] for each in (hand, earlier))
    started, before = (clock(case, case.hands["started_at"].iloc[each]) for each in (hand, earlier))
    return f"{one} started at {started}, before {other}, which started at {before}"
