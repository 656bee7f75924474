"""The formats of a report: for each its file and the renderer that makes it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.memory import give_back, nothing_collected
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
        paper = beside.submit(pdf.printed, pdf.content(result, basis)) if "pdf" in chosen else None
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
