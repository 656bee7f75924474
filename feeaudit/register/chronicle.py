"""Everything recorded about a finding or an incident, in the order in which it was."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import dollars
from feeaudit.register.identities import identity_recorded

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from feeaudit.register.identities import Identity
    from feeaudit.register.matters import Matter


@dataclass(frozen=True, slots=True)
class Remembered:
    """One thing that was recorded: what, in words, by whom and how that is proven, for which day.

    ``number`` is that of the entry in the history, ``at`` when it was recorded, ``finding`` blank
    where it is about the incident as a whole; ``count`` is of how many findings it speaks.
    """

    number: int
    at: str
    kind: str
    what: str
    reason: str
    by: Identity | None
    made_on: str
    finding: str = ""
    count: int = 1


# Which findings belong to a matter, for those tables that name findings.
_OF_THEM: Final = """
JOIN findings ON findings.cardroom = {table}.cardroom AND findings.day = {table}.day
  AND findings.id = {table}.finding
WHERE {table}.cardroom = :cardroom AND {table}.day = :day AND findings.{column} = :number
"""
_QUERIES: Final = {
    "decision": "SELECT resolutions.number, resolutions.outcome AS what, reason, resolved_by AS by,"
    " made_on, CASE resolutions.incident WHEN '' THEN resolutions.finding ELSE '' END AS finding,"
    " count(*) AS count, 'resolved_by' AS role FROM resolutions {of_them}"
    " GROUP BY resolutions.number",
    "reopening": "SELECT reopenings.number, 'open again' AS what, reason, reopened_by AS by,"
    " made_on, finding, 1 AS count, 'resolved_by' AS role FROM reopenings {of_them}",
    "payment": "SELECT payments.number, sum(amount) AS what, 'receipt ' || receipt || ', to ' ||"
    " paid_to AS reason, paid_by AS by, paid_on AS made_on, finding, count(*) AS count,"
    " 'paid_by' AS role FROM payments {of_them} GROUP BY payments.number",
    "payment correction": "SELECT payment_corrections.number, 'payment ' || payment || ' corrected'"
    " AS what, payment_corrections.reason, corrected_by AS by, payment_corrections.made_on,"
    " '' AS finding, 1 AS count, 'corrected_by' AS role FROM payment_corrections"
    " WHERE payment IN (SELECT payments.number FROM payments {of_them})",
    "comment": "SELECT number, 'comment' AS what, comment AS reason, written_by AS by, made_on,"
    " finding, 1 AS count, 'written_by' AS role FROM comments WHERE {named}",
    "assignment": "SELECT number, CASE person WHEN '' THEN 'assigned to nobody' ELSE 'assigned to '"
    " || person END AS what, reason, assigned_by AS by, made_on, finding, 1 AS count,"
    " 'assigned_by' AS role FROM assignments WHERE {named}",
}
_NAMED: Final = """
cardroom = :cardroom AND day = :day AND ((:incident <> '' AND incident = :incident)
  OR finding IN (SELECT id FROM findings WHERE findings.{column} = :number))
