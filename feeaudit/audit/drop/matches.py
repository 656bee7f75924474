"""Matches: which counts of boxes agree with what was logged at their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.drop.boxes import Boxes
    from feeaudit.core.arrays import Bools, Ints


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
    crossed = np.flatnonzero((boxes.before != 0) | (boxes.after != 0))
    for place in crossed[np.lexsort((boxes.last[crossed], boxes.first[crossed]))].tolist():
        kind, first, last = boxes.kind[place], int(boxes.first[place]), int(boxes.last[place])
        fitting = [way for way, fits in ways.items() if fits[place]]
        given = passed_on.get((kind, first), {0, 1})
        left = {to_next for from_last, to_next in fitting if from_last in given}
        if fitting and not left:
            (late,) = given
            found.fits[place] = False
            found.off[place] = (1 - 2 * late) * boxes.before[place]
            has = "holds" if not late else "does not hold"
            found.reasons[place] = (
                f"because the previous box {has} the fees of hands in play at the change"
            )
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


def stray_counts(case: Case) -> Ints:
    """Return the counts that nothing can be held against: of a table without hands, or of no time.

    What is counted for a time that ends before it begins is of no time either.
    """
    counts = case.counts
    of_no_time = counts["from"].to_numpy() >= counts["to"].to_numpy()
    counted = counts["amount"].to_numpy() > case.config.count_tolerance
    return np.flatnonzero(((counts["table_code"].to_numpy() < 0) | of_no_time) & counted)
