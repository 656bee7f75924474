"""The register's database: opened with care, written in whole transactions, plain in failure."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from feeaudit.core.problem import Unknown
from feeaudit.register.database_schema import KEPT, PROGRAM, REPLAYED, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.register.store import Store

_PATIENCE = 30.0
_BLOCK = 1024**2
# The connections of this process, and handles that wait for the last of them to be closed.
_GUARD = threading.Lock()
_OPEN: set[int] = set()
_HANDLES: list[int] = []


class _Connection(sqlite3.Connection):
    """A connection that is closed once it is closed.

    SQLite keeps a file open, and locked, until the last question put to it is done with. One that
    was broken off stands in the frames of its exception for as long as anybody holds that.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        self._questions: WeakSet[sqlite3.Cursor] = WeakSet()
        with _GUARD:
            _OPEN.add(id(self))
        try:
            super().__init__(*given, **named)
        except sqlite3.Error:
            self._forgotten()
            raise

    def execute(self, *given: Any) -> sqlite3.Cursor:
        """Put a question, and remember it until it is forgotten by all others."""
        made = super().execute(*given)
        self._questions.add(made)
        return made

    def close(self) -> None:
        """Be done with every question, and close."""
        for each in list(self._questions):
            each.close()
        super().close()
        self._forgotten()

    def _forgotten(self) -> None:
        with _GUARD:
            _OPEN.discard(id(self))
            while _HANDLES and not _OPEN:
                os.close(_HANDLES.pop())


@contextmanager
def opened(store: Store, *, whole: bool = True) -> Iterator[sqlite3.Connection]:
    """Open the register of a store to read it; raise Unknown where another version wrote it.

    Unless ``whole`` is left open, also where somebody changed how it is built.
    """
    with connected(store, writing=False) as connection:
        version = version_of(connection)
        if version == 0:
            raise Unknown(f"{store.register} is empty; run feeaudit nightly first")
        if version < VERSION:
            raise Unknown(
                f"{store.register} is a register of version {version}, made by an earlier feeaudit;"
                f" this one reads version {VERSION}. Upgrade it with feeaudit upgrade"
                f" --store {store.root}; a copy of the register as it is stays beside it"
            )
        refuse_newer(connection, store.register)
        if whole:
            refuse_rebuilt(connection, store.register)
        yield connection


@contextmanager
def connected(store: Store, *, writing: bool) -> Iterator[sqlite3.Connection]:
    """Connect to the database of a store for a while, whatever its version.

    What the database itself cannot do (a full disk, a damaged file) is said in plain words.
    """
    try:
        if writing and not store.register.exists():
            # SQLite gives its other files the permissions of this one.
            os.close(os.open(store.register, os.O_WRONLY | os.O_CREAT, 0o600))
        with _connection(store, writing=writing) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA foreign_keys = ON")
            # Nothing in the file itself may call for more than plain SQL.
            connection.execute("PRAGMA trusted_schema = OFF")
            if writing:
                connection.execute("PRAGMA journal_mode = WAL")
                # After a power failure, what was recorded is still recorded.
                connection.execute("PRAGMA synchronous = FULL")
                # What is no longer part of the register does not lie about in its file.
                connection.execute("PRAGMA secure_delete = ON")
            else:
                connection.execute("PRAGMA query_only = ON")
            yield connection
    except sqlite3.Error as error:
        raise Unknown(f"{store.register}: {_told(error)}") from error
    except UnicodeDecodeError as error:
        told = f"the register cannot be read ({error}); restore it from a backup"
        raise Unknown(f"{store.register}: {told}") from error
    except json.JSONDecodeError as error:
        told = "another program changed the register; feeaudit verify says what was changed"
        raise Unknown(f"{store.register}: {told}") from error


