"""Logs in every form: read exactly, bad cells reported, hostile files refused."""

from __future__ import annotations

import base64
import hashlib
import os
import stat
import struct
import sys
import zipfile
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.spreadsheets import SHEET, changed, one_long_text_in_many_cells, prefixed, xlsx, zipped

from feeaudit.intake.log import Log, SourceFile, UnusableLog
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import FORMATS, write_log
from feeaudit.intake.tables import TABLES, Column, schema_of

ZONE = "America/Los_Angeles"
HANDS = "hand_id,cardroom,table,started_at,game,option,players\n"
ROW = "h1,mortimers,T1,2026-03-01 19:30:00,texas-holdem,1,7\n"
WAGERS = "hand_id,seat,wager,amount\n"
HEADINGS = ["hand_id", "cardroom", "table", "started_at", "game"]
EVENING = datetime.fromisoformat("2026-03-01 19:30")
MIDNIGHT = datetime.fromisoformat("2026-03-01 00:00")


def folder(root: Path, **files: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (root / f"{name}.csv").write_text(text, encoding="utf-8")
    return root


def column(log: Log, table: str, name: str) -> list[Any]:
    values: list[Any] = log.table(table).column(name).to_pylist()
    return values


def hands_at(root: Path, *times: str) -> Log:
    rows = "".join(f"h{n},m,T1,{time},g,1,7\n" for n, time in enumerate(times))
    return read_log([folder(root, hands=HANDS + rows)])


def offsets(log: Log) -> list[float]:
    """How many hours the clock was behind universal time when each hand started."""
    started = column(log, "hands", "started_at")
    return [time.utcoffset().total_seconds() / 3600 for time in started]


def stored(root: Path, **columns: Any) -> Path:
    """Hands as a program stores them, in parts of two."""
    rows = len(columns["started_at"])
    stated = {
        "hand_id": [f"h{n}" for n in range(rows)],
        "cardroom": ["m"] * rows,
        "table": ["T1"] * rows,
        "game": ["g"] * rows,
    }
    pq.write_table(pa.table(stated | columns), root / "hands.parquet", row_group_size=2)
    return root


def refused(path: Path) -> str:
    with pytest.raises(UnusableLog) as caught:
        read_log([path])
    return str(caught.value)


def sample_log() -> Log:
    times = [datetime(2026, 11, 1, 1, 30, n, tzinfo=ZoneInfo(ZONE), fold=n % 2) for n in range(3)]
    hands = pa.table(
        {
            "hand_id": ["a", "b", "=1+1"],
            "cardroom": ["m"] * 3,
            "table": ["T1", "T1", "@sum"],
            "started_at": times,
            "game": ["g"] * 3,
            "opening_round": [True, False, None],
            "players": [7, None, 2],
        }
    )
    wagers = pa.table(
        {
            "hand_id": ["a", "b"],
            "seat": ["1", "2"],
            "wager": ["w", "w"],
            "amount": [1, 10**9],
            "result": [-5, None],
        }
    )
    return Log(
        {"hands": as_typed("hands", hands), "wagers": as_typed("wagers", wagers)},
        (SourceFile("x"),),
    )


def as_typed(name: str, table: pa.Table) -> pa.Table:
    schema = schema_of(name, ZONE)
    arrays = [table.column(each).cast(schema.field(each).type) for each in table.column_names]
    return pa.table(arrays, names=table.column_names)


def written(log: Log, root: Path, format_: str) -> Path:
    target = root / "log.xlsx" if format_ == "xlsx" else root / "log"
    write_log(log, target, format_)
    return target


def same(left: Log, right: Log) -> bool:
    def plain(log: Log) -> dict[str, list[dict[str, object]]]:
        drop = ["source", "row"]
        return {
            name: table.drop_columns([c for c in drop if c in table.column_names]).to_pylist()
            for name, table in log.tables.items()
        }

    return plain(left) == plain(right)


def test_a_folder_of_csv_files_is_a_log(tmp_path: Path) -> None:
    wagers = WAGERS + "h1,1,ante,25\nh1,2,ante,25.50\n"
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers=wagers)])
    assert column(log, "wagers", "amount") == [2500, 2550]
    assert column(log, "hands", "players") == [7]
    (started,) = column(log, "hands", "started_at")
    assert started == datetime(2026, 3, 1, 19, 30, tzinfo=ZoneInfo(ZONE))
    assert log.faults == ()
    assert "offers" not in log.names


def test_every_record_knows_its_file_and_row(tmp_path: Path) -> None:
    text = HANDS + ROW + ROW.replace("h1", "h2")
    log = read_log([folder(tmp_path / "night", hands=text)])
    assert column(log, "hands", "row") == [2, 3]
    digest = hashlib.sha256((tmp_path / "night" / "hands.csv").read_bytes()).hexdigest()
    assert log.sources == (SourceFile("night/hands.csv", "", digest),)


