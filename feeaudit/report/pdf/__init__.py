"""report.pdf: the audit for paper and filing, with the same numbers as every other format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the report as a tagged PDF for the archive; the same result gives the same bytes."""
    from feeaudit.report.pdf.document import document  # noqa: PLC0415 - signs need no audit

    return typeset("report/report.typ", document(result, basis), ARCHIVABLE)
