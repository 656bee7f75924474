"""Sign-off: a gaming day with what is open of it, sealed by two people; and what waits for one."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, redirect, render_template, request

from feeaudit.core.dates import long_date
from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.identities import identity_recorded, proof_words
from feeaudit.register.inputs import inputs_of_day, pending_days, who_brought
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run
from feeaudit.register.sign_off import Signature, open_violations, sign_off
from feeaudit.register.signatories import checked_day
from feeaudit.register.two_person_proposals import (
    approve,
    decline,
    find_proposal,
    open_proposals,
    propose_sign_off,
)
from feeaudit.workbench.defence.browser_sessions import say, visit
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.given_numbers import number_given
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.page_rendering import address, room_name
from feeaudit.workbench.recording import decider, decision, reading, recording, today
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
from feeaudit.workbench.screens.reports_page import report_links
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    import sqlite3

    from werkzeug.wrappers import Response

page = Blueprint("sign_off", __name__)
Row = dict[str, Any]
_NIGHTS: Final = 60
# The open violations of a day that are listed; the queue has all.
_OPEN: Final = 100


@page.get("/sign-off")
@needs(VIEW)
def show() -> str:
    """Show the nights that wait for signatures, and what waits for a second person.

    ``day`` asks for the nights of one gaming day instead, signed or not.
    """
    given = request.args
    day = checked_day(given["day"], "the gaming day") if given.get("day") else ""
    with reading() as connection:
        rooms = visible_rooms(connection)
        room = room_asked(connection, given.get("cardroom", ""))
        waiting = [each for each in open_proposals(connection) if each["cardroom"] in rooms]
        nights = _nights(connection, room, day, signed=bool(given.get("signed")))
        return render_template(
            "workbench/sign_off.html",
            nights=nights,
            hands=sum(night["hands"] for night in nights),
            most=_NIGHTS,
            day=day,
            signed=bool(given.get("signed")),
            rooms=rooms,
            room=room,
            proposals=[_proposal(connection, each) for each in waiting],
        )


def _nights(connection: sqlite3.Connection, room: str, day: str, *, signed: bool) -> list[Row]:
    """Return the latest nights, those with signatures or those without, and what is open.

    Of one gaming day, both.
    """
    sql = f"""
        SELECT runs.*, sign_offs.prepared_by, sign_offs.reviewed_by, sign_offs.made_on AS signed_on,
          sign_offs.open AS open_then
        FROM runs LEFT JOIN sign_offs ON sign_offs.run = runs.number
        WHERE runs.current AND :room IN ('', runs.cardroom)
          AND {"runs.day = :day" if day else f"sign_offs.run IS {'NOT' if signed else ''} NULL"}
        ORDER BY runs.day DESC, runs.cardroom LIMIT :most
    """  # noqa: S608 - our own words
    values = {"room": room, "day": day, "most": _NIGHTS}
    rows = [dict(row) for row in connection.execute(sql, values)]
    sql = """
        SELECT coalesce(sum(findings), 0) FROM state_counts WHERE day = ? AND cardroom = ?
        AND verdict = 'violation' AND state = 'open' AND waived_until < ?
    """
    as_of = latest_day(connection)
    return [
        row | {"open": connection.execute(sql, (row["day"], row["cardroom"], as_of)).fetchone()[0]}
        for row in rows
    ]


def _proposal(connection: sqlite3.Connection, found: Row) -> Row:
    prepared = identity_recorded(connection, found["number"], "prepared_by", found["prepared_by"])
    mine = visit().user.identity
    return found | {
        "by": proof_words(prepared),
        "own": mine is not None and mine == prepared,
        "may": visit().user.may("approve", found["cardroom"]),
    }


@page.get("/sign-off/<cardroom>/<day>")
@needs(VIEW)
def day(cardroom: str, day: str) -> str:
    """Show a gaming day: what is open of it, who signed it, or the form to sign it."""
    demand(VIEW, [cardroom])
    with reading() as connection:
        run = current_run(connection, cardroom, day)
        if run is None:
            abort(404)
        still = open_violations(connection, cardroom, day)
        signed = connection.execute(
            "SELECT * FROM sign_offs WHERE cardroom = ? AND day = ? ORDER BY number",
            (cardroom, day),
        ).fetchall()
        proposals = [
            _proposal(connection, each)
            for each in open_proposals(connection)
            if (each["kind"], each["cardroom"], each["day"]) == ("sign-off", cardroom, day)
        ]
        return render_template(
            "workbench/sign_off_day.html",
            run=run,
            still=still[:_OPEN],
            count=len(still),
            signed=[_signed(connection, each) for each in signed],
            is_signed=any(each["run"] == run["number"] for each in signed),
            pending=(cardroom, day) in pending_days(connection),
            proposals=proposals,
            links=report_links(connection, run),
            logs=_logs(connection, cardroom, day),
            several=workplace().directory.several,
        )


def _logs(connection: sqlite3.Connection, cardroom: str, day: str) -> list[tuple[str, str]]:
    """Return the logs of a day by name, and who handed each over; blank for the site's inbox."""
    rows = inputs_of_day(connection, cardroom, day)
    people = [who_brought(connection, row["number"]) for row in rows]
    return [
        (str(row["name"]), proof_words(by) if by else "")
        for row, by in zip(rows, people, strict=True)
    ]