def test_columns_the_log_lacks_are_absent_and_extra_ones_kept(tmp_path: Path) -> None:
    text = HANDS.strip() + ",pit boss\n" + ROW.strip() + ",Ann\n"
    log = read_log([folder(tmp_path, hands=text)])
    assert not log.has("hands", "session")
    assert log.has("hands", "option")
    assert column(log, "hands", "pit boss") == ["Ann"]


@pytest.mark.parametrize(
    ("cell", "cents"),
    [
        ("25", 2500),
        ("25.5", 2550),
        ("$1,250.00", 125000),
        (" 7 ", 700),
        ("0", 0),
        ("0.01", 1),
        (".50", 50),
        ("5.", 500),
        ("25.0000", 2500),
        ("$ 50.00", 5000),
        ("+5", 500),
        ("3.3000000000000003", 330),
    ],
)
@pytest.mark.parametrize("beside", ["25", "$25", "twenty"])
def test_amounts_as_people_write_them(tmp_path: Path, cell: str, cents: int, beside: str) -> None:
    wagers = WAGERS + f'h1,1,ante,"{cell}"\nh1,2,ante,{beside}\n'
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers=wagers)])
    assert column(log, "wagers", "amount")[0] == cents
    assert [fault.value for fault in log.faults] == ["twenty"] * (beside == "twenty")


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("1.5k", "not an amount"),
        ("1.500", "ambiguous amount"),
        ("25.5050", "not whole cents"),
        ("-5", "a negative amount"),
        ("(5.00)", "a negative amount"),
        ("1e3", "not an amount"),
        ("٣", "not an amount"),
        ("(5.00", "not an amount"),
        ("1,25", "not an amount"),
        ("12345678901234567890", "not an amount"),
        ("$12345678901234567890", "not an amount"),
        ("1.2345e1", "not an amount"),
        ("twenty", "not an amount"),
        ("", "missing"),
    ],
)
def test_amounts_that_are_none_are_refused_never_guessed(
    tmp_path: Path, cell: str, kind: str
) -> None:
    wagers = WAGERS + f'h1,1,ante,"{cell}"\nh1,2,ante,5\n'
    log = read_log([folder(tmp_path / "log", hands=HANDS + ROW, wagers=wagers)])
    (fault,) = log.faults
    assert (fault.kind, fault.column, fault.row) == (kind, "amount", 2)
    assert fault.file == "log/wagers.csv"
    assert "25.50" in fault.expected
    assert column(log, "wagers", "seat") == ["2"]


def test_who_deals_is_read_beside_who_holds_the_position(tmp_path: Path) -> None:
    headings = HANDS.replace("players", "dealer,player_dealer")
    row = ROW.replace(",1,7", ",1, Rosa M. ,Ann Lee")
    log = read_log([folder(tmp_path, hands=headings + row + row.replace("Rosa M.", ""))])
    assert column(log, "hands", "dealer") == ["Rosa M.", None]
    assert column(log, "hands", "player_dealer") == ["Ann Lee", "Ann Lee"]


def test_every_bad_cell_of_every_row_is_reported_in_one_pass(tmp_path: Path) -> None:
    hands = (
        HANDS + ROW + "h2,mortimers,T1,yesterday,texas-holdem,1,seven\n" + ROW.replace("h1", "h3")
    )
    wagers = WAGERS + ",1,ante,x\n"
    collections = "payer,fee,amount,hand_id\nthe house,base,1,h1\nPlayer-Dealer,Base,1,h1\n"
    log = read_log([folder(tmp_path, hands=hands, wagers=wagers, collections=collections)])
    found = {(fault.column, fault.kind) for fault in log.faults}
    assert found == {
        ("started_at", "not a time"),
        ("players", "not a number"),
        ("hand_id", "missing"),
        ("amount", "not an amount"),
        ("payer", "not a payer"),
    }
    assert column(log, "hands", "hand_id") == ["h1", "h3"]
    assert column(log, "collections", "payer") == ["player_dealer"]


def test_more_bad_cells_than_can_be_listed_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feeaudit.intake.cells.table.MOST_FAULTS", 3)
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers=WAGERS + ",1,ante,x\n" * 4)])
    assert [fault.kind for fault in log.faults] == ["missing"] * 3 + ["too many faults"]
    assert log.faults[-1].value == "5 more"


def test_more_rows_out_of_shape_than_can_be_listed_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feeaudit.intake.cells.table.MOST_FAULTS", 3)
    rows = "h1,1,ante,x\n" + "h1,1,ante,5,\n" * 4
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers=WAGERS + rows)])
    assert [(fault.kind, fault.value) for fault in log.faults] == [
        ("not an amount", "x"),
        ("row out of shape", "5 cells"),
        ("row out of shape", "5 cells"),
        ("too many faults", "2 more"),
    ]


