"""The formats of a report: for each its file and the renderer that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.report import findings_csv, findings_json, html, junit, pdf, sarif, workpapers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


@dataclass(frozen=True, slots=True)
class Format:
    """A file of a report and how it is made; the same result and basis give the same bytes."""

    file: str
    rendered: Callable[[AuditResult, Basis], bytes]


FORMATS: Final = {
    "json": Format("findings.json", findings_json.rendered),
    "html": Format("report.html", html.rendered),
    "pdf": Format("report.pdf", pdf.rendered),
    "xlsx": Format("workpapers.xlsx", workpapers.rendered),
    "csv": Format("findings.csv", findings_csv.rendered),
    "sarif": Format("findings.sarif", sarif.rendered),
    "junit": Format("junit.xml", junit.rendered),
}
USUAL: Final = ("html", "pdf", "xlsx", "json")


def reports(
    result: AuditResult,
    basis: Basis,
    formats: Iterable[str] = USUAL,
    progress: Callable[[str], None] = lambda _name: None,
) -> dict[str, bytes]:
    """Return the files of a report by name."""
    files = {}
    for name in formats:
        progress(FORMATS[name].file)
        files[FORMATS[name].file] = FORMATS[name].rendered(result, basis)
    return files
