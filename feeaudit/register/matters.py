"""What people decide about: one finding, or an incident with all its findings.

A matter has a mark, which changes with everything that is decided about it and with every run of
its day. Whoever decides may say which mark they saw: what was changed meanwhile is not decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.history import canonical, digest_of
from feeaudit.register.queries import find_finding, latest_day

if TYPE_CHECKING:
    import sqlite3

_MARK = 16


class Conflict(Unknown):
    """Something was changed since somebody looked; ``now`` says how it stands."""

    def __init__(self, message: str, now: str) -> None:
        """Keep how it stands now beside the whole message."""
        super().__init__(message)
        self.now = now


@dataclass(frozen=True, slots=True)
class Matter:
    """A finding, or an incident with its findings; of the ids the one that does not apply is blank.

    ``row`` is that of the finding or incident in the register.
    """

    row: sqlite3.Row
    findings: tuple[sqlite3.Row, ...]
    incident: str = ""
    finding: str = ""

    @property
    def scope(self) -> tuple[str, str]:
        """The cardroom and the gaming day."""
        return str(self.row["cardroom"]), str(self.row["day"])

    @property
    def named(self) -> dict[str, str]:
        """What an entry of the history names it by."""
        room, day = self.scope
        return {"cardroom": room, "day": day, "incident": self.incident, "finding": self.finding}

    @property
    def words(self) -> str:
        """What a person calls it."""
        what = f"incident {self.incident}" if self.incident else f"finding {self.finding}"
        return f"{what} of {self.row['day']}"


def matter_of_finding(row: sqlite3.Row) -> Matter:
    """Return a finding as something to decide about."""
    return Matter(row, (row,), finding=str(row["id"]))


def matter_of_incident(connection: sqlite3.Connection, row: sqlite3.Row) -> Matter:
    """Return an incident as something to decide about, with its findings as they stand."""
    return Matter(row, tuple(findings_of(connection, row)), incident=str(row["id"]))


def as_it_stands(connection: sqlite3.Connection, matter: Matter) -> Matter:
    """Return a matter read anew, inside the transaction that decides about it."""
    table = "incidents" if matter.incident else "findings"
    row = connection.execute(
        f"SELECT * FROM {table} WHERE number = ?",  # noqa: S608 - our own tables
        (matter.row["number"],),
    ).fetchone()
    return matter_of_incident(connection, row) if matter.incident else matter_of_finding(row)


def findings_of(connection: sqlite3.Connection, incident: sqlite3.Row) -> list[sqlite3.Row]:
    """Return the findings of an incident, in the order of the log."""
    sql = 'SELECT * FROM findings WHERE incident = ? ORDER BY "table", at, number'
    return list(connection.execute(sql, (incident["number"],)))


def find_matter(connection: sqlite3.Connection, text: str, day: str = "") -> Matter:
    """Return the finding or incident whose id begins so; raise Unknown where none or several do."""
    found = incidents_named(connection, text, day)
    try:
        finding = matter_of_finding(find_finding(connection, text, day))
    except Unknown:
        if len(found) == 1:
            return matter_of_incident(connection, found[0])
        if not found:
            raise
        several = ", ".join(f"{row['id']} of {row['day']}" for row in found)
        raise Unknown(f"{text!r} may be {several}; give more of the id, or --day") from None
    if found:
        raise Unknown(f"{text!r} may be a finding or an incident; give more of the id")
    return finding


def find_incident(
    connection: sqlite3.Connection, text: str, day: str = "", cardroom: str = ""
) -> sqlite3.Row:
    """Return the incident whose id begins so; raise Unknown where none or several do."""
    found = [
        row
        for row in incidents_named(connection, text, day)
        if not cardroom or row["cardroom"] == cardroom
    ]
    if not found:
        raise Unknown(f"no incident {text!r} in the register; feeaudit incidents list shows them")
    if len(found) > 1:
        several = ", ".join(f"{row['id']} of {row['cardroom']} {row['day']}" for row in found)
        raise Unknown(f"{text!r} may be {several}; give more of the id, or --day")
    return found[0]


def incidents_named(connection: sqlite3.Connection, text: str, day: str) -> list[sqlite3.Row]:
    """Return the incidents of current runs whose id begins so, the newest first, a few of them."""
    low = text.strip().lower()
    sql = """
        SELECT * FROM incidents WHERE id >= ? AND id < ? AND (? = '' OR day = ?)
        AND standing <> 'gone' ORDER BY id, day DESC LIMIT 6
    """
    return list(connection.execute(sql, (low, low + "\x7f", day, day))) if low else []


_STATES = """
SELECT findings.number, last_run, waived_until, state,
  (SELECT max(number) FROM resolutions AS each WHERE each.cardroom = findings.cardroom
    AND each.day = findings.day AND each.finding = findings.id) AS decided
FROM findings WHERE
"""


def mark_of(connection: sqlite3.Connection, matter: Matter) -> str:
    """Return the mark of a matter as it stands."""
    column = "incident" if matter.incident else "number"
    rows = connection.execute(f"{_STATES} {column} = ? ORDER BY 1", (matter.row["number"],))
    return digest_of(canonical([list(row) for row in rows]))[:_MARK]


def refuse_changed(connection: sqlite3.Connection, matter: Matter, seen: str, meant: str) -> None:
    """Raise Conflict where a matter is not as somebody saw it; a blank ``seen`` says nothing.

    ``meant`` is what they were about to record, so that both can be shown.
    """
    if seen and seen != mark_of(connection, matter):
        now = standing(connection, matter)
        raise Conflict(
            f"{matter.words} was changed since you looked. It is now: {now}. Yours was not"
            f" recorded: {meant}. Look again, and decide again if needed",
            now,
        )


def standing(connection: sqlite3.Connection, matter: Matter) -> str:
    """Return in words how a matter stands: what is open of it, and the last decision about it."""
    column = "incident" if matter.incident else "number"
    rows = connection.execute(
        f"SELECT * FROM findings WHERE {column} = ?",  # noqa: S608 - our own columns
        (matter.row["number"],),
    ).fetchall()
    if not any(row["state"] != "gone" for row in rows):
        return "gone, a later run of its day no longer reports it"
    last = latest_day(connection)
    still = [row for row in rows if row["state"] == "open" and row["waived_until"] < (last or "9")]
    waived = {row["waived_until"] for row in rows if row["state"] == "open" and row not in still}
    told = [decided(connection, row) for row in rows]
    parts = [f"{len(still)} of {len(rows)} open" if len(rows) > 1 else "open"] if still else []
    parts += [f"waived until {min(waived)}"] if waived else []
    parts += [max(filter(None, told))] if any(told) else []
    return "; ".join(parts)


def decided(connection: sqlite3.Connection, finding: sqlite3.Row) -> str:
    """Return the resolution of a finding that holds, in words; blank where none does."""
    row = connection.execute(
        "SELECT * FROM resolutions WHERE cardroom = ? AND day = ? AND finding = ? AND holds",
        (finding["cardroom"], finding["day"], finding["id"]),
    ).fetchone()
    if row is None:
        return ""
    return f"{row['outcome']}, {row['reason']}, by {row['resolved_by']} on {row['made_on']}"
