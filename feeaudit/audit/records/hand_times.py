"""Times: hands and fees whose times contradict those of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.core.groups import in_order

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints

_SECOND: Final = 1_000_000
# A dealer may start the next hand while the last one is being put away.
BETWEEN_HANDS: Final = 5 * _SECOND
# A fee may be entered when the dealer has time for it; later than this it belongs to another hand.
AROUND_A_HAND: Final = 300 * _SECOND
_EVER: Final = np.iinfo(np.int64).max


def ends_of(case: Case) -> Ints:
    """Return when each hand ended, MISSING where the log does not tell."""
    if not case.has("hands.ended_at"):
        return np.full(len(case.hands), MISSING)
    ended: Ints = case.hands["ended_at"].to_numpy()
    return ended


def overlapping(case: Case) -> dict[int, int]:
    """Return the hands that started before the one before them at the table had ended, with it."""
    hands, ended, order = case.hands, ends_of(case), hands_in_time(case)
    started, table = hands["started_at"].to_numpy(), hands["table_code"].to_numpy()
    before, after = order[:-1], order[1:]
    wrong = np.flatnonzero(ended[before] > started[after] + BETWEEN_HANDS)
    wrong = wrong[table[before[wrong]] == table[after[wrong]]]
    ids = hands["hand_id"]
    # The same hand logged twice is LOG-DUPLICATE's.
    return {
        one: other
        for one, other in zip(after[wrong].tolist(), before[wrong].tolist(), strict=True)
        if ids.iloc[one] != ids.iloc[other]
    }


def taken_elsewhere(case: Case) -> tuple[Ints, Ints]:
    """Return the fees taken long before or after their hand, and when each hand was over."""
    hand, taken = (case.collections[name].to_numpy() for name in ("hand", "taken_at"))
    started = case.hands["started_at"].to_numpy()
    until = _last_moment(case, hands_in_time(case), ends_of(case))
    # Fees of no hand find what stands last here, which nothing is before or after.
    earliest = np.append(started - AROUND_A_HAND, MISSING)
    latest = np.append(until + AROUND_A_HAND, _EVER)
    wrong = np.flatnonzero((taken < earliest[hand]) | (taken > latest[hand]))
    return wrong[taken[wrong] != MISSING], until


@shared
def hands_in_time(case: Case) -> Ints:
    """Return the hands table by table as they started; equals as they stand in the log."""
    hands = case.hands
    started, table = hands["started_at"].to_numpy(), hands["table_code"].to_numpy()
    order = in_order(table, started)
    if ((np.diff(table[order]) == 0) & (np.diff(started[order]) == 0)).any():
        order = np.lexsort((hands["row"].to_numpy(), hands["source"].to_numpy(), started, table))
    return order


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
