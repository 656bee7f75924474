"""Everything at hand about one finding: why, the hand, the ladder, the printed lines, the video."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.book.vocabulary import MOMENTS
from feeaudit.core.problem import Unknown
from feeaudit.report.plain_values import local
from feeaudit.report.voice import Voice
from feeaudit.workbench.evidence.day_evidence import day_evidence
from feeaudit.workbench.evidence.document_lines import printed_lines
from feeaudit.workbench.evidence.hand_drawing import hand_drawing
from feeaudit.workbench.evidence.ladder_drawing import LadderPlace, ladders_of
from feeaudit.workbench.evidence.report_findings import report_findings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from markupsafe import Markup

    from feeaudit.rules.in_force import Context
    from feeaudit.workbench.evidence.day_evidence import HandRecords
    from feeaudit.workbench.evidence.document_lines import PrintedLine
    from feeaudit.workbench.evidence.ladder_drawing import DrawnLadder

_NUMBER: Final = re.compile(r"\d+")
# As the pull list of the reports has it: two minutes before, and three after the last hand.
_BEFORE: Final = timedelta(minutes=2)
_AFTER: Final = timedelta(minutes=3)
_RECORDS: Final = ("wagers", "collections", "offers")


class LogRow(NamedTuple):
    """A row of the log in a few words: where it stands, and what it says."""

    table: str
    file: str
    place: str
    row: int
    seat: str
    who: str
    what: str
    amount: int | None


def _log_row(table: str, row: dict[str, Any]) -> LogRow:
    sheet = f", sheet {row['sheet']}" if row["sheet"] else ""
    bank = table == "hands"
    return LogRow(
        table=table,
        file=row["file"],
        place=f"{row['file']}{sheet}, row {row['row']}",
        row=row["row"],
        seat=str(row.get("player_dealer_seat" if bank else "seat") or ""),
        who=str(row.get("player_dealer" if bank else "player") or ""),
        what=", ".join(filter(None, _WORDS[table](row))),
        amount=row.get("amount"),
    )


def _stated(row: dict[str, Any], name: str, words: str = "{}") -> str:
    return words.format(row[name]) if row.get(name) else ""


_WORDS: Final[dict[str, Callable[[dict[str, Any]], Iterable[str]]]] = {
    "hands": lambda row: (
        str(row["game"]),
        _stated(row, "option", "option {}"),
        _stated(row, "dealer", "dealt by {}"),
    ),
    "wagers": lambda row: (str(row["wager"]), _stated(row, "returned", "part of it returned")),
    "collections": lambda row: (
        f"{row['payer']} {row['fee']}".replace("_", " "),
        MOMENTS.get(str(row.get("moment")), ""),
        _stated(row, "waived", "waived: {}"),
    ),
    "offers": lambda row: (f"offer {row['sequence']}: {row['response']}",),
}


@dataclass(slots=True)
class FindingEvidence:
    """What is shown of a finding beyond its row; what is not at hand is blank, and ``why_not``."""

    why: list[dict[str, str]] = field(default_factory=list)
    picture: Markup | None = None
    records: HandRecords | None = None
    ladders: list[DrawnLadder] = field(default_factory=list)
    lines: list[PrintedLine] = field(default_factory=list)
    video: str = ""
    why_not: str = ""

    @property
    def log_rows(self) -> list[LogRow]:
        """The rows of the log that say what happened."""
        if self.records is None:
            return []
        rows = [_log_row("hands", self.records.hand)]
        return rows + [
            _log_row(name, row) for name in _RECORDS for row in getattr(self.records, name)
        ]


def finding_evidence(
    connection: sqlite3.Connection, finding: sqlite3.Row, zone: str
) -> FindingEvidence:
    """Return everything at hand about a finding."""
    report = report_findings(connection, finding["last_run"]).get(finding["id"], {})
    found = FindingEvidence(
        why=report.get("why") or [],
        lines=printed_lines(finding["document"], finding["lines"]),
        video=video_window(finding, zone),
    )
    if not finding["hand_id"]:
        found.why_not = "This finding is not about a single hand."
        return found
    try:
        day = day_evidence(connection, finding["cardroom"], finding["day"])
    except Unknown as why:
        found.why_not = f"The log is not available: {why}."
        return found
    records = day.hand(finding["hand_id"], finding["table"])
    if records is None:
        found.why_not = "The log has no such hand."
        return found
    found.records = records
    context = day.context(finding["hand_id"])
    game = context.game.name if context is not None and context.game is not None else ""
    found.picture = hand_drawing(records, finding["seat"], finding["payer"], game)
    found.ladders = _ladders(context, records, finding)
    return found


def _ladders(
    context: Context | None, records: HandRecords, finding: sqlite3.Row
) -> list[DrawnLadder]:
    if context is None or not finding["payer"] or finding["owed"] < 0:
        return []
    cited = LadderPlace(
        None,
        frozenset(int(each) for each in _NUMBER.findall(finding["lines"])),
        frozenset({finding["owed"], finding["owed_most"]}),
    )
    payer, fee = finding["payer"], finding["component"]
    return list(ladders_of(context, payer, fee, cited, records, finding["seat"]))


def video_window(finding: sqlite3.Row, zone: str) -> str:
    """Return from when to when the video of a finding is to be pulled, in words; blank without."""
    if finding["at"] <= 0:
        return ""
    voice = Voice(zone)
    first, last = finding["at"], max(finding["at"], finding["until"])
    start = local(first, zone) - _BEFORE
    end = local(last, zone) + _AFTER
    seat = f", seat {finding['seat']}" if finding["seat"] else ""
    return (
        f"Table {finding['table']}{seat}: {voice.span(start, end)}"
        f" (the hand began at {voice.clock(first)})"
    )
