"""The formats of a report: for each its file and the renderer that makes it.

A renderer is imported when its file is asked for: all of them take as long as a small audit.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from feeaudit.core.memory import give_back, nothing_collected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


@dataclass(frozen=True, slots=True)
class Format:
    """A file of a report and the module that makes it."""

    file: str
    module: str

    def rendered(self, result: AuditResult, basis: Basis) -> bytes:
        """Return the file; the same result and basis give the same bytes."""
        content: bytes = import_module(f"feeaudit.report.{self.module}").rendered(result, basis)
        return content


FORMATS: Final = {
    "json": Format("findings.json", "findings_json"),
    "html": Format("report.html", "html"),
    "pdf": Format("report.pdf", "pdf"),
    "xlsx": Format("workpapers.xlsx", "workpapers"),
    "csv": Format("findings.csv", "findings_csv"),
    "sarif": Format("findings.sarif", "sarif"),
    "junit": Format("junit.xml", "junit"),
}
# Of fewer findings there is too little to hand back to be worth asking.
_MANY: Final = 20_000
USUAL: Final = ("html", "pdf", "xlsx", "json")


def reports(
    result: AuditResult,
    basis: Basis,
    formats: Iterable[str] = USUAL,
    progress: Callable[[str], None] = lambda _name: None,
) -> dict[str, bytes]:
    """Return the files of a report by name; the typesetter sets the paper beside the rest."""
    chosen = list(formats)
    with nothing_collected(), ThreadPoolExecutor(1) as beside:
        paper = _begun(beside, result, basis) if "pdf" in chosen else None
        made = {}
        for name in (each for each in chosen if each != "pdf"):
            progress(FORMATS[name].file)
            if len(result.findings) > _MANY:
                give_back()
            made[name] = FORMATS[name].rendered(result, basis)
        if paper is not None:
            progress(FORMATS["pdf"].file)
            made["pdf"] = paper.result()
    return {FORMATS[name].file: made[name] for name in chosen}


def _begun(beside: ThreadPoolExecutor, result: AuditResult, basis: Basis) -> Future[bytes]:
    """Begin to set the paper."""
    from feeaudit.report import pdf  # noqa: PLC0415 - see above

    return beside.submit(pdf.printed, pdf.content(result, basis))
