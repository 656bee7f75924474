"""report.pdf: the audit for paper and filing, with the same numbers as every other format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the report as a tagged PDF for the archive; the same result gives the same bytes."""
    return printed(content(result, basis))


def content(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the report says, as data for its template."""
    from feeaudit.report.pdf.document import document  # noqa: PLC0415 - signs need no audit

    return document(result, basis)


def printed(said: dict[str, Any]) -> bytes:
    """Return the content of a report as a PDF; nearly all of it outside the interpreter's lock."""
    return typeset("report/report.typ", said, ARCHIVABLE)
