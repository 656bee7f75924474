"""On a terminal: progress and colours for a person, silence in a pipe, and no orders from a log."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.harbor import write_book
from support.nights import Log

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

ESCAPE = "\x1b"
CLOCK = "0:00:0"  # beside the bar
COLOUR = re.compile(r"\x1b\[[\d;]*(?:3[0-7]|9[0-7]|38|4[0-7])[\d;]*m")


@pytest.fixture
def audit(tmp_path: Path) -> list[str]:
    """The command that audits a small log at our own cardroom."""
    write_book(tmp_path / "book")
    log = Log(wrong=(2,)).write(tmp_path / "log")
    places = [str(log), "--book", str(tmp_path / "book"), "-o", str(tmp_path / "results")]
    return [sys.executable, "-m", "feeaudit", "audit", *places, "--format", "json"]


def seen_on_a_terminal(command: list[str], **environment: str) -> str:
    """Return what a person at a terminal sees of a command."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    mine, its = pty.openpty()
    clean = {name: text for name, text in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    with subprocess.Popen(
        command, stdout=its, stderr=its, env=clean | {"TERM": "xterm-256color"} | environment
    ):
        os.close(its)
        return b"".join(iter(lambda: _read(mine), b"")).decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # the other end was closed
        return b""


def test_a_terminal_shows_progress_in_colour(audit: list[str]) -> None:
    seen = seen_on_a_terminal(audit)
    assert CLOCK in seen
    assert COLOUR.search(seen)
    assert "1 violation" in seen


def test_no_color_takes_the_colours_away(audit: list[str]) -> None:
    seen = seen_on_a_terminal(audit, NO_COLOR="1")
    assert CLOCK in seen
    assert not COLOUR.search(seen)


def test_a_pipe_gets_plain_text_and_no_progress(audit: list[str]) -> None:
    result = subprocess.run(audit, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 1
    assert result.stderr == ""
    assert "1 violation" in result.stdout
    assert ESCAPE not in result.stdout


def test_words_of_a_log_give_a_terminal_no_orders(audit: list[str], tmp_path: Path) -> None:
    hands = tmp_path / "log" / "hands.csv"
    renamed = hands.read_text(encoding="utf-8").replace(",T1,", f",T1{ESCAPE}]0;owned\a,")
    hands.write_text(renamed, encoding="utf-8", newline="\n")
    subprocess.run(audit, capture_output=True, check=False)
    results = tmp_path / "results"
    found = json.loads((results / "findings.json").read_text(encoding="utf-8"))["findings"]
    explain = [sys.executable, "-m", "feeaudit", "explain", found[0]["id"], "--in", str(results)]
    seen = seen_on_a_terminal(explain)
    assert r"T1\x1b]0;owned\x07" in seen
    assert ESCAPE not in seen


def test_a_terminal_shows_the_manual_with_styles() -> None:
    seen = seen_on_a_terminal([sys.executable, "-m", "feeaudit", "manual", "proof"])
    assert ESCAPE in seen
    assert "What an audit proves" in seen
