"""Hand ids as numbers, and where numbers are missing or out of order.

``T1-0042`` is number 42 behind the prefix ``T1-``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.arrays import paired
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


UNNUMBERED: Final = -1
_DIGITS: Final = "0123456789"
# What fits a whole number of 64 bits, with room to pack it with others.
_MOST_DIGITS: Final = 15
# With fewer hands of a prefix nothing says that they are counted at all.
_FEWEST: Final = 4
# Holes are exceptions: where more than one number in ten is missing, or comes out of order, ids are
# not dealt out by one at this table.
_ONE_IN: Final = 10
# So many hands are lost together; a larger hole may be a count that was set anew.
_SMALL_HOLE: Final = 5
_LARGEST: Final = 2**62


@dataclass(frozen=True, slots=True)
class Numbering:
    """For each hand the prefix of its id (a code) and its number, UNNUMBERED where it has none."""

    prefix: Ints
    number: Ints
    prefixes: tuple[str, ...]
    digits: Ints

    def text(self, hand: int, number: int) -> str:
        """Return the id that a number would have beside a hand's."""
        digits = f"{number:0{int(self.digits[hand])}d}"
        return f"{self.prefixes[self.prefix[hand]]}{digits}"


def numbering_of(case: Case) -> Numbering:
    """Return how the hands of a log are numbered."""
    ids = case.log.hands.column("hand_id").combine_chunks()
    if isinstance(ids, pa.ChunkedArray):
        ids = pa.concat_arrays(ids.chunks) if ids.num_chunks else pa.array([], pa.string())
    bare = pc.ascii_rtrim(ids, characters=_DIGITS)
    stem, digits = _sizes(bare), _sizes(ids) - _sizes(bare)
    number = np.full(len(ids), UNNUMBERED, dtype=np.int64)
    usable = (digits > 0) & (digits <= _MOST_DIGITS)
    text = ids.cast(pa.binary())
    # Ids have few different stems in length, so each length is cut off for all its ids at once.
    for length in np.flatnonzero(np.bincount(stem[usable])).tolist():
        mine = np.flatnonzero(usable & (stem == length))
        chosen = text if len(mine) == len(text) else text.take(pa.array(mine))
        cut = pc.binary_slice(chosen, length, length + _MOST_DIGITS)
        number[mine] = cut.view(pa.string()).cast(pa.int64()).to_numpy()
    encoded = bare.dictionary_encode()
    prefix: Ints = encoded.indices.to_numpy().astype(np.int64)
    return Numbering(prefix, number, tuple(encoded.dictionary.to_pylist()), digits)


def _sizes(texts: pa.StringArray) -> Ints:
    sizes: Ints = pc.binary_length(texts).to_numpy(zero_copy_only=False).astype(np.int64)
    return sizes


class Hole(NamedTuple):
    """The ids that are missing between two hands; the count may have been set anew if many are."""

    before: int
    after: int
    absent: list[str]
    large: bool


class Sequence(NamedTuple):
    """Where the numbers of tables that count up by one have holes or go backward.

    ``early`` are hands that started before the ``earlier`` number; ``counted`` are all hands of
    such tables.
    """

    holes: list[Hole]
    early: Ints
    earlier: Ints
    counted: Ints


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


def sequence_of(case: Case) -> Sequence:
    """Return what is missing or out of order among the numbers of the log's hands."""
    numbering = numbering_of(case)
    rows = _rows(case, numbering)
    started = case.hands["started_at"].to_numpy()[rows.hand]
    holes = np.flatnonzero(rows.step > 1)
    backward = np.flatnonzero((started[1:] < started[:-1]) & ~rows.first[1:]) + 1
    by_one = _few(rows, holes) & _few(rows, backward) & (rows.size >= _FEWEST)
    holes, backward = (each[by_one[rows.group[each]]] for each in (holes, backward))
    return Sequence(
        [*_holes(case, numbering, rows, holes)],
        rows.hand[backward],
        rows.hand[backward - 1],
        rows.every[by_one[rows.of]],
    )


def _holes(case: Case, numbering: Numbering, rows: _Rows, places: Ints) -> Iterator[Hole]:
    """Yield the holes whose numbers no other table has; one larger than the count is none."""
    for place in places.tolist():
        hand, size = int(rows.hand[place]), int(rows.size[rows.group[place]])
        missing = range(int(rows.number[place - 1]) + 1, int(rows.number[place]))
        small = len(missing) <= max(_SMALL_HOLE, size // _ONE_IN)
        if not small and len(missing) > size:
            continue
        ids = [numbering.text(hand, each) for each in missing]
        absent = [each for each, known in zip(ids, case.holds(ids), strict=True) if not known]
        if absent:
            yield Hole(int(rows.hand[place - 1]), hand, absent, large=not small)


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
        packed = paired(group, number, most)
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
