"""The morning: last night by cardroom, what is open, what did not arrive, thirty days of trend."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template

from feeaudit.nightly import morning_summary
from feeaudit.nightly.front_page import bars, calendar
from feeaudit.register.morning import last_nights, open_by_stake
from feeaudit.register.store_voice import store_voice
from feeaudit.register.trends import overview
from feeaudit.register.two_person_proposals import open_proposals
from feeaudit.report.incident_words import STAKES
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.recording import reading
from feeaudit.workbench.rooms_shown import visible_rooms
from feeaudit.workbench.screens.reports_page import report_links
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store

if TYPE_CHECKING:
    import sqlite3

page = Blueprint("morning", __name__)
Row = dict[str, Any]
# The worst; the queue has all of them.
_CHECKS: Final = 15
_TABLES: Final = 20
_SUMS: Final = ("incidents", "violations", "findings", "over", "under", "waived")


@page.get("/")
@needs(VIEW)
def show() -> str:
    """Show the morning."""
    with reading() as connection:
        rooms = visible_rooms(connection)
        facts = _seen_by(overview(connection), rooms)
        voice = store_voice(the_store(), connection)
        nights = [night for night in last_nights(connection) if night["cardroom"] in rooms]
        return render_template(
            "workbench/morning.html",
            facts=facts,
            answer=morning_summary.answer(facts, voice),
            nights=nights,
            links={night["number"]: report_links(connection, night) for night in nights},
            stakes=_stakes(connection, rooms, facts["today"]),
            stake_words=STAKES,
            items=morning_summary.open_items(facts, voice),
            calendar=calendar(facts),
            checks=facts["checks"][:_CHECKS],
            tables=facts["tables"][:_TABLES],
            more_tables=max(len(facts["tables"]) - _TABLES, 0),
            proposals=[each for each in open_proposals(connection) if each["cardroom"] in rooms],
            bars=bars,
        )


def _seen_by(facts: Row, rooms: list[str]) -> Row:
    """Return what concerns the cardrooms that somebody may look at; all of it for most people."""
    if visit().user.everywhere:
        return facts
    waits = facts["attention"]
    kept = {
        name: [each for each in waits[name] if each["cardroom"] in rooms]
        for name in ("pending", "without_log", "waivers")
    }
    nights = [night for night in facts["nights"] if night["cardroom"] in rooms]
    of_others = {"troubles": [], "quarantined": [], "more_quarantined": 0, "open_violations": 0}
    return facts | {
        "cardrooms": [each for each in facts["cardrooms"] if each in rooms],
        "nights": nights,
        # Trends of checks are those of all cardrooms together.
        "checks": [],
        "tables": [each for each in facts["tables"] if each["cardroom"] in rooms],
        "attention": waits | kept | of_others,
    }


def _stakes(connection: sqlite3.Connection, rooms: list[str], today: str) -> list[Row]:
    """Return the open incidents by what is at stake, over the cardrooms somebody may look at."""
    if visit().user.everywhere:
        found = open_by_stake(connection)
    else:
        by_room = [open_by_stake(connection, room) for room in rooms]
        found = [_added(list(same)) for same in zip(*by_room, strict=True)]
    return [row | {"age": _age(row["since"], today)} for row in found]


def _added(rows: list[Row]) -> Row:
    since = min((row["since"] for row in rows if row["since"]), default="")
    return rows[0] | {name: sum(row[name] for row in rows) for name in _SUMS} | {"since": since}


def _age(since: str, today: str) -> int:
    if not since or not today:
        return 0
    return max((date.fromisoformat(today) - date.fromisoformat(since)).days, 0)
