"""Decisions in bulk: by filter or by workbook, dated rightly, all or none."""

from __future__ import annotations

import csv
from datetime import date, timedelta
from typing import TYPE_CHECKING

import openpyxl
import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A day with 43 findings, and its workpapers."""
    site = Site(tmp_path_factory.mktemp("made") / "site")
    site.arrive("friday", hands=45, wrong=tuple(range(1, 44)))
    site.arrive("saturday", day="2026-03-07", wrong=(1,))
    site.night(formats=("json", "xlsx"), date="2026-03-08")
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    return made.copied(tmp_path / "site")


def run(site: Site, *words: str) -> Result:
    return CliRunner().invoke(cli, ["findings", *words, "--store", str(site.store)])


def states(site: Site) -> dict[str, int]:
    sql = "SELECT state, count(*) AS n FROM findings GROUP BY 1"
    return {row["state"]: row["n"] for row in site.rows(sql)}


RESOLVED = ("--as", "refunded", "--reason", "at the cage", "--by", "Ann Lee")


def test_the_findings_of_a_day_take_one_command(site: Site) -> None:
    day = ("--check", "FEE-OVER", "--table", "T1", "--from", DAY, "--to", DAY)
    shown = run(site, "resolve", *day, *RESOLVED, "--dry-run")
    assert "43 findings would be resolved; nothing was recorded." in shown.output
    assert states(site) == {"open": 44}
    assert run(site, "resolve", *day, *RESOLVED).exit_code == 0
    assert states(site) == {"open": 1, "resolved": 43}
    assert site.inspected() == []


def test_what_no_finding_fits_is_told(site: Site) -> None:
    assert "no open findings match" in run(site, "resolve", "--table", "T9", *RESOLVED).output
    assert "name findings or incidents, or any of" in run(site, "resolve", *RESOLVED).output


def test_what_is_decided_is_decided_again_only_when_told_so_and_both_are_shown(site: Site) -> None:
    name = site.rows("SELECT id FROM findings ORDER BY id")[0]["id"]
    run(site, "resolve", name, *RESOLVED)
    other = ("--as", "explained", "--reason", "a comp", "--by", "Bo Chan")
    told = str(run(site, "resolve", name, *other).exception)
    assert "(refunded, at the cage, by Ann Lee on" in told
    assert "use --again to replace it: explained, a comp (Bo Chan," in told
    assert run(site, "resolve", name, *other, "--again").exit_code == 0
    waiver = ("--until", "2099-12-31", "--reason", "x", "--authority", "a letter")
    people = ("--prepared-by", "Ann Lee", "--approved-by", "Bo Chan")
    refused = run(site, "waive", name, *waiver, *people)
    assert "is already decided (explained, a comp" in " ".join(refused.output.split())
    assert run(site, "waive", name, *waiver, *people, "--again").exit_code == 0
    assert (
        "1 finding would"
        in run(
            site,
            "waive",
            "--cardroom",
            "harbor",
            "--check",
            "FEE-OVER",
            "--from",
            "2026-03-07",
            "--dry-run",
            *waiver,
            *people,
        ).output
    )


def test_a_decision_is_dated_neither_tomorrow_nor_before_its_finding(site: Site) -> None:
    name = site.rows("SELECT id FROM findings ORDER BY day")[0]["id"]
    tomorrow = (date.today() + timedelta(days=1)).isoformat()  # noqa: DTZ011 - the clock here
    assert "is after today" in run(site, "resolve", name, *RESOLVED, "--date", tomorrow).output
    early = run(site, "resolve", name, *RESOLVED, "--date", "2026-03-05")
    assert "before the gaming day" in str(early.exception)
    assert states(site) == {"open": 44}


def test_a_list_shows_time_hand_verdict_stake_and_age(site: Site) -> None:
    told = run(site, "list", "--from", "2026-03-07").output
    words = " ".join(told.split())
    for said in (
        "time 7:01 PM",
        "hand T1-001",
        "verdict violation",
        "at stake patrons",
        "days open",
    ):
        assert said in words
    other = run(site, "list", "--from", "2026-03-07", "--stake", "records").output
    assert other == "No findings match.\n"


def filled(site: Site, target: Path, **cells: str) -> Path:
    """Fill in the decision columns of every finding in the workpapers of Friday."""
    (source,) = site.store.glob(f"reports/harbor/{DAY}/run-1/workpapers.xlsx")
    book = openpyxl.load_workbook(source)
    sheet = book["Findings"]
    places = {str(cell.value): cell.column for cell in sheet[1]}
    usual = {"Decision": "refunded", "Reason for the decision": "at the cage"}
    for row in range(2, sheet.max_row + 1):
        if sheet.cell(row, places["Finding"]).value and sheet.cell(row, places["Check"]).value:
            for header, text in (usual | cells).items():
                sheet.cell(row, places[header]).value = text
    book.save(target)
    return target


def test_the_findings_of_a_day_take_one_workbook(site: Site, tmp_path: Path) -> None:
    book = filled(site, tmp_path / "decided.xlsx")
    result = run(site, "import-decisions", str(book), "--by", "Ann Lee")
    assert result.exit_code == 0, (result.output, result.exception)
    assert "43 decisions recorded." in result.output
    assert states(site) == {"open": 1, "resolved": 43}
    assert site.inspected() == []


def sheet(target: Path, *rows: tuple[str, ...]) -> Path:
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["Finding", "Decision", "Reason for the decision", "Decided by", "Decided on"]
        )
        writer.writerows(rows)
    return target


def test_every_row_that_is_not_accepted_is_named_and_none_is_recorded(
    site: Site, tmp_path: Path
) -> None:
    ids = [row["id"] for row in site.rows("SELECT id FROM findings ORDER BY id")]
    good = (ids[0], "refunded", "at the cage", "Ann Lee", "2026-03-08")
    path = sheet(
        tmp_path / "decided.csv",
        good,
        (ids[1], "refnded", "at the cage", "Ann Lee", "2026-03-08"),
        ("zzzz", "refunded", "at the cage", "Ann Lee", "2026-03-08"),
        (ids[2], "refunded", "", "Ann Lee", "2026-03-08"),
        (ids[3], "refunded", "at the cage", "Ann", "2026-03-08"),
        (ids[4], "refunded", "at the cage", "Ann Lee", "soon"),
        (ids[5], "", "at the cage", "Ann Lee", "2026-03-08"),
        good,
        (ids[6], "", "", "", ""),
        (ids[7], "refunded", "at the cage", "Ann Lee", "2026-03-08", " ", "on Sunday"),
    )
    told = str(run(site, "import-decisions", str(path)).exception)
    assert told.startswith("nothing was recorded; correct these rows:")
    for row, words in {
        3: "did you mean 'refunded'",
        4: "no finding 'zzzz'",
        5: "the reason is empty",
        6: "not a full name",
        7: "'soon' is not a day",
        8: "is not a decision",
        9: "also has a decision in decided.csv, row 2",
        11: "'on Sunday' stands beyond the last column",
    }.items():
        (line,) = [each for each in told.splitlines() if f"row {row}:" in each]
        assert words in line
    assert "row 2:" not in told
    assert "row 10:" not in told
    assert states(site) == {"open": 44}


@pytest.mark.parametrize(
    "content",
    [b"", b"a,b\n1,2\n", b"\xff\xfe\x00", b"Finding,Decision,Decision\nab,refunded,explained\n"],
)
def test_a_file_that_is_no_sheet_of_findings_is_told(
    site: Site, tmp_path: Path, content: bytes
) -> None:
    for name in ("x.csv", "x.xlsx"):
        (tmp_path / name).write_bytes(content)
        assert isinstance(run(site, "import-decisions", str(tmp_path / name)).exception, Unknown)
