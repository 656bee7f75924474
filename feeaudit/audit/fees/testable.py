"""Which hands' fees can be told, and why those of others cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.fees.hands import counts_of
from feeaudit.rules.charge_arrays import PER, Lane, Lanes

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.bets import Bets
    from feeaudit.core.arrays import Bools

_HAND = PER.index("hand")


def testable(case: Case, lanes: Lanes, bets: Bets) -> tuple[Bools, dict[str, Bools]]:
    """Return which hands' fees can be told, and for each reason which cannot."""
    each, context = case.contexts, case.hands["context"].to_numpy()
    tested = np.array([not one.kind for one in each], dtype=bool)[context]
    untested = {
        problem: np.array([one.problem == problem for one in each], dtype=bool)[context]
        for problem in sorted({one.problem for one in each if one.kind})
    }
    again = tested & case.hand_ids.repeated()
    if again.any():
        # Its wagers and collections belong to the first record of the hand; LOG-DUPLICATE tells.
        untested["the hand is logged a second time"] = again
        tested &= ~again
    wagered = np.zeros(len(context), dtype=bool)
    wagered[bets.hands.keys] = True
    uncounted = counts_of(case.hands, "players") < 0
    for which, name in (
        (_any(lanes, _by_players)[context] & uncounted, "hands.players"),
        (_any(lanes, _by_antes)[context] & uncounted & ~_anted(bets), "hands.players"),
        (
            _any(lanes, _by_opening)[context] & (counts_of(case.hands, "opening_round") < 0),
            "hands.opening_round",
        ),
    ):
        _set_aside(tested, untested, which, case.lacking(name) or f"{name} is blank")
    bare = _any(lanes, _by_wagers)[context] & ~wagered
    _set_aside(tested, untested, bare, no_wagers(case))
    for name in ("collections", "collections.hand_id"):
        if not case.has(name):
            _set_aside(tested, untested, case.every_hand, case.lacking(name))
    return tested, untested


def no_wagers(case: Case) -> str:
    """Return why nothing is known of a hand's wagers."""
    return case.lacking("wagers") or "no wagers of the hand are logged"


def _by_players(lane: Lane) -> Bools:
    return lane.charged & lane.by_players


def _by_antes(lane: Lane) -> Bools:
    return lane.charged & lane.shortfall


def _anted(bets: Bets) -> Bools:
    """Tell which hands have antes among their wagers."""
    if "ante" not in bets.kinds:
        return np.zeros(bets.count, dtype=bool)
    anted: Bools = bets.by_hand(bets.amount * (bets.kind == bets.kinds.index("ante"))) > 0
    return anted


def _by_opening(lane: Lane) -> Bools:
    return lane.charged & (lane.opening > 0)


def _by_wagers(lane: Lane) -> Bools:
    by_wagers: Bools = lane.charged & ~lane.by_players & (~lane.flat | (lane.per != _HAND))
    return by_wagers


def _any(lanes: Lanes, test: Callable[[Lane], Bools]) -> Bools:
    """Tell in which contexts some lane passes a test."""
    found = np.zeros(len(lanes.same_payer), dtype=bool)
    for reading in lanes.readings:
        for lane in reading:
            found |= test(lane)
    return found


def _set_aside(tested: Bools, untested: dict[str, Bools], which: Bools, why: str) -> None:
    found = tested & which
    if found.any():
        untested[why] = untested.get(why, found) | found
        tested &= ~found
