"""workpapers.xlsx: the auditor's workpapers, a sheet a question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.audit import tallies
from feeaudit.report.workpapers import columns
from feeaudit.report.workpapers.links import log_links
from feeaudit.report.workpapers.notes import manifest, notes_sheet
from feeaudit.report.workpapers.rows import head, linked_rows, offsets, rows, total
from feeaudit.report.workpapers.summary import TITLE, summary_sheet
from feeaudit.report.xlsx.book import workbook
from feeaudit.report.xlsx.cells import text_cell
from feeaudit.report.xlsx.sheet import MOST_ROWS, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.workpapers.columns import Column

CONTENTS: Final = {
    "Findings": "Every finding, to be filtered and sorted, with its row of the log.",
    "Coverage": "What each check tested, what it could not test, and why.",
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
        _table("Manifest", manifest(result, basis), columns.MANIFEST, basis.zone),
    ]
    day = basis.audited_on
    return workbook(sheets, TITLE, basis.program, day.isoformat() if day else "")


def _tables(result: AuditResult, zone: str) -> Iterator[Sheet]:
    yield _findings(result, zone)
    yield _table("Coverage", tallies.by_check(result), columns.COVERAGE, zone, _SUMS)
    owed_back, owed_still = tallies.restitution(result), tallies.under_collection(result)
    yield _table("Restitution", owed_back, columns.RESTITUTION, zone, _SUMS)
    yield _table("Under-collection", owed_still, columns.UNDER_COLLECTION, zone, _SUMS)
    yield _table("Drop match", result.facts.drops, columns.DROPS, zone)
    yield _table("Rotation", tallies.rotation(result), columns.ROTATION, zone, _SUMS)
    yield _table("Video pull list", tallies.pull_list(result), columns.PULL_LIST, zone)
    yield _table("Tables", tallies.by_table(result), columns.TABLES, zone, _SUMS)
    yield _table("Games", tallies.by_game(result), columns.GAMES, zone, _SUMS)
    yield _table("Schedules cited", result.facts.schedules, columns.SCHEDULES, zone)


_SUMS: Final = (
    *("findings", "hands", "runs", "violations", "waived", "reviews"),
    *("over", "under", "owed", "owed_most", "taken"),
)


def _findings(result: AuditResult, zone: str) -> Sheet:
    found = result.findings
    places = zip(found["file"].tolist(), found["row"].tolist(), strict=True)
    # Counts of boxes and a bank's money are no fees; their own sentence tells the amounts.
    fees = found["check"].str.startswith("FEE-")
    shown = found.assign(
        **{name: found[name].where(fees, -1) for name in ("owed", "owed_most", "taken")},
        offset=offsets(found["at"].to_numpy(), zone),
        log_row=[f"{file} row {row}" if file and row >= 0 else file for file, row in places],
    )
    sheet = _table("Findings", shown, columns.FINDINGS, zone)
    listed = linked_rows(shown, columns.FINDINGS, zone, "log_row", log_links)
    return replace(
        sheet,
        rows=listed if len(shown) else sheet.rows,
        frozen=3,
        printed=len(columns.PRINTED),
        colour="FFA61B1B",
    )


def _table(
    name: str,
    frame: pd.DataFrame,
    shown: Sequence[Column],
    zone: str,
    summed: Sequence[str] = (),
) -> Sheet:
    """Return a sheet that shows a frame under its header, with sums below."""
    widths = [each.width for each in shown]
    if not len(frame):
        return Sheet(name, widths, iter([Row([text_cell("None.", "word")])]), head(shown, zone))
    sums = total(frame, shown, summed) if summed else None
    return Sheet(name, widths, rows(frame, shown, zone), head(shown, zone), sums)
