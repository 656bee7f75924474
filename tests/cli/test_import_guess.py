"""``import --guess`` as people run it: in a pipe it lists its questions, at a terminal it asks."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from feeaudit.cli import cli
from feeaudit.intake.profiles.profile_yaml import read_profile

if TYPE_CHECKING:
    from pathlib import Path

EVENING = """\
Date:,3/16/2026,,,,
Hand,Time,Table,Game,Action,PD Fee
1,7:02,7,EZ Baccarat,300,2
2,7:04,7,EZ Baccarat,100,1
"""
SHIFTS = """\
Date,Shift,Table,Hands,Action,Collection
2026-03-06,Day,7,142,42600,284
2026-03-06,Swing,7,155,51000,310
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "night.csv"
    path.write_text(EVENING, encoding="utf-8")
    return path


def guessed(sheet: Path, *arguments: str) -> Result:
    profile = sheet.with_suffix(".yaml")
    return CliRunner().invoke(
        cli, ["import", str(sheet), "--guess", "-o", str(profile), *arguments]
    )


def test_in_a_pipe_questions_are_listed_and_nothing_is_saved(sheet: Path) -> None:
    result = guessed(sheet)
    assert result.exit_code == 2
    assert "without AM or PM" in result.stdout
    assert "row 3: Time 7:02" in result.stdout
    assert "--answer afternoon=afternoon: 7:02 is PM. (afternoon: 7:00-12:00)" in result.stdout
    assert "1 question is open and nothing was saved" in result.stderr
    assert not sheet.with_suffix(".yaml").exists()


def test_an_answer_is_written_into_the_profile_with_the_reasons(sheet: Path) -> None:
    result = guessed(sheet, "--answer", "afternoon=afternoon")
    assert result.exit_code == 0, result.output
    profile = sheet.with_suffix(".yaml")
    assert read_profile(profile).sheets[0].afternoon == "7:00-12:00"
    text = profile.read_text(encoding="utf-8")
    assert "# 'Action' is the action of the whole table" in text
    assert "Answered: 7:02 is PM." in text
    imported = CliRunner().invoke(
        cli,
        ["import", str(sheet), "--profile", str(profile), "--cardroom", "mortimers", "--dry-run"],
    )
    assert "started_at 2026-03-16 19:02" in imported.output


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("afternoon=evening", "'evening' does not answer the question 'afternoon'"),
        ("cents=cents", "'cents' is not asked about this file (asked: afternoon)"),
        ("afternoon", "an answer is written ID=READING"),
    ],
)
def test_an_answer_that_fits_no_question_is_refused(sheet: Path, answer: str, told: str) -> None:
    result = guessed(sheet, "--answer", answer)
    assert result.exit_code == 2
    assert told in result.output
    assert not sheet.with_suffix(".yaml").exists()


def test_an_answer_that_no_profile_can_express_says_what_to_do_first(sheet: Path) -> None:
    marked = EVENING.replace("PD Fee", "PD Fee (x2)")
    sheet.write_text(marked, encoding="utf-8")
    result = guessed(sheet, "--answer", "afternoon=afternoon", "--answer", "factor=times")
    assert result.exit_code == 2
    assert "Write the amount that was taken into the sheet, and import it again." in result.output


def test_sums_over_many_hands_are_refused_with_what_would_be_needed(sheet: Path) -> None:
    sheet.write_text(SHIFTS, encoding="utf-8")
    result = guessed(sheet)
    assert result.exit_code == 2
    assert "these rows are shifts, not hands: 142 hands in one row" in result.output
    assert "Traceback" not in result.output


@pytest.mark.slow
def test_at_a_terminal_questions_are_asked(sheet: Path) -> None:
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    mine, its = pty.openpty()
    profile = sheet.with_suffix(".yaml")
    command = [sys.executable, "-m", "feeaudit", "import", str(sheet), "--guess", "-o"]
    with subprocess.Popen([*command, str(profile)], stdin=its, stdout=its, stderr=its) as program:
        os.close(its)
        seen = b""
        while b"Which is right" not in seen:
            seen += os.read(mine, 65_536)
        os.write(mine, b"2\n")
        while True:
            try:
                more = os.read(mine, 65_536)
            except OSError:  # the other end was closed
                break
            if not more:
                break
            seen += more
    assert program.returncode == 0, seen
    assert "1  7:02 is PM." in seen.decode()
    assert profile.exists()
    assert read_profile(profile).sheets[0].afternoon == ""
