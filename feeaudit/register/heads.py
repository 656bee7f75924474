"""heads.log: the end of the history noted outside the store, so that nobody can cut it off unseen.

Files of heads are only ever appended to, so they can lie where the writer of the store cannot
rewrite them: another disk, a share, a write-once mount. There may be several; whoever would hide
that the history was cut off has to cut all of them. Each night the history in turn records where
heads are noted and a digest of the lines there, so that nobody can remove a line from them, or have
another file looked at, without rewriting the history as well.

The entries vouch for what the register says, and every table is compared with them. The digest of
the register's file is for the bytes that say nothing: a database leaves room in its pages, where a
change has no effect and could otherwise not be seen.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import tomllib
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown, in_words
from feeaudit.register.database import blocks_of
from feeaudit.register.entry_effects import noted_heads
from feeaudit.register.head_lines import HeadLine, heads_of, lines_digest

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.register.store import Store

# As seen from the store.
_USUAL: Final = "../heads.log"
# A larger register is digested after every night; doing so after each decision would take seconds.
_LARGE: Final = 200_000_000
# Of the header of a database's file: what the database counts by itself.
_CHANGES, _CHANGES_AGAIN = slice(24, 28), slice(92, 96)
_STRUCTURES, _LIBRARY = slice(40, 44), slice(96, 100)


def heads_places(store: Store) -> list[str]:
    """Return where the heads of a store are noted, as its store.toml says: beside it by default."""
    if not store.settings.is_file():
        return [_USUAL]
    try:
        named = tomllib.loads(store.settings.read_text(encoding="utf-8-sig")).get("heads")
    except (OSError, ValueError, RecursionError) as error:
        raise Unknown(f"{store.settings} does not say where heads are noted: {error}") from None
    several = named if isinstance(named, list) else [named or _USUAL]
    if not all(isinstance(each, str) and each and "\0" not in each for each in several):
        raise Unknown(f"{store.settings}: heads = {named!r} does not name a file, or several")
    return list(dict.fromkeys(several)) or [_USUAL]


def heads_file(store: Store, place: str = _USUAL) -> Path:
    """Return the file of heads that a place means."""
    root = store.root.resolve()
    return root / os.path.normpath(root / place)


def first_hash(connection: sqlite3.Connection) -> str:
    """Return the hash of the first entry, by which lines in a file of heads are known."""
    row = connection.execute("SELECT hash FROM history WHERE number = 1").fetchone()
    return str(row[0]) if row else ""


def begin_heads(store: Store, connection: sqlite3.Connection, at: str) -> None:
    """Note a head wherever none of this history is noted yet.

    A night records what it finds in a place before it notes its own head there. Where that were
    nothing, a night that died in between could not be told from one whose file was removed.
    """
    line = _last_line(connection, at)
    if line is None:
        return
    for place in heads_places(store):
        # A place that cannot be written to is told of when the night's own head is noted.
        with suppress(OSError):
            if not heads_of(heads_file(store, place), line.first):
                _note(store, connection, place, line, night=False)


def note_head(
    store: Store, connection: sqlite3.Connection, at: str, *, night: bool = False
) -> None:
    """Note the last entry of the history wherever it is not the last that was noted.

    After a ``night`` the register's bytes are noted, too, however many they are. A place that
    cannot be written to keeps no other from being noted in.
    """
    line = _last_line(connection, at)
    if line is None:
        return
    failed = []
    for place in heads_places(store):
        try:
            _note(store, connection, place, line, night=night)
        except OSError as error:
            failed.append(f"{heads_file(store, place)} ({in_words(error)})")
    if failed:
        raise Unknown(
            f"{'; '.join(failed)}: the end of the history, {line.hash}, could not be noted there;"
            " the record itself is safe, and the next command that writes to the store will note it"
        )


def _last_line(connection: sqlite3.Connection, at: str) -> HeadLine | None:
    """Return the line that notes the last entry of the history; None where somebody emptied it."""
    row = connection.execute(
        "SELECT number, hash, kind FROM history ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return HeadLine(0, at, first_hash(connection), *row) if row else None


def _note(
    store: Store, connection: sqlite3.Connection, place: str, line: HeadLine, *, night: bool
) -> None:
    """Note a head in one place unless it, or a later one, stands there."""
    path = heads_file(store, place)
    if _is_behind(connection, path, line):
        digest = _bytes_noted(store, connection, line.hash, night=night)
        _append_in_turn(connection, path, line, digest)


def recorded_heads(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return what the last night recorded of the heads noted: place, lines and their digest."""
    row = connection.execute(
        "SELECT number, entry FROM history WHERE kind = 'night' ORDER BY number DESC LIMIT 1"
    ).fetchone()
    try:
        return noted_heads(json.loads(row[1])) if row else []
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise Unknown(
            f"history entry {row[0]} is not one that feeaudit writes; run feeaudit verify --store"
            " to see what else is wrong, and restore a backup"
        ) from None


