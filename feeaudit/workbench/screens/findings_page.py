"""The findings: one by one, filtered by the address, with how many there are and their money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template, request

from feeaudit.audit.checks import REGISTRY
from feeaudit.core.problem import Unknown, nearest
from feeaudit.register.queries import MOST_ADDED_UP, STANDING, Question, ask, finding_totals
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.given_numbers import number_given
from feeaudit.workbench.incident_view import zone_of_run
from feeaudit.workbench.recording import reading
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
from feeaudit.workbench.staff.user import VIEW

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

page = Blueprint("findings", __name__)
Row = dict[str, Any]
# As many as the queue shows; the next page is a link away.
ON_A_PAGE: Final = 50
# What each state of the address asks the register for; the first is the usual one.
STATES: Final = {
    "open": ("open",),
    "waived": ("waived",),
    "decided": ("resolved",),
    "found": STANDING,
    "gone": ("gone",),
}
_WORDS: Final = {
    "open": "Open findings",
    "waived": "Waived findings",
    "decided": "Decided findings",
    "found": "Findings, decided or not",
    "gone": "Findings that are gone",
}
_TEXTS: Final = ("table", "check", "verdict", "player", "start", "end")


@page.get("/findings")
@needs(VIEW)
def show() -> str:
    """Show the findings that the address asks for."""
    with reading() as connection:
        state = request.args.get("state", "") or "open"
        question = _question(connection, request.args, state)
        begin = _place(request.args.get("from", ""))
        sums = finding_totals(connection, question)
        # To look for what is not there would read the whole register.
        rows = ask(connection, question, ON_A_PAGE, begin=begin).rows if sums.findings else []
        following = begin + ON_A_PAGE
        return render_template(
            "workbench/findings.html",
            rows=[_told(connection, row) for row in rows],
            sums=sums,
            most_counted=MOST_ADDED_UP,
            question=question,
            state=state,
            states=_WORDS,
            filters=_as_address(question, state),
            begin=begin,
            following=following if following < min(sums.findings, MOST_ADDED_UP) and rows else 0,
            before=max(begin - ON_A_PAGE, 0),
            rooms=visible_rooms(connection),
            checks={name: check.title for name, check in REGISTRY.items()},
        )


def _question(connection: sqlite3.Connection, given: Mapping[str, str], state: str) -> Question:
    if state not in STATES:
        expected = f"expected {', '.join(STATES)}"
        raise Unknown(f"{state!r} is not a state of findings{nearest(state, STATES)}; {expected}")
    texts: dict[str, Any] = {name: given.get(name, "").strip() for name in _TEXTS}
    room = room_asked(connection, given.get("cardroom", "").strip())
    return Question(**texts, cardroom=room, states=STATES[state])


def _as_address(question: Question, state: str) -> dict[str, str]:
    """Return a question as the parts of an address; what is usual is left out."""
    told = {name: getattr(question, name) for name in ("cardroom", *_TEXTS)}
    return {name: each for name, each in told.items() if each} | (
        {"state": state} if state != "open" else {}
    )


def _place(text: str) -> int:
    place = number_given(text or "0")
    if place is None:
        raise Unknown(f"{text!r} is not where a page of the findings begins; start again")
    return min(place, MOST_ADDED_UP)


def _told(connection: sqlite3.Connection, row: Row) -> Row:
    return row | {"zone": zone_of_run(connection, row["last_run"])}
