"""When hands were played: by the clock and the zone they state, or not at all."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from support.hand_histories import (
    ZONE,
    column,
    numbered,
    ohh,
    only_fault,
    read,
    read_ohh,
    rows,
    set_aside,
    toml,
)

from feeaudit.intake.histories.faults import Faults
from feeaudit.intake.histories.history_hand import Given, UnusableHand
from feeaudit.intake.histories.start_times import moment_of_phh

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("absent", "fields", "utc"),
    [
        ("", {}, "2026-03-02T03:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"ET"'}, "2026-03-02T00:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"CEST"'}, "2026-03-01T17:30:00"),
        ("time_zone", {"time_zone_abbreviation": '"PDT"'}, "2026-03-02T02:30:00"),
        ("", {"time_zone_abbreviation": '"PDT"'}, "2026-03-02T03:30:00"),
        ("time_zone", {}, "2026-03-01T19:30:00"),
        (
            "time_zone",
            {"city": '"Gardena"', "region": '"California"', "country": '"United States"'},
            "2026-03-02T03:30:00",
        ),
        ("", {"time": "19:30:00.25"}, "2026-03-02T03:30:00.250000"),
    ],
)
def test_a_time_is_read_in_the_zone_the_history_names(
    tmp_path: Path, absent: str, fields: dict[str, str], utc: str
) -> None:
    (started,) = column(read(tmp_path, toml(absent, **fields)), "hands", "started_at")
    assert started.astimezone(dt.UTC).replace(tzinfo=None).isoformat() == utc


def test_a_time_without_a_zone_is_remarked_on_once_for_the_file(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(*[toml("time_zone")] * 3))
    (fault,) = [fault for fault in log.faults if fault.column == "time_zone"]
    assert (fault.value, fault.set_aside) == ("3 hands", False)


def test_a_day_without_a_clock_keeps_the_order_of_the_file_and_says_so(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(*[toml("time", "time_zone")] * 2))
    midnight = dt.datetime(2026, 3, 1, tzinfo=ZoneInfo(ZONE))
    assert column(log, "hands", "started_at") == [midnight, midnight + dt.timedelta(seconds=1)]
    assert "time not stated" in {fault.kind for fault in log.faults if not fault.set_aside}


def test_a_day_holds_no_more_hands_than_it_has_seconds() -> None:
    given_facts = Given("night", "mortimers", "texas-holdem", "T1", ZONE, dt.date(2026, 3, 1))
    faults = Faults("night.phhs")
    assert moment_of_phh({}, given_facts, 1, 86_399, faults).after == 86_399
    with pytest.raises(UnusableHand, match="missing"):
        moment_of_phh({}, given_facts, 1, 86_400, faults)


def test_a_history_without_any_date_is_set_aside(tmp_path: Path) -> None:
    log = read(tmp_path, toml("day", "time"))
    assert rows(log, "hands") == []
    assert (only_fault(log).kind, only_fault(log).set_aside) == ("no date", True)


def test_a_given_date_places_hands_that_state_none(tmp_path: Path) -> None:
    text = numbered(toml("year", "month", "day", "time", "time_zone"), toml("day"))
    log = read(tmp_path, text, date=dt.date(2026, 3, 5))
    zone = ZoneInfo(ZONE)
    assert column(log, "hands", "started_at") == [
        dt.datetime(2026, 3, 5, tzinfo=zone),
        dt.datetime(2026, 3, 5, 19, 30, tzinfo=zone),
    ]
    assert {fault.kind for fault in log.faults} >= {"date not stated", "time not stated"}


def test_a_given_date_does_not_overrule_what_the_history_says(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml("day"), toml()), date=dt.date(2025, 3, 5))
    assert [fault.kind for fault in set_aside(log)] == ["another date"]
    (started,) = column(log, "hands", "started_at")
    assert started.date() == dt.date(2026, 3, 1)


def test_an_hour_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, toml(day="8", time="02:30:00")))
    assert (fault.kind, fault.set_aside) == ("no such time", True)


def test_in_the_hour_that_happens_twice_hands_stay_in_order(tmp_path: Path) -> None:
    times = ("01:50:00", "01:10:00", "01:20:00")
    hands = [toml(month="11", day="1", time=time) for time in times]
    started = column(read(tmp_path, numbered(*hands)), "hands", "started_at")
    utc = [moment.astimezone(dt.UTC).strftime("%H:%M") for moment in started]
    assert utc == ["08:50", "09:10", "09:20"]


@pytest.mark.parametrize(
    ("written", "utc"),
    [
        ("2026-03-02T03:30:00Z", "03:30:00"),
        ("2026-03-02T03:30:00.500Z", "03:30:00.500000"),
        ("2026-03-01T19:30:00-08:00", "03:30:00"),
        ("2026-03-02 03:30:00", "03:30:00"),
    ],
)
def test_open_hand_history_times_are_universal(tmp_path: Path, written: str, utc: str) -> None:
    (started,) = column(read_ohh(tmp_path, ohh(start_date_utc=written)), "hands", "started_at")
    assert started.astimezone(dt.UTC).time().isoformat() == utc


def test_an_open_hand_history_without_a_time_needs_a_date(tmp_path: Path) -> None:
    hands = [ohh(start_date_utc=None, game_number=str(number)) for number in (1, 2)]
    assert [fault.kind for fault in read_ohh(tmp_path, *hands).faults] == ["no date", "no date"]
    log = read_ohh(tmp_path, *hands, date=dt.date(2026, 3, 5))
    midnight = dt.datetime(2026, 3, 5, tzinfo=ZoneInfo(ZONE))
    assert column(log, "hands", "started_at") == [midnight, midnight + dt.timedelta(seconds=1)]
