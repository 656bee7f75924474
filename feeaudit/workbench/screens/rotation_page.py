"""Rotation: the timeline of a table, as near as one likes, with offers, breaches and decisions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template, request

from feeaudit.core.problem import Unknown
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run
from feeaudit.register.signatories import checked_day
from feeaudit.report.bank_runs import by_table_day, runs_of
from feeaudit.report.html.rotation_section import people
from feeaudit.report.html.timeline import HOUR, BreachMark, OfferMark, pictures
from feeaudit.report.voice import Voice
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.evidence.day_evidence import day_evidence
from feeaudit.workbench.incident_view import zone_of_run
from feeaudit.workbench.recording import reading
from feeaudit.workbench.rooms_shown import visible_rooms
from feeaudit.workbench.staff.user import VIEW

if TYPE_CHECKING:
    import sqlite3

page = Blueprint("rotation", __name__)
Row = dict[str, Any]
# How many minutes a strip shows, and what that is called.
ZOOMS: Final = {"240": "4 hours", "120": "2 hours", "60": "1 hour", "30": "30 minutes"}
_USUAL: Final = "240"
_EPOCH: Final = date(1970, 1, 1)
_DAYS: Final = 60
_ROTATION: Final = "(findings.\"check\" LIKE 'ROT-%' OR findings.\"check\" = 'TPP-ONE')"


@page.get("/rotation")
@needs(VIEW)
def show() -> str:
    """Show who held the position at the tables of a day, or at one of them."""
    with reading() as connection:
        rooms = visible_rooms(connection)
        room = request.args.get("cardroom", "") or _room_with_breaches(connection, rooms)
        if room:
            demand(VIEW, [room])
        days = _days(connection, room)
        asked = request.args.get("day", "")
        day = checked_day(asked, "the gaming day") if asked else "".join(days[:1])
        table = request.args.get("table", "")
        zoom = request.args.get("zoom", "")
        return render_template(
            "workbench/rotation.html",
            rooms=rooms,
            room=room,
            days=days,
            day=day,
            table=table,
            zoom=zoom if zoom in ZOOMS else _USUAL,
            zooms=ZOOMS,
            **_drawn(connection, room, day, table, zoom if zoom in ZOOMS else _USUAL),
        )


def _room_with_breaches(connection: sqlite3.Connection, rooms: list[str]) -> str:
    """Return the cardroom of the latest night, of those that somebody may look at."""
    last = latest_day(connection)
    return next((room for room in rooms if current_run(connection, room, last)), (rooms or [""])[0])


def _days(connection: sqlite3.Connection, room: str) -> list[str]:
    sql = "SELECT day FROM runs WHERE cardroom = ? AND current ORDER BY day DESC LIMIT ?"
    return [str(row[0]) for row in connection.execute(sql, (room, _DAYS))]


def _drawn(connection: sqlite3.Connection, room: str, day: str, table: str, zoom: str) -> Row:
    """Return the pictures of a table, the tables of the day, and why there are none."""
    nothing: Row = {"pictures": [], "tables": [], "breaches": [], "people": None, "why_not": ""}
    run = current_run(connection, room, day) if room and day else None
    if run is None:
        return nothing | {
            "why_not": "No audit of this day." if day else "No night has been audited yet."
        }
    breaches = _breaches(connection, room, day, latest_day(connection))
    try:
        banking, offers = day_evidence(connection, room, day).rotation
    except Unknown as why:
        return nothing | {"why_not": f"The log is not available: {why}.", "breaches": breaches}
    if not len(banking):
        return nothing | {"why_not": "The log names no player-dealer on any hand."}
    number = (date.fromisoformat(day) - _EPOCH).days
    tables = _tables(banking[banking["day"] == number], breaches)
    if not table:
        return nothing | {"tables": tables}
    key = (room, table, number)
    runs = by_table_day(banking, {key}).get(key, [])
    asked = by_table_day(offers, {key}).get(key, [])
    mine = [row for row in breaches if row["table"] == table]
    marks = [
        BreachMark(place, row["id"], row["check"], row["verdict"], row["at"])
        for place, row in enumerate(mine, start=1)
    ]
    offered = [OfferMark(row["at"], row["sequence"], row["response"] == "accept") for row in asked]
    strip = int(zoom) * HOUR // 60
    zone = zone_of_run(connection, run["number"])
    return nothing | {
        "pictures": pictures(runs_of(runs), offered, marks, Voice(zone), strip),
        "tables": tables,
        "breaches": mine,
        "people": people(runs, asked),
        "zone": zone,
        "why_not": "" if runs else "The log names no player-dealer at this table.",
    }


def _breaches(connection: sqlite3.Connection, room: str, day: str, as_of: str) -> list[Row]:
    """Return the findings of a day about the position, each with how it stands."""
    sql = f"""
        SELECT findings.*, incidents.id AS incident_id FROM findings
        LEFT JOIN incidents ON incidents.number = findings.incident
        WHERE findings.cardroom = ? AND findings.day = ? AND findings.state IN ('open', 'resolved')
        AND {_ROTATION} ORDER BY findings.at, findings.number
    """  # noqa: S608 - our own words
    return [
        dict(row) | {"waived": bool(row["waived_until"]) and row["waived_until"] >= as_of}
        for row in connection.execute(sql, (room, day))
    ]


def _tables(banking: Any, breaches: list[Row]) -> list[Row]:
    """Return the tables at which somebody banked, those with breaches first."""
    grouped = banking.groupby("table", sort=True)["hands"]
    found: dict[str, Row] = {
        str(name): {"table": str(name), "hands": int(hands), "violations": 0, "reviews": 0}
        for name, hands in grouped.sum().items()
    }
    for name, runs in grouped.count().items():
        found[str(name)]["runs"] = int(runs)
    for row in breaches:
        if row["table"] in found:
            kind = "violations" if row["verdict"] == "violation" else "reviews"
            found[row["table"]][kind] += 1
    return sorted(found.values(), key=lambda row: (-row["violations"], -row["reviews"]))
