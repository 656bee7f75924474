"""What an entry of the history does to the tables: one small function for each kind of entry.

Only these functions write the replayed tables, so that verification can do the same once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

Entry = dict[str, Any]
# What the archive calls the book and the configuration that a run rests on.
BOOK: Final = "book.zip"
CONFIGURATION: Final = "feeaudit.toml"


def apply(connection: sqlite3.Connection, number: int, kind: str, entry: Entry) -> None:
    """Let an entry of the history take effect."""
    people = entry.pop("identities", [])
    _insert(connection, "identities", ({"entry": number, **each} for each in people))
    _KINDS[kind](connection, number, entry)


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Entry]) -> None:
    for row in rows:
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" for _ in row)
        # Tables and columns are named in this module alone.
        sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
        connection.execute(sql, tuple(row.values()))


def _input(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    facts = {key: value for key, value in entry.items() if key not in {"days", "names", "kept"}}
    _insert(connection, "inputs", [{"number": number, **facts}])
    _kept(connection, entry.get("kept", {}))
    _insert(connection, "coverage", ({"input": number, **day} for day in entry["days"]))
    _arrival(
        connection,
        number,
        {"outcome": "taken", "reason": ""} | {k: entry[k] for k in ("digest", "place", "name")},
    )


def _kept(connection: sqlite3.Connection, names: dict[str, str]) -> None:
    """Note what the archive holds; what it holds already it keeps under the name it has."""
    connection.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", sorted(names.items()))


def _arrival(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "arrivals", [{"number": number, **entry}])


def _run(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    lists = ("inputs", "files", "checks", "changes", "notices", "waivers")
    facts = {key: value for key, value in entry.items() if key not in lists}
    scope = (entry["cardroom"], entry["day"])
    connection.execute("UPDATE runs SET current = 0 WHERE cardroom = ? AND day = ?", scope)
    _insert(connection, "runs", [{"number": number, "current": 1, **facts}])
    _insert(connection, "run_inputs", ({"run": number, **each} for each in entry["inputs"]))
    files = sorted(entry["files"].items())
    _insert(
        connection,
        "run_files",
        ({"run": number, "file": name, "sha256": sha} for name, sha in files),
    )
    _insert(connection, "run_checks", ({"run": number, **each} for each in entry["checks"]))
    _insert(connection, "changes", ({"run": number, **each} for each in entry["changes"]))
    basis = {entry["book_file"]: BOOK, entry["configuration_file"]: CONFIGURATION}
    _kept(connection, {digest: name for digest, name in basis.items() if digest})
    for each in entry["changes"]:
        if each["change"] == "changed":
            _no_longer_resolved(connection, *scope, each["finding"])


def _no_longer_resolved(
    connection: sqlite3.Connection, cardroom: str, day: str, finding: str
) -> None:
    connection.execute(
        "UPDATE resolutions SET holds = 0 WHERE cardroom = ? AND day = ? AND finding = ?",
        (cardroom, day, finding),
    )


def _waiver(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _closed(connection, number, entry.pop("proposal", 0))
    findings = entry.pop("findings", [])
    _insert(connection, "waivers", [{"number": number, **entry}])
    rows = ({"waiver": number, "finding": each} for each in findings)
    _insert(connection, "waived_findings", rows)


def _closed(
    connection: sqlite3.Connection, number: int, proposal: int, state: str = "approved"
) -> None:
    """Note what became of a proposal; 0 is none."""
    connection.execute(
        "UPDATE proposals SET state = ?, closed = ? WHERE number = ?", (state, number, proposal)
    )


def _revocation(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    connection.execute("UPDATE waivers SET revoked = 1 WHERE waiver = ?", (entry["waiver"],))
    row = {"number": number, "revoked_by": entry.pop("by"), **entry}
    _insert(connection, "revocations", [row])


def _resolution(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    """Resolve a finding, or those of an incident that one decision reaches."""
    findings = entry.pop("findings", None) or [entry.pop("finding")]
    for each in findings:
        _no_longer_resolved(connection, entry["cardroom"], entry["day"], each)
    rows = ({"number": number, "finding": each, **entry} for each in findings)
    _insert(connection, "resolutions", rows)


def _reopening(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _no_longer_resolved(connection, entry["cardroom"], entry["day"], entry["finding"])
    row = {"number": number, "reopened_by": entry.pop("resolved_by"), **entry}
    _insert(connection, "reopenings", [row])


def _sign_off(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _closed(connection, number, entry.pop("proposal", 0))
    signed = entry.pop("signatures", [])
    _insert(connection, "sign_offs", [{"number": number, **entry}])
    _insert(connection, "signatures", ({"sign_off": number, **each} for each in signed))


def _comment(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "comments", [{"number": number, **entry}])


def _assignment(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    """Give something to a person; whoever had it has it no longer."""
    names = ("cardroom", "day", "incident", "finding")
    connection.execute(
        "UPDATE assignments SET holds = 0 WHERE cardroom = ? AND day = ? AND incident = ?"
        " AND finding = ?",
        tuple(entry[name] for name in names),
    )
    _insert(connection, "assignments", [{"number": number, **entry}])


def _proposal(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "proposals", [{"number": number, **entry}])


def _declined(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _closed(connection, number, entry["proposal"], "declined")


def _payment(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    findings = entry.pop("findings")
    _insert(connection, "payments", ({"number": number, **each, **entry} for each in findings))


def _payment_correction(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "payment_corrections", [{"number": number, **entry}])
    connection.execute(
        "UPDATE payments SET voided = ? WHERE number = ?", (number, entry["payment"])
    )


def _dismissal(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "dismissals", [{"number": number, **entry}])


def _withdrawal(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    """Take an input back; a day of which nothing is left has no audit that speaks for it."""
    _insert(connection, "withdrawals", [{"number": number, **entry}])
    scopes = connection.execute(
        "SELECT cardroom, day FROM coverage WHERE input = ?", (entry["input"],)
    ).fetchall()
    connection.execute("DELETE FROM coverage WHERE input = ?", (entry["input"],))
    for cardroom, day in scopes:
        connection.execute(
            "UPDATE runs SET current = 0 WHERE cardroom = ? AND day = ? AND NOT EXISTS"
            " (SELECT 1 FROM coverage WHERE cardroom = ? AND day = ?)",
            (cardroom, day, cardroom, day),
        )


def noted_heads(entry: Entry) -> list[dict[str, Any]]:
    """Return what a night's entry says of the heads noted by then: place, lines and their digest.

    Raises KeyError, TypeError or ValueError for an entry that feeaudit never writes.
    """
    return [
        {"place": str(place), "lines": int(lines), "digest": str(digest)}
        for place, lines, digest in (
            (each["place"], each["lines"], each["digest"]) for each in entry.get("heads", ())
        )
    ]


def _night(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    noted_heads(entry)
    _insert(connection, "nights", [{"number": number, "date": entry["date"]}])
    connection.execute("DELETE FROM troubles")
    _insert(connection, "troubles", entry["troubles"])


def _key(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _insert(connection, "keys", [{"number": number, **entry}])


def _key_revocation(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    connection.execute("UPDATE keys SET revoked = ? WHERE key = ?", (number, entry["key"]))


def _deletion(connection: sqlite3.Connection, _number: int, entry: Entry) -> None:
    for table in ("runs", "inputs", "arrivals"):
        sql = f"UPDATE {table} SET deleted = 1 WHERE number = ?"  # noqa: S608 - named here alone
        connection.executemany(sql, [(number,) for number in entry[table]])
    # The same content may have come in twice; it stays while any of its inputs is kept.
    connection.execute(
        "DELETE FROM kept WHERE digest IN"
        " (SELECT digest FROM inputs GROUP BY digest HAVING min(deleted) = 1)"
    )


def _made(connection: sqlite3.Connection, _number: int, entry: Entry) -> None:
    """Name the program that made the tables, and adopt what the archive of an older one held."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('program', ?)", (entry["program"],))
    _kept(connection, entry.get("kept", {}))
    connection.executemany(
        "UPDATE runs SET incidents_digest = ? WHERE number = ?",
        [(digest, int(run)) for run, digest in sorted(entry.get("incidents", {}).items())],
    )


_KINDS: Final = {
    "input": _input,
    "again": _arrival,
    "quarantine": _arrival,
    "run": _run,
    "waiver": _waiver,
    "revocation": _revocation,
    "resolution": _resolution,
    "reopening": _reopening,
    "sign-off": _sign_off,
    "comment": _comment,
    "assignment": _assignment,
    "proposal": _proposal,
    "proposal-declined": _declined,
    "payment": _payment,
    "payment-correction": _payment_correction,
    "dismissal": _dismissal,
    "withdrawal": _withdrawal,
    "night": _night,
    "key": _key,
    "key-revocation": _key_revocation,
    "deletion": _deletion,
    "creation": _made,
    "upgrade": _made,
}
