"""``feeaudit schedules sign`` as people run it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

SIGN = ("schedules", "sign", "mortimers", "three-card-poker", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_the_ending_of_the_file_says_pdf_or_html(tmp_path: Path) -> None:
    paper, page = tmp_path / "sign.pdf", tmp_path / "new" / "sign.html"
    assert run(*SIGN, "-o", str(paper)).exit_code == 0
    assert run(*SIGN, "-o", str(page)).exit_code == 0
    assert paper.read_bytes().startswith(b"%PDF")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_format_wins_over_the_ending(tmp_path: Path) -> None:
    target = tmp_path / "sign.txt"
    assert run(*SIGN, "--format", "html", "-o", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_draft_is_told_and_what_settles_it_is_taken(tmp_path: Path) -> None:
    target = str(tmp_path / "sign.html")
    unclear = ("schedules", "sign", "mortimers", "pure-21-5-blackjack", "1", "-o", target)
    assert "draft" in run(*unclear).stderr
    settled = run(*unclear, "--settled-by", "Bureau letter of 2 March 2026")
    assert settled.stderr == ""


def test_an_unknown_option_names_those_there_are(tmp_path: Path) -> None:
    arguments = ("schedules", "sign", "mortimers", "Pai Gow Poker", "99")
    result = run(*arguments, "-o", str(tmp_path / "sign.pdf"))
    assert result.exit_code != 0
    assert "1-2" in str(result.exception)