def _signed(connection: sqlite3.Connection, row: sqlite3.Row) -> Row:
    names = {
        role: proof_words(identity_recorded(connection, row["number"], role, row[role]))
        for role in ("prepared_by", "reviewed_by")
    }
    return dict(row) | names


@page.post("/sign-off/<cardroom>/<day>")
@needs("prepare")
def sign(cardroom: str, day: str) -> Response:
    """Prepare a day for the second signature or, for one person here, sign it with both names."""
    demand("prepare", [cardroom])
    by = decision(request.form.get("reason", ""))
    with recording() as (connection, at), transaction(connection):
        _refuse_another_run(connection, cardroom, day)
        if workplace().directory.several:
            propose_sign_off(connection, cardroom, day, by, at)
            told = f"{_named(cardroom, day)} is prepared; another person reviews and signs it."
        else:
            reviewer = request.form.get("reviewed_by", "")
            signature = Signature(by.by, reviewer, today(), by.reason)
            done = sign_off(connection, cardroom, day, signature, at)
            told = f"{_named(cardroom, day)} is signed; its seal is {done.seal[:16]}."
    say(told)
    return redirect(address("sign_off.day", cardroom=cardroom, day=day), code=303)


def _named(cardroom: str, day: str) -> str:
    return f"{room_name(cardroom)}, {long_date(date.fromisoformat(day))},"


def _refuse_another_run(connection: sqlite3.Connection, cardroom: str, day: str) -> None:
    """Refuse to sign a run that was not the one on the page: the day was audited again."""
    seen, run = request.form.get("run", ""), current_run(connection, cardroom, day)
    if seen and run is not None and seen != str(run["number"]):
        raise NotDone(
            409,
            f"{_named(cardroom, day)} was audited again since you looked.",
            "Nothing was recorded. Open the page again: it shows the new run.",
        )


@page.post("/proposals/<number>")
@needs("approve")
def answer(number: str) -> Response:
    """Approve what somebody else prepared, or decline it."""
    act, proposal = request.form.get("act", ""), number_given(number)
    if proposal is None:
        abort(404)
    with recording() as (connection, at):
        found = find_proposal(connection, proposal)
        demand("approve", [found["cardroom"]])
        if act == "approve":
            approve(connection, proposal, decider(), today(), at)
            told = "Approved: " + (
                "the day is signed." if found["kind"] == "sign-off" else "waived."
            )
        elif act == "decline":
            decline(connection, proposal, decision(request.form.get("reason", "")), at)
            told = "Declined."
        else:
            raise Unknown("approve or decline it")
    say(told)
    return redirect(address("sign_off.show"), code=303)
