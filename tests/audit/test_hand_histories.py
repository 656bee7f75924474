"""Real hand histories against a no-limit schedule with matching blinds: rake for what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.nightly.import_job import imported

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book


def test_online_rake_is_reported_for_what_it_is(book: Book, schedules: Path, samples: Path) -> None:
    given = {"cardroom": "parkwest-lotus", "game": "texas-holdem"}
    log = imported(samples / "pty-1000nlh-442.phhs", None, given, schedules)
    result = audit(Case(log, book), ["FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE"])
    assert result.hands > 250
    assert result.coverage[0].tested == result.hands
    found = result.findings
    assert set(found["option"]) == {"texas-holdem-no-limit/10"}
    # A rake capped at $3 is less than the flat fee of a $5/$10 table, on every hand that saw a flop;
    # without one neither takes anything.
    assert set(found["check"]) == {"FEE-UNDER", "FEE-MISSING"}
    flops = log.hands.filter(log.hands["opening_round"])["hand_id"].to_pylist()
    assert 0 < len(flops) < result.hands
    assert sorted(found["hand_id"]) == sorted(flops)
    assert (found["taken"] <= 300).all()
    assert (found["owed"] >= 400).all()
