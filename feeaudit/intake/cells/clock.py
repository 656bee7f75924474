"""Times: text and stored values become instants; wall-clock times are read in the cardroom's zone.

On the night clocks go back an hour happens twice. A time without an offset in that hour is read as
the first of the two until the times of that table step back, which only the clock change explains;
from there on it is the second. On the night clocks go forward an hour does not exist: such a time
is refused.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.dialect import YEARS, Refused, moment

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, HalfInts

# By group: the last time in an hour that happens twice, and whether it was the second time round.
Last = dict[int, tuple[int, bool]]
_DAY = 86_400_000_000
# What a time is that the clocks of the cardroom's zone skipped, and what was expected instead.
SKIPPED_HOUR: Final = (
    "a time that does not exist",
    "a time that clocks did not skip; they went forward an hour that night",
)
_EARLIEST, _LATEST = (
    int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
    for year in (YEARS.start, YEARS.stop)
)
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}

_NAIVE = pa.timestamp("us")
_UTC = pa.timestamp("us", tz="UTC")
# The forms that a cast takes, which the reader of texts reads alike.
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
    """Return times without those of years that no log is of, and which those are."""
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
    wall, fixed = _cast_where(text, _WALL, _NAIVE), _cast_where(text, _OFFSET, _UTC)
    others = pc.and_(pc.is_valid(text), pc.and_(pc.is_null(wall), pc.is_null(fixed)))
    wall, fixed, bad = _one_by_one(text, np.flatnonzero(_truth(others)).tolist(), wall, fixed)
    placed, bad_hour = localized(wall, zone, groups, last)
    if bad_hour is not None:
        bad |= bad_hour
    return pc.coalesce(fixed, placed), bad if bad.any() else None


def _cast_where(text: pa.Array, form: str, kind: pa.DataType) -> pa.Array:
    """Cast the texts of a form; none at all where one of them is no date, as February 30."""
    fitting = pc.fill_null(pc.match_substring_regex(text, form), fill_value=False)
    try:
        return pc.if_else(fitting, text, None).cast(kind)
    except pa.ArrowInvalid:
        return pa.nulls(len(text), kind)


def _one_by_one(
    text: pa.Array, places: list[int], wall: pa.Array, fixed: pa.Array
) -> tuple[pa.Array, pa.Array, Bools]:
    """Read the cells that no cast takes, into times without an offset, with one, and no times."""
    bad = np.zeros(len(text), dtype=bool)
    naive: list[datetime | None] = [None] * len(text)
    aware: list[datetime | None] = [None] * len(text)
    for place in places:
        try:
            found = moment(text[place].as_py())
        except Refused:
            bad[place] = True
        else:
            (naive if found.tzinfo is None else aware)[place] = found
    wall = pc.coalesce(wall, pa.array(naive, _NAIVE))
    return wall, pc.coalesce(fixed, pa.array(aware, _UTC)), bad


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