def test_the_repaired_file_gives_the_full_log(tmp_path: Path) -> None:
    broken = HANDS + ROW + ROW.replace("h1", "h2").replace("19:30", "19h30")
    assert len(read_log([folder(tmp_path, hands=broken)]).faults) == 1
    log = read_log([folder(tmp_path, hands=broken.replace("19h30", "19:30"))])
    assert (log.hands.num_rows, log.faults) == (2, ())


def test_rows_out_of_shape_are_set_aside_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    text = (
        HANDS
        + ROW
        + "h2,too,few\n"
        + ROW.replace("h1", "h3")
        + "h4,1,2,3,4,5,6,7,8\n"
        + ROW.replace("h1", "h5")
    )
    log = read_log([folder(tmp_path, hands=text)])
    assert column(log, "hands", "hand_id") == ["h1", "h3", "h5"]
    assert column(log, "hands", "row") == [2, 4, 6]
    assert [(fault.row, fault.kind, fault.value) for fault in log.faults] == [
        (3, "row out of shape", "3 cells"),
        (5, "row out of shape", "9 cells"),
    ]


def test_blank_lines_are_no_records_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    lines = [ROW, "\n", "h2,too,few\n", "\n", ROW.replace("h1", "h3"), ",,,,,,\n", "\n"]
    log = read_log([folder(tmp_path, hands="\n" + HANDS + "".join(lines))])
    assert column(log, "hands", "row") == [3, 7]
    assert [(fault.row, fault.kind) for fault in log.faults] == [(5, "row out of shape")]


def test_every_second_row_out_of_shape_leaves_the_others_their_numbers(tmp_path: Path) -> None:
    log = read_log([folder(tmp_path, hands=HANDS + (ROW + "h2,too,few\n") * 1000)])
    assert column(log, "hands", "row") == list(range(2, 2002, 2))


@pytest.mark.parametrize("name", ["row", "source"])
def test_a_column_of_the_file_may_be_called_row_or_source(tmp_path: Path, name: str) -> None:
    text = HANDS.strip() + f",{name}\n" + ROW.strip() + ",77\n"
    log = read_log([folder(tmp_path, hands=text)])
    assert (column(log, "hands", "source"), column(log, "hands", "row")) == ([0], [2])


def test_an_amount_in_half_a_bracket_is_no_loss(tmp_path: Path) -> None:
    wagers = "hand_id,seat,wager,amount,result\nh1,1,w,5,(5.00)\nh1,2,w,5,(5.00\nh1,3,w,5,-5.00)\n"
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers=wagers)])
    assert column(log, "wagers", "result") == [-500]
    assert [fault.value for fault in log.faults] == ["(5.00", "-5.00)"]


def test_a_missing_required_column_is_named(tmp_path: Path) -> None:
    log = read_log([folder(tmp_path, hands=HANDS + ROW, wagers="hand_id,seat,amount\nh1,1,5\n")])
    fault, _ = log.faults
    assert (fault.kind, fault.column) == ("missing column", "wager")
    assert "found hand_id, seat, amount" in fault.expected


def test_the_hour_that_happens_twice_is_told_by_the_step_back(tmp_path: Path) -> None:
    log = hands_at(
        tmp_path,
        "2026-11-01 00:50:00",
        "2026-11-01 01:20:00",
        "2026-11-01 01:50:00",
        "2026-11-01 01:10:00",
        "2026-11-01 01:40:00",
        "2026-11-01 02:05:00",
    )
    times = [value.timestamp() for value in column(log, "hands", "started_at")]
    assert [(b - a) / 60 for a, b in pairwise(times)] == [30, 30, 20, 30, 25]


def test_tables_side_by_side_do_not_confuse_the_repeated_hour(tmp_path: Path) -> None:
    rows = (
        "h1,m,T1,2026-11-01 01:50:00,g,1,7\n"
        "h2,m,T2,2026-11-01 01:10:00,g,1,7\n"
        "h3,m,T1,2026-11-01 01:05:00,g,1,7\n"
    )
    log = read_log([folder(tmp_path, hands=HANDS + rows)])
    assert offsets(log) == [-7, -7, -8]


def test_the_hour_that_happens_twice_goes_on_from_one_part_of_a_file_to_the_next(
    tmp_path: Path,
) -> None:
    times = [datetime.fromisoformat(f"2026-11-01 01:{minute}") for minute in (50, 10, 40, 55)]
    tables = ["T1", "T1", "T2", "T1"]
    log = read_log([stored(tmp_path, started_at=times, table=tables)])
    assert offsets(log) == [-7, -8, -7, -8]


