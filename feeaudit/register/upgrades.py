"""Upgrades: a register that an earlier feeaudit made is brought to the present version, in steps.

Stores live for seven years and longer. A step is one small function from a version to the next. It
spells out its own SQL, since later versions may change the same tables again, and it only ever adds
to the history. All steps that a register needs run in one transaction, after a copy of the database
was put beside it; the history must hold before, and everything that verification looks at in the
database after. A process that dies on the way leaves the register as it was.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.archive import names_of_all
from feeaudit.register.database import (
    connected,
    planted_triggers,
    refuse_newer,
    refuse_rebuilt,
    statements,
    structure,
    transaction,
    version_of,
)
from feeaudit.register.database_schema import KEPT, PROGRAM, REPLAYED, VERSION
from feeaudit.register.heads import note_head
from feeaudit.register.history import append, chain_problems, entries
from feeaudit.register.integrity import database_problems
from feeaudit.register.recorded_files import copy_name
from feeaudit.register.store_files import file_digest, private_folder, sync_folder, write_private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from feeaudit.register.store import Store


def _name_the_program(connection: sqlite3.Connection) -> None:
    """Version 2: the register says which program made it, so that an older one can name it."""
    connection.execute(
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    )


def _know_every_file(connection: sqlite3.Connection) -> None:
    """Version 3: every file of the archive and of the quarantine is on the record by its name."""
    connection.execute(
        "CREATE TABLE kept (digest TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"
    )
    for column, name in (("book_file", "book.zip"), ("configuration_file", "feeaudit.toml")):
        connection.execute(
            f"INSERT OR IGNORE INTO kept SELECT {column}, ? FROM runs WHERE {column} <> ''",  # noqa: S608
            (name,),
        )
    old = "number, digest, place, name, outcome, reason, deleted"
    connection.execute(f"CREATE TEMP TABLE old AS SELECT {old} FROM arrivals")  # noqa: S608
    connection.execute("DROP TABLE arrivals")
    connection.execute(
        """CREATE TABLE arrivals (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, kept_as TEXT NOT NULL DEFAULT '',
  reason_sha256 TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0)"""
    )
    connection.execute("CREATE INDEX arrivals_by_digest ON arrivals (digest, place)")
    connection.execute(f"INSERT INTO arrivals ({old}) SELECT {old} FROM temp.old")  # noqa: S608
    connection.execute("DROP TABLE temp.old")


def _prove_names(connection: sqlite3.Connection) -> None:
    """Version 3: keys of people who sign, their signatures, and why a day was signed as it was."""
    old = "number, cardroom, day, run, prepared_by, reviewed_by, made_on, open, seal"
    connection.execute(f"CREATE TEMP TABLE old AS SELECT {old} FROM sign_offs")  # noqa: S608
    connection.execute("DROP TABLE sign_offs")
    connection.execute(
        """CREATE TABLE sign_offs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL
  REFERENCES runs, prepared_by TEXT NOT NULL, reviewed_by TEXT NOT NULL, made_on TEXT NOT NULL,
  open INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', seal TEXT NOT NULL, UNIQUE (run))"""
    )
    connection.execute("CREATE INDEX sign_offs_by_day ON sign_offs (cardroom, day)")
    connection.execute(f"INSERT INTO sign_offs ({old}) SELECT {old} FROM temp.old")  # noqa: S608
    connection.execute("DROP TABLE temp.old")
    connection.execute(
        """CREATE TABLE keys (
  number INTEGER PRIMARY KEY, "key" TEXT NOT NULL UNIQUE, name TEXT NOT NULL, public TEXT NOT NULL,
  made_on TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0)"""
    )
    connection.execute(
        """CREATE TABLE signatures (
  sign_off INTEGER NOT NULL REFERENCES sign_offs, role TEXT NOT NULL, "key" TEXT NOT NULL,
  signature TEXT NOT NULL, PRIMARY KEY (sign_off, role)) WITHOUT ROWID"""
    )


