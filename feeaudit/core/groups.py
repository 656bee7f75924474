"""Rows that belong together: where each group starts once they are in order, and sums over it.

Logs are mostly in order. The stable sort merges stretches that are, ten times as fast as the other
sorts them anew, so it is used wherever much is sorted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feeaudit.core.arrays import Bools, Ints

_LARGEST: Final = 2**62


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows grouped by a key: the keys, ascending, and the rows of each.

    ``order`` puts the rows in the order of their keys; None where they are in it already.
    """

    keys: Ints
    starts: Ints
    order: Ints | None

    def sums(self, values: Ints) -> Ints:
        """Return the sum of a column over each group.

        Taken as the difference of running sums, three times as fast as each by itself: groups are
        of a few rows, and each has its cost.
        """
        ordered = values if self.order is None else values[self.order]
        if len(self.starts) == len(ordered):
            return ordered
        last = np.append(self.starts[1:], len(ordered)) - 1
        sums: Ints = np.diff(np.cumsum(ordered)[last], prepend=0)
        return sums

    def any(self, flags: Bools) -> Bools:
        """Tell in which groups some row is flagged."""
        if not flags.any():
            return np.zeros(len(self.starts), dtype=bool)
        return np.logical_or.reduceat(self._ordered(flags), self.starts)

    def least(self, values: Ints) -> Ints:
        """Return the least of a column in each group."""
        return (
            np.minimum.reduceat(self._ordered(values), self.starts) if len(self.starts) else values
        )

    def most(self, values: Ints) -> Ints:
        """Return the most of a column in each group."""
        return (
            np.maximum.reduceat(self._ordered(values), self.starts) if len(self.starts) else values
        )

    def some(self, places: Ints, rows: int) -> Groups:
        """Return some of the groups, by their places; there are so many rows in all."""
        sizes = self.sizes(rows)[places]
        ends = np.cumsum(sizes)
        chosen = np.repeat(self.starts[places] - ends + sizes, sizes) + np.arange(int(sizes.sum()))
        order = chosen if self.order is None else self.order[chosen]
        return Groups(self.keys[places], ends - sizes, order)

    @property
    def first(self) -> Ints:
        """The first row of each group, as they were given: the order of equals is kept."""
        return self.starts if self.order is None else self.order[self.starts]

    def sizes(self, rows: int) -> Ints:
        """Return how many rows each group has, of so many in all."""
        return np.diff(self.starts, append=rows)

    def spread(self, values: Ints, rows: int) -> Ints:
        """Return the value of its group for each row, of so many in all."""
        found: Ints = np.repeat(values, self.sizes(rows))
        if self.order is not None:
            found[self.order] = found.copy()
        return found

    def _ordered(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        return values if self.order is None else values[self.order]


def groups_of(key: Ints) -> Groups:
    """Return rows grouped by a key; rows that are in order already are not sorted again."""
    order = None
    if (key[1:] < key[:-1]).any():
        order = np.argsort(key, kind="stable")
        key = key[order]
    starts = np.flatnonzero(changes(key))
    return Groups(key[starts], starts, order)


def changes(values: NDArray[np.generic]) -> Bools:
    """Tell which values differ from the one before; the first does."""
    changed = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=changed[1:])
    return changed


def united(runs: list[Ints]) -> tuple[Ints, list[Ints]]:
    """Return the keys of several runs, once each, ascending, and where those of each run are."""
    joined = np.concatenate(runs)
    order = np.argsort(joined, kind="stable")
    keys = joined[order]
    fresh = changes(keys)
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(fresh) - 1
    return keys[fresh], np.split(place, np.cumsum([len(run) for run in runs[:-1]]))


def beside(keys: Ints, sought: Ints) -> tuple[Ints, Ints]:
    """Return each place of what is sought beside every place of its key; keys are ascending."""
    low, high = (np.searchsorted(keys, sought, side) for side in ("left", "right"))
    count = high - low
    row = np.repeat(np.arange(len(sought)), count)
    within = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    return row, low[row] + within


def in_order(first: Ints, second: Ints) -> Ints:
    """Return the order by one number, then by another; rows that agree in both in any order."""
    if not len(first):
        return np.zeros(0, dtype=np.int64)
    low, high = int(second.min()), int(second.max())
    width = high - low + 1
    if (int(first.max()) - int(first.min()) + 1) * width > _LARGEST:
        return np.lexsort((second, first))
    key = (first - first.min()) * width + (second - low)
    if (key[1:] >= key[:-1]).all():
        return np.arange(len(key))
    return np.argsort(key, kind="stable")