@pytest.mark.parametrize("zone", [None, "UTC"])
def test_a_stored_time_that_no_log_is_of_is_refused(tmp_path: Path, zone: str | None) -> None:
    never = -62_135_596_800_000  # the first of January of the year 1, which some programs store
    night, unset = 1_772_393_400_000, 0  # an unset clock says 1970
    times = pa.array([never, night, 2**55, unset], pa.timestamp("ms", tz=zone))
    log = read_log([stored(tmp_path, started_at=times)])
    assert column(log, "hands", "hand_id") == ["h1"]
    assert [(fault.row, fault.kind) for fault in log.faults] == [
        (1, "not a date"),
        (3, "not a time"),
        (4, "not a date"),
    ]


def test_an_hour_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    log = hands_at(tmp_path, "2026-03-08 01:59:59", "2026-03-08 02:30:00", "2026-03-08 03:00:00")
    (fault,) = log.faults
    assert (fault.kind, fault.value) == ("a time that does not exist", "2026-03-08 02:30:00")
    assert log.hands.num_rows == 2


def test_times_with_and_without_an_offset_may_stand_side_by_side(tmp_path: Path) -> None:
    log = hands_at(
        tmp_path, "2026-01-01T12:00:00-08:00", "2026-01-01 12:00:00", "2026-01-01T20:00:00Z"
    )
    assert len(set(column(log, "hands", "started_at"))) == 1


@pytest.mark.parametrize(
    ("cell", "utc"),
    [
        ("2026-01-01 12:00:00", "20:00:00"),
        ("2026-01-01T12:00", "20:00:00"),
        (" 2026-01-01 12:00:00.25 ", "20:00:00.250000"),
        ("2026-01-01 12", "20:00:00"),
        ("2026-01-01", "08:00:00"),
        ("2026-01-01T12:00:00-08:00", "20:00:00"),
        ("2026-01-01T12:00:00-08", "20:00:00"),
        ("2026-01-01T20Z", "20:00:00"),
    ],
)
@pytest.mark.parametrize("beside", ["2026-01-01 12:00", "2026-01-01T20:00Z", "noon"])
def test_times_as_people_write_them(tmp_path: Path, cell: str, utc: str, beside: str) -> None:
    log = hands_at(tmp_path, cell, beside)
    started = column(log, "hands", "started_at")[0]
    assert started.astimezone(UTC).time().isoformat() == utc
    assert [fault.value for fault in log.faults] == ["noon"] * (beside == "noon")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_csv_in_the_usual_encodings_and_separators(
    tmp_path: Path, encoding: str, separator: str
) -> None:
    text = (HANDS + ROW.replace("T1", "Café")).replace(",", separator)
    (tmp_path / "hands.csv").write_bytes(text.encode(encoding))
    log = read_log([tmp_path])
    assert column(log, "hands", "table") == ["Café"]


def test_a_windows_file_may_end_in_its_only_accent(tmp_path: Path) -> None:
    text = HANDS.strip() + ",pit boss\n" + ROW.strip() + ",José"
    (tmp_path / "hands.csv").write_bytes(text.encode("cp1252"))
    assert column(read_log([tmp_path]), "hands", "pit boss") == ["José"]


@pytest.mark.parametrize("format_", FORMATS)
def test_a_log_written_and_read_back_is_the_same(tmp_path: Path, format_: str) -> None:
    log = sample_log()
    again = read_log([written(log, tmp_path, format_)])
    assert again.faults == ()
    assert same(log, again)


def test_amounts_are_stored_as_whole_numbers_with_two_places(tmp_path: Path) -> None:
    source = written(sample_log(), tmp_path, "parquet")
    stored_as = pq.read_metadata(source / "wagers.parquet").schema
    amount = stored_as.column(stored_as.names.index("amount"))
    assert amount.physical_type == "INT64"
    assert str(amount.logical_type) == "Decimal(precision=18, scale=2)"


@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_a_zip_of_a_log_is_a_log(tmp_path: Path, format_: str) -> None:
    source = written(sample_log(), tmp_path, format_)
    path = tmp_path / "log.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in source.iterdir():
            archive.write(file, f"night/{file.name}")
    assert same(read_log([path]), sample_log())


def test_parts_of_a_log_are_put_together(tmp_path: Path) -> None:
    first = folder(tmp_path / "a", hands=HANDS + ROW)
    second = folder(tmp_path / "b", hands=HANDS + ROW.replace("h1", "h2").replace("T1", "T2"))
    log = read_log([first, second])
    assert column(log, "hands", "hand_id") == ["h1", "h2"]
    assert column(log, "hands", "source") == [0, 1]


