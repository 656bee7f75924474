"""heads.log: the end of the history noted outside the store, so that nobody can cut it off unseen.

A line for every head: when it was noted, the first entry's hash (which tells stores apart that
share a file), number, hash and kind of the last entry, and the SHA-256 of the register's file. The
file is only ever appended to, so it can lie where the writer of the store cannot rewrite it:
another disk, a share, a write-once mount.

The entries vouch for what the register says, and every table is compared with them. The digest is
for the bytes that say nothing: a database leaves room in its pages, where a change has no effect
and could otherwise not be seen.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import tomllib
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store

_NAME: Final = "heads.log"
_LINE: Final = re.compile(
    r"(\S+) ([0-9a-f]{64}) ([0-9]{1,15}) ([0-9a-f]{64}) ([a-z-]+)(?: ([0-9a-f]{64}))?"
)
# A larger register is digested after every night; doing so after each decision would take seconds.
_LARGE: Final = 200_000_000
_BLOCK: Final = 1024**2
# The lines about a store, each with its number.
Noted = list[tuple[int, re.Match[str]]]
# Of a database's file: how long its header is, and what of it the database counts by itself.
_HEADER: Final = 100
_CHANGES, _CHANGES_AGAIN = slice(24, 28), slice(92, 96)
_STRUCTURES, _LIBRARY = slice(40, 44), slice(96, 100)
# So many heads that are gone are told; the first says it all.
_MOST: Final = 3


def heads_file(store: Store) -> Path:
    """Return where the heads of a store are noted: beside it, or where its store.toml says."""
    usual = store.root.resolve().parent / _NAME
    if not store.settings.is_file():
        return usual
    try:
        named = tomllib.loads(store.settings.read_text(encoding="utf-8-sig")).get("heads")
    except (OSError, ValueError) as error:
        raise Unknown(f"{store.settings} does not say where heads are noted: {error}") from None
    return store.root / named if isinstance(named, str) and named else usual


def note_head(
    store: Store, connection: sqlite3.Connection, at: str, *, night: bool = False
) -> None:
    """Note the last entry of the history, unless it is the last that was noted.

    After a ``night`` the register's bytes are noted, too, however many they are.
    """
    row = connection.execute(
        "SELECT (SELECT hash FROM history WHERE number = 1), number, hash, kind FROM history"
        " ORDER BY number DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return
    path = heads_file(store)
    first, number, hash_, kind = row
    try:
        if _is_behind(connection, path, first, number):
            digest = _bytes_noted(store, connection, hash_, night=night)
            line = f"{at} {first} {number} {hash_} {kind}{digest}\n"
            _append_in_turn(connection, path, (first, number), line)
    except OSError as error:
        raise Unknown(
            f"{path}: the end of the history, {hash_}, could not be noted there"
            f" ({error.strerror or error}); the record itself is safe, and the next command that"
            " writes to the store will note it"
        ) from None


def _is_behind(connection: sqlite3.Connection, path: Path, first: str, number: int) -> bool:
    """Tell whether the last head noted of this history is before an entry, or not of it at all."""
    noted = [line.group(4) for line in _lines(path) if line and line.group(2) == first]
    known = "SELECT number FROM history WHERE hash = ?"
    row = connection.execute(known, noted[-1:]).fetchone() if noted else None
    return row is None or int(row[0]) < number


def _append_in_turn(
    connection: sqlite3.Connection, path: Path, entry: tuple[str, int], line: str
) -> None:
    """Append a head unless a later one stands there by now; writers take turns at it."""
    alone = not connection.in_transaction
    try:
        if alone:
            connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        # What was decided is recorded; whoever is at work on the register notes a later head.
        return
    try:
        if _is_behind(connection, path, *entry):
            _append(path, line)
    finally:
        if alone:
            connection.execute("ROLLBACK")


def _bytes_noted(store: Store, connection: sqlite3.Connection, head: str, *, night: bool) -> str:
    """Return the digest of the register's file for a line; blank where somebody is at work on it.

    What was written lies beside the file at first, and is brought into it. Where anybody wrote
    while the file was read, that shows in the history or beside the file.
    """
    if not night and store.register.stat().st_size > _LARGE:
        return ""
    last = "SELECT hash FROM history ORDER BY number DESC LIMIT 1"
    try:
        if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return ""
        digest = _bytes_digest(store.register) if _is_whole(store) else ""
        same = connection.execute(last).fetchone()[0] == head
    except sqlite3.Error:
        # What was decided is recorded; a disk without room for more does not undo that.
        return ""
    return f" {digest}" if digest and same and _is_whole(store) else ""


def _bytes_digest(path: Path) -> str:
    """Return a digest of the register's file, the same for a copy that the database itself made.

    Such a copy counts its changes anew, in two places that must agree, and names the library.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        header = bytearray(file.read(_HEADER))
        if header[_CHANGES] == header[_CHANGES_AGAIN]:
            for part in (_CHANGES, _CHANGES_AGAIN, _STRUCTURES, _LIBRARY):
                header[part] = bytes(4)
        digest.update(header)
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _is_whole(store: Store) -> bool:
    """Tell whether all of the register is in its file."""
    beside = store.register.with_name(f"{store.register.name}-wal")
    return not beside.exists() or not beside.stat().st_size


