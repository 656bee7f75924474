"""A statement of account for whoever pays the fees: statement.pdf and statement.xlsx."""

from __future__ import annotations

from feeaudit.report.statement.paper import as_pdf
from feeaudit.report.statement.statement_sheets import as_workbook

__all__ = ["as_pdf", "as_workbook"]
