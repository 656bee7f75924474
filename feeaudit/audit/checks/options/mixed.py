"""OPT-MIXED: two games or options at one table at once, or changed inside a hand.

Finding     a hand of option 2 begins while a hand of option 1 at the same table goes on
Finding     another option is posted strictly inside a hand
No finding  option 2 is posted, and used, from the moment the hand of option 1 ends
No finding  the hand's own option is posted at that moment too
No finding  the table moves within one price list as players come and go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.limits.placards import Placards, placards_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.book.catalogue import rules_for
from feeaudit.book.views import stretches
from feeaudit.rules.contexts import differ, setting_text, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context

MAX: Final = np.iinfo(np.int64).max


class _Clash(NamedTuple):
    """A hand, what it clashes with, and the log row that shows it (-1 for the hand's own)."""

    hand: int
    message: str
    source: int = -1
    row: int = -1


class _Times(NamedTuple):
    """Hands of tables that need a look, by table, start and end."""

    hand: Ints
    table: Ints
    start: Ints
    end: Ints
    setting: Ints


@check(
    id="OPT-MIXED",
    title="Two options at one table at once",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("hands.ended_at", "hands.option"),
    next_step="Run one posted option at a table; change it, and the placard, only between hands.",
)
def two_at_once(case: Case) -> Outcome:
    """Two games or options were run at one table at once, or changed inside a hand."""
    of_context, settings = settings_of(case.contexts)
    setting = of_context[case.hands["context"].to_numpy()]
    clashes: list[_Clash] = []
    if "ended_at" in case.hands and len(case.hands):
        times = _times(case, setting)
        clashes += _overlaps(case, times, settings)
        clashes += _posted_inside(case, times, settings)
    tested, untested = _coverage(case, np.array([each.hand for each in clashes], dtype=np.int64))
    return Outcome(_findings(case, clashes), tested, untested)


def _coverage(case: Case, found: Ints) -> tuple[Bools, dict[str, Bools]]:
    ended = _ended(case) != MISSING
    stated = case.of_contexts(lambda each: each.kind != "unstated")
    tested = ended & stated
    tested[found] = True
    lacking = case.lacking("hands.ended_at") or "hands.ended_at is blank"
    untested = {
        lacking: ~ended & ~tested,
        "the log does not say which option was in use": ended & ~stated & ~tested,
    }
    return tested, untested


def _ended(case: Case) -> Ints:
    if "ended_at" not in case.hands:
        return np.full(len(case.hands), MISSING, dtype=np.int64)
    ended: Ints = case.hands["ended_at"].to_numpy()
    return ended


def _times(case: Case, setting: Ints) -> _Times:
    """Return the hands in the order of play; those that start at one instant by their ends."""
    hands = case.hands
    table, start = hands["table_code"].to_numpy(), hands["started_at"].to_numpy()
    end = np.maximum(start, _ended(case))
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


def _overlaps(case: Case, times: _Times, settings: tuple[Context, ...]) -> Iterator[_Clash]:
    """Yield hands that began while a hand of another setting went on at their table."""
    ids = case.hands["hand_id"]
    for here in _tables(times, _overlapping(times)):
        for later, earlier in _pairs(here, settings):
            one, other = settings[here.setting[later]], settings[here.setting[earlier]]
            yield _Clash(
                int(here.hand[later]),
                f"{setting_text(one)} began while hand {ids.iloc[here.hand[earlier]]} of"
                f" {setting_text(other)} was still going on at the table",
            )


def _overlapping(times: _Times) -> Ints:
    """Return the tables at which any hand begins before another has ended."""
    first = int(times.start.min())
    span = int(times.end.max()) - first + 1
    began, ended = (times.table * span + each - first for each in (times.start, times.end))
    early = began[1:] < np.maximum.accumulate(ended)[:-1]
    return np.unique(times.table[1:][early & (times.table[1:] == times.table[:-1])])


def _pairs(times: _Times, settings: tuple[Context, ...]) -> Iterator[tuple[int, int]]:
    """Yield each hand that overlaps one of another setting, with the one that lasts longest."""
    count = len(times.start)
    partner = np.full(count, -1, dtype=np.int64)
    reached = np.full(count, MISSING, dtype=np.int64)
    kinds = np.unique(times.setting)
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


def _posted_inside(case: Case, times: _Times, settings: tuple[Context, ...]) -> Iterator[_Clash]:
    """Yield hands inside which others were posted; of several of one moment their own counts."""
    placards = placards_of(case)
    inside = _inside(times, placards)
    for here in _tables(times, np.unique(placards.table[inside])):
        mine = inside[placards.table[inside] == here.table[0]]
        moments = np.flatnonzero(np.diff(placards.since[mine])) + 1
        for together in np.split(mine, moments):
            at = placards.since[together[0]]
            posted = [placards.context[place] for place in together]
            for each in np.flatnonzero((here.start < at) & (at < here.end)):
                old = settings[here.setting[each]]
                if all(differ(old, new) for new in posted):
                    message = (
                        f"{setting_text(posted[-1])} was posted in the middle of a hand of"
                        f" {setting_text(old)}"
                    )
                    record = case.postings.iloc[placards.record[together[-1]]]
                    source, row = int(record["source"]), int(record["row"])
                    yield _Clash(int(here.hand[each]), message, source, row)


def _inside(times: _Times, placards: Placards) -> Ints:
    """Return the postings before which a hand at their table began that ended only after them."""
    first = min(int(times.start.min()), int(placards.since.min(initial=MAX)))
    span = max(int(times.end.max()), int(placards.since.max(initial=MISSING))) - first + 1
    began, ended = (times.table * span + each - first for each in (times.start, times.end))
    posted = placards.table * span + placards.since - first
    before = np.searchsorted(began, posted, side="left") - 1
    going_on = np.maximum.accumulate(ended)[np.maximum(before, 0)] > posted
    return np.flatnonzero((before >= 0) & going_on & (placards.table >= 0))


def _findings(case: Case, clashes: list[_Clash]) -> pd.DataFrame:
    hand = np.array([each.hand for each in clashes], dtype=np.int64)
    context = case.hands["context"].to_numpy()
    cited = [_cited(case.contexts[each]) for each in context[hand]]
    return findings_frame(
        len(clashes),
        hand=hand,
        message=np.array([each.message for each in clashes], dtype=object),
        lines=np.array([each[0] for each in cited], dtype=object),
        document=np.array([each[1] for each in cited], dtype=object),
        source=np.array([each.source for each in clashes], dtype=np.int64),
        row=np.array([each.row for each in clashes], dtype=np.int64),
    )


def _cited(each: Context) -> tuple[str, str]:
    """Return where one option at a time is asked for, as far as the schedule says so."""
    if each.cardroom is None:
        return "", ""
    rules = [
        rule
        for offer in each.offers
        for rule in rules_for(offer.schedule, each.cardroom, "one_option")
    ]
    lines = stretches({line for rule in rules for line in rule.lines})
    return lines, each.cardroom.document
