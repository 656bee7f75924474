"""The appendix: schedules cited, notices, and what the report was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.pdf.letters import shortened
from feeaudit.report.phrases import audit_date

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# Two pages of schedules, those of most hands, and a page each of notices and inputs.
SCHEDULES: Final = 30
NOTICES: Final = 30
INPUTS: Final = 40
# Two pages; the workbook and the page quote beside each finding.
QUOTED: Final = 60


def appendix(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the last pages say."""
    used = result.facts.schedules.sort_values("hands", ascending=False, kind="stable")
    inputs = [_input(each.file, each.sheet, each.sha256) for each in result.sources]
    return {
        "schedules": [
            _schedule(row, basis.voice) for row in used.head(SCHEDULES).to_dict("records")
        ],
        "schedules_left": _left(len(used), SCHEDULES),
        "printed": _printed(result, basis),
        "notices": [shortened(each) for each in result.notices[:NOTICES]],
        "notices_left": _left(len(result.notices), NOTICES),
        "as_if": list(basis.as_if),
        "made_of": [
            ["Program", basis.program],
            ["Date of the audit", audit_date(basis) or "not given"],
            ["Schedules", basis.book],
            ["Configuration", basis.configuration],
            ["Overall digest", basis.digest],
        ],
        "inputs": inputs[:INPUTS],
        "inputs_left": _left(len(inputs), INPUTS),
    }


def _left(count: int, shown: int) -> str:
    return f"{count - shown:,}" if count > shown else ""


def _printed(result: AuditResult, basis: Basis) -> list[list[str]]:
    """Return the printed lines that findings cite, most cited first, each once."""
    cited = result.findings.groupby(["document", "lines"], sort=True).size()
    counts: dict[tuple[str, int], int] = {}
    texts: dict[tuple[str, int], str] = {}
    for (document, lines), count in cited.items():
        for number, words in basis.printed.cited(document, lines):
            counts[document, number] = counts.get((document, number), 0) + int(count)
            texts[document, number] = shortened(words, 300)
    most = sorted(counts, key=lambda each: (-counts[each], each))[:QUOTED]
    return [[document, str(number), texts[document, number]] for document, number in sorted(most)]


def _schedule(row: dict[str, Any], voice: Voice) -> dict[str, Any]:
    return {
        "schedule": voice.schedule(row["schedule"]),
        "edition": f"{row['edition']}{_sure(row)}",
        "approvals": row["approvals"] or "none printed",
        "document": row["document"],
        "games": voice.games_listed(row["cardroom"], row["games"]),
        "options": shortened(row["options"], 300),
        "hands": f"{row['hands']:,}",
    }


def _sure(row: dict[str, Any]) -> str:
    """Return how sure it is that an edition is in force; nothing where only one is printed."""
    return ", assumed" if row["assumed"] else ", pinned" if row["pinned"] else ""


def _input(file: str, sheet: str, sha256: str) -> list[str]:
    name = shortened(file, 200)
    return [f"{name}, sheet {shortened(sheet, 80)}" if sheet else name, sha256]
