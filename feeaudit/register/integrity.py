"""Verification: the history is unbroken, the tables are what it comes to, the files are theirs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING

from feeaudit.register.archive import content_digest, kept
from feeaudit.register.database import opened, statements
from feeaudit.register.database_schema import FACTS, KEPT, REPLAYED
from feeaudit.register.entry_effects import apply
from feeaudit.register.finding_rows import STATE, WAIVED_UNTIL, findings_digest, row_digest
from feeaudit.register.history import chain_problems, entries
from feeaudit.register.sign_off import seal_of
from feeaudit.register.store import Store, open_store
from feeaudit.register.store_files import file_digest, files_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TABLES = (
    "inputs",
    "coverage",
    "arrivals",
    "runs",
    "run_inputs",
    "run_files",
    "run_checks",
    "changes",
    "waivers",
    "resolutions",
    "sign_offs",
)


def verify(root: Path, head: str = "") -> list[str]:
    """Return every problem of a store: edits of the register, and files that are not as recorded.

    ``head`` is the hash of an entry noted earlier, from a summary or a log: it must be part of the
    history, which shows that nothing before it was cut off and written anew.
    """
    store = open_store(root)
    with opened(store) as connection:
        found = list(database_problems(connection, head))
        if not found:
            found += [*_reports(store, connection), *_archive(store, connection)]
    return found


def database_problems(connection: sqlite3.Connection, head: str = "") -> Iterator[str]:
    """Yield the problems of the register itself: its structure, its history and its tables."""
    broken = [*_damage(connection), *chain_problems(entries(connection))]
    yield from broken
    if not broken:
        yield from _noted(connection, head)
        for part in (_replay, _findings, _states, _seals):
            yield from part(connection)


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    for row in connection.execute("PRAGMA quick_check(10)"):
        if row[0] != "ok":
            yield f"the database is damaged: {row[0]}"
    declared = {statement.strip().rstrip(";") for statement in statements(REPLAYED + KEPT)}
    kept = {str(row[0]) for row in connection.execute("SELECT sql FROM sqlite_master") if row[0]}
    for missing in sorted(declared - kept):
        yield f"the register's structure was changed: {missing.split('(')[0].strip()}"


def _noted(connection: sqlite3.Connection, head: str) -> Iterator[str]:
    wanted = head.strip().lower()
    sql = "SELECT 1 FROM history WHERE substr(hash, 1, ?) = ?"
    if wanted and connection.execute(sql, (len(wanted), wanted)).fetchone() is None:
        yield f"the history does not hold {wanted}: it was cut off or written anew since"


def _replay(connection: sqlite3.Connection) -> Iterator[str]:
    """Make the tables again from the history alone, and compare them row by row."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as again:
        for statement in statements(REPLAYED):
            again.execute(statement)
        for each in entries(connection):
            apply(again, each.number, each.kind, each.data)
        for table in _TABLES:
            sql = f"SELECT * FROM {table}"  # noqa: S608 - a name of ours
            kept = {tuple(row) for row in connection.execute(sql)}
            meant = {tuple(row) for row in again.execute(sql)}
            for row in sorted(kept ^ meant, key=str)[:10]:
                what = "added or changed" if row in kept else "removed or changed"
                yield f"{table}: a row was {what}: {str(row)[:120]}"


def _findings(connection: sqlite3.Connection) -> Iterator[str]:
    """Compare every finding with what its run's entry vouches for."""
    names = ", ".join(f'findings."{name}"' for name in FACTS)
    sql = (
        f"SELECT sightings.run, sightings.digest, last_run, {names}"  # noqa: S608 - our columns
        " FROM sightings JOIN findings ON findings.number = sightings.finding ORDER BY 1"
    )
    vouched = {
        int(number): (str(digest), f"{cardroom} {day} run {run}")
        for number, digest, cardroom, day, run in connection.execute(
            "SELECT number, findings_digest, cardroom, day, run FROM runs"
        )
    }
    for run, rows in groupby(connection.execute(sql), key=lambda row: int(row[0])):
        digest, where = vouched.pop(run, ("", f"run {run}"))
        seen = {}
        for row in rows:
            seen[str(row[3])] = row[1]
            if row[2] == run and row_digest(tuple(row)[3:]) != row[1]:
                yield f"{where}: finding {row[3]} was changed"
        if findings_digest(seen) != digest:
            yield f"{where}: its findings are not those that were recorded"
    for digest, where in vouched.values():
        if digest != findings_digest({}):
            yield f"{where}: its findings were removed"
    sql = """
        SELECT id FROM findings WHERE NOT EXISTS (
          SELECT 1 FROM sightings WHERE run = last_run AND finding = number) LIMIT 10
    """
    for row in connection.execute(sql):
        yield f"finding {row[0]} was added: no run saw it"


def _states(connection: sqlite3.Connection) -> Iterator[str]:
    sql = f"SELECT id, day FROM findings WHERE state <> {STATE} OR waived_until <> {WAIVED_UNTIL}"  # noqa: S608
    for row in connection.execute(f"{sql} LIMIT 10"):
        yield f"finding {row[0]} of {row[1]}: its state is not what was decided"


def _seals(connection: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT runs.*, sign_offs.seal, history.previous FROM sign_offs
        JOIN runs ON runs.number = sign_offs.run
        JOIN history ON history.number = sign_offs.number ORDER BY sign_offs.number
    """
    for run in connection.execute(sql):
        if seal_of(connection, run, run["previous"]) != run["seal"]:
            yield f"{run['cardroom']} {run['day']} run {run['run']}: the seal is broken"


def _reports(store: Store, connection: sqlite3.Connection) -> Iterator[str]:
    known = set()
    for run in list(connection.execute("SELECT * FROM runs WHERE NOT deleted")):
        folder = store.report(run["cardroom"], run["day"], run["run"])
        known.add(folder)
        sql = "SELECT file, sha256 FROM run_files WHERE run = ?"
        meant = {str(row[0]): str(row[1]) for row in connection.execute(sql, (run["number"],))}
        there = {path.relative_to(folder).as_posix(): path for path in files_in(folder)}
        for name in sorted({*meant, *there}):
            if name not in there:
                yield f"{folder / name}: missing"
            elif name not in meant:
                yield f"{folder / name}: not one of the run's files"
            elif file_digest(there[name]) != meant[name]:
                yield f"{folder / name}: changed since the run"
    for folder in sorted(store.reports.glob("*/*/run-*")):
        if folder not in known:
            yield f"{folder}: no run of the register made it"


# Everything an audit rests on: a profile that was changed would read its input otherwise.
_ARCHIVED = """
SELECT digest, 'input' FROM inputs WHERE NOT deleted
UNION SELECT profile, 'profile' FROM inputs WHERE NOT deleted AND profile <> ''
UNION SELECT book_file, 'book' FROM runs WHERE book_file <> ''
UNION SELECT configuration_file, 'configuration' FROM runs WHERE configuration_file <> ''
ORDER BY 1
"""


def _archive(store: Store, connection: sqlite3.Connection) -> Iterator[str]:
    for digest, what in connection.execute(_ARCHIVED):
        thing = kept(store, digest)
        if thing is None:
            yield f"{store.archived(digest)}: the {what} is missing from the archive"
        elif content_digest(thing) != digest:
            yield f"{thing}: the archived {what} was changed"