def test_parts_and_stretches_may_differ_in_columns_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feeaudit.intake.files.raw_tables._BATCH_ROWS", 1)
    notes: list[list[Any]] = [[None, 5, "late"], [7.5]]
    parts = [
        xlsx(
            tmp_path / f"{part}.xlsx",
            {
                "hands": [
                    [*HEADINGS, "note"],
                    *([f"{part}{n}", "m", "T", EVENING, "g", note] for n, note in enumerate(each)),
                ]
            },
        )
        for part, each in enumerate(notes)
    ]
    log = read_log(parts)
    assert column(log, "hands", "note") == [None, "5", "late", "7.5"]
    with opened_log(parts) as opened:
        schemas = [rows.table.schema for rows in opened.batches("hands")]
    assert schemas == [schemas[0]] * 4


def test_every_stretch_of_a_table_has_the_same_columns(tmp_path: Path) -> None:
    text = HANDS.strip() + ",pit boss\n" + ROW.strip() + ",Ann\n" + "h2,too,few\n"
    with opened_log([folder(tmp_path, hands=text)]) as opened:
        rows, faults = opened.batches("hands")
    assert (rows.table.num_rows, len(faults.faults)) == (1, 1)
    assert rows.table.schema == faults.table.schema


def test_a_hand_at_midnight_at_the_top_of_a_sheet_leaves_the_others_their_hours(
    tmp_path: Path,
) -> None:
    rows = [HEADINGS, ["a", "m", "T", MIDNIGHT, "g"], ["b", "m", "T", EVENING, "g"]]
    log = read_log([xlsx(tmp_path / "log.xlsx", {"hands": rows})])
    hours = [time.hour for time in column(log, "hands", "started_at")]
    assert (hours, log.faults) == ([0, 19], ())


@pytest.mark.parametrize("beside", [[], ["noon"]], ids=["alone", "beside a text"])
def test_a_hand_at_midnight_in_a_sheet_has_a_time(tmp_path: Path, beside: list[str]) -> None:
    """A workbook stores midnight as a bare date."""
    hands = [[f"h{n}", "m", "T", time, "g"] for n, time in enumerate([MIDNIGHT, *beside])]
    log = read_log([xlsx(tmp_path / "log.xlsx", {"hands": [HEADINGS, *hands]})])
    assert column(log, "hands", "started_at") == [MIDNIGHT.replace(tzinfo=ZoneInfo(ZONE))]
    assert [fault.value for fault in log.faults] == beside


def test_a_count_from_midnight_to_midnight_survives_a_workbook(tmp_path: Path) -> None:
    counts = "cardroom,table,from,to,amount\nm,T,2026-03-01 00:00,2026-03-02 00:00,5\n"
    log = read_log([folder(tmp_path / "night", hands=HANDS + ROW, counts=counts)])
    again = read_log([written(log, tmp_path, "xlsx")])
    assert again.faults == ()
    assert same(log, again)


def test_hand_ids_that_a_sheet_has_rounded_are_refused_not_taken_for_one(tmp_path: Path) -> None:
    rows = [HEADINGS, *([number, "m", "T", EVENING, "g"] for number in (12, 2e19, 3e19))]
    log = read_log([xlsx(tmp_path / "log.xlsx", {"hands": rows})])
    assert column(log, "hands", "hand_id") == ["12"]
    assert [fault.address for fault in log.faults] == ["A3", "A4"]


def test_text_that_looks_like_a_formula_is_written_as_text(tmp_path: Path) -> None:
    path = written(sample_log(), tmp_path, "xlsx")
    sheet = openpyxl.load_workbook(path)["hands"]
    cells = [sheet["A4"], sheet["C4"]]
    assert [(cell.value, cell.data_type) for cell in cells] == [("=1+1", "s"), ("@sum", "s")]


def test_a_formula_without_a_stored_value_is_reported(tmp_path: Path) -> None:
    path = written(sample_log(), tmp_path, "xlsx")
    book = openpyxl.load_workbook(path)
    book["wagers"]["D2"] = "=1+1"
    book.save(path)
    log = read_log([path])
    (fault,) = log.faults
    assert (fault.sheet, fault.address) == ("wagers", "D2")
    assert (fault.column, fault.kind) == ("amount", "no stored value")
    assert log.table("wagers").num_rows == 1


def test_a_formula_without_a_stored_value_is_reported_under_any_prefix(tmp_path: Path) -> None:
    rows = [[*HEADINGS, "players"], ["a", "m", "T", EVENING, "g", "=1+1"]]
    path = xlsx(tmp_path / "log.xlsx", {"hands": rows})
    (fault,) = read_log([prefixed(path)]).faults
    assert (fault.address, fault.kind) == ("F2", "no stored value")


def test_a_cell_beside_a_sheet_s_columns_is_told_as_in_a_file(tmp_path: Path) -> None:
    rows = [[f"h{n}", "m", "T1", EVENING, "g"] for n in range(3)]
    rows[1] += [None, "void"]
    log = read_log([xlsx(tmp_path / "night.xlsx", {"hands": [HEADINGS, *rows]})])
    assert column(log, "hands", "hand_id") == ["h0", "h2"]
    (fault,) = log.faults
    assert (fault.sheet, fault.address, fault.kind) == ("hands", "G3", "cell without a heading")
    assert (fault.value, fault.set_aside) == ("void", True)


