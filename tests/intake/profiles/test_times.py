"""Times: put on their day, night after night, and on the clock of the zone."""

from __future__ import annotations

from datetime import date, time, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from support.profiled import EVENING, HANDS, TIME_ONLY, WALL, log_from, records, rule, starts, told
from support.spreadsheets import xlsx

from feeaudit.intake.profiles.times import BACKWARDS, GAP, Placed, following

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log

DATED = HANDS.replace("started_at: Start", "started_at: {date: Date, time: Start}")


def timed(path: Path, *cells: Any, text: str = "") -> Log:
    """A log of hands that began at these times of the first of March."""
    rows = [["Hand", "Start"], *[[n, cell] for n, cell in enumerate(cells, start=1)]]
    file = xlsx(path / "a.xlsx", {"N": rows})
    return log_from(file, text or rule(TIME_ONLY), date="2026-03-01")


def test_times_without_a_date_run_past_midnight(tmp_path: Path) -> None:
    log = timed(tmp_path, time(22, 0), "11:55 PM", time(0, 5), "2:10 am", time(6, 0))
    assert starts(log) == ["01 22:00", "01 23:55", "02 00:05", "02 02:10", "02 06:00"]
    assert log.faults == ()


def test_hours_beyond_24_are_the_next_morning(tmp_path: Path) -> None:
    log = timed(tmp_path, time(22, 0), "24:10", timedelta(hours=25))
    assert (starts(log), told(log)) == (["01 22:00", "02 00:10", "02 01:00"], [])


def test_a_row_out_of_order_keeps_its_day_and_is_told(tmp_path: Path) -> None:
    log = timed(tmp_path, time(23, 50), time(0, 5), time(23, 58), time(0, 9))
    assert starts(log) == ["01 23:50", "02 00:05", "01 23:58", "02 00:09"]
    assert told(log) == [("B4", "time runs backwards", "23:58:00")]
    assert not log.faults[0].set_aside


def test_one_mistyped_time_does_not_move_the_rest_of_the_night(tmp_path: Path) -> None:
    log = timed(tmp_path, time(20, 0), time(2, 4), time(20, 8), time(20, 12))
    assert starts(log)[2:] == ["01 20:08", "01 20:12"]
    assert [address for address, *_ in told(log)] == ["B4", "B5"]


def test_a_twelve_hour_clock_without_am_and_pm_is_told(tmp_path: Path) -> None:
    assert [kind for _, kind, _ in told(timed(tmp_path, "11:50", "12:10", "12:05"))] == [
        "time runs backwards"
    ]
    assert [kind for _, kind, _ in told(timed(tmp_path, "12:55", "1:04"))] == ["long gap"]


def test_tables_on_one_sheet_have_their_own_nights(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "N": [
                ["Hand", "Table", "Start"],
                [1, "A", time(23, 0)],
                [2, "A", time(1, 0)],
                [3, "B", time(22, 0)],
                [4, "B", time(0, 30)],
            ]
        },
    )
    text = TIME_ONLY.replace('table: "4", ', "").replace(
        "hand_id: Hand", "hand_id: Hand, table: Table"
    )
    log = log_from(path, rule(text), date="2026-03-01")
    assert starts(log) == ["01 23:00", "02 01:00", "01 22:00", "02 00:30"]


def test_a_gaming_day_may_begin_at_an_hour(tmp_path: Path) -> None:
    log = timed(tmp_path, time(5, 59), time(6, 0), text=rule(TIME_ONLY, past_midnight="'06:00'"))
    assert starts(log) == ["02 05:59", "01 06:00"]


def test_times_stay_on_the_date_where_the_profile_says_so(tmp_path: Path) -> None:
    log = timed(tmp_path, time(23, 50), time(0, 10), text=rule(TIME_ONLY, past_midnight="no"))
    assert starts(log) == ["01 23:50", "01 00:10"]
    assert told(log) == [("B3", "time runs backwards", "00:10:00")]


def test_a_hand_ends_after_midnight_when_it_began_before(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start", "End"], [1, time(23, 58), time(0, 2)]]}
    )
    log = log_from(path, rule(TIME_ONLY), date="2026-03-01")
    assert f"{log.hands['ended_at'][0].as_py():%d %H:%M}" == "02 00:02"


def test_dates_and_times_in_two_columns_are_believed(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), time(23, 50)],
        [2, "3/2/2026", "12:10 AM"],
        [3, "3/2/2026", "12:04 AM"],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(DATED, top="dates: month_first"))
    assert (starts(log), told(log)) == (["01 23:50", "02 00:10", "02 00:04"], [])


