"""Times: text and stored values become instants; wall-clock times are read in the cardroom's zone.

On the night clocks go back an hour happens twice. A time without an offset in that hour is read as
the first of the two until the times of that table step back, which only the clock change explains;
from there on it is the second. On the night clocks go forward an hour does not exist: such a time
is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, HalfInts

# By group: the last time in an hour that happens twice, and whether it was the second time round.
Last = dict[int, tuple[int, bool]]
_DAY = 86_400_000_000
# The years 2 to 9998, which every zone can show.
_EARLIEST, _LATEST = -62_104_060_800_000_000, 253_370_764_800_000_000
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}

_NAIVE = pa.timestamp("us")
_UTC = pa.timestamp("us", tz="UTC")
# The forms that a cast of the whole column takes: a cell is read alike whatever stands beside it.
_CLOCK = r"[ T]\d{2}(?::\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?"
_WALL = rf"^\d{{4}}-\d{{2}}-\d{{2}}(?:{_CLOCK})?$"
_OFFSET = rf"^\d{{4}}-\d{{2}}-\d{{2}}{_CLOCK}(?:Z|[+-]\d{{2}}(?::?\d{{2}})?)$"


def instants(
    values: pa.Array, zone: str, groups: HalfInts | None = None, last: Last | None = None
) -> tuple[pa.Array, Bools | None]:
    """Return times as instants, and which cells are no time (null in the result).

    ``groups`` tells which times follow each other: those of one table. ``last`` is what the times
    before these left to them, and is brought up to date.
    """
    if pa.types.is_date(values.type):
        values = _midnights(values)
    kind = values.type
    if pa.types.is_timestamp(kind):
        near, far = _within_reach(values)
        result, bad = _from_stored(near, zone, groups, last)
    elif pa.types.is_string(kind):
        stated, bad = _from_text(pc.utf8_trim_whitespace(values), zone, groups, last)
        result, far = _within_reach(stated)
    else:
        result, bad, far = pa.nulls(len(values), _UTC), _truth(pc.is_valid(values)), None
    if far is not None:
        bad = far if bad is None else bad | far
    return result, bad if bad is not None and bad.any() else None


def _midnights(dates: pa.Array) -> pa.Array:
    """Return days as times: a workbook stores midnight as a bare date."""
    return dates.cast(pa.timestamp("s" if pa.types.is_date32(dates.type) else "ms"))


def _within_reach(times: pa.Array) -> tuple[pa.Array, Bools | None]:
    """Return times without those that no calendar shows, and which those are."""
    each = _MICROSECONDS.get(times.type.unit)
    ticks = times.cast(pa.int64())
    extremes = pc.min_max(ticks)
    first, last = extremes["min"].as_py(), extremes["max"].as_py()
    if each is None or first is None or (first * each >= _EARLIEST and last * each < _LATEST):
        return times, None
    far = pc.or_(pc.less(ticks, _EARLIEST // each), pc.greater_equal(ticks, _LATEST // each))
    return pc.if_else(far, None, times), _truth(far)


def _from_stored(
    values: pa.Array, zone: str, groups: HalfInts | None, last: Last | None
) -> tuple[pa.Array, Bools | None]:
    if values.type.tz is not None:
        return values.cast(_UTC, safe=False), None
    return localized(values.cast(_NAIVE, safe=False), zone, groups, last)


def _from_text(
    text: pa.Array, zone: str, groups: HalfInts | None, last: Last | None
) -> tuple[pa.Array, Bools | None]:
    try:
        return localized(text.cast(_NAIVE), zone, groups, last)
    except pa.ArrowInvalid:
        pass
    try:
        return text.cast(_UTC), None
    except pa.ArrowInvalid:
        return _mixed(text, zone, groups, last)


def _mixed(
    text: pa.Array, zone: str, groups: HalfInts | None, last: Last | None
) -> tuple[pa.Array, Bools | None]:
    """Cells with an offset, cells without, blanks and cells that are no time, side by side."""
    blank = pc.equal(pc.binary_length(text), 0)
    text = pc.if_else(pc.fill_null(blank, fill_value=False), None, text)
    wall = pc.fill_null(pc.match_substring_regex(text, _WALL), fill_value=False)
    offset = pc.fill_null(pc.match_substring_regex(text, _OFFSET), fill_value=False)
    local, bad_local = _cast_each(pc.if_else(wall, text, None), _NAIVE)
    fixed, bad_fixed = _cast_each(pc.if_else(offset, text, None), _UTC)
    placed, bad_hour = localized(local, zone, groups, last)
    neither = pc.and_(pc.invert(pc.or_(wall, offset)), pc.is_valid(text))
    bad = _truth(neither) | bad_local | bad_fixed
    if bad_hour is not None:
        bad |= bad_hour
    return pc.coalesce(fixed, placed), bad if bad.any() else None


def _cast_each(text: pa.Array, kind: pa.DataType) -> tuple[pa.Array, Bools]:
    """Cast texts of the right form; those that are no date (February 30) are reported."""
    bad = np.zeros(len(text), dtype=bool)
    try:
        return text.cast(kind), bad
    except pa.ArrowInvalid:
        pass
    words = text.to_pylist()
    for place, word in enumerate(words):
        if word is not None:
            try:
                pa.scalar(word).cast(kind)
            except pa.ArrowInvalid:
                words[place] = None
                bad[place] = True
    return pa.array(words, pa.string()).cast(kind), bad


def localized(
    wall: pa.Array, zone: str, groups: HalfInts | None = None, last: Last | None = None
) -> tuple[pa.Array, Bools | None]:
    """Return wall-clock times of a zone as instants; times that do not exist there are reported."""
    first = pc.assume_timezone(wall, zone, ambiguous="earliest", nonexistent="earliest")
    later = pc.assume_timezone(wall, zone, ambiguous="latest", nonexistent="latest")
    if first.equals(later):
        return first.cast(_UTC), None
    differs = _truth(pc.not_equal(first, later))
    missing = _truth(pc.not_equal(pc.local_timestamp(first), wall))
    bad = differs & missing
    second = _second_time_round(wall, differs & ~missing, groups, {} if last is None else last)
    chosen = pc.if_else(pa.array(second), later, first)
    result = pc.if_else(pa.array(bad), None, chosen).cast(_UTC)
    return result, bad if bad.any() else None


def _second_time_round(
    wall: pa.Array, repeated: Bools, groups: HalfInts | None, last: Last
) -> Bools:
    """Tell which times in a repeated hour are its second occurrence: those after a step back."""
    second = np.zeros(len(wall), dtype=bool)
    ticks = wall.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    for place in np.flatnonzero(repeated):
        group = 0 if groups is None else int(groups[place])
        tick = int(ticks[place])
        before, stepped = last.get(group, (tick, False))
        stepped = (stepped or tick < before) and tick - before < _DAY
        second[place] = stepped
        last[group] = (tick, stepped)
    return second


def _truth(booleans: pa.Array) -> Bools:
    filled = pc.fill_null(booleans, fill_value=False)
    return np.asarray(filled.to_numpy(zero_copy_only=False), dtype=bool)
