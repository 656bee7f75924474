"""A log without hands: nothing was tested, and nothing breaks over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import write_book
from support.nights import HANDS
from support.nights import Log as Night

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.intake.log import ZONE, Log
from feeaudit.intake.tables import TABLES, schema_of
from feeaudit.pipeline import Request, audited
from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book, Law


@pytest.mark.parametrize("present", [("hands",), tuple(TABLES)], ids=["hands only", "every table"])
def test_no_check_finds_or_tests_anything_in_empty_tables(
    present: tuple[str, ...], book: Book, laws: tuple[Law, ...]
) -> None:
    log = Log({name: schema_of(name, ZONE).empty_table() for name in present})
    result = audit(Case(log, book, laws))
    assert result.findings.empty
    assert [(each.check, each.tested) for each in result.coverage] == [
        (each, 0) for each in REGISTRY
    ]


@pytest.fixture
def own_book(tmp_path: Path) -> Path:
    """Our own cardroom's book."""
    return write_book(tmp_path / "book")


def test_an_empty_night_is_told_as_untested_in_every_format(tmp_path: Path, own_book: Path) -> None:
    log = tmp_path / "log"
    log.mkdir()
    (log / "hands.csv").write_text(HANDS, encoding="utf-8")
    job = audited(Request((log,), own_book, formats=tuple(FORMATS)))
    assert (job.result.exit_code, len(job.result.findings)) == (3, 0)
    assert "Nothing could be tested" in job.text()
    assert {each.file for each in FORMATS.values()} < job.files.keys()


def test_a_table_that_is_not_in_the_log_is_no_pass(tmp_path: Path, own_book: Path) -> None:
    log = Night(wrong=(2,)).write(tmp_path / "log")
    job = audited(Request((log,), own_book, tables=("T99",), formats=("json",)))
    assert (job.result.hands, job.result.exit_code) == (0, 3)
