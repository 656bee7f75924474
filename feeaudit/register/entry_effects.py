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
    _insert(connection, "waivers", [{"number": number, **entry}])


def _revocation(connection: sqlite3.Connection, _number: int, entry: Entry) -> None:
    connection.execute("UPDATE waivers SET revoked = 1 WHERE waiver = ?", (entry["waiver"],))


def _resolution(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    _no_longer_resolved(connection, entry["cardroom"], entry["day"], entry["finding"])
    _insert(connection, "resolutions", [{"number": number, **entry}])


def _reopening(connection: sqlite3.Connection, _number: int, entry: Entry) -> None:
    _no_longer_resolved(connection, entry["cardroom"], entry["day"], entry["finding"])


def _sign_off(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
    facts = {key: value for key, value in entry.items() if key != "signatures"}
    _insert(connection, "sign_offs", [{"number": number, **facts}])
    signed = entry.get("signatures", [])
    _insert(connection, "signatures", ({"sign_off": number, **each} for each in signed))


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


def _night(connection: sqlite3.Connection, number: int, entry: Entry) -> None:
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
    "withdrawal": _withdrawal,
    "night": _night,
    "key": _key,
    "key-revocation": _key_revocation,
    "deletion": _deletion,
    "creation": _made,
    "upgrade": _made,
}