@contextmanager
def _connection(store: Store, *, writing: bool) -> Iterator[sqlite3.Connection]:
    """Connect to the database; on a medium that cannot be written, to it as it lies there.

    The database keeps notes beside itself even while it is read. Where there is no room for them it
    is read as a file that nobody changes; where another program left such notes, from a copy.
    """
    path = store.register
    if writing or os.access(path.parent, os.W_OK):
        with closing(_connect(str(path))) as connection:
            yield connection
        return
    notes = path.with_name(f"{path.name}-wal")
    with TemporaryDirectory() as elsewhere:
        if notes.exists() and notes.stat().st_size:
            for each in (path, notes):
                shutil.copyfile(each, Path(elsewhere) / each.name)
            address = str(Path(elsewhere) / path.name)
        else:
            address = f"{path.resolve().as_uri()}?immutable=1"
        with closing(_connect(address, uri=address.startswith("file:"))) as connection:
            yield connection


def _connect(address: str, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(
        address, timeout=_PATIENCE, isolation_level=None, uri=uri, factory=_Connection
    )


def blocks_of(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a register's file.

    On POSIX a process that closes any handle of a file loses its locks on it. Another process would
    then take itself for the last to close the register, and what this one writes would be lost; so
    the handle is closed when no connection of this process is left.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        while block := os.read(handle, _BLOCK):
            yield block
    finally:
        with _GUARD:
            if _OPEN:
                _HANDLES.append(handle)
            else:
                os.close(handle)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a register; 0 where nothing has been made in it yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a register of a later version than this program knows, and say which one does."""
    version = version_of(connection)
    if version <= VERSION:
        return
    try:
        row = connection.execute("SELECT value FROM meta WHERE name = 'program'").fetchone()
    except sqlite3.Error:
        row = None
    program = str(row["value"]) if row else "a later feeaudit"
    raise Unknown(
        f"{path} is a register of version {version}, made by {program}; this is {PROGRAM}, which"
        f" knows version {VERSION}. Use {program} or one after it; nothing was changed"
    )


def refuse_rebuilt(
    connection: sqlite3.Connection, path: Path, problems: Iterator[str] | None = None
) -> None:
    """Refuse a register with a table, view, index or trigger too many, too few, or changed.

    A trigger that somebody planted would act on the next thing written, so this comes before any.
    """
    found = next(structure_problems(connection) if problems is None else problems, "")
    if found:
        raise Unknown(
            f"{path}: {found}. Nothing was done; run feeaudit verify --store to see what else is"
            " wrong, and restore a backup"
        )


def structure_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield how a register is built otherwise than this version builds one."""
    there, meant = structure(connection), _as_made()
    for each in sorted({*there, *meant}):
        if there.get(each) != meant.get(each):
            what = "was added" if each not in meant else "is missing" if each not in there else ""
            yield f"the register's structure was changed: {' '.join(each)} {what or 'differs'}"


def structure(connection: sqlite3.Connection) -> dict[tuple[str, str], tuple[object, ...]]:
    """Return every table, view, index and trigger of a database: kind and name, and how made."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return {(str(kind), str(name)): (table, sql) for kind, name, table, sql in rows}


@cache
def _as_made() -> dict[tuple[str, str], tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(REPLAYED + KEPT)
        return structure(connection)


def planted_triggers(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the triggers that no version of the register has; all versions have the same ones."""
    for kind, name in sorted({*structure(connection)} - {*_as_made()}):
        if kind == "trigger":
            yield f"the register's structure was changed: trigger {name} was added"


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, so that they can share a transaction."""
    part = ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            yield part
            part = ""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of what is inside, or nothing of it; inside another it is part of that."""
    if connection.in_transaction:
        yield
        return
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
    if "readonly" in text or "unable to open" in text:
        return (
            "the register is not writable; give this account permission to write to the store"
            " and run again"
        )
    if "locked" in text:
        return "another process is writing to the register; try again"
    if "malformed" in text or "not a database" in text:
        return f"the register cannot be read ({text}); restore it from a backup"
    return text
