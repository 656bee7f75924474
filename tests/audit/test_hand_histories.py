"""Real hand histories against a no-limit schedule with matching blinds: rake for what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import SHARED

from feeaudit.audit.case import Case
from feeaudit.audit.run import audit
from feeaudit.cli.import_job import imported

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book


def test_online_rake_is_reported_for_what_it_is(book: Book, schedules: Path) -> None:
    path = SHARED / "samples" / "pty-1000nlh-442.phhs"
    if not path.is_file():
        pytest.skip("the hand histories (../shared/samples) are not beside this checkout")
    given = {"cardroom": "parkwest-lotus", "game": "texas-holdem"}
    log = imported(path, None, given, schedules)
    result = audit(Case(log, book), ["FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE"])
    assert result.hands > 250
    assert set(result.findings["option"]) == {"texas-holdem-no-limit/10"}
    assert result.coverage[0].tested == result.hands
    # A rake capped at $3 is less than the flat fee of a $5/$10 table; without a flop none is taken.
    under = result.findings[result.findings["check"] == "FEE-UNDER"]
    assert len(under) > 50
    assert (under["taken"] <= 300).all()
    assert (under["owed"] >= 400).all()
