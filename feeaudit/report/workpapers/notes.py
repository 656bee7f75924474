"""The last sheets of the workpapers: notices, how the audit was made, and what it was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from feeaudit.report.workpapers.summary import heading
from feeaudit.report.xlsx.cells import text_cell
from feeaudit.report.xlsx.sheet import Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_WIDTH: Final = 100
# Excel makes no row higher.
_MOST_LINES: Final = 27
_NO_NOTICE: Final = "None: no edition was assumed, no rule applied as if in force."
_METHOD: Final = """\
# How it was made

Every hand of the log was audited; none was sampled. For each hand the approved schedule says which
fee is owed, by whom and when; that was held against the collections as logged. The player-dealer
position was followed hand by hand and held against the rotation rule of the game. Amounts are exact
to the cent.

# What the verdicts mean

Violation: what the log says fits no reading of the approved schedule, the game's rules or the law
in force on that date. It is no finding of intent and no legal conclusion.

Review: the documents do not settle the matter. No money is attached to it.

Not tested: the log lacks what the check needs. Such a hand is never counted as passed.

Waived: the cardroom has recorded that it does not act on the finding, with a reason and an
approver. It stands in every total; what a waiver covers is told apart.

# What it does not show

That the log is true or complete; that a schedule was in force, where several editions are printed;
that a clean check proves compliance beyond the hands it tested; who is at fault; what is due to
anybody before the facts of the hand are confirmed.

# How to read this workbook

Over- and under-collected amounts are never netted. Amounts are numbers, in dollars. Times are dates
by the clocks of the zone named in the header; findings tell the offset from UTC too, since an hour
occurs twice when clocks go back.

The links to log rows hold where the folder of these results lies beside the log. A sheet holds
65,000 links; file, sheet and row stand in their own columns in any case.

A sheet that is full goes on in the next, as in Findings 2. A text that is too long for a cell is
cut and says so; findings.json holds the whole. A character that no eye can see is written as its
code, such as [U+202E].
"""


def notes_sheet(result: AuditResult) -> Sheet:
    """Return the notices and the method."""
    return Sheet("Notices and method", [_WIDTH], _notes(result))


def _notes(result: AuditResult) -> Iterator[Row]:
    yield heading("Notices", 1)
    for text in result.notices or (_NO_NOTICE,):
        yield _paragraph(text)
    for text in _METHOD.split("\n\n"):
        if text.startswith("# "):
            yield Row(())
            yield heading(text.removeprefix("# "), 1)
        else:
            yield _paragraph(text)


def _paragraph(text: str) -> Row:
    told = " ".join(text.split())
    return Row([text_cell(told, "prose")], height=15 * min(-(-len(told) // _WIDTH), _MOST_LINES))


def manifest(result: AuditResult, basis: Basis) -> pd.DataFrame:
    """Return what the audit was made of: program, book, configuration and every input."""
    made = [
        ("Program", "", basis.program),
        ("Date", "", basis.date),
        ("Digest", "program, date, book, configuration, inputs", basis.digest),
        ("Book", "SHA-256 of the schedules", basis.book),
        ("Configuration", "SHA-256", basis.configuration),
        ("Clocks", "", basis.zone),
        ("Gaming day", "starts at", f"{basis.gaming_day_starts:02d}:00"),
        *(("As if in force", "", rule) for rule in basis.as_if),
    ]
    made += [
        ("Input", f"{each.file}, sheet {each.sheet}" if each.sheet else each.file, each.sha256)
        for each in result.sources
    ]
    return pd.DataFrame(made, columns=["what", "name", "value"])
