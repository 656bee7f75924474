"""LOG-TIME: times contradict each other.

A hand ends after it starts, a table plays one hand at a time, and a fee is taken about when its
hand is played: five seconds are let pass between hands, five minutes for a fee.

Finding     a hand started at 19:30:00 and ended at 19:29:10
Finding     a hand started at 19:30:00 while the hand before it ended at 19:31:00
Finding     a fee was taken at 19:50:00, its hand ended at 19:31:00
No finding  a hand started in the second in which the one before it ended
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import table_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.records.hand_times import ends_of, overlapping, taken_elsewhere
from feeaudit.audit.records.positions import clock
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


_SPANS: Final = ("seats", "counts")


@check(
    id="LOG-TIME",
    title="Times that contradict each other",
    severity=Severity.VIOLATION,
    stake=Stake.RECORDS,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Correct the times from the table's own record, and find out why they were wrong.",
)
def times_contradict(case: Case) -> Outcome:
    """Times that contradict each other."""
    cover = Cover(case.every_hand)
    found = [_backward_spans(case, name) for name in _SPANS if case.has(f"{name}.to")]
    has_end, has_taken = case.has("hands.ended_at"), case.has("collections.taken_at")
    if not has_end and not has_taken:
        cover.lacks(case.lacking("hands.ended_at", "collections.taken_at"))
        return cover.outcome(*found)
    if has_taken:
        hand, taken = (case.collections[name].to_numpy() for name in ("hand", "taken_at"))
        cover.keep(hand[(hand >= 0) & (taken != MISSING)])
        found.append(_taken_elsewhere(case))
    blank = case.lacking("hands.ended_at") or "hands.ended_at is blank"
    cover.set_aside(ends_of(case) == MISSING, blank)
    return cover.outcome(*found, _ended_early(case), _overlapping(case))


def _ended_early(case: Case) -> pd.DataFrame:
    started, ended = case.hands["started_at"].to_numpy(), ends_of(case)
    wrong = np.flatnonzero((ended != MISSING) & (ended < started))
    at = partial(clock, case)
    return find(
        wrong,
        tell=lambda hand: (
            f"the hand started at {at(started[hand])} and ended earlier, at {at(ended[hand])}"
        ),
        hand=wrong,
    )


def _overlapping(case: Case) -> pd.DataFrame:
    ended, wrong = ends_of(case), overlapping(case)

    def tell(hand: int) -> str:
        start, name = case.hands["started_at"].iloc[hand], case.hands["hand_id"].iloc[wrong[hand]]
        until = clock(case, ended[wrong[hand]])
        other = f"{name} at the same table was being played until {until}"
        return f"the hand started at {clock(case, start)} while {other}"

    return find([*wrong], tell=tell, hand=[*wrong])


def _taken_elsewhere(case: Case) -> pd.DataFrame:
    collections, (wrong, until) = case.collections, taken_elsewhere(case)
    started = case.hands["started_at"].to_numpy()

    def tell(row: int) -> str:
        hand, amount, taken = (
            int(collections[name].iloc[row]) for name in ("hand", "amount", "taken_at")
        )
        edge = f"before its hand started at {clock(case, started[hand])}"
        if taken >= started[hand]:
            edge = f"after its hand was over at {clock(case, until[hand])}"
        return f"a fee of {dollars(amount)} was taken at {clock(case, taken)}, long {edge}"

    hands = collections["hand"].to_numpy()[wrong]
    return find(wrong, tell=tell, hand=hands, **log_rows(collections, wrong))


def _backward_spans(case: Case, name: str) -> pd.DataFrame:
    """Return the stretches of a table that end before they begin."""
    frame: pd.DataFrame = getattr(case, name)
    begins, ends = frame["from"].to_numpy(), frame["to"].to_numpy()
    wrong = np.flatnonzero((ends != MISSING) & (ends < begins))
    at = partial(clock, case)
    return find(
        wrong,
        tell=lambda row: (
            f"a row of {name} runs backwards: from {at(begins[row])} to {at(ends[row])}"
        ),
        at=ends[wrong],
        **table_of(frame, wrong),
        **log_rows(frame, wrong),
    )
