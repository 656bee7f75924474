"""When a hand was played: a history's date, time and zone become an instant, or nothing does.

A history without a clock cannot be placed in time. Where its day is known, from the file or the
caller, its hands are put at midnight of that day in the order of the file, one second apart, and
the log's faults say so; where it is not, they are set aside.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from feeaudit.core.dialect import Refused, moment, of_our_time
from feeaudit.intake.cells.clock import localized
from feeaudit.intake.histories.history_hand import Flaw, Moment, UnusableHand, shown

if TYPE_CHECKING:
    from feeaudit.intake.histories.faults import Faults
    from feeaudit.intake.histories.history_hand import Given, PlayedHand

_SECOND: Final = 1_000_000
_DAY: Final = 86_400
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_PLACE: Final = ("city", "region", "country")

# Only abbreviations that mean one thing where poker histories are written; BST and IST do not.
_ABBREVIATED: Final = {
    **dict.fromkeys(("UTC", "GMT", "WET"), "UTC"),
    **dict.fromkeys(("WEST", "CET"), "Etc/GMT-1"),
    **dict.fromkeys(("CEST", "EET"), "Etc/GMT-2"),
    "EEST": "Etc/GMT-3",
    "EDT": "Etc/GMT+4",
    **dict.fromkeys(("EST", "CDT"), "Etc/GMT+5"),
    **dict.fromkeys(("CST", "MDT"), "Etc/GMT+6"),
    **dict.fromkeys(("MST", "PDT"), "Etc/GMT+7"),
    **dict.fromkeys(("PST", "AKDT"), "Etc/GMT+8"),
    "AKST": "Etc/GMT+9",
    "HST": "Etc/GMT+10",
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
}


def moment_of_phh(
    record: dict[str, Any], given: Given, line: int, position: int, faults: Faults
) -> Moment:
    """Return when a PHH hand started, from its time, its date and its zone as far as stated."""
    day = _day(record, given, line, faults)
    time = record.get("time")
    if time is None:
        zone = _zone_of(record) or given.zone
        return _in_order(day, zone, line, given.before + position, faults)
    if type(time) is not dt.time:
        raise UnusableHand("time", "not a time", time, "a time such as 19:30:00")
    wall = _midnight(day) + _since_midnight(time)
    zone = _zone_of(record)
    if zone:
        return Moment(wall, zone)
    return _unzoned(record, wall, given, line, faults)


def moment_of_ohh(value: Any, given: Given, line: int, position: int, faults: Faults) -> Moment:
    """Return when an Open Hand History hand started; its times are universal times."""
    if value is None or value == "":
        if given.date is None:
            raise _undated("start_date_utc")
        _say_given(given.date, "start_date_utc", line, faults)
        return _in_order(given.date, given.zone, line, given.before + position, faults)
    try:
        stated = moment(value if isinstance(value, str) else "")
        if stated.tzinfo is None:
            stated = stated.replace(tzinfo=dt.UTC)
        return Moment((stated - _EPOCH) // dt.timedelta(microseconds=1))
    except Refused:
        expected = "a date and time such as 2026-03-01T19:30:00"
        raise UnusableHand("start_date_utc", "not a time", value, expected) from None


def instants(hands: list[PlayedHand]) -> list[int | None]:
    """Return when each hand started, in universal microseconds; None where no such time exists."""
    found: list[int | None] = [hand.moment.wall for hand in hands]
    by_zone: dict[str, list[int]] = {}
    for place, hand in enumerate(hands):
        if hand.moment.zone:
            by_zone.setdefault(hand.moment.zone, []).append(place)
    for zone, places in by_zone.items():
        walls = pa.array([hands[place].moment.wall for place in places], pa.timestamp("us"))
        tables = pa.array([hands[place].table for place in places]).dictionary_encode()
        placed, _ = localized(walls, zone, tables.indices.to_numpy())
        for place, instant in zip(places, placed.cast(pa.int64()).to_pylist(), strict=True):
            after = hands[place].moment.after * _SECOND
            found[place] = None if instant is None else instant + after
    return found


def _day(record: dict[str, Any], given: Given, line: int, faults: Faults) -> dt.date:
    parts = {name: record[name] for name in ("year", "month", "day") if name in record}
    if len(parts) == 3:  # noqa: PLR2004 - year, month and day
        try:
            return of_our_time(dt.date(**parts))
        except (TypeError, ValueError, OverflowError):
            value = "-".join(shown(part) for part in parts.values())
            raise UnusableHand("day", "not a date", value, "a year, month and day") from None
    if given.date is None:
        raise _undated("day")
    for name, part in parts.items():
        if getattr(given.date, name) != part:
            expected = f"the {name} of the given date, {given.date.isoformat()}"
            raise UnusableHand(name, "another date", part, expected)
    _say_given(given.date, "day", line, faults)
    return given.date


def _undated(column: str) -> UnusableHand:
    return UnusableHand(
        column, "no date", "", "a year, month and day in the file, or a date given for it"
    )


def _say_given(date: dt.date, column: str, line: int, faults: Faults) -> None:
    expected = "a date in the file; the given one is taken for every such hand"
    faults.count(line, Flaw(column, "date not stated", date.isoformat(), expected))


def _in_order(day: dt.date, zone: str, line: int, position: int, faults: Faults) -> Moment:
    """Place a hand by its order in the file, on a day whose clock it does not tell."""
    if position >= _DAY:
        expected = f"a time on every hand of a file with more than {_DAY:,} hands"
        raise UnusableHand("time", "missing", "", expected)
    expected = "a time; the hands are placed at midnight in file order, one second apart"
    faults.count(line, Flaw("time", "time not stated", "", expected))
    return Moment(_midnight(day), zone, position)


def _zone_of(record: dict[str, Any]) -> str:
    """Return the zone that a hand names, blank where it names none."""
    name = record.get("time_zone")
    if name is not None:
        if not isinstance(name, str) or not is_zone(name):
            raise UnusableHand(
                "time_zone", "not a time zone", name, "a zone such as America/Los_Angeles"
            )
        return name
    short = record.get("time_zone_abbreviation")
    if short is None:
        return ""
    if not isinstance(short, str) or short not in _ABBREVIATED:
        expected = "time_zone with a zone such as America/Los_Angeles"
        raise UnusableHand("time_zone_abbreviation", "not a known time zone", short, expected)
    return _ABBREVIATED[short]


def _unzoned(record: dict[str, Any], wall: int, given: Given, line: int, faults: Faults) -> Moment:
    """Read a time without a zone as the standard does: local where the place is stated, or UTC."""
    local = all(record.get(part) for part in _PLACE)
    reading = f"the time of {given.zone}" if local else "universal time"
    expected = f"time_zone; as the standard has it, the time is read as {reading}"
    faults.count(line, Flaw("time_zone", "time zone not stated", "", expected))
    return Moment(wall, given.zone if local else "")


@lru_cache(maxsize=256)
def is_zone(name: str) -> bool:
    """Tell whether a name is a time zone's; ``localtime`` would be the machine's own."""
    try:
        localized(pa.array([0], pa.timestamp("us")), name)
    except pa.ArrowInvalid:
        return False
    return name != "localtime"


def _midnight(day: dt.date) -> int:
    return (day.toordinal() - _EPOCH.toordinal()) * _DAY * _SECOND


def _since_midnight(time: dt.time) -> int:
    seconds = (time.hour * 60 + time.minute) * 60 + time.second
    return seconds * _SECOND + time.microsecond