"""


def chronicle(connection: sqlite3.Connection, matter: Matter) -> list[Remembered]:
    """Return everything recorded about a matter, the oldest first."""
    found = [
        *_decided(connection, matter),
        *_waived(connection, matter),
        *_proposed(connection, matter),
        *_runs(connection, matter),
    ]
    return sorted(found, key=lambda each: each.number)


def _decided(connection: sqlite3.Connection, matter: Matter) -> Iterator[Remembered]:
    column = "incident" if matter.incident else "number"
    values = matter.named | {"number": matter.row["number"]}
    for kind, query in _QUERIES.items():
        table = {"decision": "resolutions", "reopening": "reopenings"}.get(kind, "payments")
        named = _NAMED.format(column=column)
        sql = query.format(of_them=_OF_THEM.format(table=table, column=column), named=named)
        for row in connection.execute(sql, values).fetchall():
            what = row["what"] if kind != "payment" else f"{dollars(row['what'])} paid"
            yield _remembered(connection, kind, dict(row) | {"what": what})


def _waived(connection: sqlite3.Connection, matter: Matter) -> Iterator[Remembered]:
    """Yield the waivers that are or were for findings of a matter, and that they were taken back.

    A waiver of a check is for all its findings of those days, among them these.
    """
    room, day = matter.scope
    names = {str(row["id"]) for row in matter.findings}
    pairs = {(row["check"], row["table"]) for row in matter.findings}
    sql = "SELECT * FROM waivers WHERE cardroom = ? AND ? BETWEEN starts AND expires"
    for row in connection.execute(sql, (room, day)).fetchall():
        listed = {
            name
            for (name,) in connection.execute(
                "SELECT finding FROM waived_findings WHERE waiver = ?", (row["number"],)
            )
        } or {row["finding"]}
        by_check = row["check"] and any(
            row["check"] == check and row["table"] in {"", table} for check, table in pairs
        )
        if not by_check and not names & listed:
            continue
        told = {
            "number": row["number"],
            "what": f"waived until {row['expires']}, waiver {row['waiver']}",
            "reason": f"{row['reason']} ({row['authority']}; approved by {row['approved_by']})",
            "by": row["prepared_by"],
            "role": "prepared_by",
            "made_on": row["made_on"],
            "finding": row["finding"],
            "count": len(names) if by_check else len(names & listed),
        }
        yield _remembered(connection, "waiver", told)
        back = "SELECT * FROM revocations WHERE waiver = ?"
        for each in connection.execute(back, (row["waiver"],)).fetchall():
            what = f"waiver {row['waiver']} revoked"
            more = {"what": what, "by": each["revoked_by"], "role": "by", "finding": "", "count": 1}
            yield _remembered(connection, "revocation", dict(each) | more)


def _proposed(connection: sqlite3.Connection, matter: Matter) -> Iterator[Remembered]:
    sql = "SELECT * FROM proposals WHERE cardroom = ? AND day = ? AND kind = 'waiver'"
    for row in connection.execute(sql, matter.scope).fetchall():
        terms = json.loads(row["terms"])
        about = (terms["incident"], terms["finding"])
        if (matter.incident, matter.finding) != about:
            continue
        told = {
            "number": row["number"],
            "what": f"waiver until {terms['expires']} proposed ({row['state']})",
            "reason": f"{terms['reason']} ({terms['authority']})",
            "by": row["prepared_by"],
            "role": "prepared_by",
            "made_on": row["made_on"],
            "finding": terms["finding"],
            "count": 1,
        }
        yield _remembered(connection, "proposal", told)


def _runs(connection: sqlite3.Connection, matter: Matter) -> Iterator[Remembered]:
    """Yield the runs that saw a matter's findings first, and those that changed them."""
    names = {str(row["id"]) for row in matter.findings}
    firsts = {row["first_run"] for row in matter.findings}
    sql = """
        SELECT runs.number, runs.run, runs.made_on, history.at FROM runs
        JOIN history ON history.number = runs.number
        WHERE runs.cardroom = ? AND runs.day = ? ORDER BY runs.number
    """
    changes = "SELECT finding, change FROM changes WHERE run = ?"
    for row in connection.execute(sql, matter.scope).fetchall():
        told = {change for name, change in connection.execute(changes, (row[0],)) if name in names}
        if row["number"] in firsts:
            told = (told - {"new"}) | {"found"}
        if told:
            what = f"run {row['run']}: {', '.join(sorted(told))}"
            yield Remembered(row["number"], row["at"], "run", what, "", None, row["made_on"])


def _remembered(connection: sqlite3.Connection, kind: str, row: dict[str, Any]) -> Remembered:
    (at,) = connection.execute(
        "SELECT at FROM history WHERE number = ?", (row["number"],)
    ).fetchone()
    return Remembered(
        number=row["number"],
        at=at,
        kind=kind,
        what=row["what"],
        reason=row["reason"],
        by=identity_recorded(connection, row["number"], row["role"], row["by"]),
        made_on=row["made_on"],
        finding=row["finding"],
        count=row["count"],
    )