def heads_to_record(store: Store, connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return what a night records of the heads noted by then.

    Of a file that is gone, or has fewer lines than before, the last record stands, so that it is
    asked for until it is back or store.toml names another.
    """
    before = {each["place"]: each for each in recorded_heads(connection)}
    first = first_hash(connection)
    found = []
    for place in heads_places(store):
        known = before.get(place)
        try:
            lines = heads_of(heads_file(store, place), first)
        except OSError:
            # That it cannot be read is said where the head is noted; the night is recorded.
            lines = []
        if known and not is_as_recorded(known, lines):
            found.append(known)
        else:
            found.append({"place": place, "lines": len(lines), "digest": lines_digest(lines)})
    return found


def is_as_recorded(known: dict[str, Any], lines: list[HeadLine]) -> bool:
    """Tell whether the lines that a night found in a place are still there, as they were."""
    count = int(known["lines"])
    return len(lines) >= count and lines_digest(lines[:count]) == known["digest"]


def _is_behind(connection: sqlite3.Connection, path: Path, line: HeadLine) -> bool:
    """Tell whether the last head noted of this history is before an entry, or not of it at all."""
    noted = [each.hash for each in heads_of(path, line.first)]
    known = "SELECT number FROM history WHERE hash = ?"
    row = connection.execute(known, noted[-1:]).fetchone() if noted else None
    return row is None or int(row[0]) < line.number


def _append_in_turn(
    connection: sqlite3.Connection, path: Path, line: HeadLine, digest: str
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
        if _is_behind(connection, path, line):
            _append(path, f"{line.vouched}{digest}\n")
    finally:
        if alone:
            connection.execute("ROLLBACK")


def _append(path: Path, line: str) -> None:
    """Append a line whole or not at all: half a line would be taken for somebody's edit."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a file, but a folder, a device or a pipe")
    # Somebody's editor may have left the last line without its end.
    cut = path.exists() and path.stat().st_size and not path.read_bytes().endswith(b"\n")
    content = (f"\n{line}" if cut else line).encode()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        before = os.fstat(handle).st_size
        written = os.write(handle, content)
        if written < len(content):
            # Another store may have noted a head of its own in the meantime; that stays.
            if os.fstat(handle).st_size == before + written:
                os.ftruncate(handle, before)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    finally:
        os.close(handle)


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
        digest = bytes_digest(store.register) if is_whole(store) else ""
        same = connection.execute(last).fetchone()[0] == head
    except sqlite3.Error:
        # What was decided is recorded; a disk without room for more does not undo that.
        return ""
    return f" {digest}" if digest and same and is_whole(store) else ""


def bytes_digest(path: Path) -> str:
    """Return a digest of the register's file, the same for a copy that the database itself made.

    Such a copy counts its changes anew, in two places that must agree, and names the library.
    """
    digest = hashlib.sha256()
    blocks = blocks_of(path)
    first = bytearray(next(blocks, b""))
    if first[_CHANGES] == first[_CHANGES_AGAIN]:
        for part in (_CHANGES, _CHANGES_AGAIN, _STRUCTURES, _LIBRARY):
            first[part] = bytes(len(first[part]))
    digest.update(first)
    for block in blocks:
        digest.update(block)
    return digest.hexdigest()


def is_whole(store: Store) -> bool:
    """Tell whether all of the register is in its file."""
    beside = store.register.with_name(f"{store.register.name}-wal")
    return not beside.exists() or not beside.stat().st_size
