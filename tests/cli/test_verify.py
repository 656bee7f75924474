"""``feeaudit verify`` as people run it."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.shipped import shipped_book

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.intake.log_writer import write_log
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log and its results."""
    root = tmp_path_factory.mktemp("verify")
    book = shipped_book()
    made = simulate(book, hands=120, cardrooms=["mortimers"], plant={"FEE-OVER": 3})
    (root / "night").mkdir()
    write_log(made.log, root / "night", "csv")
    result = run("audit", root / "night", "-o", root / "out", "--date", "2026-03-07")
    assert result.exit_code == 1, result.output
    return root


@pytest.fixture
def copy(audited: Path, tmp_path: Path) -> Path:
    return shutil.copytree(audited, tmp_path / "copy")


def test_untouched_results_are_confirmed_from_wherever_they_lie(copy: Path) -> None:
    result = run("verify", copy / "out")
    assert result.exit_code == 0, result.output
    assert "report.pdf" in result.output
    assert "identical byte for byte" in result.output


def test_a_log_audited_from_within_its_folder_is_called_by_the_folders_name(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy / "night")
    run("audit", ".", "-o", "../here", "--date", "2026-03-07", "--format", "json")
    inputs = json.loads((copy / "here" / "manifest.json").read_text(encoding="utf-8"))["inputs"]
    assert "night/hands.csv" in {each["file"] for each in inputs}
    result = run("verify", "../here")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("file", ["report.html", "report.pdf", "workpapers.xlsx", "findings.json"])
def test_a_changed_report_is_named(copy: Path, file: str) -> None:
    with (copy / "out" / file).open("ab") as stream:
        stream.write(b" ")
    result = run("verify", copy / "out")
    assert result.exit_code == 1
    assert file in result.output


def test_a_changed_log_is_named(copy: Path) -> None:
    collections = copy / "night" / "collections.csv"
    collections.write_text(collections.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    result = run("verify", copy / "out")
    assert result.exit_code == 1
    assert "night/collections.csv" in result.output
    assert "changed since the audit" in result.output


def test_results_that_someone_made_up_with_a_fitting_manifest_are_found_out(copy: Path) -> None:
    findings = copy / "out" / "findings.json"
    findings.write_bytes(findings.read_bytes().replace(b'"violation"', b'"review"', 1))
    manifest = copy / "out" / "manifest.json"
    document = json.loads(manifest.read_text(encoding="utf-8"))
    document["outputs"]["findings.json"] = hashlib.sha256(findings.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(document), encoding="utf-8")
    result = run("verify", copy / "out")
    assert result.exit_code == 1
    assert "findings.json: line" in result.output
    assert '"violation"' in result.output


def test_a_log_that_was_moved_can_be_named(copy: Path) -> None:
    (copy / "elsewhere").mkdir()
    (copy / "night").rename(copy / "elsewhere" / "night")
    assert "--log" in run("verify", copy / "out").output
    result = run("verify", copy / "out", "--log", copy / "elsewhere" / "night")
    assert result.exit_code == 0, result.output


def test_logs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for seed, day in enumerate(("friday", "saturday")):
        made = simulate(shipped_book(), hands=20, seed=seed, cardrooms=["mortimers"])
        (tmp_path / day).mkdir()
        write_log(made.log, tmp_path / day / "night", "csv")
    logs = (tmp_path / "friday" / "night", tmp_path / "saturday" / "night")
    run("audit", *logs, "-o", tmp_path / "out", "--format", "json")
    result = run("verify", tmp_path / "out")
    assert result.exit_code == 0, result.output
    shutil.copy(logs[0] / "hands.csv", logs[1] / "hands.csv")
    changed = run("verify", tmp_path / "out")
    assert "night/hands.csv: the log has changed since the audit" in changed.output


def test_a_configuration_that_is_gone_is_named(tmp_path: Path, audited: Path) -> None:
    config = tmp_path / "feeaudit.toml"
    config.write_text("gaming_day_starts = 5\n", encoding="utf-8")
    out = tmp_path / "out"
    run("audit", audited / "night", "-o", out, "--config", config, "--format", "json")
    config.unlink()
    result = run("verify", out)
    assert result.exit_code == 1
    assert "feeaudit.toml, the configuration of the audit, was not found" in result.output


@pytest.mark.parametrize("asked", [{}, None, {"logs": []}])
def test_a_manifest_that_does_not_say_what_was_asked_is_refused(copy: Path, asked: object) -> None:
    path = copy / "out" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | {"asked": asked}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(Unknown, match="is not the manifest of an audit"):
        run("verify", copy / "out")


def test_a_folder_without_results_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="name the folder of an audit"):
        run("verify", tmp_path)
