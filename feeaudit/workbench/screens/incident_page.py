"""One incident: its cause in a sentence, its findings in time, each with its hand; decide here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, render_template, request

from feeaudit.register.chronicle import chronicle
from feeaudit.register.dispositions import OUTCOMES
from feeaudit.register.identities import proof_words
from feeaudit.register.matters import matter_of_incident, standing
from feeaudit.register.queries import latest_day
from feeaudit.register.queue import state_of
from feeaudit.register.remarks import assigned_to
from feeaudit.register.store_voice import store_voice
from feeaudit.report.incident_words import STAKES
from feeaudit.workbench.chosen_matters import token_of
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.evidence.finding_evidence import finding_evidence
from feeaudit.workbench.evidence.time_strip import time_strip
from feeaudit.workbench.given_numbers import number_given
from feeaudit.workbench.incident_view import row_words, zone_of_run
from feeaudit.workbench.recording import reading
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store

if TYPE_CHECKING:
    import sqlite3

page = Blueprint("incident", __name__)
# Nobody reads more at once; the next ones are a link away.
FINDINGS: Final = 50
# More marks than these are no strip any more.
_MARKS: Final = 5_000
_LISTS: Final = ("tables", "games", "players", "checks", "members")


@page.get("/incidents/<cardroom>/<day>/<name>")
@needs(VIEW)
def show(cardroom: str, day: str, name: str) -> str:
    """Show an incident."""
    demand(VIEW, [cardroom])
    with reading() as connection:
        row = _incident(connection, cardroom, day, name)
        matter = matter_of_incident(connection, row)
        zone, as_of = zone_of_run(connection, row["run"]), latest_day(connection)
        begin = _place(request.args.get("from", ""))
        findings = matter.findings[begin : begin + FINDINGS]
        told = dict(row) | {each: json.loads(row[each]) for each in _LISTS}
        return render_template(
            "workbench/incident.html",
            incident=told | {"state": state_of(row, as_of)},
            words=row_words(told, zone, store_voice(the_store(), connection)),
            stake=STAKES[row["stake"]],
            standing=standing(connection, matter),
            person=assigned_to(connection, matter),
            token=token_of(connection, "i", row),
            strip=time_strip(matter.findings[:_MARKS], zone),
            findings=[_finding(connection, each, as_of) for each in findings],
            count=len(matter.findings),
            begin=begin,
            following=begin + FINDINGS if begin + FINDINGS < len(matter.findings) else 0,
            before=max(begin - FINDINGS, 0),
            past=[
                (each, proof_words(each.by) if each.by else "")
                for each in chronicle(connection, matter)
            ],
            outcomes=OUTCOMES,
            zone=zone,
        )


@page.get("/findings/<cardroom>/<day>/<name>")
@needs(VIEW)
def finding(cardroom: str, day: str, name: str) -> str:
    """Show one finding; ``part=1`` only what stands behind it, for the page of the incident."""
    demand(VIEW, [cardroom])
    with reading() as connection:
        sql = "SELECT * FROM findings WHERE id = ? AND cardroom = ? AND day = ?"
        row = connection.execute(sql, (name, cardroom, day)).fetchone()
        if row is None:
            abort(404)
        zone = zone_of_run(connection, row["last_run"])
        evidence = finding_evidence(connection, row, zone)
        if request.args.get("part"):
            return render_template("workbench/evidence.html", evidence=evidence, row=row, zone=zone)
        incident = connection.execute(
            "SELECT * FROM incidents WHERE number = ?", (row["incident"],)
        ).fetchone()
        return render_template(
            "workbench/finding.html",
            finding=_finding(connection, row, latest_day(connection)),
            incident=incident,
            evidence=evidence,
            row=row,
            zone=zone,
        )


def _incident(connection: sqlite3.Connection, cardroom: str, day: str, name: str) -> sqlite3.Row:
    """Return the incident of that id as the latest run that had it says."""
    sql = """
        SELECT * FROM incidents WHERE id = ? AND cardroom = ? AND day = ? ORDER BY run DESC LIMIT 1
    """
    row: sqlite3.Row | None = connection.execute(sql, (name, cardroom, day)).fetchone()
    if row is None:
        abort(404)
    return row


def _place(text: str) -> int:
    return number_given(text) or 0


def _finding(connection: sqlite3.Connection, row: sqlite3.Row, as_of: str) -> dict[str, Any]:
    state = row["state"]
    if state == "open" and row["waived_until"] and row["waived_until"] >= as_of:
        state = "waived"
    return dict(row) | {"state": state, "token": token_of(connection, "f", row)}
