"""The last sheets of the workpapers: notices, how the audit was made, and what it was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from feeaudit.report.method import method
from feeaudit.report.workpapers.summary_sheet import heading
from feeaudit.report.xlsx.cell_xml import text_cell
from feeaudit.report.xlsx.sheet import SheetRow, Worksheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_WIDTH: Final = 100
# Excel makes no row higher.
_MOST_LINES: Final = 27
_NO_NOTICE: Final = "None: no edition was assumed, no rule applied as if in force."
_READING: Final = """\
Over- and under-collected amounts are never netted. Amounts are numbers, in dollars. Times are dates
by the clocks of the zone named in the header; findings also give the offset from UTC, since an hour
occurs twice when clocks go back.

The links to log rows work if the folder of these results is next to the log. A sheet holds
65,000 links; file, sheet and row have their own columns in any case.

A full sheet continues on the next, as in Findings 2. A text that is too long for a cell is
cut and says so; findings.json holds the whole. An invisible character is written as its
code, such as [U+202E].
"""


def notes_sheet(result: AuditResult) -> Worksheet:
    """Return the notices and the method."""
    return Worksheet("Notices and method", [_WIDTH], _notes(result))


def _notes(result: AuditResult) -> Iterator[SheetRow]:
    yield from _part("Notices", result.notices or (_NO_NOTICE,))
    for part in method():
        yield SheetRow(())
        terms = (f"{each.term}. {each.meaning}" for each in part.terms)
        yield from _part(part.title, (*part.paragraphs, *terms, *part.points))
    yield SheetRow(())
    yield from _part("How to read this workbook", _READING.split("\n\n"))


def _part(title: str, texts: Iterable[str]) -> Iterator[SheetRow]:
    yield heading(title, 1)
    yield from map(_paragraph, texts)


def _paragraph(text: str) -> SheetRow:
    told = " ".join(text.split())
    return SheetRow(
        [text_cell(told, "prose")], height=15 * min(-(-len(told) // _WIDTH), _MOST_LINES)
    )


def manifest(result: AuditResult, basis: Basis) -> pd.DataFrame:
    """Return what the audit was made of: program, book, configuration and every input."""
    made = [
        ("Program", "", basis.program),
        ("Date", "", basis.date),
        ("Digest", "program, date, book, configuration, inputs", basis.digest),
        ("Book", "SHA-256 of the schedules", basis.book),
        ("Configuration", "SHA-256", basis.configuration),
        ("Clocks", "", basis.zone),
        ("Gaming day", "starts at", basis.voice.hour(basis.gaming_day_starts)),
        *(("As if in force", "", rule) for rule in basis.as_if),
    ]
    made += [
        ("Input", f"{each.file}, sheet {each.sheet}" if each.sheet else each.file, each.sha256)
        for each in result.sources
    ]
    return pd.DataFrame(made, columns=["what", "name", "value"])
