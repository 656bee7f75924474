"""The morning: last night by cardroom, what is open, what did not arrive, thirty days of trend."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template, request

from feeaudit.nightly import morning_summary
from feeaudit.nightly.front_page import bars, calendar
from feeaudit.register.morning import last_nights, open_by_stake
from feeaudit.register.store_voice import store_voice
from feeaudit.register.trends import days_before, overview
from feeaudit.register.two_person_proposals import open_proposals
from feeaudit.report.incident_words import STAKES
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.recording import reading
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
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
_SUMS: Final = ("hands", "violations", "open", "open_incidents", "reviews", "over", "under")


@page.get("/")
@needs(VIEW)
def show() -> str:
    """Show the morning, of the whole store or of one cardroom."""
    with reading() as connection:
        rooms = visible_rooms(connection)
        room = room_asked(connection, request.args.get("cardroom", ""))
        facts = overview(connection, room)
        voice = store_voice(the_store(), connection)
        nights = [night for night in last_nights(connection) if room in {"", night["cardroom"]}]
        day = morning_summary.night_told(facts)
        return render_template(
            "workbench/morning.html",
            facts=facts,
            rooms=rooms,
            room=room,
            day=day,
            answer=morning_summary.answer_parts(facts, voice),
            nights=nights,
            together=_together([night for night in nights if night["day"] == day]),
            links={night["number"]: report_links(connection, night) for night in nights},
            stakes=_stakes(connection, room, facts["today"]),
            stake_words=STAKES,
            items=morning_summary.open_items(facts, voice),
            calendar=calendar(facts),
            before=days_before(facts["days"]) if facts["days"] else [],
            checks=facts["checks"][:_CHECKS],
            more_checks=max(len(facts["checks"]) - _CHECKS, 0),
            tables=facts["tables"][:_TABLES],
            more_tables=max(len(facts["tables"]) - _TABLES, 0),
            proposals=[each for each in open_proposals(connection) if each["cardroom"] in rooms],
            bars=bars,
        )


def _together(nights: list[Row]) -> Row | None:
    """Return the sums over several cardrooms' nights of one day."""
    if len(nights) <= 1:
        return None
    return {name: sum(night[name] for night in nights) for name in _SUMS}


def _stakes(connection: sqlite3.Connection, room: str, today: str) -> list[Row]:
    """Return the open incidents by what is at stake, and how many days the oldest is."""
    found = open_by_stake(connection, room)
    return [row | {"age": _age(row["since"], today)} for row in found]


def _age(since: str, today: str) -> int:
    if not since or not today:
        return 0
    return max((date.fromisoformat(today) - date.fromisoformat(since)).days, 0)
