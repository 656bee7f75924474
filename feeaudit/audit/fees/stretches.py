"""Runs: stretches of hands that one rival explains and what is logged does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.arrays import Bools, BoolTable, Ints, IntTable

FEWEST_HANDS = 8
_AGAINST = 4


class Run(NamedTuple):
    """Hands from ``first`` to ``last`` (both included) that a rival explains."""

    rival: int
    first: int
    last: int
    weight: int


def runs(logged: Bools, rivals: BoolTable) -> Iterator[Run]:
    """Yield the runs of hands, in order of time, that a rival fits much better than what is logged.

    ``logged`` tells which hands fit as logged, a row of ``rivals`` which fit a rival. A hand that
    only the rival fits counts for it, one that it does not fit counts against it as much as four;
    a hand that fits both says nothing. So at least four in five of the telling hands of a run fit,
    and it takes FEWEST_HANDS more than are needed to make up for the others.
    """
    scores: IntTable = np.where(rivals, np.where(logged, 0, 1), -_AGAINST).astype(np.int64)
    yield from _within(scores, 0, scores.shape[1])


def _within(scores: IntTable, start: int, stop: int) -> Iterator[Run]:
    """Yield the heaviest run between two hands, and then what lies before and after it."""
    if stop - start < FEWEST_HANDS:
        return
    found = [_heaviest(each[start:stop], number, start) for number, each in enumerate(scores)]
    best = max(found, key=lambda run: (run.weight, -run.rival))
    if best.weight < FEWEST_HANDS:
        return
    yield from _within(scores, start, best.first)
    yield best
    yield from _within(scores, best.last + 1, stop)


def _heaviest(score: Ints, rival: int, start: int) -> Run:
    """Return the shortest of the heaviest runs, the first of several."""
    sums = np.concatenate([[0], np.cumsum(score)])
    lowest = np.minimum.accumulate(sums)
    last = int(np.argmax(sums - lowest))
    first = int(np.flatnonzero(sums[: last + 1] == lowest[last])[-1])
    return Run(rival, start + first, start + last - 1, int(sums[last] - lowest[last]))
