"""statement.xlsx: every fee of a provider or player, to be filtered and added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.report.phrases import joined
from feeaudit.report.statement.fee_totals import remarked, totals_of
from feeaudit.report.workpapers.sheet_columns import SheetColumn
from feeaudit.report.workpapers.sheet_rows import head, named, rows, total
from feeaudit.report.xlsx.cell_xml import text_cell
from feeaudit.report.xlsx.sheet import SheetRow, Worksheet
from feeaudit.report.xlsx.workbook import workbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.fee_statements import FeeStatement
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

_TITLE: Final = "Statement of collection fees"
_SUMS: Final = ("owed", "owed_most", "taken", "over", "under")
_FEES: Final = (
    SheetColumn("at", "Time", 23),
    SheetColumn("cardroom", "Cardroom", 26),
    SheetColumn("table", "Table", 9),
    SheetColumn("hand_id", "Hand", 16),
    SheetColumn("game", "Game", 36),
    SheetColumn("option", "Option", 9),
    SheetColumn("payer", "Paid as", 14),
    SheetColumn("player", "Player", 18),
    SheetColumn("seat", "Seat", 6),
    SheetColumn("component", "Fee", 12),
    SheetColumn("on", "Counted", 12),
    SheetColumn("tier", "Tier", 16),
    SheetColumn("owed", "Owed, at least", 12),
    SheetColumn("owed_most", "Owed, at most", 12),
    SheetColumn("taken", "Paid", 12),
    SheetColumn("over", "Over-paid", 12),
    SheetColumn("under", "Under-paid", 12),
    SheetColumn("remark", "Remark", 28),
    SheetColumn("finding", "Finding", 28),
    SheetColumn("document", "Approved document", 28),
    SheetColumn("lines", "Lines", 10),
    SheetColumn("schedule", "Schedule", 64),
    SheetColumn("file", "Log file", 26),
    SheetColumn("sheet", "Log sheet", 14),
    SheetColumn("row", "Row", 9),
)


def as_workbook(statement: FeeStatement, basis: Basis) -> bytes:
    """Return the statement as a workbook; the same statement gives the same bytes."""
    sheets = [
        Worksheet("Summary", [34, 60], _summary(statement, basis), colour="FF1F3A5F"),
        _fees("To settle", remarked(statement), basis.voice),
        _fees("Fees", statement.rows, basis.voice),
    ]
    day = basis.audited_on
    made_on = day.isoformat() if day else ""
    return workbook(sheets, _TITLE, basis.program, made_on, basis.voice.dates)


def _summary(statement: FeeStatement, basis: Basis) -> Iterator[SheetRow]:
    result = statement.result
    yield SheetRow([text_cell(_TITLE, "title")], height=30)
    facts = [
        (statement.party.kind.capitalize(), statement.party.name),
        ("Cardrooms", joined(map(basis.voice.cardroom, result.cardrooms))),
        ("Period", basis.voice.period(result.first, result.last)),
        *totals_of(statement.rows).figures,
        ("Program", basis.program),
        ("Digest", basis.digest),
    ]
    for label, text in facts:
        yield SheetRow([text_cell(label, "label"), text_cell(text, "value")])
    for remark in (*statement.remarks, *result.notices):
        yield SheetRow([text_cell(remark, "plain")])


def _fees(name: str, fees: pd.DataFrame, voice: Voice) -> Worksheet:
    widths = [each.width for each in _FEES]
    if not len(fees):
        nothing = iter([SheetRow([text_cell("None.", "word")])])
        return Worksheet(name, widths, nothing, head(_FEES, voice.zone))
    sums = total(fees, _FEES, _SUMS)
    listed = rows(named(fees, voice), _FEES, voice.zone)
    return Worksheet(name, widths, listed, head(_FEES, voice.zone), sums)
