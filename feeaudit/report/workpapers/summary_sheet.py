"""The first sheet of the workpapers: what was audited, the answer, the figures, where to look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit import tallies
from feeaudit.core.money import decimal
from feeaudit.report.first_screen import figures
from feeaudit.report.incident_words import found_groups
from feeaudit.report.phrases import audit_date, dotted, joined
from feeaudit.report.plain_values import local
from feeaudit.report.workpapers.sheet_columns import BY_CHECK
from feeaudit.report.workpapers.sheet_rows import head, rows, serial
from feeaudit.report.xlsx.cell_xml import NOTHING, blank_cell, number_cell, text_cell
from feeaudit.report.xlsx.sheet import Link, SheetRow, SheetRows, Worksheet, quoted_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

TITLE: Final = "Workpapers of a fee and rotation audit"
_EMPTY: Final = SheetRow(())
_WIDE: Final = len(BY_CHECK)
_NOTICES: Final = 8
_NOTICE: Final = 180
_INCIDENTS: Final = 12
_INCIDENT: Final = 240


def summary_sheet(result: AuditResult, basis: Basis, contents: Mapping[str, str]) -> Worksheet:
    """Return the summary; ``contents`` says what each other sheet holds."""
    return Worksheet(
        "Summary",
        [each.width for each in BY_CHECK],
        _rows(result, basis, contents),
        colour="FF1F3A5F",
        one_page=True,
    )


def _rows(
    result: AuditResult, basis: Basis, contents: Mapping[str, str]
) -> Iterator[SheetRow | SheetRows]:
    yield SheetRow([text_cell(TITLE, "title")], height=30)
    yield SheetRow([text_cell(tallies.answer(result), "answer")], height=24)
    yield _EMPTY
    yield heading("Key figures")
    yield from _figures(result)
    yield _EMPTY
    yield from _incidents(result, basis)
    yield heading("What was audited")
    yield from _labelled(_audited(result, basis))
    yield _EMPTY
    yield from _by_check(result, basis)
    yield from _notices(result)
    yield heading("In this workbook")
    for name, holds in contents.items():
        cells = [text_cell(name, "contents"), text_cell(holds, "plain")]
        yield SheetRow(cells, links=[(0, Link("", f"{quoted_name(name)}!A1"))])


def _notices(result: AuditResult) -> Iterator[SheetRow]:
    """Yield the first notices, each in a line; all stand on the sheet of notices."""
    if not result.notices:
        return
    yield heading("Notices")
    for each in result.notices[:_NOTICES]:
        told = " ".join(each.split())
        short = told if len(told) <= _NOTICE else f"{told[:_NOTICE]}..."
        yield SheetRow([text_cell(short, "plain")])
    if len(result.notices) > _NOTICES:
        more = f"And {len(result.notices) - _NOTICES:,} more under Notices and method."
        yield SheetRow([text_cell(more, "label")])
    yield _EMPTY


def heading(text: str, columns: int = _WIDE) -> SheetRow:
    """Return a heading with a line under it."""
    return SheetRow([text_cell(text, "heading"), *[blank_cell("heading")] * (columns - 1)], 22)


def _labelled(facts: Iterable[tuple[str, str]]) -> Iterator[SheetRow]:
    for label, cell in facts:
        if cell != NOTHING:
            yield SheetRow([text_cell(label, "label"), cell])


def _audited(result: AuditResult, basis: Basis) -> Iterator[tuple[str, str]]:
    yield "Cardrooms", text_cell(joined(map(basis.voice.cardroom, result.cardrooms)), "value")
    for label, micros in (("First hand", result.first), ("Last hand", result.last)):
        found = number_cell(serial(local(micros, basis.zone)), "value_time")
        yield label, found if micros > 0 else NOTHING
    yield "Clocks", text_cell(basis.zone, "value")
    yield "Gaming day starts", text_cell(basis.voice.hour(basis.gaming_day_starts), "value")
    yield "Tables", number_cell(str(result.tables), "value_count")
    yield "Hands", number_cell(str(result.hands), "value_count")
    yield "Date of the audit", text_cell(audit_date(basis), "value")
    yield "As if in force", text_cell(", ".join(basis.as_if), "value")
    yield "Program", text_cell(basis.program, "value")
    yield "Digest", text_cell(basis.digest, "value")


def _figures(result: AuditResult) -> Iterator[SheetRow]:
    """Yield the figures of the first screen, and the counts of findings behind them."""
    for each in figures(result):
        cell = number_cell(str(each.number), "value_count")
        if each.value.startswith("$"):
            cell = number_cell(decimal(each.number), "value_money")
        elif not each.value.replace(",", "").isdecimal():
            cell = text_cell(each.value, "value")
        yield SheetRow([text_cell(each.name, "label"), cell, text_cell(each.beside, "plain")])
    yield from _labelled(
        (label, number_cell(str(count), "value_count"))
        for label, count in (
            ("Violations", result.violations),
            ("Of these waived", result.waived),
            ("Findings for review", result.reviews),
        )
    )


def _incidents(result: AuditResult, basis: Basis) -> Iterator[SheetRow]:
    """Yield the gravest incidents, a line each; all stand on their own sheet."""
    groups = found_groups(result, basis.voice, _INCIDENTS)
    if not groups:
        return
    yield heading("Incidents, most serious first")
    for group in groups:
        for each in group.members:
            text = dotted(f"{each.sentence} ({'; '.join(each.facts)})", _INCIDENT)
            yield SheetRow([text_cell(group.title, "label"), text_cell(text, "plain")])
    left = sum(group.left for group in groups)
    if left:
        yield SheetRow([text_cell(f"And {left:,} more under Incidents.", "label")])
    yield _EMPTY


def _by_check(result: AuditResult, basis: Basis) -> Iterator[SheetRow | SheetRows]:
    """Yield the checks that found something; the others stand under Coverage."""
    checks = tallies.by_check(result)
    found = checks[checks["violations"] + checks["reviews"] > 0]
    if len(found):
        yield heading("Findings by check")
        yield head(BY_CHECK, basis.zone)
        yield from rows(found, BY_CHECK, basis.zone)
        yield _EMPTY
