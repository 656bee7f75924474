"""The reports of a run, as they were written: found in the register, never by a path."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort

from feeaudit.register.runs import current_run
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.recording import reading
from feeaudit.workbench.sandboxed_files import sandboxed
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from feeaudit.workbench.incident_view import Fields

page = Blueprint("reports", __name__)
_NAMES: Final = {"report.html": "page", "report.pdf": "PDF", "workpapers.xlsx": "workbook"}


@page.get("/reports/<cardroom>/<day>/<name>")
@needs(VIEW)
def show(cardroom: str, day: str, name: str) -> Response:
    """Answer with a report of the current run of a day, exactly as it was recorded."""
    demand(VIEW, [cardroom])
    with reading() as connection:
        run = current_run(connection, cardroom, day)
        if run is None or run["deleted"]:
            abort(404)
        recorded = connection.execute(
            "SELECT sha256 FROM run_files WHERE run = ? AND file = ?", (run["number"], name)
        ).fetchone()
    if recorded is None:
        abort(404)
    path = _place(run) / name
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise NotDone(404, f"{name} of {cardroom} {day} is missing from the store.") from None
    if hashlib.sha256(content).hexdigest() != recorded["sha256"]:
        raise NotDone(
            409,
            f"{name} of {cardroom} {day} is not the file that was recorded.",
            "It was changed. The page Verify says what else is not as it should be.",
        )
    return sandboxed(name, content)


def _place(run: Fields) -> Path:
    """Return the folder of a run's reports; of one audit's results, their own."""
    return workplace().results or the_store().report(run["cardroom"], run["day"], run["run"])


def report_links(connection: sqlite3.Connection, run: Fields) -> list[tuple[str, str]]:
    """Return the reports of a run that people open: what each is, and its file."""
    if run["deleted"]:
        return []
    files = {
        str(row[0])
        for row in connection.execute("SELECT file FROM run_files WHERE run = ?", (run["number"],))
    }
    return [(words, name) for name, words in _NAMES.items() if name in files]
