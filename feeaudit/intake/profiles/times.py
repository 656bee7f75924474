"""Times of a sheet: whole or in halves, put on their day and turned into instants of a zone.

A night runs past midnight, so a time of day without a date goes on from the latest one above it: it
is taken on the day on which it comes after that one, up to 18 hours later. Beyond that the row is
out of order and the time is taken before it. What is out of order, or leaves a long gap, is
reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa

from feeaudit.core.dialect import YEARS, Refused, midnight
from feeaudit.intake.cells.cell import Value, clock, day, has_date, moment
from feeaudit.intake.cells.clock import SKIPPED_HOUR, localized
from feeaudit.intake.profiles.cell_column import numbered
from feeaudit.intake.profiles.model import NEVER, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feeaudit.core.arrays import HalfInts, Ints, Words
    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.profiles.plans import Located
    from feeaudit.intake.profiles.sheet_view import SheetView
    from feeaudit.intake.tables import Column

_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
_HALF_DAY = timedelta(hours=12)
_ONE = timedelta(hours=1)
_FURTHEST = timedelta(hours=18)
_LONG = timedelta(hours=12)
BACKWARDS = "time runs backwards"
GAP = "long gap"
_DATE = "a date; if a blank means as above, name its column under 'fill_down'"
_ODD = {
    BACKWARDS: "a time at or after the latest one above",
    GAP: "a time within 12 hours of the latest one above",
}


Moments = np.ndarray[tuple[int], np.dtype[np.datetime64]]


@dataclass(frozen=True, slots=True)
class Times:
    """A column of times: as instants (microseconds since 1970), and on the wall clock by row."""

    instants: Words
    walls: dict[int, datetime]


def read_times(  # noqa: PLR0913 - what a time depends on
    column: Column,
    located: Located,
    reading: SheetView,
    wanted: Ints,
    *,
    anchors: Mapping[int, datetime],
    tables: Mapping[int, Value],
) -> Times:
    """Read a column of times; ``anchors`` are the times that those of the same row follow."""
    place = located.time if located.time >= 0 else located.place
    midnights = located.time < 0 and reading.holds_times(place)
    days, hours = Days(reading.rule.past_midnight), reading.rule.afternoon
    afternoon = Afternoon.of(hours) if hours else None
    reader = _Reader(reading, located, days, anchors, tables, midnights, afternoon)
    stated = reader.moments(place, column, wanted)
    rows = [reading.rows[each] for each in wanted.tolist()]
    walls = {
        row: at if at.tzinfo is None else _wall(at, reading.zone)
        for row, at in zip(rows, stated, strict=True)
        if at is not None
    }
    return Times(_instants(stated, rows, place, reading, tables), walls)


@dataclass(frozen=True, slots=True)
class _Reader:
    reading: SheetView
    located: Located
    days: Days
    anchors: Mapping[int, datetime]
    tables: Mapping[int, Value]
    midnights: bool
    afternoon: Afternoon | None

    def moments(self, place: int, column: Column, wanted: Ints) -> list[datetime | None]:
        """Return the moments of some rows, None where a cell is blank or refused."""
        if self.located.time < 0 and self.afternoon is None:
            # Nothing but the cell says when it is.
            read = self.reading.read_column(self._stated, place, column, wanted)
            stated: list[datetime | None] = read.tolist()
            return stated
        joined = self._plainly_joined(wanted)
        if joined is not None:
            return [*joined]
        return [self.reading.attempted(self.read, each, place, column) for each in wanted.tolist()]

    def _plainly_joined(self, wanted: Ints) -> list[datetime] | None:
        """Return times of day on the dates beside them; None where any needs a closer look.

        It does where a cell is blank, refused or says its day itself, where the rule is another
        than that the date counts as it stands, and where the times of a table run backwards.
        """
        plain_rule = (self.days.rule or NEVER) == NEVER and self.afternoon is None
        if self.located.date < 0 or not plain_rule or not len(wanted):
            return None
        dates, times = (
            self.reading.column(each) for each in (self.located.date, self.located.time)
        )
        day_codes, time_codes = dates.codes[wanted], times.codes[wanted]
        if not (day_codes.all() and time_codes.all()) or any(map(has_date, times.different)):
            return None
        try:
            days = [midnight(day(cell, self.reading.dialect)) for cell in dates.different[1:]]
            clocks = [clock(cell) // _MICROSECOND for cell in times.different[1:]]
        except Refused:
            return None
        stated = np.array([_EPOCH.replace(tzinfo=None), *days], "datetime64[us]")[day_codes]
        at = stated + np.array([0, *clocks], "timedelta64[us]")[time_codes]
        _, tables = numbered([self.tables.get(self.reading.rows[each]) for each in wanted.tolist()])
        if _runs_backwards(stated, at, tables):
            return None
        moments: list[datetime] = at.tolist()
        return moments

    def _stated(self, cell: Cell) -> datetime | None:
        if cell is None:
            return None
        if type(cell) is datetime and cell.year in YEARS:
            return cell
        return moment(cell, self.reading.dialect, midnights=self.midnights)

    def read(self, place: int) -> datetime | None:
        """Return the moment of one row."""
        located = self.located
        if located.time < 0:
            cell = self.reading.cells(located.place)[place]
            return None if cell is None else self._whole(cell, place)
        cell = self.reading.cells(located.time)[place]
        return None if cell is None else self._joined(cell, place)

    def _whole(self, cell: Cell, place: int) -> datetime:
        """Return a time that its cell states with its day."""
        at = moment(cell, self.reading.dialect, midnights=self.midnights)
        if self.afternoon is None or at.tzinfo is not None or not is_unmarked(cell):
            return at
        start = midnight(at.date())
        of_day = self.afternoon.placed(at - start)
        return self._placed(start.date(), of_day, place, dated=True)

    def _joined(self, cell: Cell, place: int) -> datetime | None:
        """Return a time of day on its day."""
        row = self.reading.rows[place]
        stated = self._day(place)
        if has_date(cell):
            return _agreeing(self._whole(cell, place), stated)
        of_day = clock(cell)
        if self.afternoon is not None and is_unmarked(cell):
            of_day = self.afternoon.placed(of_day)
        anchor = self.anchors.get(row)
        if anchor is not None and self.located.date < 0:
            placed = following(anchor, midnight(anchor.date()) + of_day)
            self._remark(placed if placed.oddity == GAP else Placed(placed.at), row)
            return placed.at
        if stated is None and self.anchors and row in self.reading.bad_rows:
            return None  # the time that it would follow is already refused
        if stated is None:
            raise Refused("missing", _DATE, self.located.date)
        return self._placed(stated, of_day, place, dated=self.located.date >= 0)

    def _placed(self, stated: date, of_day: timedelta, place: int, *, dated: bool) -> datetime:
        """Return a time of day on the stated day or in the night after."""
        row = self.reading.rows[place]
        placed = self.days.placed(stated, of_day, str(self.tables.get(row)), dated=dated)
        self._remark(placed, row)
        return placed.at

    def _remark(self, placed: Placed, row: int) -> None:
        if placed.oddity:
            expected = f"{_ODD[placed.oddity]}; taken as {placed.at}"
            place = max(self.located.time, self.located.place)
            self.reading.remark(row, place, placed.oddity, expected)

    def _day(self, place: int) -> date | None:
        if self.located.date < 0:
            return self.reading.date
        cell = self.reading.cells(self.located.date)[place]
        try:
            return None if cell is None else day(cell, self.reading.dialect)
        except Refused as refused:
            raise Refused(refused.kind, refused.expected, self.located.date) from None


def _runs_backwards(stated: Moments, at: Moments, tables: HalfInts) -> bool:
    """Tell whether a time of a table is long before the one above it on the same date."""
    order = np.argsort(tables, kind="stable")
    stated, at, tables = stated[order], at[order], tables[order]
    same = (tables[1:] == tables[:-1]) & (stated[1:] == stated[:-1])
    return bool((same & (at[:-1] - at[1:] > np.timedelta64(_LONG))).any())


def _agreeing(at: datetime, stated: date | None) -> datetime:
    """Return a moment that a time cell holds whole, if it is of the stated day or its night."""
    if stated is not None and at.date() - stated not in {timedelta(), timedelta(days=1)}:
        raise Refused("date and time disagree", f"a time on {stated} or in the night after")
    return at


def _wall(at: datetime, zone: str) -> datetime:
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _instants(
    stated: list[datetime | None],
    rows: list[int],
    place: int,
    reading: SheetView,
    tables: Mapping[int, Value],
) -> Words:
    """Return instants; a wall-clock time that the zone skips is refused."""
    aware = [n for n, at in enumerate(stated) if at is not None and at.tzinfo is not None]
    naive = list(stated)
    for each in aware:
        naive[each] = None
    _, groups = numbered([tables.get(row) for row in rows])
    found, skipped = localized(pa.array(naive, pa.timestamp("us")), reading.zone, groups)
    if skipped is not None:
        refused = Refused(*SKIPPED_HOUR)
        for each in np.flatnonzero(skipped).tolist():
            reading.refuse(rows[each], place, refused)
    instants: Words = found.cast(pa.int64()).fill_null(0).to_numpy().astype(object)
    instants[found.is_null().to_numpy(zero_copy_only=False)] = None
    for each in aware:
        at = stated[each]
        instants[each] = None if at is None else (at - _EPOCH) // _MICROSECOND
    return instants


def is_unmarked(cell: Cell) -> bool:
    """Tell whether a time says neither AM nor PM; what a spreadsheet stores never does."""
    return not isinstance(cell, str) or cell.strip()[-1:].isdigit()


@dataclass(frozen=True, slots=True)
class Afternoon:
    """The hours of a clock face that are PM where a time does not say so, the others being AM.

    ``first`` and ``length`` are counted from twelve o'clock.
    """

    first: timedelta
    length: timedelta

    @classmethod
    def of(cls, stated: str) -> Afternoon:
        """Return what a profile states, such as 4:00-12:00."""
        begin, end = map(clock, stated.split("-"))
        return cls(begin % _HALF_DAY, (end - begin) % _HALF_DAY or _HALF_DAY)

    def placed(self, of_day: timedelta) -> timedelta:
        """Return the time of day that is meant; 0:10 and 19:02 are on no clock face."""
        if not _ONE <= of_day < _ONE + _HALF_DAY:
            return of_day
        face = of_day % _HALF_DAY
        is_pm = (face - self.first) % _HALF_DAY < self.length
        return face + _HALF_DAY if is_pm else face


@dataclass(slots=True)
class Days:
    """The running day of each table of a sheet."""

    rule: str
    latest: dict[str, tuple[date, datetime]] = field(default_factory=dict)

    def placed(self, stated: date, of_day: timedelta, group: str, *, dated: bool) -> Placed:
        """Return when a time of day is, given the day the row or the sheet states."""
        literal = midnight(stated) + of_day
        rule = self.rule or (NEVER if dated else ROWS)
        if rule not in {NEVER, ROWS}:
            return Placed(literal + (_DAY if of_day < clock(rule) else timedelta()))
        before = self.latest.get(group)
        if before is None or before[0] != stated or of_day >= _DAY:
            self.latest[group] = (stated, literal)
            return Placed(literal)
        _, latest = before
        if rule == NEVER:
            self.latest[group] = (stated, literal)
            return Placed(literal, BACKWARDS if latest - literal > _LONG else "")
        found = following(latest, literal)
        if found.at < midnight(stated):
            found = Placed(found.at + _DAY, GAP)
        if found.at >= latest:
            self.latest[group] = (stated, found.at)
        return found


@dataclass(frozen=True, slots=True)
class Placed:
    """A time on its day, and what is odd about it."""

    at: datetime
    oddity: str = ""


def following(latest: datetime, literal: datetime) -> Placed:
    """Return a time of day on the day that lets it follow another time."""
    ahead = (literal - latest) % _DAY
    if ahead > _FURTHEST:
        return Placed(latest - (_DAY - ahead), BACKWARDS)
    return Placed(latest + ahead, GAP if ahead > _LONG else "")
