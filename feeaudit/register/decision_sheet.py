"""Decisions written into the workpapers: the sheet of findings read back, all rows or none."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown, nearest
from feeaudit.register.dispositions import OUTCOMES, Decision, Resolution, refusal, resolve_all
from feeaudit.register.matters import matter_of_finding
from feeaudit.register.queries import find_finding

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# Under which words of the header each part of a decision stands.
HEADERS: Final = {
    "finding": "Finding",
    "day": "Gaming day",
    "outcome": "Decision",
    "reason": "Reason for the decision",
    "by": "Decided by",
    "made_on": "Decided on",
}
_SHEETS: Final = "findings"


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A row of a sheet in which somebody wrote a decision, and where it stands.

    ``surplus`` is what stands beyond the last column: with a comma too many, nothing is in place.
    """

    place: str
    finding: str
    day: str
    outcome: str
    reason: str
    by: str
    made_on: str
    surplus: str = ""


def read_decisions(path: Path) -> list[DecisionRow]:
    """Return the rows of a workbook or CSV file that hold a decision."""
    found = []
    for name, rows in _sheets(path):
        header = [str(cell).strip().lower() for cell in (rows[0] if rows else ())]
        places = _places(name, header)
        for number, row in enumerate(rows[1:], 2):
            cells = {
                key: _text(row[place]) if place < len(row) else "" for key, place in places.items()
            }
            if any(cells.get(key) for key in ("outcome", "reason", "by", "made_on")):
                cells["surplus"] = ", ".join(filter(None, map(_text, row[len(header) :])))
                blank = dict.fromkeys(HEADERS, "")
                found.append(DecisionRow(f"{name}, row {number}", **blank | cells))
    return found


def _places(name: str, header: list[str]) -> dict[str, int]:
    """Return where each part of a decision stands; raise Unknown where that is not clear."""
    words = {key: word.lower() for key, word in HEADERS.items()}
    missing = [HEADERS[key] for key in ("finding", "outcome") if words[key] not in header]
    if missing:
        raise Unknown(
            f"{name} has no column {' and no column '.join(missing)}; give the sheet Findings"
            " of the workpapers"
        )
    twice = [HEADERS[key] for key, word in words.items() if header.count(word) > 1]
    if twice:
        raise Unknown(f"{name} has two columns {twice[0]}; leave the one that counts")
    return {key: header.index(word) for key, word in words.items() if word in header}


def _sheets(path: Path) -> Iterator[tuple[str, Sequence[Sequence[Any]]]]:
    if path.suffix.lower() == ".csv":
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                yield path.name, list(csv.reader(file))
        except (UnicodeDecodeError, csv.Error) as error:
            raise Unknown(f"{path} cannot be read as CSV in UTF-8: {error}") from None
        return
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - only workbooks

    try:
        book = CalamineWorkbook.from_path(str(path))
        names = [name for name in book.sheet_names if name.lower().startswith(_SHEETS)]
        tables = [(name, book.get_sheet_by_name(name).to_python()) for name in names]
    except (CalamineError, OSError) as error:
        raise Unknown(f"{path} cannot be read as a workbook: {error}") from None
    if not tables:
        raise Unknown(f"{path} has no sheet Findings; give the workpapers of an audit")
    for name, rows in tables:
        yield f"{path.name}, sheet {name}", rows


def _text(cell: Any) -> str:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def import_decisions(
    connection: sqlite3.Connection,
    rows: Sequence[DecisionRow],
    usual: Decision,
    again: bool,
    at: str,
) -> list[Resolution]:
    """Record the decisions of a sheet, or none of them where a row cannot be accepted.

    ``usual`` stands in for a name or a day that a row leaves blank. Raises Unknown with a line for
    every row that is not accepted.
    """
    found: list[Resolution] = []
    problems: list[str] = []
    seen: dict[int, str] = {}
    for row in rows:
        try:
            resolution = _resolution(connection, row, usual)
            if (number := resolution.matter.row["number"]) in seen:
                raise Unknown(f"the finding also has a decision in {seen[number]}")  # noqa: TRY301
            if why := refusal(connection, resolution, at, again=again):
                raise Unknown(why)  # noqa: TRY301
            seen[number] = row.place
            found.append(resolution)
        except Unknown as error:
            problems.append(f"{row.place}: {error}")
    if problems:
        raise Unknown("\n".join(["nothing was recorded; correct these rows:", *problems]))
    if not found:
        raise Unknown("no row holds a decision; fill in the column Decision of the findings")
    resolve_all(connection, found, at, again=again)
    return found


def _resolution(connection: sqlite3.Connection, row: DecisionRow, usual: Decision) -> Resolution:
    if row.surplus:
        raise Unknown(
            f"{row.surplus!r} stands beyond the last column; put text that has a comma in quotes"
        )
    outcome = row.outcome.lower().replace(" ", "-")
    if outcome not in OUTCOMES:
        expected = f"expected {', '.join(OUTCOMES)}"
        raise Unknown(f"{row.outcome!r} is not a decision{nearest(outcome, OUTCOMES)}; {expected}")
    finding = find_finding(connection, row.finding, row.day)
    decision = Decision(row.by or usual.by, row.reason, row.made_on or usual.made_on)
    return Resolution(matter_of_finding(finding), outcome, decision)
