"""Verification of the register: its history is unbroken, and every table is what it comes to.

Every column of every table is compared: the tables of ``REPLAYED`` are made again from the history
alone, and those of findings held against the digests that the entries of their runs vouch for.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.database import opened, structure, structure_problems
from feeaudit.register.database_schema import FACTS, REPLAYED
from feeaudit.register.entry_effects import apply
from feeaudit.register.finding_rows import findings_digest, row_digest
from feeaudit.register.head_inspection import byte_problems, head_problems
from feeaudit.register.history import Entry, chain_problems, entries
from feeaudit.register.history import head as history_head
from feeaudit.register.incident_rows import incident_problems
from feeaudit.register.keys import signature_problems
from feeaudit.register.recorded_files import file_problems, unheard
from feeaudit.register.sign_off import seal_of
from feeaudit.register.standings import standing_problems
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_SHOWN = 120
# Fewer characters of a hash would be found in a history that was rewritten.
_HASH = re.compile(r"[0-9a-f]{16,64}")
# About the share of a verification's time that the register itself takes.
_TABLES = 0.4
# Of one kind of problem so many are told; a tampered table is no better for the thousandth.
_MOST = 10


def verify(
    root: Path,
    head: str = "",
    *,
    heads: bool = True,
    progress: Callable[[str, float], None] = unheard,
) -> list[str]:
    """Return every problem of a store: edits of the register, and files that are not as recorded.

    ``head`` is the hash of an entry noted earlier, from a summary or a log: it must be part of the
    history, which shows that nothing before it was cut off and written anew. Those of heads.log
    must be too, unless ``heads`` says that it is not at hand; where a hash is given, no file of
    heads need be there. ``progress`` is told what is looked at, and how far that is.
    """
    store = open_store(root)
    noted = checked_head(head) if head else ""
    with opened(store, whole=False) as connection:
        progress("History and tables", 0.0)
        # The register as it is now, whatever is written to it meanwhile.
        connection.execute("BEGIN")
        found = list(database_problems(connection, noted))
        if not found:
            found += head_problems(store, connection, required=not noted) if heads else ()
            found += file_problems(
                store,
                connection,
                lambda stage, done: progress(stage, _TABLES + (1 - _TABLES) * done),
            )
        last = history_head(connection)[1]
    # Only once it is closed all of a register lies in its file, and nobody can hide it beside that.
    return found or list(byte_problems(store, last) if heads else ())


def checked_head(text: str) -> str:
    """Return the hash of an entry that was noted; raise Unknown where it is none, or too short."""
    hash_ = text.strip().lower()
    if not _HASH.fullmatch(hash_):
        raise Unknown(
            f"{text[:_SHOWN]!r} is not the hash of an entry; give all 64 characters, or at least"
            " the first 16"
        )
    return hash_


def database_problems(connection: sqlite3.Connection, head: str = "") -> Iterator[str]:
    """Yield the problems of the register itself: its structure, its history and its tables."""
    broken = [
        *_damage(connection),
        *structure_problems(connection),
        *chain_problems(entries(connection)),
    ]
    # What comes later rests on what comes before it.
    broken = broken or [*_noted(connection, head), *_fractions(connection), *_replay(connection)]
    yield from broken
    if not broken:
        for part in (_findings, _places, _incidents, _states, _seals, signature_problems):
            yield from part(connection)


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield where the file is damaged; an index that leaves out a row of its table is, too."""
    for row in connection.execute(f"PRAGMA integrity_check({_MOST})"):
        if row[0] != "ok":
            yield f"the database is damaged: {row[0]}"


def _noted(connection: sqlite3.Connection, head: str) -> Iterator[str]:
    sql = "SELECT 1 FROM history WHERE substr(hash, 1, ?) = ?"
    if head and connection.execute(sql, (len(head), head)).fetchone() is None:
        yield f"the history does not hold {head}: it was cut off or rewritten since"


