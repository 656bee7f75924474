"""workpapers.xlsx: the auditor's workpapers, a sheet a question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit import tallies
from feeaudit.audit.columns import plain_words
from feeaudit.audit.incidents import CAUSES
from feeaudit.report.incident_words import STAKES, SURE
from feeaudit.report.workpapers import sheet_columns
from feeaudit.report.workpapers.notes_sheet import manifest, notes_sheet
from feeaudit.report.workpapers.sheet_rows import head, named, offsets, rows, total
from feeaudit.report.workpapers.source_links import log_links
from feeaudit.report.workpapers.summary_sheet import TITLE, summary_sheet
from feeaudit.report.xlsx.cell_xml import text_cell
from feeaudit.report.xlsx.sheet import MOST_ROWS, SheetRow, Worksheet
from feeaudit.report.xlsx.workbook import workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.printed_lines import PrintedLines
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice
    from feeaudit.report.workpapers.sheet_columns import SheetColumn

CONTENTS: Final = {
    "Incidents": "Findings by likely cause, most serious first, with the next step.",
    "Findings": "Every finding, to be filtered and sorted, with its row of the log.",
    "Coverage": "What each check tested, what it could not test, and why.",
    "Rules": "Every rule on record for the games played: tested, not tested and why, or a note.",
    "Restitution": "Amounts over-collected, by player. Violations only, never netted.",
    "Under-collection": "Amounts under-collected, by player. Violations only, never netted.",
    "Where fees were short": "Under-collection by table, shift, dealer where logged and tier edge.",
    "Drop match": "Every count of a drop box beside the fees owed and logged.",
    "Rotation": "How the player-dealer position moved, by table and gaming day.",
    "Video pull list": "Which video to pull: table, seat and time, oldest first.",
    "Tables": "Hands, findings and fees of each table.",
    "Games": "Hands, findings and fees of each game and option.",
    "Schedules cited": "The approved schedules and editions the hands were tested against.",
    "Notices and method": "Assumptions behind the figures, and what they do not show.",
    "Manifest": "What the audit was based on, with digests.",
}


def rendered(result: AuditResult, basis: Basis, most_rows: int = MOST_ROWS) -> bytes:
    """Return the workpapers; the same result gives the same bytes."""
    sheets = [
        summary_sheet(result, basis, CONTENTS),
        *(replace(each, most_rows=most_rows) for each in _tables(result, basis)),
        notes_sheet(result),
        _table("Manifest", manifest(result, basis), sheet_columns.MANIFEST, basis.voice),
    ]
    day = basis.audited_on
    made_on = day.isoformat() if day else ""
    return workbook(sheets, TITLE, basis.program, made_on, basis.voice.dates)


def _tables(result: AuditResult, basis: Basis) -> Iterator[Worksheet]:
    voice = basis.voice
    yield _table("Incidents", _incidents(result), sheet_columns.INCIDENTS, voice, _SUMS)
    yield _findings(result, basis)
    yield _table("Coverage", tallies.by_check(result), sheet_columns.COVERAGE, voice, _SUMS)
    yield _table("Rules", result.rules, sheet_columns.RULES, voice)
    owed_back, owed_still = tallies.restitution(result), tallies.under_collection(result)
    yield _table("Restitution", owed_back, sheet_columns.RESTITUTION, voice, _SUMS)
    yield _table("Under-collection", owed_still, sheet_columns.UNDER_COLLECTION, voice, _SUMS)
    short = _short(result, basis)
    yield _table("Where fees were short", short, sheet_columns.SHORT, voice)
    yield _table("Drop match", result.facts.drops, sheet_columns.DROPS, voice)
    yield _table("Rotation", tallies.rotation(result), sheet_columns.ROTATION, voice, _SUMS)
    yield _table("Video pull list", tallies.pull_list(result), sheet_columns.PULL_LIST, voice)
    yield _table("Tables", tallies.by_table(result), sheet_columns.TABLES, voice, _SUMS)
    yield _table("Games", tallies.by_game(result), sheet_columns.GAMES, voice, _SUMS)
    yield _table("Schedules cited", result.facts.schedules, sheet_columns.SCHEDULES, voice)


_SUMS: Final = (
    *("findings", "hands", "runs", "violations", "waived", "reviews"),
    *("over", "under", "owed", "owed_most", "taken"),
)


def _short(result: AuditResult, basis: Basis) -> pd.DataFrame:
    """Return under-collection by table, shift, dealer and tier edge, one list below the other."""
    frames = (
        ("table", "table", tallies.short_by_table(result)),
        ("shift", "shift", _shifts(result, basis)),
        ("dealer", "dealer", tallies.short_by_dealer(result)),
        ("tier edge", "edge", _edges(result, basis.voice)),
    )
    columns = ["by", "cardroom", "name", "findings", "under"]
    lists = [
        frame.assign(by=by, name=frame[name].astype(object).where(frame[name] != "", "not logged"))
        for by, name, frame in frames
    ]
    return pd.concat([each[columns] for each in lists], ignore_index=True)


def _shifts(result: AuditResult, basis: Basis) -> pd.DataFrame:
    frame = tallies.short_by_shift(result, basis.zone, basis.gaming_day_starts)
    names = [
        f"{basis.voice.hour(each)} to {basis.voice.hour((each + tallies.SHIFT) % 24)}"
        if each >= 0
        else ""
        for each in frame["shift"].tolist()
    ]
    return frame.assign(shift=pd.Series(names, index=frame.index, dtype=object))


def _edges(result: AuditResult, voice: Voice) -> pd.DataFrame:
    frame = tallies.short_by_edge(result)
    names = [
        f"{voice.game(row['cardroom'], row['game'])}, option {row['option']}: {row['charged']}"
        f" charged, {row['tier']} owed"
        for row in frame.to_dict("records")
    ]
    return frame.assign(edge=pd.Series(names, index=frame.index, dtype=object))


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


def _quoted(found: pd.DataFrame, printed: PrintedLines) -> pd.DataFrame:
    """Return findings whose why ends with the printed lines they cite, where these are at hand."""
    if not printed.texts:
        return found
    citations = zip(found["why"], found["document"], found["lines"], strict=True)
    why = pd.Series(
        [
            (*told, *((f"Line {number}", words) for number, words in printed.cited(*cited)))
            for told, *cited in citations
        ],
        index=found.index,
        dtype=object,
    )
    return found.assign(why=why)


def _findings(result: AuditResult, basis: Basis) -> Worksheet:
    voice, columns = basis.voice, sheet_columns.FINDINGS
    found = _quoted(result.findings, basis.printed)
    places = zip(found["file"].tolist(), found["row"].tolist(), strict=True)
    # Counts of boxes and a bank's money are no fees; their own sentence tells the amounts.
    fees = found["check"].str.startswith("FEE-")
    blank = np.full(len(found), "", dtype=object)
    shown = named(found, voice).assign(
        **{name: found[name].where(fees, -1) for name in ("owed", "owed_most", "taken")},
        offset=plain_words(offsets(found["at"].to_numpy(), voice.zone)),
        log_row=plain_words(
            [f"{file} row {row}" if file and row >= 0 else file for file, row in places]
        ),
        **dict.fromkeys(
            ("decision", "decision_reason", "decided_by", "decided_on"), plain_words(blank)
        ),
    )
    sheet = _table("Findings", found.iloc[:0], columns, voice)
    listed = rows(shown, columns, voice.zone, "log_row", log_links(found))
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
    voice: Voice,
    summed: Sequence[str] = (),
) -> Worksheet:
    """Return a sheet that shows a frame under its header, with sums below."""
    widths = [each.width for each in shown]
    if not len(frame):
        return Worksheet(
            name, widths, iter([SheetRow([text_cell("None.", "word")])]), head(shown, voice.zone)
        )
    sums = total(frame, shown, summed) if summed else None
    listed = rows(named(frame, voice), shown, voice.zone)
    return Worksheet(name, widths, listed, head(shown, voice.zone), sums)