def test_what_a_merged_cell_of_a_sheet_covers_is_told_and_not_taken_for_blank(
    tmp_path: Path,
) -> None:
    rows = [[f"h{n}", "m", "T1", EVENING, "g", None] for n in range(3)]
    rows[0][5] = "2"
    sheets = {"hands": [[*HEADINGS, "option"], *rows]}
    merged = {"hands": ["F2:F3", "B4:C4"]}
    log = read_log([xlsx(tmp_path / "night.xlsx", sheets, merged=merged)])
    assert column(log, "hands", "hand_id") == ["h0"]
    assert [(each.address, each.column, each.kind) for each in log.faults] == [
        ("F3", "option", "merged cell"),
        ("C4", "table", "merged cell"),
    ]
    assert "split F2:F3" in str(log.faults[0])


def test_a_heading_may_have_blanks_or_hyphens_between_its_words(tmp_path: Path) -> None:
    fees = "Hand ID,payer,fee,amount,Taken-At,My Note\nh1,pot,base,1,2026-03-01 19:31,x\n"
    log = read_log([folder(tmp_path, hands=HANDS + ROW, collections=fees)])
    assert log.table("collections").column_names[:6] == [
        *("hand_id", "payer", "fee", "amount", "taken_at"),
        "my note",
    ]
    assert column(log, "collections", "hand_id") == ["h1"]
    with pytest.raises(UnusableLog, match="two columns are headed 'hand_id'"):
        read_log([folder(tmp_path, hands=HANDS.replace("option", "Hand ID") + ROW)])


def test_a_file_may_begin_with_its_separator_as_excel_knows_it(tmp_path: Path) -> None:
    text = f"sep=;\r\n{HANDS}{ROW}".replace(",", ";")
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (tmp_path / "hands.csv").write_bytes(text.encode(encoding))
        log = read_log([tmp_path])
        assert records(log) == [("h1", 3)]


def records(log: Log) -> list[tuple[str, int]]:
    return list(zip(column(log, "hands", "hand_id"), column(log, "hands", "row"), strict=True))


@pytest.mark.parametrize("name", ["collection", "Collections (2)", "collections - Copy", "wager"])
def test_what_is_named_almost_as_a_table_is_not_left_out_in_silence(
    tmp_path: Path, name: str
) -> None:
    night = folder(tmp_path / "night", hands=HANDS + ROW, **{name: "a,b\n1,2\n"})
    with pytest.raises(UnusableLog, match="is this a part of the table"):
        read_log([night])
    sheets = {"hands": [HEADINGS, ["h1", "m", "T1", EVENING, "g"]], name: [["a"], [1]]}
    with pytest.raises(UnusableLog, match=r"sheet .*: is this a part of the table"):
        read_log([xlsx(tmp_path / "night.xlsx", sheets)])


@pytest.mark.parametrize("name", ["collections of 2025", "notes", "handsome", "seating"])
def test_what_is_named_otherwise_is_no_table(tmp_path: Path, name: str) -> None:
    night = folder(tmp_path / "night", hands=HANDS + ROW, **{name: "a,b\n1,2\n"})
    assert read_log([night]).names == ("hands",)


@pytest.mark.parametrize("cell", ["XFD1048576", "ZZ900000", "A99999999"])
def test_a_cell_far_from_the_rest_of_a_log_does_not_fill_the_memory(
    tmp_path: Path, cell: str
) -> None:
    path = xlsx(tmp_path / "log.xlsx", {"hands": [HEADINGS, ["a", "m", "T", EVENING, "g"]]})
    changed(path, SHEET, 'r="E2"', f'r="{cell}"')
    assert "delete what is far from the data" in refused(path)


def test_one_long_text_in_very_many_cells_of_a_log_does_not_fill_the_memory(
    tmp_path: Path,
) -> None:
    path = one_long_text_in_many_cells(tmp_path / "log.xlsx", "hands")
    assert "long texts repeated in very many cells" in refused(path)


@pytest.mark.parametrize(
    "amount",
    [pa.array([2**62]), pa.array([2**63], pa.uint64()), [[1]], [{"x": 1}], [b"\xff"], ["2,5"]],
    ids=["overflowing", "unsigned", "list", "record", "bytes", "text"],
)
def test_stored_values_that_are_no_amounts_are_reported(tmp_path: Path, amount: Any) -> None:
    folder(tmp_path, hands=HANDS + ROW)
    columns = {"hand_id": ["h1"], "seat": ["1"], "wager": ["w"], "amount": amount}
    pq.write_table(pa.table(columns), tmp_path / "wagers.parquet")
    (fault,) = read_log([tmp_path]).faults
    assert (fault.kind, fault.row) == ("not an amount", 1)


