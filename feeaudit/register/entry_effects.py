"""What an entry of the history does to the tables: one small function for each kind of entry.

Only these functions write the replayed tables, so that verification can do the same once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

Entry = dict[str, Any]


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
    facts = {key: value for key, value in entry.items() if key not in {"days", "names"}}
    _insert(connection, "inputs", [{"number": number, **facts}])
    _insert(connection, "coverage", ({"input": number, **day} for day in entry["days"]))
    _arrival(
        connection,
        number,
        {"outcome": "taken", "reason": ""} | {k: entry[k] for k in ("digest", "place", "name")},
    )


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
    _insert(connection, "sign_offs", [{"number": number, **entry}])


def _deletion(connection: sqlite3.Connection, _number: int, entry: Entry) -> None:
    for table in ("runs", "inputs", "arrivals"):
        sql = f"UPDATE {table} SET deleted = 1 WHERE number = ?"  # noqa: S608 - named here alone
        connection.executemany(sql, [(number,) for number in entry[table]])


def _upgrade(_connection: sqlite3.Connection, _number: int, _entry: Entry) -> None:
    """Change nothing: the tables are made as the present version has them."""


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
    "deletion": _deletion,
    "upgrade": _upgrade,
}
