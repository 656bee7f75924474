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
from feeaudit.register.database import (
    connected,
    refuse_newer,
    statements,
    transaction,
    version_of,
)
from feeaudit.register.database_schema import KEPT, PROGRAM, REPLAYED, VERSION
from feeaudit.register.history import append, chain_problems, entries
from feeaudit.register.integrity import database_problems
from feeaudit.register.store_files import private_folder, sync_folder, write_private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from feeaudit.register.store import Store


def _name_the_program(connection: sqlite3.Connection) -> None:
    """Version 2: the register says which program made it, so that an older one can name it."""
    connection.execute(
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    )


STEPS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {1: _name_the_program}


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
            _make(connection)
        elif version < VERSION:
            told = _upgrade(store, connection, at)
            if told:
                tell(told)
        refuse_newer(connection, store.register)
        yield connection


def _make(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        # Another process may have made it since.
        if version_of(connection) == 0:
            for statement in statements(REPLAYED + KEPT):
                connection.execute(statement)
            _seal_version(connection)


def _seal_version(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('program', ?)", (PROGRAM,))
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _upgrade(store: Store, connection: sqlite3.Connection, at: str) -> str:
    """Bring a register up to date and return what to say of it; blank where another process did."""
    with transaction(connection):
        before = version_of(connection)
        if before >= VERSION:
            return ""
        _refuse_broken(store, chain_problems(entries(connection)))
        # Nobody else can write now, so the copy is the register as it is upgraded.
        copy = _copied(store, before)
        for version in range(before, VERSION):
            STEPS[version](connection)
        entry = {"from_version": before, "to_version": VERSION, "program": PROGRAM}
        append(connection, "upgrade", at, entry)
        _seal_version(connection)
        _refuse_broken(store, database_problems(connection))
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
    final = store.root / f"register-version-{version}.sqlite"
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
