"""Clashes: hands during which another game or option was played, or posted, at their table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.options.placards import Placards, placards_of
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.core.arrays import distinct
from feeaudit.rules.contexts import differ, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context

MAX: Final = np.iinfo(np.int64).max


class Clash(NamedTuple):
    """A hand and what it clashes with: an earlier hand that goes on, or a posting inside it."""

    hand: int
    own: Context
    other: Context
    during: int = -1
    posting: int = -1


class _Times(NamedTuple):
    """Hands of tables that need a look, by table, start and end."""

    hand: Ints
    table: Ints
    start: Ints
    end: Ints
    setting: Ints


def clashes(case: Case) -> list[Clash]:
    """Return the hands that clash with others at their table, or with what is posted there."""
    if "ended_at" not in case.hands or not len(case.hands):
        return []
    of_context, settings = settings_of(case.contexts)
    times = _times(case, of_context[case.hands["context"].to_numpy()])
    return [*_overlaps(times, settings), *_posted_inside(case, times, settings)]


def _times(case: Case, setting: Ints) -> _Times:
    """Return the hands in the order of play; those that start at one instant by their ends."""
    hands = case.hands
    table, start = hands["table_code"].to_numpy(), hands["started_at"].to_numpy()
    end = np.maximum(start, hands["ended_at"].to_numpy())
    order, tied = order_of_play(case)
    if tied.any():
        order = order[np.lexsort((end[order], np.cumsum(~tied)))]
    return _Times(order, table[order], start[order], end[order], setting[order])


def _tables(times: _Times, tables: Ints) -> Iterator[_Times]:
    """Yield the hands of each of some tables."""
    if not len(tables):
        return
    chosen = np.isin(times.table, tables)
    times = _Times(*(column[chosen] for column in times))
    edges = np.flatnonzero(np.diff(times.table)) + 1
    for part in np.split(np.arange(len(times.table)), edges):
        if len(part):
            yield _Times(*(column[part] for column in times))


def _overlaps(times: _Times, settings: tuple[Context, ...]) -> Iterator[Clash]:
    """Yield hands that began while a hand of another setting went on at their table."""
    for here in _tables(times, _overlapping(times)):
        for later, earlier in _pairs(here, settings):
            one, other = settings[here.setting[later]], settings[here.setting[earlier]]
            yield Clash(int(here.hand[later]), one, other, int(here.hand[earlier]))


def _overlapping(times: _Times) -> Ints:
    """Return the tables at which any hand begins before another has ended."""
    first = int(times.start.min())
    span = int(times.end.max()) - first + 1
    began, ended = (times.table * span + each for each in (times.start, times.end))
    early = began[1:] < np.maximum.accumulate(ended)[:-1]
    return distinct(times.table[1:][early])


def _pairs(times: _Times, settings: tuple[Context, ...]) -> Iterator[tuple[int, int]]:
    """Yield each hand that overlaps one of another setting, with the one that lasts longest."""
    count = len(times.start)
    partner = np.full(count, -1, dtype=np.int64)
    reached = np.full(count, MISSING, dtype=np.int64)
    kinds = distinct(times.setting)
    for one in kinds:
        others = [each for each in kinds if differ(settings[one], settings[each])]
        own = times.setting == one
        ends = np.where(own, times.end, MISSING)
        furthest = np.maximum.accumulate(ends)
        last = np.maximum.accumulate(np.where(own & (ends == furthest), np.arange(count), -1))
        before, holder = np.roll(furthest, 1), np.roll(last, 1)
        before[0] = MISSING
        found = np.isin(times.setting, others) & (times.start < before) & (before > reached)
        partner[found], reached[found] = holder[found], before[found]
    for later in np.flatnonzero(partner >= 0):
        yield int(later), int(partner[later])


def _posted_inside(case: Case, times: _Times, settings: tuple[Context, ...]) -> Iterator[Clash]:
    """Yield hands inside which others were posted; of several of one moment their own counts."""
    placards = placards_of(case)
    inside = _inside(times, placards)
    for here in _tables(times, distinct(placards.table[inside])):
        mine = inside[placards.table[inside] == here.table[0]]
        moments = np.flatnonzero(np.diff(placards.since[mine])) + 1
        for together in np.split(mine, moments):
            at = placards.since[together[0]]
            posted = [placards.context[place] for place in together]
            for each in np.flatnonzero((here.start < at) & (at < here.end)):
                old = settings[here.setting[each]]
                if all(differ(old, new) for new in posted):
                    record = int(placards.record[together[-1]])
                    yield Clash(int(here.hand[each]), old, posted[-1], posting=record)


def _inside(times: _Times, placards: Placards) -> Ints:
    """Return the postings before which a hand at their table began that ended only after them."""
    first = min(int(times.start.min()), int(placards.since.min(initial=MAX)))
    last = max(int(times.end.max()), int(placards.since.max(initial=MISSING)))
    span = last - first + 1
    began, ended = (times.table * span + each for each in (times.start, times.end))
    posted = placards.table * span + placards.since
    before = np.searchsorted(began, posted, side="left") - 1
    going_on = np.maximum.accumulate(ended)[np.maximum(before, 0)] > posted
    return np.flatnonzero((before >= 0) & going_on & (placards.table >= 0))
