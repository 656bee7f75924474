"""The register's database: opened with care, written in whole transactions, plain in failure."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.database_schema import KEPT, REPLAYED, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store

_PATIENCE = 30.0


@contextmanager
def opened(store: Store, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the register of a store for a while; make it where it is to be written and is not there.

    What the database itself cannot do (a full disk, a damaged file) is said in plain words.
    """
    try:
        if writing and not store.register.exists():
            # SQLite gives its other files the permissions of this one.
            os.close(os.open(store.register, os.O_WRONLY | os.O_CREAT, 0o600))
        with closing(
            sqlite3.connect(store.register, timeout=_PATIENCE, isolation_level=None)
        ) as connection:
            _prepare(connection, writing=writing)
            _check_version(connection, store.register)
            yield connection
    except sqlite3.Error as error:
        raise Unknown(f"{store.register}: {_told(error)}") from error


def _prepare(connection: sqlite3.Connection, *, writing: bool) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    if writing:
        connection.execute("PRAGMA journal_mode = WAL")
        # After a power failure, what was recorded is still recorded.
        connection.execute("PRAGMA synchronous = FULL")
        _made(connection)
    else:
        connection.execute("PRAGMA query_only = ON")


def _made(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            for statement in statements(REPLAYED + KEPT):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, so that they can share a transaction."""
    part = ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            yield part
            part = ""


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise Unknown(
            f"{path} is a register of version {version}; this feeaudit knows version {VERSION}"
        )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of what is inside, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may already have ended the transaction.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _told(error: sqlite3.Error) -> str:
    text = str(error)
    if "full" in text:
        return "the disk is full; make room and run again, nothing was lost"
    if "locked" in text:
        return "another process has been writing to the register for long; try again"
    if "malformed" in text or "not a database" in text:
        return f"the register cannot be read ({text}); restore it from a backup"
    return text
