"""The whole of one finding: its facts, its runs, and everything people decided about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.register.chronicle import chronicle
from feeaudit.register.identities import proof_words
from feeaudit.register.matters import matter_of_finding
from feeaudit.register.plain_rows import INSIDE, values
from feeaudit.register.queries import latest_day
from feeaudit.register.waivers import covers, waivers_of_day

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.chronicle import Remembered
    from feeaudit.register.store import Store


def told(store: Store, connection: sqlite3.Connection, finding: sqlite3.Row) -> dict[str, Any]:
    """Return a finding with its why (from the report that saw it last) and its life so far."""
    fact = dict(finding)
    scope = (finding["cardroom"], finding["day"], finding["id"])
    waivers = [
        dict(each) | {"lapsed": each["expires"] < latest_day(connection)}
        for each in waivers_of_day(connection, *scope[:2])
        if covers(dict(each), fact)
    ]
    resolutions = connection.execute(
        "SELECT * FROM resolutions WHERE cardroom = ? AND day = ? AND finding = ? ORDER BY number",
        scope,
    )
    row = connection.execute(
        "SELECT zone FROM run_zones WHERE number = ?", (finding["last_run"],)
    ).fetchone()
    zone = row["zone"] if row else "UTC"
    if fact["state"] == "open" and not all(each["lapsed"] for each in waivers):
        fact["state"] = "waived"
    incident = connection.execute(
        "SELECT id, stake FROM incidents WHERE number = ?", (finding["incident"],)
    ).fetchone()
    fact |= (
        {"incident": incident["id"], "stake": incident["stake"]} if incident else {"incident": ""}
    )
    known = values(fact, zone)
    return {
        **{name: each for name, each in known.items() if name not in INSIDE},
        **_from_report(store, connection, finding),
        "runs": _runs(connection, finding),
        "changes": _changes(connection, finding, zone),
        "waivers": waivers,
        "resolutions": [dict(each) for each in resolutions],
        "history": [
            _remembered(each) for each in chronicle(connection, matter_of_finding(finding))
        ],
    }


def _remembered(told: Remembered) -> dict[str, Any]:
    return {
        "number": told.number,
        "at": told.at,
        "kind": told.kind,
        "what": told.what,
        "reason": told.reason,
        "by": proof_words(told.by) if told.by else "",
        "made_on": told.made_on,
    }


def _runs(connection: sqlite3.Connection, finding: sqlite3.Row) -> list[dict[str, Any]]:
    sql = """
        SELECT runs.number, runs.run, runs.made_on, runs.addendum FROM sightings
        JOIN runs ON runs.number = sightings.run
        WHERE runs.cardroom = ? AND runs.day = ? AND sightings.finding = ? ORDER BY runs.number
    """
    scope = (finding["cardroom"], finding["day"], finding["number"])
    return [dict(row) for row in connection.execute(sql, scope)]


def _changes(
    connection: sqlite3.Connection, finding: sqlite3.Row, zone: str
) -> list[dict[str, Any]]:
    """Return what each run changed about a finding, before and after told as the finding is."""
    sql = """
        SELECT runs.run, changes.change, changes.before, changes.after FROM runs
        JOIN changes ON changes.run = runs.number
        WHERE runs.cardroom = ? AND runs.day = ? AND changes.finding = ? ORDER BY runs.number
    """
    scope = (finding["cardroom"], finding["day"], finding["id"])
    return [
        dict(row)
        | {
            side: values(json.loads(row[side]), zone) if row[side] else None
            for side in ("before", "after")
        }
        for row in connection.execute(sql, scope)
    ]


def _from_report(
    store: Store, connection: sqlite3.Connection, finding: sqlite3.Row
) -> dict[str, Any]:
    """Return what only the report holds of a finding; nothing where the report is gone."""
    run = connection.execute(
        "SELECT run FROM runs WHERE number = ?", (finding["last_run"],)
    ).fetchone()
    path = store.report(finding["cardroom"], finding["day"], run["run"]) / "findings.json"
    nothing = {"title": "", "why": [], "next_step": "", "report": ""}
    try:
        found = json.loads(path.read_bytes())["findings"]
    except (OSError, ValueError, KeyError):
        return nothing
    fact: dict[str, Any] = next((each for each in found if each.get("id") == finding["id"]), {})
    told = {name: str(fact.get(name) or "") for name in ("title", "next_step")}
    return nothing | told | {"why": fact.get("why") or [], "report": str(path.parent)}
