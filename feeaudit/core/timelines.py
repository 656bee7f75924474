"""Records of groups in order of time: which of them come before a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from feeaudit.core.arrays import Ints

Side = Literal["left", "right"]


class Timelines:
    """Records by group and time; ``order`` puts them in it, those of one moment as they were given.

    Moments are those of a group as well. On the left side of a moment lies what came before it, on
    the right side what came at it, too.
    """

    def __init__(self, group: Ints, time: Ints) -> None:
        self._times = distinct(time)
        key = self._key(group, time, "right")
        self.order = np.argsort(key, kind="stable")
        self._keys = key[self.order]

    def _key(self, group: Ints, time: Ints, side: Side) -> Ints:
        """Return group and time as one number: times by rank, so that it never overflows."""
        key: Ints = group * (len(self._times) + 1) + np.searchsorted(self._times, time, side)
        return key

    def places(self, group: Ints, time: Ints, side: Side) -> Ints:
        """Return how many records, of earlier groups too, come before each moment."""
        places: Ints = np.searchsorted(self._keys, self._key(group, time, side), "right")
        return places

    def counts(self, group: Ints, time: Ints, side: Side) -> Ints:
        """Return how many records of its group come before each moment."""
        first = np.searchsorted(self._keys, group * (len(self._times) + 1))
        return self.places(group, time, side) - first

    def last(self, group: Ints, time: Ints) -> Ints:
        """Return the last record of its group by each moment, -1 where there is none.

        A group below 0 is not known, and has none.
        """
        before = self.places(group, time, "right")
        # What comes right before a moment is of its group unless it is of an earlier one.
        nearest = np.append(self._keys, -1)[before - 1]
        some = (nearest >= group * (len(self._times) + 1)) & (group >= 0)
        found: Ints = np.append(self.order, -1)[np.where(some, before, 0) - 1]
        return found
