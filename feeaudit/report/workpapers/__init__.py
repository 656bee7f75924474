"""workpapers.xlsx: the auditor's workpapers, a sheet a question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.audit import tallies
from feeaudit.audit.incidents import CAUSES
from feeaudit.report.incident_words import STAKES, SURE
from feeaudit.report.workpapers import sheet_columns
from feeaudit.report.workpapers.notes_sheet import manifest, notes_sheet
from feeaudit.report.workpapers.sheet_rows import head, linked_rows, offsets, rows, total
from feeaudit.report.workpapers.source_links import log_links
from feeaudit.report.workpapers.summary_sheet import TITLE, summary_sheet
from feeaudit.report.xlsx.cell_xml import text_cell
from feeaudit.report.xlsx.sheet import MOST_ROWS, SheetRow, Worksheet
from feeaudit.report.xlsx.workbook import workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.workpapers.sheet_columns import SheetColumn

CONTENTS: Final = {
    "Incidents": "Findings by their likely cause, the gravest first, with the next step.",
    "Findings": "Every finding, to be filtered and sorted, with its row of the log.",
    "Coverage": "What each check tested, what it could not test, and why.",
    "Rules": "Every encoded rule of the games played: tested, untested and why, or a note.",
    "Restitution": "What was over-collected, by player. Violations only, never netted.",
    "Under-collection": "What was under-collected, by player. Violations only, never netted.",
    "Drop match": "Every count of a drop box beside the fees owed and logged.",
    "Rotation": "How the player-dealer position moved, by table and gaming day.",
    "Video pull list": "Which video to pull: table, seat and time, oldest first.",
    "Tables": "Hands, findings and fees of each table.",
    "Games": "Hands, findings and fees of each game and option.",
    "Schedules cited": "The approved schedules and editions that hands were held against.",
    "Notices and method": "What the figures take for granted, and what they do not show.",
    "Manifest": "What the audit was made of, with digests.",
}


def rendered(result: AuditResult, basis: Basis, most_rows: int = MOST_ROWS) -> bytes:
    """Return the workpapers; the same result gives the same bytes."""
    sheets = [
        summary_sheet(result, basis, CONTENTS),
        *(replace(each, most_rows=most_rows) for each in _tables(result, basis.zone)),
        notes_sheet(result),
        _table("Manifest", manifest(result, basis), sheet_columns.MANIFEST, basis.zone),
    ]
    day = basis.audited_on
    return workbook(sheets, TITLE, basis.program, day.isoformat() if day else "")


def _tables(result: AuditResult, zone: str) -> Iterator[Worksheet]:
    yield _table("Incidents", _incidents(result), sheet_columns.INCIDENTS, zone, _SUMS)
    yield _findings(result, zone)
    yield _table("Coverage", tallies.by_check(result), sheet_columns.COVERAGE, zone, _SUMS)
    yield _table("Rules", result.rules, sheet_columns.RULES, zone)
    owed_back, owed_still = tallies.restitution(result), tallies.under_collection(result)
    yield _table("Restitution", owed_back, sheet_columns.RESTITUTION, zone, _SUMS)
    yield _table("Under-collection", owed_still, sheet_columns.UNDER_COLLECTION, zone, _SUMS)
    yield _table("Drop match", result.facts.drops, sheet_columns.DROPS, zone)
    yield _table("Rotation", tallies.rotation(result), sheet_columns.ROTATION, zone, _SUMS)
    yield _table("Video pull list", tallies.pull_list(result), sheet_columns.PULL_LIST, zone)
    yield _table("Tables", tallies.by_table(result), sheet_columns.TABLES, zone, _SUMS)
    yield _table("Games", tallies.by_game(result), sheet_columns.GAMES, zone, _SUMS)
    yield _table("Schedules cited", result.facts.schedules, sheet_columns.SCHEDULES, zone)


_SUMS: Final = (
    *("findings", "hands", "runs", "violations", "waived", "reviews"),
    *("over", "under", "owed", "owed_most", "taken"),
)


def _incidents(result: AuditResult) -> pd.DataFrame:
    """Return the incidents with words and counts for what they list."""
    found = result.incidents
    return found.assign(
        stake=found["stake"].map(STAKES),
        sure=found["sure"].map(SURE),
        cause=[CAUSES[each].title for each in found["cause"]],
        tables=[", ".join(each) for each in found["tables"]],
        findings=[len(each) for each in found["findings"]],
        checks=[
            ", ".join(f"{check} {count:,}" for check, count in each.items())
            for each in found["checks"]
        ],
    )


def _findings(result: AuditResult, zone: str) -> Worksheet:
    found = result.findings
    places = zip(found["file"].tolist(), found["row"].tolist(), strict=True)
    # Counts of boxes and a bank's money are no fees; their own sentence tells the amounts.
    fees = found["check"].str.startswith("FEE-")
    shown = found.assign(
        **{name: found[name].where(fees, -1) for name in ("owed", "owed_most", "taken")},
        offset=offsets(found["at"].to_numpy(), zone),
        log_row=[f"{file} row {row}" if file and row >= 0 else file for file, row in places],
        **dict.fromkeys(("decision", "decision_reason", "decided_by", "decided_on"), ""),
    )
    sheet = _table("Findings", shown, sheet_columns.FINDINGS, zone)
    listed = linked_rows(shown, sheet_columns.FINDINGS, zone, "log_row", log_links)
    return replace(
        sheet,
        rows=listed if len(shown) else sheet.rows,
        frozen=3,
        printed=len(sheet_columns.PRINTED),
        colour="FFA61B1B",
    )


def _table(
    name: str,
    frame: pd.DataFrame,
    shown: Sequence[SheetColumn],
    zone: str,
    summed: Sequence[str] = (),
) -> Worksheet:
    """Return a sheet that shows a frame under its header, with sums below."""
    widths = [each.width for each in shown]
    if not len(frame):
        return Worksheet(
            name, widths, iter([SheetRow([text_cell("None.", "word")])]), head(shown, zone)
        )
    sums = total(frame, shown, summed) if summed else None
    return Worksheet(name, widths, rows(frame, shown, zone), head(shown, zone), sums)