def test_a_date_of_the_evening_before_is_moved_only_where_the_profile_says(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), time(23, 50)],
        [2, date(2026, 3, 1), time(0, 10)],
    ]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    told_so = log_from(path, rule(DATED))
    assert (starts(told_so), told(told_so)) == (
        ["01 23:50", "01 00:10"],
        [("C3", "time runs backwards", "00:10:00")],
    )
    assert starts(log_from(path, rule(DATED, past_midnight="rows"))) == ["01 23:50", "02 00:10"]


def test_a_time_cell_that_holds_its_date_too_is_taken_whole(tmp_path: Path) -> None:
    rows = [
        ["Hand", "Date", "Start"],
        [1, date(2026, 3, 1), WALL("2026-03-02 00:10")],
        [2, date(2026, 3, 1), WALL("2026-03-05 00:10")],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(DATED))
    assert (starts(log), told(log)) == (
        ["02 00:10"],
        [("C3", "date and time disagree", "2026-03-05 00:10:00")],
    )


def test_midnight_that_excel_stores_as_a_bare_date_is_midnight(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, WALL("2026-03-01 23:50")], [2, WALL("2026-03-02")]]},
    )
    assert starts(log_from(path, rule())) == ["01 23:50", "02 00:00"]


def test_a_column_of_bare_dates_is_no_column_of_times(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"N": [["Hand", "Start"], [1, date(2026, 3, 1)]]})
    assert told(log_from(path, rule())) == [("B2", "a date without a time", "2026-03-01")]


def test_the_hour_that_clocks_skip_does_not_exist(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {"N": [["Hand", "Start"], [1, WALL("2026-03-08 02:30")], [2, WALL("2026-03-08 03:30")]]},
    )
    log = log_from(path, rule())
    assert told(log) == [("B2", "a time that does not exist", "2026-03-08 02:30:00")]


def test_the_hour_that_happens_twice_follows_the_order_of_rows(tmp_path: Path) -> None:
    times = [WALL("2026-11-01 01:30"), WALL("2026-11-01 01:50"), WALL("2026-11-01 01:10")]
    path = xlsx(
        tmp_path / "a.xlsx", {"N": [["Hand", "Start"], *[[n, at] for n, at in enumerate(times)]]}
    )
    log = log_from(path, rule())
    instants = [at.as_py().timestamp() for at in log.hands["started_at"]]
    assert instants == sorted(instants)
    assert told(log) == []


def test_a_long_column_of_written_times_is_read_in_reasonable_time(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    lines = [f"{n},2026-03-01 19:30" for n in range(20_000)]
    path.write_text("\n".join(["Hand,Start", *lines]), encoding="utf-8")
    began = monotonic()
    assert log_from(path, rule()).hands.num_rows == 20_000
    assert monotonic() - began < 20


def test_what_is_wrong_with_a_date_is_told_of_the_date_and_not_of_the_time(tmp_path: Path) -> None:
    rows = [
        ["Date", "Hand", "Start"],
        ["2026-03-01", 1, time(20, 0)],
        [None, 2, time(20, 2)],
        ["3/1/2026", 3, time(20, 4)],
    ]
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(DATED))
    assert told(log) == [("A3", "missing", ""), ("A4", "ambiguous date", "3/1/2026")]
    assert "fill_down" in str(log.faults[0])


@pytest.mark.parametrize(
    ("later", "oddity"),
    [
        (timedelta(), ""),
        (timedelta(hours=12), ""),
        (timedelta(hours=12, minutes=1), GAP),
        (timedelta(hours=18), GAP),
    ],
)
def test_a_time_goes_on_from_the_one_above_for_up_to_18_hours(
    later: timedelta, oddity: str
) -> None:
    assert following(EVENING, EVENING + later) == Placed(EVENING + later, oddity)


def test_a_time_further_on_is_out_of_order_and_taken_before_the_one_above() -> None:
    further = timedelta(hours=18, minutes=1)
    earlier = EVENING + further - timedelta(days=1)
    assert following(EVENING, EVENING + further) == Placed(earlier, BACKWARDS)


EVENING_SHIFT = "4:00-12:00"
DAY_SHIFT = "12:00-9:00"


@pytest.mark.parametrize(
    ("hours", "cells", "expected"),
    [
        (
            EVENING_SHIFT,
            ["4:00", "7:02", time(11, 59), "12:10", "1:30", time(3, 59)],
            ["01 16:00", "01 19:02", "01 23:59", "02 00:10", "02 01:30", "02 03:59"],
        ),
        (
            DAY_SHIFT,
            ["9:00", "11:58", "12:00", time(12, 30), "1:05", "8:59"],
            ["01 09:00", "01 11:58", "01 12:00", "01 12:30", "01 13:05", "01 20:59"],
        ),
        (
            EVENING_SHIFT,
            ["7:02 PM", "8:15", "21:40", time(22, 10), "11:30 p.m.", "0:05", "2:10 am", "26:20"],
            [
                *("01 19:02", "01 20:15", "01 21:40", "01 22:10"),
                *("01 23:30", "02 00:05", "02 02:10", "02 02:20"),
            ],
        ),
        ("1:00-1:00", ["12:30", "1:00", "11:59"], ["01 12:30", "01 13:00", "01 23:59"]),
        ("10:30-4:30", ["10:29", "4:29", "10:30"], ["01 10:29", "01 16:29", "01 22:30"]),
    ],
)
def test_hours_without_am_or_pm_are_afternoon_hours_where_the_profile_says(
    tmp_path: Path, hours: str, cells: list[Any], expected: list[str]
) -> None:
    log = timed(tmp_path, *cells, text=rule(TIME_ONLY, afternoon=hours))
    assert starts(log) == expected


