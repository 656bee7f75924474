"""Rows of the register as plain values: amounts decimal, times ISO 8601, what is absent None."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import decimal
from feeaudit.report.findings_csv import harmless
from feeaudit.report.plain_values import moment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MONEY: Final = ("owed", "owed_most", "taken", "over", "under", "paid", "due", "amount")
# What only the register itself needs of a finding.
INSIDE: Final = ("number", "waived_until")


def values(row: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """Return a row for people and programs; ``zone`` is that of its times."""
    told: dict[str, Any] = {}
    for name in row.keys():  # noqa: SIM118 - a row of the database gives its values otherwise
        value = row[name]
        if name in MONEY:
            told[name] = decimal(value) if value >= 0 else None
        elif name in {"at", "until"}:
            told[name] = moment(value, zone) or None
        else:
            told[name] = None if value in {"", -1} else value
    return told


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV under their names; no spreadsheet takes a cell of it for a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
    for row in rows:
        writer.writerow(harmless(each) if isinstance(each, str) else each for each in row.values())
    return buffer.getvalue()
