"""log-gap: hands are missing from the log, and what follows from that.

The gaps of one table and gaming day (LOG-SEQUENCE), the records that name the missing hands
(LOG-ORPHAN), a box that holds more than the log says for the time (DROP-MATCH), and a stretch of
the player-dealer position that a gap lies in: who held it in the missing hands is not known.

Incident     hands 42 and 43 are missing, and two wagers name hand 42: one incident
Incident     hands 42 and 43 are missing, and the table's box is over by $4.00: likely the same
Not this one  a record that names a hand of another table's numbers
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, nobody
from feeaudit.audit.coded_findings import led, within
from feeaudit.core.arrays import distinct

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Bools, Ints

# What the numbers of hands alone tie to a gap.
_BY_NUMBER: Final = {"LOG-SEQUENCE", "LOG-ORPHAN"}


def _told(found: Gathered) -> tuple[Sure, str]:
    gaps = found.checks["LOG-SEQUENCE"]
    sure = Sure.EXACT if gaps == 1 and found.checks.keys() <= _BY_NUMBER else Sure.LIKELY
    more = f", one of {gaps:,} gaps that day" if gaps > 1 else ""
    orphans = found.checks.get("LOG-ORPHAN", 0)
    if orphans:
        more += f"; {counted(orphans, 'set')} of records name hands that are missing"
    if "DROP-MATCH" in found.checks:
        more += "; the box holds more than the log says"
    if any(check.startswith("ROT-") for check in found.checks):
        more += "; a turn in the player-dealer position spans the gap"
    return sure, f"The log of {found.where} has a gap: {found.message}{more}"


@cause(
    id="log-gap",
    title="A gap in the log",
    next_step="Find the missing hands, or a record that their numbers were voided; then audit the"
    " night again.",
    led_by=("LOG-SEQUENCE",),
    tell=_told,
)
def gaps(found: CodedFindings) -> Ints:
    """Claim gaps in the numbers of hands, and what names or pays the missing ones."""
    gap = found.of("LOG-SEQUENCE") & (found["named"] >= 0)
    if not gap.any():
        return nobody(len(found))
    table = found.key("cardroom", "table", "day")
    group = np.where(gap, table, -1)
    over = found.of("DROP-MATCH") & (found["taken"] > found["owed"]) & (found["owed"] >= 0)
    room = found.key("cardroom", "table")
    start, end = (np.full(int(room.max()) + 1, each) for each in (2**62, 0))
    np.minimum.at(start, room[gap], found["at"][gap])
    np.maximum.at(end, room[gap], found["at"][gap])
    during = (found["at"] <= end[room]) & (found["until"] >= start[room])
    group = np.where(over & during, led(table, gap, group), group)
    group = np.where(group < 0, _across(found, gap, group), group)
    return np.where(found.of("LOG-ORPHAN"), _of_missing(found, gap, group), group)


def _across(found: CodedFindings, gap: Bools, group: Ints) -> Ints:
    """Return the gap that lies in the stretch of the position that each finding is about."""
    claimed = nobody(len(found))
    rows, gaps = np.flatnonzero(found["since"] >= 0), np.flatnonzero(gap)
    if not len(rows):
        return claimed
    room, at = found.key("cardroom", "table"), found["at"]
    span = room[rows], found["since"][rows] + 1, at[rows]
    order, first, last = within(room[gaps], at[gaps], *span)
    inside = last > first
    claimed[rows[inside]] = group[gaps[order[first[inside]]]]
    return claimed


def _of_missing(found: CodedFindings, gap: Bools, group: Ints) -> Ints:
    """Return the gap that each finding's hand is missing from: same prefix, a number in between."""
    claimed = nobody(len(found))
    lost = np.flatnonzero(found.of("LOG-ORPHAN") & (found["named_number"] >= 0))
    # A gap lies between numbered hands, so that each names a number.
    rows = np.flatnonzero(gap)
    rows = rows[np.lexsort((found["named_number"][rows], found["named_prefix"][rows]))]
    numbers = distinct(found["named_number"])
    series = found["named_prefix"] * len(numbers) + np.searchsorted(numbers, found["named_number"])
    place = np.searchsorted(series[rows], series[lost]) - 1
    nearest = rows[np.maximum(place, 0)]
    inside = (
        (place >= 0)
        & (found["named_prefix"][nearest] == found["named_prefix"][lost])
        & (found["number"][nearest] > found["named_number"][lost])
    )
    claimed[lost[inside]] = group[nearest[inside]]
    return claimed
