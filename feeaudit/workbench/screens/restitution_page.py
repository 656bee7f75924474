"""The restitution ledger: owed, paid, by whom, against which receipt; by player and day; export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, render_template, request

from feeaudit.core.money import decimal, dollars
from feeaudit.core.problem import Unknown
from feeaudit.register.plain_rows import as_csv
from feeaudit.register.queries import NONE
from feeaudit.register.restitution import (
    STATES,
    LedgerQuestion,
    Payment,
    correct_payment,
    ledger,
    pay,
    payments,
    totals,
)
from feeaudit.report.phrases import counted
from feeaudit.report.plain_values import moment
from feeaudit.workbench.defence.browser_sessions import say
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.given_numbers import number_given
from feeaudit.workbench.incident_view import zone_of_run
from feeaudit.workbench.recording import decider, decision, reading, recording, today
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
from feeaudit.workbench.screens.entrance_page import way_back
from feeaudit.workbench.staff.user import VIEW

if TYPE_CHECKING:
    import sqlite3

    from werkzeug.wrappers import Response as BaseResponse

page = Blueprint("restitution", __name__)
Row = dict[str, Any]
_ON_A_PAGE: Final = 50
_TOTALS: Final = 30
_PAYMENTS: Final = 30
_MONEY: Final = ("found", "excused", "paid", "due")
_GROUPS: Final = {"player": "player", "day": "gaming day", "cardroom": "cardroom"}


@page.get("/restitution")
@needs(VIEW)
def show() -> str:
    """Show the ledger."""
    with reading() as connection:
        question = _question(connection)
        by = request.args.get("by", "")
        by = by if by in _GROUPS else "player"
        rows = ledger(connection, question, _ON_A_PAGE + 1, _after(request.args.get("after", "")))
        shown = rows[:_ON_A_PAGE]
        return render_template(
            "workbench/restitution.html",
            question=question,
            by=by,
            groups=_GROUPS,
            states=STATES,
            rooms=visible_rooms(connection),
            rows=shown,
            after=f"{shown[-1]['day']}~{shown[-1]['number']}" if len(rows) > _ON_A_PAGE else "",
            sums=_sum(totals(connection, question, "cardroom")),
            totals=[
                row | {"filters": _filters_of(row, question)}
                for row in totals(connection, question, by, _TOTALS)
            ],
            most=_TOTALS,
            payments=_paid(connection, question),
            today=today(),
            filters={
                name: getattr(question, name) for name in ("cardroom", "start", "end", "player")
            }
            | {"state": "" if question.state == "due" else question.state},
        )


def _question(connection: sqlite3.Connection) -> LedgerQuestion:
    asked = request.args
    return LedgerQuestion(
        cardroom=room_asked(connection, asked.get("cardroom", "")),
        start=asked.get("start", ""),
        end=asked.get("end", ""),
        player=asked.get("player", "").strip(),
        state=asked.get("state", "") or "due",
    )


def _after(text: str) -> tuple[str, int] | None:
    day, _, number = text.partition("~")
    place = number_given(number)
    return (day, place) if day and place is not None else None


def _sum(rows: list[Row]) -> Row:
    return {name: sum(row[name] for row in rows) for name in (*_MONEY, "findings")}


def _filters_of(row: Row, question: LedgerQuestion) -> dict[str, str]:
    """Return the filters that lead to what a total is of."""
    day = str(row.get("day", ""))
    return {
        "cardroom": row["cardroom"],
        "player": (str(row["player"]) or NONE) if "player" in row else question.player,
        "start": day or question.start,
        "end": day or question.end,
    }


def _paid(connection: sqlite3.Connection, question: LedgerQuestion) -> list[Row]:
    """Return the last payments, each once, with what it was for."""
    found: dict[int, Row] = {}
    for row in payments(connection, question=question):
        each = found.setdefault(row["number"], dict(row) | {"amount": 0, "findings": 0})
        each["amount"] += row["amount"]
        each["findings"] += 1
        if len(found) > _PAYMENTS:
            found.pop(row["number"])
            break
    return list(found.values())


@page.post("/restitution/pay")
@needs("pay")
def record_payment() -> BaseResponse:
    """Record money that was given back for the findings that were ticked."""
    form = request.form
    asked = dict(map(_ticked, form.getlist("finding")))
    if not asked:
        raise Unknown("nothing is selected; select the findings that the payment is for")
    who = decider()
    with recording() as (connection, at):
        parts = [(_finding(connection, number), due) for number, due in asked.items()]
        rows = [row for row, _ in parts]
        demand("pay", sorted({row["cardroom"] for row in rows}))
        payment = Payment(
            form.get("paid_to", ""),
            who,
            form.get("receipt", ""),
            form.get("paid_on", "") or today(),
            form.get("note", ""),
        )
        pay(connection, parts, payment, at)
        total = sum(due or row["due"] for row, due in parts)
    say(f"{dollars(total)} paid to {payment.paid_to} for {counted(len(rows), 'finding')}.")
    return redirect(way_back(form.get("back", "")), code=303)


def _ticked(text: str) -> tuple[int | None, int]:
    """Return the finding that a tick box names, and the cents that the page said were due.

    That much was handed over, whatever is due by now; 0 stands for all of it.
    """
    number, _, due = text.partition("~")
    return number_given(number), number_given(due) or 0


def _finding(connection: sqlite3.Connection, number: int | None) -> sqlite3.Row:
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM findings WHERE number = ?", (number,)
    ).fetchone()
    if row is None:
        raise Unknown("what was selected is not in the register; open the page again")
    return row


@page.post("/restitution/correct")
@needs("pay")
def correct() -> BaseResponse:
    """Record that a payment was recorded wrongly."""
    number = number_given(request.form.get("payment", ""))
    if number is None:
        raise Unknown("name the payment")
    by = decision(request.form.get("reason", ""))
    with recording() as (connection, at):
        demand("pay", {row["cardroom"] for row in payments(connection, number)} or {""})
        correct_payment(connection, number, by, at)
    say(f"Payment {number} no longer counts; what it was for is due again.")
    return redirect(way_back(request.form.get("back", "")), code=303)


@page.get("/restitution/ledger.csv")
@needs(VIEW)
def export() -> Response:
    """Answer with the ledger as CSV, finding by finding; no cell of it is taken for a formula."""
    with reading() as connection:
        rows = ledger(connection, _question(connection))
        zones = {row["incident"]: _zone(connection, row["incident"]) for row in rows}
    told = [
        {name: row[name] for name in ("day", "cardroom", "table", "hand_id")}
        | {"at": moment(row["at"], zones[row["incident"]])}
        | {name: row[name] for name in ("check", "finding", "seat", "player", "payer")}
        | {name: decimal(row[name]) for name in _MONEY}
        | {"state": row["state"], "outcome": row["outcome"]}
        for row in rows
    ]
    response = Response(as_csv(told), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="restitution.csv"'
    return response


def _zone(connection: sqlite3.Connection, incident: int) -> str:
    row = connection.execute("SELECT run FROM incidents WHERE number = ?", (incident,)).fetchone()
    return zone_of_run(connection, row["run"]) if row else "UTC"