@pytest.mark.parametrize("kind", [pa.large_string(), pa.binary()])
def test_text_may_be_stored_in_any_form_of_text(tmp_path: Path, kind: pa.DataType) -> None:
    times = pa.array(["2026-03-01 19:30:00"]).cast(kind)
    log = read_log([stored(tmp_path, started_at=times, table=pa.array(["T9"]).cast(kind))])
    assert (column(log, "hands", "table"), log.faults) == (["T9"], ())


def test_stored_floats_are_whole_cents_but_for_what_binary_sums_lose(tmp_path: Path) -> None:
    folder(tmp_path, hands=HANDS + ROW)
    table = pa.table(
        {
            "hand_id": ["h1"] * 3,
            "seat": ["1"] * 3,
            "wager": ["w"] * 3,
            "amount": [0.1, 0.1 + 0.2, 3.305],
        }
    )
    pq.write_table(table, tmp_path / "wagers.parquet")
    log = read_log([tmp_path])
    assert column(log, "wagers", "amount") == [10, 30]
    assert [(fault.kind, fault.value) for fault in log.faults] == [("not whole cents", "3.305")]


def test_a_folder_without_hands_says_what_a_log_is(tmp_path: Path) -> None:
    assert "no hands found" in refused(tmp_path)
    assert "does not exist" in refused(tmp_path / "nowhere")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a name be any bytes")
def test_a_folder_whose_name_is_not_text_is_refused(tmp_path: Path) -> None:
    log = folder(tmp_path / os.fsdecode(b"night\xff"), hands=HANDS + ROW)
    assert "give the log another name" in refused(log)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"hand_id,hand_id\n1,2\n", "two columns are headed 'hand_id'"),
        (b"hand_id,,x\n1,2,3\n", "column B has no heading"),
        (b"hand_id\0,x\n1,2\n", "NUL bytes"),
        (b"hand_id,x\n\xc3\xa9,\x81\n", "neither UTF-8 nor Windows text"),
        (b"\xef\xbb\xbfhand_id,x\n1,\xe9\n", "neither UTF-8 nor Windows text"),
        (b'hand_id,x\n"' + b"a" * (20 * 1024 * 1024) + b'",1\n', "a line of over 16 MB"),
    ],
    ids=[
        "empty",
        "duplicate header",
        "blank header",
        "nul",
        "mixed encodings",
        "marked as UTF-8 but not",
        "one long line",
    ],
)
def test_a_csv_that_cannot_be_used_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "hands.csv"
    path.write_bytes(content)
    assert message in refused(tmp_path)
    assert path.read_bytes() == content


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.zip"
    path.write_bytes(zipped({"hands.csv": b"0" * 64 * 1024**2}))
    assert "unpacks to far more" in refused(path)


