"""Drop boxes: for each count of a box, what the log says was put into it.

A fee falls in the period in which it was taken; where that is not logged, in the period in which
its hand started. A hand that was being played when the box was changed may have paid into either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.frames import MISSING

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The times at which boxes were changed, table by table; between two of them is a stretch.

    A stretch is numbered by how many changes come before it, over all tables, so that the stretches
    of a period are those after its first change up to its last.
    """

    changes: Ints
    since: int
    span: int

    def stretch(self, table: Ints, at: Ints) -> Ints:
        """Return the stretch in which a moment at a table falls."""
        found: Ints = np.searchsorted(self.changes, self._packed(table, at), side="right")
        return found

    def change(self, table: Ints, at: Ints) -> Ints:
        """Return the number of a change."""
        found: Ints = np.searchsorted(self.changes, self._packed(table, at))
        return found

    def _packed(self, table: Ints, at: Ints) -> Ints:
        within = np.clip(at - self.since, -1, self.span + 1) + 1
        return table * (self.span + 3) + within


@dataclass(frozen=True, slots=True)
class Boxes:
    """The counts that can be compared and what was logged for each, in cents.

    ``row`` is the count's row; ``first`` and ``last`` number its changes. ``logged`` are the fees
    of its kind and ``jackpots`` the jackpot fees; ``before`` and ``after`` those of hands that
    were being played at its beginning and at its end. ``stretch`` is that of each collection, -1
    where it cannot be placed; ``unplaced`` is the sum of those.
    """

    timeline: Timeline
    row: Ints
    first: Ints
    last: Ints
    counted: Ints
    kind: np.ndarray[tuple[int], np.dtype[np.object_]]
    logged: Ints
    jackpots: Ints
    before: Ints
    after: Ints
    stretch: Ints
    jackpot: Bools
    unplaced: int


def boxes_of(case: Case) -> Boxes:
    """Return the boxes that were counted at tables of the log."""
    return case.shared("drop.boxes", _boxes)


def _boxes(case: Case) -> Boxes:
    counts = case.counts
    table = counts["table_code"].to_numpy()
    begins, ends = counts["from"].to_numpy(), counts["to"].to_numpy()
    row = np.flatnonzero((table >= 0) & (begins < ends))
    timeline = _timeline(table[row], begins[row], ends[row])
    first = timeline.change(table[row], begins[row])
    last = timeline.change(table[row], ends[row])
    kind = _kinds(counts)[row]
    stretch, crossing = _stretches(case, timeline)
    amount = case.collections["amount"].to_numpy()
    jackpot = _is_jackpot(case.collections)
    fees = _Sums(timeline, stretch, crossing, amount, ~jackpot)
    jackpots = _Sums(timeline, stretch, crossing, amount, jackpot)
    of_jackpots = kind == "jackpot"
    return Boxes(
        timeline=timeline,
        row=row,
        first=first,
        last=last,
        counted=counts["amount"].to_numpy()[row],
        kind=kind,
        logged=np.where(of_jackpots, jackpots.between(first, last), fees.between(first, last)),
        jackpots=jackpots.between(first, last),
        before=np.where(of_jackpots, jackpots.crossing[first], fees.crossing[first]),
        after=np.where(of_jackpots, jackpots.crossing[last], fees.crossing[last]),
        stretch=stretch,
        jackpot=jackpot,
        unplaced=int(amount[stretch < 0].sum()),
    )


def covered(case: Case, boxes: Boxes) -> Bools:
    """Tell which hands started in a period that was counted."""
    depth = np.zeros(len(boxes.timeline.changes) + 2, dtype=np.int64)
    fees = boxes.kind != "jackpot"
    np.add.at(depth, boxes.first[fees] + 1, 1)
    np.add.at(depth, boxes.last[fees] + 1, -1)
    inside = np.cumsum(depth) > 0
    hands = case.hands
    stretch = boxes.timeline.stretch(hands["table_code"].to_numpy(), hands["started_at"].to_numpy())
    found: Bools = inside[stretch]
    return found


