"""Deliveries: what did not arrive, what failed, what lies in quarantine, and letting that be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, redirect, render_template, request

from feeaudit.core.problem import Unknown, nearest
from feeaudit.register.deliveries import KINDS, DeliveryQuestion, open_deliveries
from feeaudit.register.dismissals import (
    FileQuestion,
    count_waiting_files,
    dismiss,
    find_quarantined,
    waiting_files,
)
from feeaudit.register.inputs import REASON
from feeaudit.workbench.defence.browser_sessions import say, visit
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.given_numbers import number_given
from feeaudit.workbench.page_rendering import address
from feeaudit.workbench.recording import decision, reading, recording
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
from feeaudit.workbench.screens.entrance_page import way_back
from feeaudit.workbench.staff.user import VIEW

if TYPE_CHECKING:
    import sqlite3

    from werkzeug.wrappers import Response

page = Blueprint("deliveries", __name__)
Row = dict[str, Any]
DISMISS: Final = "dismiss"
# More than the morning lists; the next page is a link away.
_ON_A_PAGE: Final = 50
_TO_DO: Final = {
    "quarantined": "Correct the file or its profile, and put the file into the inbox again."
    " Dismiss what needs nothing further; it stays in quarantine, with your reason.",
    "missing": "Put the log of the night into the inbox. A night is listed for thirty days.",
    "pending": "Correct what the reason says. Every night tries again.",
    "waiting": "The next night takes it, once it is complete and no longer changes.",
    "refused": "Rename or move it as the reason says. The next night looks again.",
    "failed": "Correct what the reason says. The next night tries again.",
    "future": "Check the dates in the log. If they are wrong, withdraw it with feeaudit inputs"
    " withdraw, and put the corrected log into the inbox.",
    "heads": "If nobody meant to change it, name the place in store.toml again.",
}


@page.get("/deliveries")
@needs(VIEW)
def show() -> str:
    """Show the deliveries that need somebody: all of them, or those that a number counted."""
    with reading() as connection:
        question = _question(connection)
        files = FileQuestion(question.cardroom, _number("file"), _number("before"))
        found, more, in_quarantine = _files(connection, question, files)
        rows = open_deliveries(connection, question)
        filters = {"kind": question.kind, "cardroom": question.cardroom}
        return render_template(
            "workbench/deliveries.html",
            question=question,
            rooms=sorted({*visible_rooms(connection), question.cardroom} - {""}),
            kinds=KINDS,
            to_do=_TO_DO,
            reason_file=REASON,
            total=in_quarantine + len(rows),
            in_quarantine=in_quarantine,
            files=found,
            before=found[-1]["number"] if more else 0,
            rows={kind: [row for row in rows if row["kind"] == kind] for kind in KINDS},
            filters=filters,
            narrowed=bool(question.kind or question.name or files.number or files.before),
            back=address("deliveries.show", **filters),
        )


def _question(connection: sqlite3.Connection) -> DeliveryQuestion:
    asked = request.args
    kind = asked.get("kind", "")
    if kind and kind not in KINDS:
        raise Unknown(f"{kind!r} is not a kind of delivery{nearest(kind, KINDS)}")
    return DeliveryQuestion(
        kind, room_asked(connection, asked.get("cardroom", "")), asked.get("name", "")
    )


def _number(name: str) -> int:
    """Return the number of a file that the address names; 0 where it names none."""
    text = request.args.get(name, "")
    number = number_given(text) if text else 0
    if number is None:
        raise Unknown(f"{text!r} is not the number of a file")
    return number


def _files(
    connection: sqlite3.Connection, question: DeliveryQuestion, files: FileQuestion
) -> tuple[list[Row], bool, int]:
    """Return a page of the files in quarantine, whether more follow, and how many there are."""
    if question.name or question.kind not in {"", "quarantined"}:
        return [], False, 0
    found = waiting_files(connection, files, _ON_A_PAGE)
    count = count_waiting_files(connection, files)
    user = visit().user
    # Who has not said a name yet is asked for it with the form.
    unnamed = user.local and not user.name
    rows = [row | {"may": unnamed or user.may(DISMISS, row["place"])} for row in found]
    return rows, count > len(found), count


@page.post("/deliveries/dismiss")
@needs(DISMISS)
def let_be() -> Response:
    """Record that a quarantined file needs nothing further; its number says which."""
    number = number_given(request.form.get("file", ""))
    if number is None:
        raise Unknown("name the file by its number; open the page again")
    by = decision(request.form.get("reason", ""))
    with recording() as (connection, at):
        found = find_quarantined(connection, str(number))
        demand(DISMISS, [found["place"]])
        dismiss(connection, [found], by, at)
    say(f"{found['name']} needs nothing further: {by.reason}")
    return redirect(way_back(request.form.get("back", "")), code=303)