def _fractions(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the tables with a number that is no integer: 2.0 equals 2, and is an edit."""
    for kind, table in structure(connection):
        if kind == "table":
            columns = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
            whole = [name for name, declared in columns if declared == "INTEGER"]
            wrong = " OR ".join(f"typeof(\"{name}\") = 'real'" for name in whole) or "0"
            sql = f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1"  # noqa: S608 - names of ours
            if connection.execute(sql).fetchone():
                yield f"{table}: a row was changed: it holds a number of another kind"


def _replay(connection: sqlite3.Connection) -> Iterator[str]:
    """Make the tables again from the history alone, and compare them row by row."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as again:
        again.executescript(REPLAYED)
        for each in entries(connection):
            if problem := _replayed(again, each):
                yield problem
                return
        for kind, table in structure(again):
            if kind == "table":
                sql = f"SELECT * FROM {table}"  # noqa: S608 - a name of ours
                kept = {tuple(row) for row in connection.execute(sql)}
                meant = {tuple(row) for row in again.execute(sql)}
                for row in sorted(kept ^ meant, key=str)[:_MOST]:
                    what = "added or changed" if row in kept else "removed or changed"
                    yield f"{table}: a row was {what}: {str(row)[:_SHOWN]}"


def _replayed(again: sqlite3.Connection, entry: Entry) -> str:
    """Let an entry take effect once more; return why it cannot, blank where it can."""
    try:
        apply(again, entry.number, entry.kind, entry.data)
    except Unknown as error:
        return str(error)
    except (
        *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
        sqlite3.Error,
    ) as error:
        return str(entry.strange(error))
    return ""


def _findings(connection: sqlite3.Connection) -> Iterator[str]:
    """Compare every finding with what its run's entry vouches for."""
    names = ", ".join(f'findings."{name}"' for name in FACTS)
    sql = (
        f"SELECT sightings.run, sightings.digest, last_run, {names}"  # noqa: S608 - our columns
        " FROM sightings LEFT JOIN findings ON findings.number = sightings.finding ORDER BY 1"
    )
    vouched = {
        int(number): (str(digest), int(count), f"{cardroom} {day} run {run}")
        for number, digest, count, cardroom, day, run in connection.execute(
            "SELECT number, findings_digest, findings, cardroom, day, run FROM runs"
        )
    }
    for run, rows in groupby(connection.execute(sql), key=lambda row: row[0]):
        digest, count, where = vouched.pop(run, ("", 0, f"run {run}"))
        seen: dict[str, bytes] = {}
        for row in rows:
            count -= 1
            seen[str(row[3])] = row[1] if isinstance(row[1], bytes) else b""
            if row[2] == run and _digest(tuple(row)[3:]) != row[1]:
                yield f"{where}: finding {row[3]} was changed"
        if count or findings_digest(seen) != digest:
            yield f"{where}: its findings are not those that were recorded"
    for digest, _, where in vouched.values():
        if digest != findings_digest({}):
            yield f"{where}: its findings were removed"


def _digest(row: tuple[Any, ...]) -> bytes:
    """Return the digest of a finding; of one with something that no run writes, none."""
    try:
        return row_digest(row)
    except TypeError:
        return b""


# Where a finding stands follows from the runs that saw it: cardroom, day, first and last run, and
# its number, which is given in the order in which findings were first seen.
_MISPLACED = """
SELECT id, findings.day FROM findings
LEFT JOIN (SELECT finding, min(run) AS first, max(run) AS last FROM sightings GROUP BY finding)
  ON finding = findings.number
WHERE first_run IS NOT first OR last_run IS NOT last
UNION SELECT id, findings.day FROM sightings
JOIN findings ON findings.number = sightings.finding
LEFT JOIN runs ON runs.number = sightings.run
WHERE runs.cardroom IS NOT findings.cardroom OR runs.day IS NOT findings.day
UNION SELECT id, day FROM (SELECT id, day, number, first_run,
  row_number() OVER (ORDER BY number) AS place, lag(first_run) OVER (ORDER BY number) AS before
  FROM findings) WHERE number <> place OR first_run < before
ORDER BY 2, 1 LIMIT ?
"""


def _places(connection: sqlite3.Connection) -> Iterator[str]:
    for row in connection.execute(_MISPLACED, (_MOST,)):
        yield f"finding {row[0]} of {row[1]}: does not match the runs that reported it"


def _incidents(connection: sqlite3.Connection) -> Iterator[str]:
    return incident_problems(connection, _MOST)


def _states(connection: sqlite3.Connection) -> Iterator[str]:
    return standing_problems(connection, _MOST)


def _seals(connection: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT runs.*, sign_offs.seal, history.previous FROM sign_offs
        JOIN runs ON runs.number = sign_offs.run
        JOIN history ON history.number = sign_offs.number ORDER BY sign_offs.number
    """
    for run in connection.execute(sql):
        if seal_of(connection, run, run["previous"]) != run["seal"]:
            yield f"{run['cardroom']} {run['day']} run {run['run']}: the seal is broken"