class _Sums:
    """Amounts by stretch, and those of hands in play at each change."""

    def __init__(
        self, timeline: Timeline, stretch: Ints, crossing: Bools, amount: Ints, mine: Bools
    ) -> None:
        placed = mine & (stretch >= 0)
        total = np.zeros(len(timeline.changes) + 1, dtype=np.int64)
        np.add.at(total, stretch[placed], amount[placed])
        self._until = np.cumsum(total)
        self.crossing = np.zeros(len(timeline.changes) + 1, dtype=np.int64)
        crossed = placed & crossing
        # The change that ends a stretch bears the number of the stretch.
        np.add.at(self.crossing, stretch[crossed], amount[crossed])

    def between(self, first: Ints, last: Ints) -> Ints:
        """Return what falls after one change and up to another."""
        return self._until[last] - self._until[first]


def _timeline(table: Ints, begins: Ints, ends: Ints) -> Timeline:
    if not len(table):
        return Timeline(np.empty(0, dtype=np.int64), 0, 0)
    since = int(begins.min())
    bare = Timeline(np.empty(0, dtype=np.int64), since, int(ends.max()) - since)
    packed = np.concatenate([bare._packed(table, begins), bare._packed(table, ends)])  # noqa: SLF001
    return Timeline(np.unique(packed), bare.since, bare.span)


def _stretches(case: Case, timeline: Timeline) -> tuple[Ints, Bools]:
    """Return the stretch of each collection, and whether its hand went on beyond it."""
    hands, collections = case.hands, case.collections
    count = len(collections)
    hand = collections["hand"].to_numpy()
    of_hand = np.full(len(hands) + 1, -1, dtype=np.int64)
    until = np.full(len(hands) + 1, -1, dtype=np.int64)
    tables = hands["table_code"].to_numpy()
    of_hand[:-1] = timeline.stretch(tables, hands["started_at"].to_numpy())
    until[:-1] = of_hand[:-1]
    if "ended_at" in hands:
        ended = hands["ended_at"].to_numpy()
        known = ended != MISSING
        until[:-1][known] = timeline.stretch(tables[known], ended[known])
    stretch = of_hand[hand]
    crossing = until[hand] > stretch
    if "taken_at" not in collections or not count:
        return stretch, crossing
    table = np.append(tables, -1)[hand]
    alone = hand < 0
    if alone.any():
        table[alone] = _tables_named(case, collections, alone)
    taken = collections["taken_at"].to_numpy()
    known = (taken != MISSING) & (table >= 0)
    stretch[known] = timeline.stretch(table[known], taken[known])
    crossing &= ~known
    return stretch, crossing


def _tables_named(case: Case, collections: pd.DataFrame, alone: Bools) -> Ints:
    """Return the tables that collections without a hand name, -1 where they name none."""
    if "table" not in collections or "cardroom" not in collections:
        return np.full(int(alone.sum()), -1, dtype=np.int64)
    hands = case.hands
    pairs = hands[["cardroom", "table", "table_code"]].drop_duplicates()
    codes = {(str(row.cardroom), str(row.table)): int(row.table_code) for row in pairs.itertuples()}
    named = zip(
        collections["cardroom"][alone].astype(str),
        collections["table"][alone].astype(str),
        strict=True,
    )
    return np.array([codes.get(pair, -1) for pair in named], dtype=np.int64)


def _is_jackpot(collections: pd.DataFrame) -> Bools:
    words = list(collections["fee"].cat.categories)
    if "jackpot" not in words:
        return np.zeros(len(collections), dtype=bool)
    found: Bools = collections["fee"].cat.codes.to_numpy() == words.index("jackpot")
    return found


def _kinds(counts: pd.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    if "kind" not in counts:
        return np.full(len(counts), "", dtype=object)
    kinds = counts["kind"].astype(object)
    found: np.ndarray[tuple[int], np.dtype[np.object_]] = kinds.where(kinds.notna(), "").to_numpy()
    return found
