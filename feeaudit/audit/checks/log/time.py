"""LOG-TIME: times contradict each other.

A hand ends after it starts, a table plays one hand at a time, and a fee is taken about when its
hand is played: five seconds are let pass between hands, five minutes for a fee.

Finding     a hand started at 19:30:00 and ended at 19:29:10
Finding     a hand started at 19:30:00 while the hand before it ended at 19:31:00
Finding     a fee was taken at 19:50:00, its hand ended at 19:31:00
No finding  a hand started in the second in which the one before it ended
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import table_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.records.positions import clock, hand_ids, pointed, texts, together
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


_SECOND: Final = 1_000_000
BETWEEN_HANDS: Final = 5 * _SECOND
AROUND_A_HAND: Final = 300 * _SECOND
_EVER: Final = np.iinfo(np.int64).max
_SPANS: Final = ("seats", "counts")


@check(
    id="LOG-TIME",
    title="Times contradict each other",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Correct the times from the table's own record, and see why they were wrong.",
)
def times_contradict(case: Case) -> Outcome:
    """Times contradict each other."""
    spans = [_backward_spans(case, name) for name in _SPANS if case.has(f"{name}.to")]
    has_end = case.has("hands.ended_at")
    has_taken = case.has("collections.taken_at")
    if not has_end and not has_taken:
        reason = case.lacking("hands.ended_at", "collections.taken_at")
        return Outcome(together(spans), case.no_hand, {reason: case.every_hand})
    order = _in_time(case)
    ended = case.hands["ended_at"].to_numpy() if has_end else np.full(len(order), MISSING)
    found = [*spans, _ended_early(case, ended), _overlapping(case, order, ended)]
    tested = ended != MISSING
    if has_taken:
        found.append(_taken_elsewhere(case, order, ended))
    if has_taken and not tested.all():
        hand, taken = (case.collections[name].to_numpy() for name in ("hand", "taken_at"))
        tested[hand[(hand >= 0) & (taken != MISSING)]] = True
    reason = case.lacking("hands.ended_at") or "hands.ended_at is blank"
    untested = {} if tested.all() else {reason: ~tested}
    return Outcome(together(found), tested, untested)


def _in_time(case: Case) -> Ints:
    """Return the hands table by table as they started; equals as they stand in the log."""
    hands = case.hands
    started, table = hands["started_at"].to_numpy(), hands["table_code"].to_numpy()
    if not len(started):
        return np.empty(0, dtype=np.int64)
    since = int(started.min())
    span = int(started.max()) - since + 1
    packed = table * span + (started - since)
    if (packed[1:] > packed[:-1]).all():
        return np.arange(len(packed))
    order = np.argsort(packed, kind="stable")
    if (np.diff(packed[order]) == 0).any():
        log_order = (hands["row"].to_numpy(), hands["source"].to_numpy(), packed)
        order = np.lexsort(log_order)
    return order


def _ended_early(case: Case, ended: Ints) -> pd.DataFrame:
    started = case.hands["started_at"].to_numpy()
    wrong = np.flatnonzero((ended != MISSING) & (ended < started))
    told = [
        f"the hand started at {clock(case, int(started[hand]))} and ended before, at"
        f" {clock(case, int(ended[hand]))}"
        for hand in wrong
    ]
    return findings_frame(len(wrong), hand=wrong, message=texts(told))


def _overlapping(case: Case, order: Ints, ended: Ints) -> pd.DataFrame:
    """Return the hands that started before the hand before them at the table had ended."""
    hands = case.hands
    started, table = hands["started_at"].to_numpy(), hands["table_code"].to_numpy()
    before, after = order[:-1], order[1:]
    wrong = np.flatnonzero(ended[before] > started[after] + BETWEEN_HANDS)
    wrong = wrong[table[before[wrong]] == table[after[wrong]]]
    if not len(wrong):
        return findings_frame()
    ids = hand_ids(case, before[wrong]), hand_ids(case, after[wrong])
    # The same hand logged twice is LOG-DUPLICATE's.
    wrong = wrong[[one != two for one, two in zip(*ids, strict=True)]]
    earlier = before[wrong]
    told = [
        f"the hand started at {clock(case, int(started[hand]))} while {name} at the same table was"
        f" being played until {clock(case, int(ended[other]))}"
        for hand, other, name in zip(after[wrong], earlier, hand_ids(case, earlier), strict=True)
    ]
    return findings_frame(len(wrong), hand=after[wrong], message=texts(told))


def _taken_elsewhere(case: Case, order: Ints, ended: Ints) -> pd.DataFrame:
    """Return the fees that were taken long before or long after their hand."""
    collections = case.collections
    hand, taken = case.collections["hand"].to_numpy(), collections["taken_at"].to_numpy()
    started = case.hands["started_at"].to_numpy()
    until = _last_moment(case, order, ended)
    # Fees of no hand find what stands last here, which nothing is before or after.
    earliest = np.append(started - AROUND_A_HAND, MISSING)
    latest = np.append(until + AROUND_A_HAND, _EVER)
    wrong = np.flatnonzero((taken < earliest[hand]) | (taken > latest[hand]))
    wrong = wrong[taken[wrong] != MISSING]
    told = []
    for row in wrong:
        amount, start = int(collections["amount"].iloc[row]), int(started[hand[row]])
        early = taken[row] < start
        edge = clock(case, start if early else int(until[hand[row]]))
        told.append(
            f"a fee of {dollars(amount)} was taken at {clock(case, int(taken[row]))}, long"
            f" {'before its hand started' if early else 'after its hand was over'} at {edge}"
        )
    return findings_frame(
        len(wrong),
        hand=hand[wrong],
        message=texts(told),
        **pointed(collections, wrong),
    )


def _last_moment(case: Case, order: Ints, ended: Ints) -> Ints:
    """Return when each hand was over at the latest: when it ended, else when the next started."""
    started, table = (case.hands[name].to_numpy() for name in ("started_at", "table_code"))
    blank = ended == MISSING
    over: Ints = np.maximum(ended, started)
    if not blank.any():
        return over
    until = np.full(len(order), _EVER - AROUND_A_HAND)
    same = table[order[:-1]] == table[order[1:]]
    until[order[:-1][same]] = started[order[1:][same]]
    return np.where(blank, until, over)


def _backward_spans(case: Case, name: str) -> pd.DataFrame:
    """Return the stretches of a table that end before they begin."""
    frame: pd.DataFrame = getattr(case, name)
    begins, ends = frame["from"].to_numpy(), frame["to"].to_numpy()
    wrong = np.flatnonzero((ends != MISSING) & (ends < begins))
    told = [
        f"a row of {name} runs backwards: from {clock(case, int(begins[row]))} to"
        f" {clock(case, int(ends[row]))}"
        for row in wrong
    ]
    return findings_frame(
        len(wrong),
        at=ends[wrong],
        message=texts(told),
        **table_of(frame, wrong),
        **pointed(frame, wrong),
    )
