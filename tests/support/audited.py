"""Audited nights for the tests of reports: any that is asked for, a bad, a clean and a hostile one."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.report.basis import Basis, basis_of
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate
from support.shipped import shipped_book, shipped_laws

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult

PLANTED = {
    "FEE-OVER": 6,
    "FEE-UNDER": 5,
    "FEE-MISSING": 4,
    "FEE-UNDUE": 2,
    "FEE-UNSETTLED": 3,
    "LIM-HIGH": 2,
    "ROT-TURNS": 3,
    "DROP-MATCH": 1,
    "LOG-DUPLICATE": 1,
}
HOSTILE = (
    "<script>alert('x')</script>",
    '=HYPERLINK("http://x","click")',
    "+1-800",
    "-2+3",
    "@SUM(1)",
    "\t=1+1",
    "a;=1+1",
    "abc\u202efdp.exe\u200f",
    "x" * 10_000,
    "nul\x00 bell\x07 escape\x1b[31m",
    "#import sys; $ x $ *bold* _it_ [link](http://x) {0} \\",
    '"quotes", & <tags> _x0041_ ]]>',
    "two\nlines",
)


@dataclass(frozen=True)
class Night:
    """An audited night and the basis of its reports."""

    result: AuditResult
    basis: Basis


def night_of(
    hands: int,
    cardrooms: tuple[str, ...] = (),
    *,
    seed: int = 3,
    plant: dict[str, int] | None = None,
) -> Night:
    """Return the audit of a simulated night, read from files as a cardroom's would be."""
    schedules = folder("schedules")
    book, config = shipped_book(), Config()
    made = simulate(book, hands=hands, seed=seed, cardrooms=cardrooms, plant=plant or {})
    with tempfile.TemporaryDirectory() as scratch:
        write_log(made.log, Path(scratch) / "night")
        log = read_log([Path(scratch) / "night"])
    result = audit(Case(log, book, shipped_laws(), config))
    return Night(result, basis_of(result, schedules, config, "2026-03-09", book))


@cache
def bad_night() -> Night:
    """Return a bad night of several cardrooms, with two violations waived."""
    night = night_of(900, plant=PLANTED)
    found = night.result.findings
    violation = found.index[found["verdict"] == "violation"]
    assert len(violation) > 10
    waiver = found["waiver"].copy()
    waiver[violation[[0, 5]]] = "W-1: refunded at once, approved by A. Officer"
    return Night(replace(night.result, findings=found.assign(waiver=waiver)), night.basis)


@cache
def clean_night() -> Night:
    """Return a night on which nothing was planted."""
    return night_of(300)


@cache
def hostile_night() -> Night:
    """Return a night whose names and messages are hostile, each in several places."""
    night = bad_night()
    found = night.result.findings
    texts = [HOSTILE[place % len(HOSTILE)] for place in range(len(found))]
    assert len(found) >= len(HOSTILE)
    words = ("hand_id", "table", "seat", "player", "message", "waiver", "file", "sheet", "game")
    why = [(("Hand", each),) for each in texts]
    hostile = found.assign(**dict.fromkeys(words, texts), why=why)
    notices = (*night.result.notices, *HOSTILE)
    return Night(replace(night.result, findings=hostile, notices=notices), night.basis)
