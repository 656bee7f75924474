"""Drop boxes: for each count of a box, what the log says was put into it.

A fee falls in the period in which it was taken; where that is not logged, in the period in which
its hand started. A hand that was being played when the box was changed may have paid into either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, IntTable, Words

_EVER: Final = np.iinfo(np.int64).max


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
        # No box is changed before the first change or after the last: one moment stands for each.
        within = np.clip(at - self.since, -1, self.span) + 1
        return table * (self.span + 2) + within


@dataclass(frozen=True, slots=True)
class Boxes:
    """The counts that can be compared and what was logged for each, in cents.

    ``row`` is the count's row; ``first`` and ``last`` number its changes. ``logged`` are the fees
    of its kind and ``jackpots`` the jackpot fees; ``before`` and ``after`` those of hands that
    were being played at its beginning and at its end. ``stretch`` is that of each collection, -1
    where it cannot be placed, and ``of_hand`` that of each hand's start; ``unplaced`` is the sum of
    what cannot be placed, in the whole log where this is a part of one.
    """

    timeline: Timeline
    row: Ints
    first: Ints
    last: Ints
    counted: Ints
    kind: Words
    logged: Ints
    jackpots: Ints
    before: Ints
    after: Ints
    stretch: Ints
    of_hand: Ints
    jackpot: Bools
    unplaced: int


@shared
def boxes_of(case: Case) -> Boxes:
    """Return the boxes that were counted at tables of the log."""
    counts = case.counts
    table = counts["table_code"].to_numpy()
    begins, ends = counts["from"].to_numpy(), counts["to"].to_numpy()
    row = np.flatnonzero((table >= 0) & (begins < ends))
    timeline = _timeline(table[row], begins[row], ends[row])
    first = timeline.change(table[row], begins[row])
    last = timeline.change(table[row], ends[row])
    kind = _kinds(counts)[row]
    of_hand = timeline.stretch(
        case.hands["table_code"].to_numpy(), case.hands["started_at"].to_numpy()
    )
    stretch, crossing = _stretches(case, timeline, of_hand)
    jackpot, amount = _is_jackpot(case.collections), case.collections["amount"].to_numpy()
    sums, unplaced = _sums(timeline, stretch, jackpot, amount)
    in_play = _in_play(timeline, crossing, jackpot, amount)
    until = np.cumsum(sums, axis=1)
    mine = (kind == "jackpot").astype(np.int64)
    if case.surroundings is not None:
        unplaced = case.surroundings.unplaced
    return Boxes(
        timeline=timeline,
        row=row,
        first=first,
        last=last,
        counted=counts["amount"].to_numpy()[row],
        kind=kind,
        logged=until[mine, last] - until[mine, first],
        jackpots=until[1, last] - until[1, first],
        # The change that ends a stretch bears the number of the stretch.
        before=in_play[mine, first],
        after=in_play[mine, last],
        stretch=stretch,
        of_hand=of_hand,
        jackpot=jackpot,
        unplaced=unplaced,
    )


def covered(boxes: Boxes) -> Bools:
    """Tell which hands started in a period that was counted."""
    depth = np.zeros(len(boxes.timeline.changes) + 2, dtype=np.int64)
    fees = boxes.kind != "jackpot"
    np.add.at(depth, boxes.first[fees] + 1, 1)
    np.add.at(depth, boxes.last[fees] + 1, -1)
    inside = np.cumsum(depth) > 0
    found: Bools = inside[boxes.of_hand]
    return found


class _Crossing(NamedTuple):
    """Collections of hands that went on beyond their stretch, and the hands' first and last."""

    rows: Ints
    first: Ints
    last: Ints


def _in_play(timeline: Timeline, crossing: _Crossing, jackpot: Bools, amount: Ints) -> IntTable:
    """Return what hands paid that were being played at each change, jackpots apart.

    A hand may see several: the jackpot's box need not be changed at the same time as the other.
    """
    mine = (jackpot[crossing.rows], amount[crossing.rows])
    begun, _ = _sums(timeline, crossing.first, *mine)
    ended, _ = _sums(timeline, crossing.last, *mine)
    in_play: IntTable = np.cumsum(begun - ended, axis=1)
    return in_play


