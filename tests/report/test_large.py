"""Reports of audits with many findings: every one by cardroom, and a page and a paper over them."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import openpyxl
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from support.long_logs import several_nights
from support.paper import sheets

from feeaudit.cli import cli
from feeaudit.intake.log_writer import write_log

pytestmark = pytest.mark.slow


@cache
def root() -> Path:
    """An archive of a night of two rooms with a hundred findings."""
    place = Path(mkdtemp(prefix="large-"))
    write_log(several_nights(days=1, hands=400), place / "night", "parquet")
    added = CliRunner().invoke(cli, ["archive", str(place / "night"), "-o", str(place / "years")])
    assert added.exit_code == 0, added.output
    return place


def audited(name: str, *options: str) -> Result:
    command = ["audit", str(root() / "years"), "-o", str(root() / name), "--jobs", "1", *options]
    return CliRunner().invoke(cli, command)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the audit, were fifty findings more than a report lists."""
    monkeypatch.setattr("feeaudit.planned.MOST_FINDINGS", 50)
    monkeypatch.setattr("feeaudit.report.large.room_files.IN_A_WORKBOOK", 20)
    output = root() / "large"
    if not output.exists():
        told = audited("large")
        assert told.exit_code == 1, told.output
        assert "Mortimer's Card Room" in told.output
    return output


@cache
def usual() -> dict[str, dict[str, object]]:
    """The findings as the usual report lists them, by their ids."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feeaudit.planned.MOST_FINDINGS", 100_000)
        assert audited("usual", "--format", "json").exit_code == 1
    findings = json.loads((root() / "usual" / "findings.json").read_bytes())["findings"]
    return {each["id"]: each for each in findings}


def test_every_finding_is_in_the_lines_of_its_cardroom_as_the_usual_report_has_it(
    large: Path,
) -> None:
    lines = [line for file in sorted(large.glob("*.jsonl")) for line in file.open(encoding="utf-8")]
    listed = {each["id"]: each for each in map(json.loads, lines)}
    assert len(lines) > 50
    assert listed == usual()


def test_parquet_and_workbooks_have_as_many(large: Path) -> None:
    rows = sum(pq.read_metadata(file).num_rows for file in large.glob("*.parquet"))
    assert rows == len(usual())
    books = sorted(large.glob("workpapers-mortimers*.xlsx"))
    # No more than twenty findings go into one.
    assert len(books) > 1
    listed = 0
    for book in books:
        sheet = openpyxl.load_workbook(io.BytesIO(book.read_bytes()), read_only=True)["Findings"]
        ids = {str(cell) for row in sheet.iter_rows(values_only=True) for cell in row} & {*usual()}
        listed += len(ids)
    assert listed == sum(each["cardroom"] == "mortimers" for each in usual().values())


def test_the_page_and_the_paper_sum_up_and_link_to_the_files(large: Path) -> None:
    text = (large / "report.html").read_text(encoding="utf-8")
    summary = json.loads((large / "summary.json").read_bytes())
    violations = sum(each["verdict"] == "violation" for each in usual().values())
    assert summary["summary"]["violations"] == violations
    assert sum(each["violations"] for each in summary["rooms"]) == violations
    assert sum(each["violations"] for each in summary["months"]) == violations
    for name in summary["files"]:
        assert f'href="{name}"' in text
        assert (large / name).is_file()
    assert summary["answer"] in " ".join(sheets((large / "report.pdf").read_bytes()))
    assert summary["answer"] in text


def test_a_large_audit_is_verified_to_the_byte(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other processes would not know how many findings this test puts into a workbook.
    monkeypatch.setattr("feeaudit.pipeline.processors", lambda: 1)
    told = CliRunner().invoke(cli, ["verify", str(large)])
    assert told.exit_code == 0, told.output
