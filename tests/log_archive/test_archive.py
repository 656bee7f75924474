"""An archive: days added whole or not at all, audited where it lies, and never believed."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from support.archives import added, audited
from support.long_logs import (
    archive_at_once,
    as_bytes,
    at_once,
    inputs,
    quiet_nights,
    several_nights,
    with_corrections,
    with_counts_of_days,
    with_repeated_ids,
    with_stays_of_days,
)

from feeaudit.cli import cli
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.selection import EVERYTHING, Narrow, narrowed
from feeaudit.log_archive.archive_places import ArchivePlace, shown, without_secrets
from feeaudit.log_archive.plan import opened_archive
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow

WHERE_IT_STANDS = ["file", "sheet", "row", "message"]


@cache
def long_log() -> Log:
    log = with_stays_of_days(several_nights())
    return with_corrections(with_repeated_ids(with_counts_of_days(log)))


@cache
def whole_archive() -> Path:
    """Three nights of two rooms in one archive."""
    archive = Path(mkdtemp(prefix="archive-")) / "years"
    added(long_log(), archive)
    return archive


@cache
def plain_archive() -> Path:
    """Three nights of two rooms, in which every hand has an id of its own."""
    archive = Path(mkdtemp(prefix="archive-")) / "years"
    added(several_nights(), archive)
    return archive


@cache
def plain_result() -> AuditResult:
    """What is found in them."""
    return audited(plain_archive())


def night_of(log: Log, day: int) -> Log:
    """Return one night of a log, by its number: its hands, and what was logged that day."""
    zone, since = ZoneInfo(log.zone), {"seats": "from", "counts": "from", "attestations": "at"}
    start, end = (datetime(2026, 3, 6 + day + more, 6, tzinfo=zone) for more in (0, 1))
    night = narrowed(log, Narrow((), start, end))
    for name, column in (since | {"postings": "posted_at"}).items():
        rows = log.table(name)
        at = rows.column(column)
        began = pc.and_(
            pc.greater_equal(at, pa.scalar(start, at.type)), pc.less(at, pa.scalar(end, at.type))
        )
        night = replace(night, tables=night.tables | {name: rows.filter(began)})
    return night


def test_placards_of_days_before_stay_with_the_night_that_tells_of_them(tmp_path: Path) -> None:
    archive, log = tmp_path / "years", quiet_nights()
    assert night_of(log, 0).table("postings").num_rows
    added(night_of(log, 0), archive)
    second = night_of(log, 1)
    told = {"postings": log.table("postings"), "seats": log.table("seats")}
    added(replace(second, tables=second.tables | told), archive)
    assert audited(archive).hands == sum(night_of(log, day).hands.num_rows for day in (0, 1))


def test_placards_of_a_room_that_did_not_play_stay_with_the_night_as_well(tmp_path: Path) -> None:
    archive, log = tmp_path / "years", several_nights()
    added(night_of(log, 0), archive)
    second = narrowed(night_of(log, 1), Narrow((), None, None, ("lucky-lady",)))
    assert "mortimers" in log.table("postings").column("cardroom").to_pylist()
    added(replace(second, tables=second.tables | {"postings": log.table("postings")}), archive)
    assert (archive / "cardroom=mortimers" / "day=2026-03-07").is_dir()


def test_an_archive_is_audited_to_the_same_bytes_as_its_files_in_one_piece() -> None:
    log = opened_archive(ArchivePlace(str(whole_archive())), inputs(), EVERYTHING)
    expected = as_bytes(archive_at_once(log))
    for size in (100, 100_000):
        assert as_bytes(audited(whole_archive(), size=size)) == expected


def test_an_archive_says_what_the_log_it_was_made_of_says() -> None:
    found, whole = plain_result(), at_once(several_nights())
    left = [each.findings.drop(columns=WHERE_IT_STANDS) for each in (found, whole)]
    pd.testing.assert_frame_equal(*left, check_dtype=False)
    assert found.coverage == whole.coverage


def test_findings_name_the_file_with_its_partition() -> None:
    files = set(plain_result().findings["file"])
    assert "years/cardroom=mortimers/day=2026-03-06/collections.parquet" in files


def test_days_are_added_one_after_the_other(tmp_path: Path) -> None:
    for day in range(3):
        added(night_of(several_nights(), day), tmp_path / "years")
    one, other = audited(tmp_path / "years"), plain_result()
    assert one.findings["id"].tolist() == other.findings["id"].tolist()
    assert one.hands == other.hands


def test_days_that_are_there_are_refused_and_nothing_is_added(tmp_path: Path) -> None:
    archive = tmp_path / "years"
    added(night_of(quiet_nights(), 0), archive)
    before = sorted(archive.rglob("*.json"))
    with pytest.raises(UnusableLog, match=r"lucky-lady 2026-03-06, mortimers 2026-03-06 are in"):
        added(quiet_nights(), archive)
    assert sorted(archive.rglob("*.json")) == before
    assert audited(archive).hands == night_of(quiet_nights(), 0).hands.num_rows


def test_a_day_may_take_the_place_of_one_that_is_there(tmp_path: Path) -> None:
    archive = tmp_path / "years"
    added(night_of(several_nights(seed=6), 0), archive)
    added(several_nights(), archive, instead=True)
    found, plain = audited(archive), plain_result()
    assert found.findings["id"].tolist() == plain.findings["id"].tolist()


def test_what_a_broken_off_command_left_behind_does_not_belong(tmp_path: Path) -> None:
    archive = tmp_path / "years"
    added(night_of(quiet_nights(), 0), archive)
    stray = archive / "cardroom=mortimers" / "day=2026-03-09" / "hands.parquet"
    stray.parent.mkdir()
    stray.write_bytes(b"half a file")
    assert audited(archive).hands == night_of(quiet_nights(), 0).hands.num_rows


def test_only_what_is_asked_for_is_opened() -> None:
    zone = ZoneInfo(inputs().config.zone)
    narrow = Narrow((), datetime(2026, 3, 8, 6, tzinfo=zone), None, ("mortimers",))
    log = opened_archive(ArchivePlace(str(plain_archive())), inputs(), narrow)
    days = {each.file.path for each in log.tables if each.table in {"hands", "wagers"}}
    # A day more on each side, since a zone may be up to a day off.
    assert days
    assert all("cardroom=mortimers" in each for each in days)
    rooms = {each.file.path.partition("/")[0] for each in log.tables if not each.file.lost}
    assert rooms == {"cardroom=mortimers"}


def test_a_narrowed_archive_says_what_the_narrowed_log_says() -> None:
    zone = ZoneInfo(inputs().config.zone)
    narrow = Narrow((), datetime(2026, 3, 7, 6, tzinfo=zone), None, ("mortimers",))
    found, whole = audited(plain_archive(), narrow), at_once(narrowed(several_nights(), narrow))
    assert found.hands == whole.hands > 0
    assert found.findings["id"].tolist() == whole.findings["id"].tolist()


def test_a_cardroom_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(Exception, match=r"no days of lucky-chances; it has lucky-lady, mortimers"):
        audited(plain_archive(), Narrow((), None, None, ("lucky-chances",)))


def test_another_gaming_day_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "feeaudit.toml"
    config.write_text("gaming_day_starts = 5\n", encoding="utf-8")
    command = ["audit", str(plain_archive()), "--config", str(config)]
    told = CliRunner().invoke(cli, command)
    assert told.exit_code == 2
    assert "begin at 6:00 in America/Los_Angeles" in told.stderr


@cache
def one_night() -> Path:
    """One night of two rooms in an archive."""
    archive = Path(mkdtemp(prefix="archive-")) / "years"
    # So many that every table has hands: what is said of others is the first task's to look at.
    added(night_of(several_nights(hands=900), 0), archive)
    return archive


@cache
def two_nights() -> tuple[Path, AuditResult]:
    """Two nights of two rooms in an archive, and what is found in it."""
    archive = Path(mkdtemp(prefix="archive-")) / "years"
    added(several_nights(days=2, hands=250), archive)
    return archive, audited(archive)


def changed(tmp_path: Path) -> Path:
    """Return an archive to change."""
    return shutil.copytree(one_night(), tmp_path / "years")


def test_a_file_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    archive = changed(tmp_path)
    file = archive / "cardroom=mortimers" / "day=2026-03-06" / "wagers.parquet"
    pq.write_table(pq.read_table(file).slice(1), file)
    result = audited(archive)
    assert result.exit_code == 2
    [failure] = result.failed
    assert "mortimers, 2026-03-06: years/cardroom=mortimers" in failure
    assert "not the file that was archived" in failure
    assert result.findings["cardroom"].isin(["", "lucky-lady"]).all()


# A file is looked at in one way, whichever it is; what a day lacks without it differs.
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("hands", "changed"),
        ("hands", "cut"),
        ("hands", "gone"),
        ("seats", "changed"),
        ("collections", "gone"),
    ],
)
def test_a_day_that_cannot_be_read_is_not_audited_and_the_others_are(
    tmp_path: Path, name: str, how: str
) -> None:
    known, whole = two_nights()
    archive = shutil.copytree(known, tmp_path / "years")
    file = archive / "cardroom=mortimers" / "day=2026-03-06" / f"{name}.parquet"
    content = file.read_bytes()
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(content[:-1] if how == "cut" else b"\0" + content[1:])
    result = audited(archive)
    assert result.exit_code == 2
    [failure] = result.failed
    assert failure.startswith("mortimers, 2026-03-06")
    assert f"{name}.parquet" in failure
    assert 0 < result.hands < whole.hands
    lady = whole.findings["cardroom"] == "lucky-lady"
    others = result.findings["cardroom"] == "lucky-lady"
    assert result.findings["id"][others].tolist() == whole.findings["id"][lady].tolist()


def test_an_archive_of_which_nothing_can_be_read_says_so(tmp_path: Path) -> None:
    archive = changed(tmp_path)
    for file in archive.glob("cardroom=*/day=*/hands.parquet"):
        file.write_bytes(b"")
    with pytest.raises(UnusableLog, match="not the file that was archived"):
        audited(archive)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "../outside/hands.parquet"),
        ("path", "/etc/hands.parquet"),
        ("table", "secrets"),
        ("sha256", "none"),
        ("rows", "many"),
        ("columns", 7),
    ],
)
def test_a_page_that_no_program_writes_is_refused(tmp_path: Path, key: str, value: object) -> None:
    archive = changed(tmp_path)
    [page] = (archive / "_feeaudit").iterdir()
    document = json.loads(page.read_bytes())
    document["partitions"][0]["files"][0][key] = value
    page.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UnusableLog, match="not a page of an archive's journal"):
        audited(archive)


def test_credentials_of_an_address_are_never_shown() -> None:
    address = "s3://AKIA123:s3cr3t@bucket/years?endpoint_override=10.0.0.5&region=x"
    assert shown(address) == "s3://bucket/years"
    assert "s3cr3t" not in repr(ArchivePlace(address)) + str(ArchivePlace(address))
    told = without_secrets(f"denied for {address} with key s3cr3t, token=abc", address)
    assert "s3cr3t" not in told
    assert "abc" not in told


def test_the_commands_archive_and_audit(tmp_path: Path) -> None:
    write_log(night_of(several_nights(), 0), tmp_path / "night", "parquet")
    run = CliRunner().invoke
    archive, output = str(tmp_path / "years"), str(tmp_path / "out")
    told = run(cli, ["archive", str(tmp_path / "night"), "-o", archive])
    assert told.exit_code == 0, told.output
    assert "2 days from 2026-03-06 to 2026-03-06" in told.output
    book = str(folder("schedules"))
    done = run(
        cli, ["audit", archive, "-o", output, "--format", "json", "--jobs", "1", "--book", book]
    )
    assert done.exit_code == 1, done.output
    assert run(cli, ["verify", output]).exit_code == 0
    assert not (tmp_path / "out" / ".feeaudit-work").exists()
    journal = json.loads((tmp_path / "out" / "manifest.json").read_bytes())["inputs"]
    assert [each["file"] for each in journal] == ["years/_feeaudit"]
