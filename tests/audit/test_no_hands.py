"""A log without hands: nothing was tested, and nothing breaks over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from harbor import write_book
from nights import HANDS, Log

from feeaudit.job import Request, audited
from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Our own cardroom's book."""
    write_book(tmp_path / "book")
    return tmp_path / "book"


def test_an_empty_night_is_told_as_untested_in_every_format(tmp_path: Path, book: Path) -> None:
    log = tmp_path / "log"
    log.mkdir()
    (log / "hands.csv").write_text(HANDS, encoding="utf-8")
    job = audited(Request((log,), book, formats=tuple(FORMATS)))
    assert (job.result.exit_code, len(job.result.findings)) == (3, 0)
    assert "Nothing could be tested" in job.text()
    assert {each.file for each in FORMATS.values()} < job.files.keys()


def test_a_table_that_is_not_in_the_log_is_no_pass(tmp_path: Path, book: Path) -> None:
    log = Log(wrong=(2,)).write(tmp_path / "log")
    job = audited(Request((log,), book, tables=("T99",), formats=("json",)))
    assert (job.result.hands, job.result.exit_code) == (0, 3)
