"""findings.csv: one row a finding, for spreadsheets and scripts.

Amounts are plain decimals, times ISO 8601 with their offset. The file begins with a byte order
mark: without it Excel on Windows takes UTF-8 for the local code page and spoils names; readers
that know UTF-8 skip it. A text that a spreadsheet would take for a formula gets an apostrophe in
front; findings.json holds every text as it is.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.characters import shown
from feeaudit.report.plain_values import records

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

# Some spreadsheets split at semicolons, tabs or line ends whatever the quotes, and take the wide
# forms of the signs too.
_SIGNS: Final = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
_FORMULA: Final = re.compile(f"(^|[;\t\r\n])(?=[{re.escape(_SIGNS)}])")


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the findings as CSV; the same result gives the same bytes."""
    buffer = io.BytesIO()
    text = io.TextIOWrapper(buffer, encoding="utf-8-sig", newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(result.findings.columns)
    for record in records(result.findings, basis.zone):
        rows.writerow(map(_cell, record.values()))
    text.flush()
    return buffer.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return harmless(" | ".join(": ".join(filter(None, each.values())) for each in value))
    return "" if value is None else harmless(str(value))


def harmless(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    # Most texts are plain, and this is asked of every cell.
    if text.isprintable() and ";" not in text and text[:1] not in _SIGNS:
        return text
    return _FORMULA.sub(r"\1'", shown(text))
