"""Deciding: one form for the queue and the incident page, recorded by the register's functions.

All that was ticked is decided, or nothing of it. Whoever saw something that somebody else has
changed since is told so, and nothing of theirs is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, redirect, request

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.dispositions import OUTCOMES, Resolution, reopen_all, resolve_all
from feeaudit.register.matters import Conflict
from feeaudit.register.remarks import assign, comment
from feeaudit.register.two_person_proposals import WaiverTerms, propose_waiver
from feeaudit.register.waivers import Terms, waive_all
from feeaudit.report.phrases import counted
from feeaudit.workbench.chosen_matters import Ticked, chosen
from feeaudit.workbench.defence.browser_sessions import say
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.recording import decision, recording
from feeaudit.workbench.screens.entrance_page import way_back
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    import sqlite3

    from werkzeug.wrappers import Response

page = Blueprint("decide", __name__)


def _field(name: str) -> str:
    return request.form.get(name, "").strip()


@page.post("/decide")
@needs("comment")
def decide() -> Response:
    """Record what the form decides about all that was ticked.

    To comment is the least that the form does; what it asks for is demanded for its cardrooms.
    """
    act = _field("act")
    found = _ACTS.get(act) or (("decide", _resolved) if act in OUTCOMES else None)
    if found is None:
        raise Unknown("choose what to do with the selected items")
    action, record = found
    with recording() as (connection, at):
        matters = chosen(connection)
        demand(action, sorted({each.matter.scope[0] for each in matters}))
        try:
            with transaction(connection):
                told = record(connection, matters, at)
        except Conflict as why:
            raise NotDone(
                409,
                f"Someone else decided first. {str(why)[:1].upper()}{str(why)[1:]}.",
                "Open the page again: it shows what was decided in the meantime.",
            ) from None
    say(told)
    return redirect(way_back(_field("back")), code=303)


def _resolved(connection: sqlite3.Connection, matters: list[Ticked], at: str) -> str:
    outcome, by = _field("act"), decision(_field("reason"))
    again = bool(request.form.get("again"))
    resolutions = [Resolution(each.matter, outcome, by, seen=each.seen) for each in matters]
    resolve_all(connection, resolutions, at, again=again)
    return f"{_counted(matters)} decided: {outcome.replace('-', ' ')}."


def _waived(connection: sqlite3.Connection, matters: list[Ticked], at: str) -> str:
    """Waive at once with a second person's typed name, or ask another person for it."""
    until, authority, by = _field("until"), _field("authority"), decision(_field("reason"))
    if workplace().directory.several:
        terms = WaiverTerms(until, authority)
        for each in matters:
            propose_waiver(connection, each.matter, terms, by, at, each.seen)
        return f"{_counted(matters)}: a waiver until {until} is prepared; another person approves."
    whole = Terms(until, by.reason, authority, by.by, _field("approved_by"), by.made_on)
    waive_all(connection, [(each.matter, each.seen) for each in matters], whole, at)
    return f"{_counted(matters)} waived until {until}."


def _assigned(connection: sqlite3.Connection, matters: list[Ticked], at: str) -> str:
    to = _field("to")
    assign(connection, [each.matter for each in matters], to, decision(_field("reason")), at)
    return f"{_counted(matters)} assigned to {to or 'nobody'}."


def _commented(connection: sqlite3.Connection, matters: list[Ticked], at: str) -> str:
    for each in matters:
        comment(connection, each.matter, decision(_field("reason")), at)
    return f"The comment on {_counted(matters)} is recorded."


def _reopened(connection: sqlite3.Connection, matters: list[Ticked], at: str) -> str:
    seen = [(each.matter, each.seen) for each in matters]
    count = reopen_all(connection, seen, decision(_field("reason")), at)
    return f"{counted(count, 'finding')} open again."


def _counted(matters: list[Ticked]) -> str:
    incidents = sum(bool(each.matter.incident) for each in matters)
    findings = len(matters) - incidents
    parts = [counted(incidents, "incident")] if incidents else []
    return " and ".join(parts + ([counted(findings, "finding")] if findings else []))


_ACTS: Final = {
    "waive": ("prepare", _waived),
    "assign": ("assign", _assigned),
    "comment": ("comment", _commented),
    "reopen": ("decide", _reopened),
}