def test_an_evening_without_am_and_pm_is_not_told_of_where_the_profile_says(tmp_path: Path) -> None:
    cells = ["7:02", "11:50", "12:10", "1:04"]
    log = timed(tmp_path, *cells, text=rule(TIME_ONLY, afternoon=EVENING_SHIFT))
    assert log.faults == ()


def test_afternoon_hours_beside_a_date_go_on_past_midnight_as_the_profile_says(
    tmp_path: Path,
) -> None:
    day = date(2026, 3, 1)
    rows = [["Hand", "Date", "Start"], [1, day, "11:50"], [2, day, "12:10"], [3, day, "2:05"]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    for past_midnight in ("rows", "'06:00'"):
        text = rule(DATED, afternoon=EVENING_SHIFT, past_midnight=past_midnight)
        assert starts(log_from(path, text)) == ["01 23:50", "02 00:10", "02 02:05"]
    unsaid = log_from(path, rule(DATED, afternoon=EVENING_SHIFT))
    assert told(unsaid)[0] == ("C3", "time runs backwards", "12:10")


def test_afternoon_hours_in_one_cell_with_their_date(tmp_path: Path) -> None:
    cells = [WALL("2026-03-01 07:02"), "2026-03-01 8:15", "2026-03-01 9:30 PM", "2026-03-01 12:10"]
    rows = [["Hand", "Start"], *[[n, cell] for n, cell in enumerate(cells)]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(HANDS, afternoon=EVENING_SHIFT, past_midnight="'06:00'"))
    assert starts(log) == ["01 19:02", "01 20:15", "01 21:30", "02 00:10"]


def test_a_time_with_its_offset_is_never_an_afternoon_hour(tmp_path: Path) -> None:
    rows = [["Hand", "Start"], [1, "2026-03-01T07:02:00-08:00"]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    assert starts(log_from(path, rule(HANDS, afternoon=EVENING_SHIFT))) == ["01 07:02"]


def ends(log: Log) -> list[str]:
    return [f"{end:%d %H:%M}" for (end,) in records(log, "hands", "ended_at")]


@pytest.mark.parametrize(
    "cells",
    [
        "started_at: {date: Date, time: Start}, ended_at: {time: End}",
        "started_at: {date: Date, time: Start}, ended_at: {date: Date, time: End}",
        "ended_at: {time: End}, started_at: Whole",
    ],
)
def test_the_end_of_a_hand_takes_the_date_of_its_row_and_goes_past_midnight(
    tmp_path: Path, cells: str
) -> None:
    day = date(2026, 3, 1)
    rows = [
        ["Hand", "Date", "Start", "End", "Whole"],
        [1, day, time(19, 30), time(19, 32), WALL("2026-03-01 19:30")],
        [2, day, time(23, 58), "12:03 AM", WALL("2026-03-01 23:58")],
    ]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    log = log_from(path, rule(HANDS.replace("started_at: Start", cells)))
    assert (ends(log), log.faults) == (["01 19:32", "02 00:03"], ())


def test_a_fee_taken_at_a_time_takes_the_date_of_its_hand(tmp_path: Path) -> None:
    rows = [["Hand", "Date", "Start", "Fee", "At"], [1, "2026-03-01", "23:58", 2, "0:01"]]
    text = (
        DATED
        + """\
collections:
  columns: {amount: Fee, taken_at: {time: At}}
  constants: {payer: player_dealer, fee: base}
"""
    )
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(text))
    assert [f"{at:%d %H:%M}" for (at,) in records(log, "collections", "taken_at")] == ["02 00:01"]


def test_an_end_whose_start_cannot_be_read_is_not_told_of_beside_it(tmp_path: Path) -> None:
    rows = [["Hand", "Date", "Start", "End"], [1, "2026-03-01", "soon", "19:32"]]
    text = DATED.replace("started_at", "ended_at: {time: End}, started_at")
    rows.append([2, "2026-03-01", "20:30", "20:32"])
    log = log_from(xlsx(tmp_path / "a.xlsx", {"N": rows}), rule(text))
    assert told(log) == [("C2", "not a time", "soon")]