def _sums(timeline: Timeline, stretch: Ints, jackpot: Bools, amount: Ints) -> tuple[IntTable, int]:
    """Return what collections add up to by stretch, jackpots apart, and what cannot be placed."""
    # One place more than there are stretches: what cannot be placed falls in the last.
    total = np.zeros(2 * (len(timeline.changes) + 2), dtype=np.int64)
    np.add.at(total, stretch * 2 + jackpot, amount)
    by_stretch = total.reshape(-1, 2)
    return by_stretch[:-1].T, int(by_stretch[-1].sum())


def _timeline(table: Ints, begins: Ints, ends: Ints) -> Timeline:
    if not len(table):
        return Timeline(np.empty(0, dtype=np.int64), 0, 0)
    since = int(begins.min())
    bare = Timeline(np.empty(0, dtype=np.int64), since, int(ends.max()) - since)
    packed = np.concatenate([bare._packed(table, begins), bare._packed(table, ends)])  # noqa: SLF001
    return Timeline(distinct(packed), bare.since, bare.span)


def _stretches(case: Case, timeline: Timeline, of_hand: Ints) -> tuple[Ints, _Crossing]:
    """Return the stretch of each collection, and those that may lie in a later one as well."""
    hand = case.collections["hand"].to_numpy()
    stretch = np.append(of_hand, -1)[hand]
    over, last = _ends(case, timeline, of_hand)
    crosses = last > of_hand
    crossing = np.flatnonzero(np.append(crosses, False)[hand])
    if "taken_at" in case.collections and len(hand):
        begins = np.where(crosses, _EVER, case.hands["started_at"].to_numpy())
        placed = _place_taken(case, timeline, begins, over, stretch)
        crossing = np.setdiff1d(crossing, placed, assume_unique=True)
    return stretch, _Crossing(crossing, stretch[crossing], last[hand[crossing]])


def _place_taken(case: Case, timeline: Timeline, begins: Ints, over: Ints, stretch: Ints) -> Ints:
    """Place collections by the time they were taken at, and return which.

    What was taken while its hand was played is in the hand's stretch, if that is in one alone.
    """
    hand = case.collections["hand"].to_numpy()
    taken = case.collections["taken_at"].to_numpy()
    inside = (taken >= np.append(begins, _EVER)[hand]) & (taken <= np.append(over, MISSING)[hand])
    rows = np.flatnonzero(~inside)
    rows = rows[taken[rows] != MISSING]
    table = _tables(case, hand, rows)
    placed: Ints = rows[table >= 0]
    stretch[placed] = timeline.stretch(table[table >= 0], taken[placed])
    return placed


def _ends(case: Case, timeline: Timeline, of_hand: Ints) -> tuple[Ints, Ints]:
    """Return when each hand was over, as far as is logged, and in which stretch."""
    hands = case.hands
    started = hands["started_at"].to_numpy()
    if "ended_at" not in hands:
        return started, of_hand
    over = np.maximum(started, hands["ended_at"].to_numpy())
    return over, timeline.stretch(hands["table_code"].to_numpy(), over)


def _tables(case: Case, hand: Ints, rows: Ints) -> Ints:
    """Return the tables of collections: of their hand, else the one they name, -1 for none."""
    table = np.append(case.hands["table_code"].to_numpy(), -1)[hand[rows]]
    alone = np.flatnonzero(hand[rows] < 0)
    table[alone] = case.tables_named(case.collections.iloc[rows[alone]])
    return table


def _is_jackpot(collections: pd.DataFrame) -> Bools:
    words = list(collections["fee"].cat.categories)
    if "jackpot" not in words:
        return np.zeros(len(collections), dtype=bool)
    found: Bools = collections["fee"].cat.codes.to_numpy() == words.index("jackpot")
    return found


def _kinds(counts: pd.DataFrame) -> Words:
    if "kind" not in counts:
        return np.full(len(counts), "", dtype=object)
    kinds = counts["kind"].astype(object)
    found: Words = kinds.where(kinds.notna(), "").to_numpy()
    return found