def _remember_nights(connection: sqlite3.Connection) -> None:
    """Version 3: when a night was run, what troubled it, and which inputs were taken back."""
    connection.execute(
        """CREATE TABLE withdrawals (
  number INTEGER PRIMARY KEY, input INTEGER NOT NULL UNIQUE REFERENCES inputs, reason TEXT NOT NULL,
  withdrawn_by TEXT NOT NULL, made_on TEXT NOT NULL)"""
    )
    connection.execute("CREATE TABLE nights (number INTEGER PRIMARY KEY, date TEXT NOT NULL)")
    connection.execute(
        """CREATE TABLE troubles (
  kind TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
  since TEXT NOT NULL, PRIMARY KEY (kind, place, name)) WITHOUT ROWID"""
    )


def _to_version_3(connection: sqlite3.Connection) -> None:
    _know_every_file(connection)
    _prove_names(connection)
    _remember_nights(connection)


STEPS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {
    1: _name_the_program,
    2: _to_version_3,
}


@contextmanager
def writable(
    store: Store, at: str, tell: Callable[[str], None] = lambda _text: None
) -> Iterator[sqlite3.Connection]:
    """Open the register of a store to write to it, made or brought up to date where need be.

    ``at`` is the moment of recording; ``tell`` is told of an upgrade in a sentence.
    """
    with connected(store, writing=True) as connection:
        version = version_of(connection)
        if version == 0:
            _make(store, connection, at)
        elif version < VERSION:
            told = _upgrade(store, connection, at)
            if told:
                tell(told)
        refuse_newer(connection, store.register)
        refuse_rebuilt(connection, store.register)
        yield connection
        note_head(store, connection, at)


def _make(store: Store, connection: sqlite3.Connection, at: str) -> None:
    with transaction(connection):
        # Another process may have made it since.
        if version_of(connection) == 0:
            refuse_rebuilt(connection, store.register, _foreign(connection))
            for statement in statements(REPLAYED + KEPT):
                connection.execute(statement)
            append(connection, "creation", at, {"to_version": VERSION, "program": PROGRAM})
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _foreign(connection: sqlite3.Connection) -> Iterator[str]:
    for kind, name in structure(connection):
        yield f"it says that it is new, but holds {kind} {name}"


def _upgrade(store: Store, connection: sqlite3.Connection, at: str) -> str:
    """Bring a register up to date and return what to say of it; blank where another process did."""
    with transaction(connection):
        before = version_of(connection)
        if before >= VERSION:
            return ""
        _refuse_broken(store, chain_problems(entries(connection)))
        _refuse_broken(store, planted_triggers(connection))
        # Nobody else can write now, so the copy is the register as it is upgraded.
        copy = _copied(store, before)
        try:
            for version in range(before, VERSION):
                STEPS[version](connection)
            entry = {
                "from_version": before,
                "to_version": VERSION,
                "program": PROGRAM,
                "copy": file_digest(copy),
                # Earlier versions did not record all that they archived; from here on it is.
                "kept": names_of_all(store),
            }
            append(connection, "upgrade", at, entry)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            _refuse_broken(store, database_problems(connection))
        except Exception:
            # A copy beside a register that was not upgraded would only be a riddle.
            copy.unlink()
            raise
    return (
        f"{store.register} was brought from version {before} to version {VERSION}; the register as"
        f" it was is kept as {copy.name} beside it"
    )


def _refuse_broken(store: Store, problems: Iterator[str]) -> None:
    problem = next(problems, "")
    if problem:
        raise Unknown(
            f"{store.register} is not brought to version {VERSION} and was not changed, since it is"
            f" not whole: {problem}. Restore it from a backup"
        )


def _copied(store: Store, version: int) -> Path:
    """Put a copy of the register beside it, whole or not at all; return where it is."""
    final = store.root / copy_name(version)
    # A run that died may have left half a copy, with the database's own notes about it.
    folder = store.staging / "upgrade"
    shutil.rmtree(folder, ignore_errors=True)
    part = private_folder(folder) / final.name
    write_private(part, b"")
    with (
        closing(sqlite3.connect(store.register)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(final)
    sync_folder(final.parent)
    return final
