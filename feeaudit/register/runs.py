"""Recording runs: what was audited, of which inputs, what was found, and what that changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.register.database import transaction
from feeaudit.register.finding_rows import (
    changes_between,
    findings_digest,
    row_digest,
    rows_of,
    store_rows,
    substance_of_run,
)
from feeaudit.register.history import append
from feeaudit.register.incident_rows import incident_rows, incidents_digest, store_incidents
from feeaudit.register.standings import refresh_states

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


_PAGES = ("report.html", "findings.json")


@dataclass(frozen=True, slots=True)
class Audited:
    """A finished audit of one gaming day at one cardroom, ready to be recorded.

    ``files`` are the digests of its reports, ``inputs`` how many hands came from which input,
    ``waivers`` those that were applied, ``made_on`` the day it was made on. ``book_file`` and
    ``configuration_file`` are what it rests on, by their digests in the archive.
    """

    cardroom: str
    day: str
    run: int
    made_on: str
    result: AuditResult
    basis: Basis
    files: dict[str, str]
    inputs: dict[int, int]
    book_file: str = ""
    configuration_file: str = ""
    waivers: tuple[str, ...] = ()


def next_run(connection: sqlite3.Connection, cardroom: str, day: str) -> int:
    """Return the number that the next run of a day will have."""
    row = connection.execute(
        "SELECT coalesce(max(run), 0) + 1 FROM runs WHERE cardroom = ? AND day = ?",
        (cardroom, day),
    ).fetchone()
    return int(row[0])


def current_run(connection: sqlite3.Connection, cardroom: str, day: str) -> sqlite3.Row | None:
    """Return the run that speaks for a day."""
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM runs WHERE cardroom = ? AND day = ? AND current", (cardroom, day)
    ).fetchone()
    return row


def rooms_of_day(connection: sqlite3.Connection, day: str) -> list[str]:
    """Return the cardrooms that have an audit of a day."""
    sql = "SELECT cardroom FROM runs WHERE day = ? AND current ORDER BY cardroom"
    return [str(row["cardroom"]) for row in connection.execute(sql, (day,))]


def audited_rooms(connection: sqlite3.Connection) -> list[str]:
    """Return the cardrooms that have an audit of any day."""
    sql = "SELECT DISTINCT cardroom FROM runs ORDER BY cardroom"
    return [str(row["cardroom"]) for row in connection.execute(sql)]


def page_of(connection: sqlite3.Connection, run: int) -> str:
    """Return the file of a run's reports that a person opens first; blank where there is none."""
    sql = "SELECT file FROM run_files WHERE run = ?"
    files = {row["file"] for row in connection.execute(sql, (run,))}
    return next((name for name in _PAGES if name in files), "")


def is_same(
    connection: sqlite3.Connection, scope: tuple[str, str], files: dict[str, str], inputs: set[int]
) -> bool:
    """Tell whether a day's current run has these very files and inputs."""
    run = current_run(connection, *scope)
    if run is None:
        return False
    made = connection.execute("SELECT file, sha256 FROM run_files WHERE run = ?", (run["number"],))
    seen = connection.execute("SELECT input FROM run_inputs WHERE run = ?", (run["number"],))
    return {row[0]: row[1] for row in made} == files and {row[0] for row in seen} == inputs


def is_sealed(connection: sqlite3.Connection, cardroom: str, day: str) -> bool:
    """Tell whether a day has been signed off."""
    sql = "SELECT 1 FROM sign_offs WHERE cardroom = ? AND day = ?"
    return connection.execute(sql, (cardroom, day)).fetchone() is not None


def record_run(connection: sqlite3.Connection, audited: Audited, at: str) -> int:
    """Record a run with its findings; return its number in the history."""
    rows = rows_of(audited.result.findings)
    digests = {str(row[0]): row_digest(row) for row in rows}
    incidents = incident_rows(audited.result.incidents, rows)
    with transaction(connection):
        before = current_run(connection, audited.cardroom, audited.day)
        changes = (
            changes_between(substance_of_run(connection, before["number"]), rows) if before else []
        )
        entry = _entry(audited) | {
            "supersedes": before["number"] if before else None,
            "addendum": int(is_sealed(connection, audited.cardroom, audited.day)),
            "findings": len(rows),
            "findings_digest": findings_digest(digests),
            "incidents_digest": incidents_digest(incidents),
            "changes": changes,
        }
        number = append(connection, "run", at, entry)
        scope = (audited.cardroom, audited.day)
        store_rows(connection, scope, number, rows, digests)
        store_incidents(connection, scope, number, incidents)
        refresh_states(connection, *scope)
    return number


def _entry(audited: Audited) -> dict[str, Any]:
    result, basis = audited.result, audited.basis
    return {
        "cardroom": audited.cardroom,
        "day": audited.day,
        "run": audited.run,
        "made_on": audited.made_on,
        "digest": basis.digest,
        "book": basis.book,
        "configuration": basis.configuration,
        "book_file": audited.book_file,
        "configuration_file": audited.configuration_file,
        "program": basis.program,
        "hands": result.hands,
        "tables": result.tables,
        "violations": result.violations,
        "reviews": result.reviews,
        "waived": result.waived,
        "over": result.over,
        "under": result.under,
        "exit_code": result.exit_code,
        "notices": list(result.notices),
        "waivers": list(audited.waivers),
        "files": audited.files,
        "inputs": [{"input": number, "hands": hands} for number, hands in audited.inputs.items()],
        "checks": [
            {"check": each.check, "tested": each.tested, "untested": sum(each.untested.values())}
            for each in result.coverage
        ],
    }