def test_a_sheet_of_ten_million_rows_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "log.xlsx", {"hands": [HEADINGS]})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[SHEET] = parts[SHEET].replace(b"</sheetData>", b"<row/>" * 10_000_000 + b"</sheetData>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    assert "over a million rows" in refused(path)


def test_two_cells_far_apart_do_not_fill_the_memory(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "log.xlsx", {"hands": [HEADINGS, ["a", "m", "T", EVENING, "g"]]})
    changed(path, SHEET, 'r="E2"', 'r="Z999999"')
    assert "delete what is far from the data" in refused(path)


def test_a_zip_damaged_inside_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hands.csv", HANDS + ROW * 500)
    content = bytearray(path.read_bytes())
    content[50:90] = bytes(each ^ 0xFF for each in content[50:90])
    path.write_bytes(bytes(content))
    assert "not a readable archive" in refused(path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists what is open")
def test_nothing_of_an_unpacked_log_stays_open(tmp_path: Path) -> None:
    """Windows could not delete it."""
    path = tmp_path / "log.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(stored(tmp_path, started_at=[EVENING]) / "hands.parquet", "hands.parquet")
    with opened_log([path]) as opened:
        assert opened.read().hands.num_rows == 1
        open_files = [str(each.resolve()) for each in Path("/proc/self/fd").iterdir()]
        assert not [each for each in open_files if each.endswith("hands.parquet")]


def test_a_zip_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    content = bytearray(zipped({"hands.csv": b"0" * 64 * 1024**2}))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = content.find(signature) + offset
        content[place : place + 4] = struct.pack("<I", 10)
    path = tmp_path / "log.zip"
    path.write_bytes(bytes(content))
    assert "not a readable archive" in refused(path)


LINK = zipfile.ZipInfo("hands.csv")
LINK.external_attr = (stat.S_IFLNK | 0o777) << 16


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (["../hands.csv"], "points outside the archive"),
        (["/etc/hands.csv"], "points outside the archive"),
        (["C:\\hands.csv"], "points outside the archive"),
        (["a/../../hands.csv"], "points outside the archive"),
        (["inner.zip"], "is an archive in an archive"),
        ([LINK], "is a link"),
        (["a/hands.csv", "b/hands.csv"], "two files are named hands.csv"),
    ],
    ids=["up", "root", "drive", "up again", "nested", "link", "same name"],
)
def test_archive_entries_that_a_plain_folder_could_not_hold_are_refused(
    tmp_path: Path, entries: list[str | zipfile.ZipInfo], message: str
) -> None:
    path = tmp_path / "log.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for entry in entries:
            archive.writestr(entry, HANDS + ROW)
    assert message in refused(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["log.zip"]


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        (".xlsx", "named .xlsx but not a workbook"),
        (".xls", "named .xls but not a workbook"),
        (".ods", "named .ods but not a workbook"),
        (".zip", "not a readable archive"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused(
    tmp_path: Path, suffix: str, message: str
) -> None:
    path = tmp_path / f"log{suffix}"
    path.write_bytes(b"this is no workbook")
    assert message in refused(path)


def test_a_damaged_parquet_file_is_refused(tmp_path: Path) -> None:
    path = written(sample_log(), tmp_path, "parquet") / "hands.parquet"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert "Parquet" in refused(path.parent)


@pytest.mark.parametrize("column", ["hand_id", "table"])
def test_text_of_a_parquet_file_that_is_not_utf_8_is_refused(tmp_path: Path, column: str) -> None:
    def texts(content: bytes) -> dict[str, pa.Array]:
        return {column: pa.array([content], pa.binary()).view(pa.string())}

    whole = stored(tmp_path, started_at=[EVENING], **texts(b"T\xc3\xa9"))
    assert read_log([whole]).hands.column(column).to_pylist() == ["T\u00e9"]
    broken = stored(tmp_path, started_at=[EVENING], **texts(b"T\xe9"))
    assert "damaged Parquet file" in refused(broken)


@pytest.mark.parametrize(("zone", "reads"), [(b"America/", True), (b"Am\xafrica/", False)])
def test_a_zone_in_a_parquet_file_that_is_not_utf_8_is_refused(
    tmp_path: Path, zone: bytes, reads: bool
) -> None:
    times = pa.array([EVENING], pa.timestamp("us", tz=ZONE))
    path = stored(tmp_path, started_at=times) / "hands.parquet"
    schema = pq.read_metadata(path).metadata[b"ARROW:schema"]
    other = base64.b64encode(base64.b64decode(schema).replace(b"America/", zone))
    path.write_bytes(path.read_bytes().replace(schema, other))
    if reads:
        assert read_log([path.parent]).hands.num_rows == 1
    else:
        assert "not a readable Parquet file" in refused(path.parent)


names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]),
    min_size=1,
    max_size=8,
)
amounts = st.integers(0, 10**9)


@pytest.mark.slow
@given(rows=st.lists(st.tuples(names, names, amounts), min_size=1, max_size=20))
@settings(max_examples=25, deadline=None)
def test_any_log_survives_csv_and_parquet(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, int]]
) -> None:
    ids = [f"h{n}" for n in range(len(rows))]
    start = datetime(2026, 3, 1, 12, tzinfo=ZoneInfo(ZONE))
    hands = pa.table(
        {
            "hand_id": ids,
            "cardroom": [r[0] for r in rows],
            "table": [r[1] for r in rows],
            "started_at": [start] * len(rows),
            "game": ["g"] * len(rows),
            "player_dealer_wager": [r[2] for r in rows],
        }
    )
    log = Log({"hands": as_typed("hands", hands)})
    for format_ in ("csv", "parquet"):
        target = written(log, tmp_path_factory.mktemp("log"), format_)
        again = read_log([target])
        assert again.faults == ()
        assert same(log, again)


# The log of the design: each table's columns, the required ones before the bar.
DESIGN = {
    "hands": "hand_id cardroom table started_at game | option players players_after_flop"
    " opening_round dealer session ended_at"
    " player_dealer_seat player_dealer player_dealer_wager action_seat",
    "wagers": "hand_id seat wager amount | player result returned",
    "collections": "payer fee amount | hand_id cardroom table seat player moment taken_at waived",
    "offers": "hand_id sequence seat response | player",
    "seats": "cardroom table seat player from | to role provider",
    "postings": "cardroom table game option posted_at | minimum maximum",
    "counts": "cardroom table from to amount | kind",
    "attestations": "cardroom table statement at by |",
}


def test_the_format_declares_every_table_and_column_of_the_design() -> None:
    assert {
        name: " ".join([*_named(columns, required=True), "|", *_named(columns, required=False)])
        for name, columns in TABLES.items()
    } == DESIGN


def _named(columns: tuple[Column, ...], *, required: bool) -> list[str]:
    return [column.name for column in columns if column.required is required]