def _append(path: Path, line: str) -> None:
    # Somebody's editor may have left the last line without its end.
    cut = path.exists() and path.stat().st_size and not path.read_bytes().endswith(b"\n")
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, (f"\n{line}" if cut else line).encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _lines(path: Path) -> Iterator[re.Match[str] | None]:
    """Yield the lines of a file of heads; None for one that is none."""
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            yield _LINE.fullmatch(line)


def head_problems(store: Store, connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the heads that were noted and are not part of the history any more."""
    sql = "SELECT number, hash, kind FROM history"
    entries = {number: (hash_, kind) for number, hash_, kind in connection.execute(sql)}
    path = heads_file(store)
    if not entries:
        return
    if not path.is_file():
        yield (
            f"{path}: missing, so nothing shows whether the end of the history was cut off;"
            " restore it, give a hash noted elsewhere with --head, or verify the rest with"
            " --without-heads"
        )
        return
    ours = []
    for place, line in enumerate(_lines(path), 1):
        if line is None:
            yield f"{path}, line {place}: not a head that feeaudit noted"
        elif line.group(2) == entries.get(1, ("", ""))[0]:
            ours.append((place, line))
    if not ours:
        yield f"{path}: it has no head of this history: the history is new, or was rewritten"
    found = [*_gone(path, ours, entries), *_misplaced(path, ours, entries)]
    yield from found or _changed_bytes(store, entries[max(entries)][0])


def _gone(path: Path, ours: Noted, entries: dict[int, tuple[str, str]]) -> Iterator[str]:
    """Yield the heads that the history does not hold, the first few of them."""
    gone = [
        (place, line.groups())
        for place, line in ours
        if entries.get(int(line.group(3)), ("", ""))[0] != line.group(4)
    ]
    for place, (at, _, number, hash_, kind, _) in gone[:_MOST]:
        yield (
            f"{path}, line {place}: entry {number} ({kind}) was {hash_[:16]} when it was noted at"
            f" {at}, and the history does not hold it: it was cut off or rewritten since"
        )


def _misplaced(path: Path, ours: Noted, entries: dict[int, tuple[str, str]]) -> Iterator[str]:
    """Yield the lines that feeaudit did not write so: of another kind, or out of their order."""
    last = 0
    for place, line in ours:
        number = int(line.group(3))
        if number < last or entries.get(number, ("", ""))[1] not in {line.group(5), ""}:
            yield f"{path}, line {place}: not as feeaudit noted entry {number}"
        last = number


def _changed_bytes(store: Store, head: str) -> Iterator[str]:
    """Yield that the register's file is not the one that was noted with its last entry."""
    noted = [line.group(6) for line in _lines(heads_file(store)) if line and line.group(4) == head]
    if any(noted) and _is_whole(store) and _bytes_digest(store.register) not in noted:
        yield (
            f"{store.register}: its bytes are not those that were noted with its last entry, though"
            " all that it says is as recorded; somebody changed what a database does not use, or"
            " another program wrote to it. A backup puts it right"
        )
