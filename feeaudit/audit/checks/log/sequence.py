"""LOG-SEQUENCE: hand numbers are missing, or hands started out of the order of their numbers.

Looked at only where the ids of a table and a gaming day share a prefix and count up by one: a few
holes in that are hands that are not in the log. A number that another table has is not missing. A
large hole may be a count that was set anew, and is for review; one larger than the count itself is.

Finding     T1-0041 is followed by T1-0044: T1-0042 and T1-0043 are missing
Finding     T1-0042 started before T1-0041
Review      T1-0060 is followed by T1-0091: thirty hands are missing, or the count was set anew
No finding  numbers that are dealt out over all tables, so that each table has some of them
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.digests import holds
from feeaudit.audit.records.hand_numbers import UNNUMBERED, Numbering, numbering_of
from feeaudit.audit.records.positions import clock, hand_ids, texts, together
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


_FEWEST: Final = 4
_ONE_IN: Final = 10
_SMALL_HOLE: Final = 5
_LARGEST: Final = 2**62


@dataclass(frozen=True, slots=True)
class _Rows:
    """Hands by table, day and prefix, each group in the order of its numbers.

    A hand that is logged twice counts once, at its first start. ``step`` is how much a number
    exceeds the one before it (0 for the first of a group), ``group`` numbers the groups, ``size``
    is by group; ``every`` are all numbered hands and ``of`` their groups.
    """

    hand: Ints
    number: Ints
    group: Ints
    step: Ints
    first: Bools
    size: Ints
    every: Ints
    of: Ints


@check(
    id="LOG-SEQUENCE",
    title="Hand numbers missing or out of order",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find the missing hands, or a record that their numbers were voided.",
)
def numbers_out_of_sequence(case: Case) -> Outcome:
    """Hand numbers are missing, or hands started out of the order of their numbers."""
    numbering = numbering_of(case)
    rows = _rows(case, numbering)
    started = case.hands["started_at"].to_numpy()[rows.hand]
    holes = np.flatnonzero(rows.step > 1)
    backward = np.flatnonzero((started[1:] < started[:-1]) & ~rows.first[1:]) + 1
    by_one = _few(rows, holes) & _few(rows, backward) & (rows.size >= _FEWEST)
    holes, backward = (each[by_one[rows.group[each]]] for each in (holes, backward))
    size, absent = rows.size[rows.group[holes]], rows.step[holes] - 1
    small = absent <= np.maximum(_SMALL_HOLE, size // _ONE_IN)
    found = [
        _missing(case, numbering, rows, holes[small]),
        _missing(case, numbering, rows, holes[~small & (absent <= size)], review=True),
        _too_early(case, rows, backward),
    ]
    tested = case.no_hand
    tested[rows.every[by_one[rows.of]]] = True
    reason = "hand ids do not count up by one at the table"
    untested = {} if tested.all() else {reason: ~tested}
    return Outcome(together(found), tested, untested)


def _rows(case: Case, numbering: Numbering) -> _Rows:
    numbered = np.flatnonzero(numbering.number != UNNUMBERED)
    started = case.hands["started_at"].to_numpy()[numbered]
    group = _groups(case, numbering, numbered)
    order = _in_order(group, numbering.number[numbered], started)
    every, group = numbered[order], group[order]
    number = numbering.number[every]
    other = changes(group)
    of = np.cumsum(other) - 1
    once = other | changes(number)
    kept = slice(None) if once.all() else once
    hand, number, group, first = every[kept], number[kept], of[kept], other[kept]
    step = np.zeros(len(hand), dtype=np.int64)
    step[1:] = np.where(first[1:], 0, np.diff(number))
    return _Rows(hand, number, group, step, first, np.bincount(group), every, of)


def _in_order(group: Ints, number: Ints, started: Ints) -> Ints | slice:
    """Return the order by group, number and start; in one sort where the numbers are few."""
    most = int(number.max(initial=0)) + 1
    if most * (int(group.max(initial=0)) + 1) < _LARGEST:
        packed = group * most + number
        if (packed[1:] > packed[:-1]).all():
            return slice(None)
        order = np.argsort(packed, kind="stable")
        packed = packed[order]
        if (packed[1:] > packed[:-1]).all():
            return order
    return np.lexsort((started, number, group))


def _groups(case: Case, numbering: Numbering, numbered: Ints) -> Ints:
    """Return a number for each hand's table, gaming day and prefix."""
    hands = case.hands
    day = hands["day"].to_numpy()[numbered]
    day = day - (int(day.min()) if len(day) else 0)
    table = hands["table_code"].to_numpy()[numbered]
    spans = int(day.max(initial=0)) + 1, len(numbering.prefixes) + 1
    packed: Ints = (table * spans[0] + day) * spans[1] + numbering.prefix[numbered]
    return packed


def _few(rows: _Rows, places: Ints) -> Bools:
    """Tell in which groups something is the exception: once, or once in ten hands."""
    number = np.bincount(rows.group[places], minlength=len(rows.size))
    few: Bools = number <= np.maximum(1, rows.size // _ONE_IN)
    return few


def _missing(
    case: Case, numbering: Numbering, rows: _Rows, holes: Ints, *, review: bool = False
) -> pd.DataFrame:
    """Return a finding for each hole whose numbers no other table has."""
    kept, told = [], []
    for place in holes.tolist():
        hand, number = int(rows.hand[place]), int(rows.number[place])
        absent = np.arange(int(rows.number[place - 1]) + 1, number)
        texts_of = [numbering.text(hand, int(each)) for each in absent]
        absent = absent[~holds(case.known_ids, texts_of)]
        if not len(absent):
            continue
        before = hand_ids(case, rows.hand[place - 1 : place])[0]
        after = hand_ids(case, rows.hand[place : place + 1])[0]
        kept.append(hand)
        told.append(
            f"{before} is followed by {after}: {_absent(numbering, hand, absent)}"
            f"{', or the count was set anew' if review else ''}"
        )
    return findings_frame(
        len(kept),
        hand=np.array(kept, dtype=np.int64),
        review=np.full(len(kept), review),
        message=texts(told),
    )


def _absent(numbering: Numbering, hand: int, absent: Ints) -> str:
    first, last = (numbering.text(hand, int(absent[at])) for at in (0, -1))
    if len(absent) == 1:
        return f"hand {first} is missing"
    joined = "and" if len(absent) == 2 else "to"  # noqa: PLR2004 - two hands need no range
    return f"{len(absent):,} hands are missing, {first} {joined} {last}"


def _too_early(case: Case, rows: _Rows, places: Ints) -> pd.DataFrame:
    hands, before = rows.hand[places], rows.hand[places - 1]
    started = case.hands["started_at"].to_numpy()
    told = [
        f"{name} started at {clock(case, int(started[hand]))}, before {earlier}, which started at"
        f" {clock(case, int(started[other]))}"
        for name, earlier, hand, other in zip(
            hand_ids(case, hands), hand_ids(case, before), hands, before, strict=True
        )
    ]
    return findings_frame(len(hands), hand=hands, message=texts(told))
