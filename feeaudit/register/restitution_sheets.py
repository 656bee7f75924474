"""The ledger of restitution as tables: for a workbook, for CSV files, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import decimal
from feeaudit.register.database_schema import PROGRAM
from feeaudit.register.plain_rows import as_csv
from feeaudit.register.restitution import LedgerQuestion, ledger, payments, totals
from feeaudit.report.xlsx.cell_xml import number_cell, text_cell
from feeaudit.report.xlsx.sheet import SheetRow, Worksheet
from feeaudit.report.xlsx.workbook import workbook

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

MONEY: Final = ("found", "excused", "paid", "due", "amount")
# The columns of the ledger, and what people call them.
LEDGER: Final = {
    "day": "Gaming day",
    "cardroom": "Cardroom",
    "table": "Table",
    "hand_id": "Hand",
    "finding": "Finding",
    "check": "Check",
    "player": "Player",
    "seat": "Seat",
    "payer": "Paid as",
    "found": "Over-collected",
    "excused": "Excused",
    "paid": "Paid back",
    "due": "Due",
    "state": "State",
    "outcome": "Decision",
    "waived_until": "Waived until",
}
_PAYMENTS: Final = {
    "number": "Payment",
    "paid_on": "Paid on",
    "receipt": "Receipt",
    "amount": "Amount",
    "paid_to": "Paid to",
    "paid_by": "Paid by",
    "cardroom": "Cardroom",
    "day": "Gaming day",
    "finding": "Finding",
    "player": "Player",
    "seat": "Seat",
    "note": "Note",
    "corrected": "Corrected, since",
    "corrected_by": "Corrected by",
}
_SUMS: Final = {"findings": "Findings"} | {
    name: LEDGER[name] for name in ("found", "excused", "paid", "due")
}
_BY: Final = {
    "player": {"cardroom": "Cardroom", "player": "Player"} | _SUMS,
    "day": {"cardroom": "Cardroom", "day": "Gaming day"} | _SUMS,
}
Table = tuple[dict[str, str], list[dict[str, Any]]]
_WIDTH: Final = 17


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the ledger for programs: amounts decimal, in the order of its columns."""
    return _plain(LEDGER, row)


def plain_total(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of totals for programs."""
    return {name: decimal(row[name]) if name in MONEY else row[name] for name in row}


def _plain(columns: Mapping[str, str], row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: decimal(row[name]) if name in MONEY else row[name] for name in columns}


def ledger_book(connection: sqlite3.Connection, question: LedgerQuestion) -> dict[str, Table]:
    """Return the tables of a part of the ledger, by name: headings, and rows of plain values."""
    rows = payments(connection, 0, question)
    tables: dict[str, Table] = {
        "Ledger": (LEDGER, ledger(connection, question)),
        "Payments": (_PAYMENTS, [dict(row) for row in rows]),
    }
    for by, columns in _BY.items():
        tables[f"By {by}"] = (columns, totals(connection, question, by))
    return tables


def as_csv_files(book: Mapping[str, Table]) -> dict[str, bytes]:
    """Return the tables as CSV files by name."""
    return {
        f"{name.lower().replace(' ', '-')}.csv": as_csv(
            [{title: _plain(columns, row)[key] for key, title in columns.items()} for row in rows]
            or [dict.fromkeys(columns.values(), "")]
        ).encode()
        for name, (columns, rows) in book.items()
    }


def as_workbook(book: Mapping[str, Table]) -> bytes:
    """Return the tables as a workbook; the same ledger gives the same bytes."""
    sheets = [
        Worksheet(name, [_WIDTH] * len(columns), _rows(columns, rows), _head(columns))
        for name, (columns, rows) in book.items()
    ]
    return workbook(sheets, "Restitution ledger", PROGRAM, "")


def _head(columns: Mapping[str, str]) -> SheetRow:
    cells = [
        text_cell(title, "head_right" if name in MONEY else "head")
        for name, title in columns.items()
    ]
    return SheetRow(cells)


def _rows(columns: Mapping[str, str], rows: list[dict[str, Any]]) -> Iterator[SheetRow]:
    for row in rows:
        yield SheetRow([_cell(name, row[name]) for name in columns])


def _cell(name: str, value: Any) -> str:
    if name in MONEY:
        return number_cell(decimal(value), "money")
    if isinstance(value, int):
        return number_cell(str(value), "count")
    return text_cell(str(value or ""), "word")
