"""heads.log: the end of the history noted outside the store, so that nobody can cut it off unseen.

A line for every head: when it was noted, the first entry's hash (which tells stores apart that
share a file), number, hash and kind of the last entry. The file is only ever appended to, so it can
lie where the writer of the store cannot rewrite it: another disk, a share, a write-once mount.
"""

from __future__ import annotations

import os
import re
import tomllib
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store

_NAME: Final = "heads.log"
_LINE: Final = re.compile(r"(\S+) ([0-9a-f]{64}) ([0-9]{1,15}) ([0-9a-f]{64}) ([a-z-]+)")
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


def note_head(store: Store, connection: sqlite3.Connection, at: str) -> None:
    """Note the last entry of the history, unless it is the last that was noted."""
    row = connection.execute(
        "SELECT (SELECT hash FROM history WHERE number = 1), number, hash, kind FROM history"
        " ORDER BY number DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return
    path = heads_file(store)
    first, number, hash_, kind = row
    try:
        noted = [line.group(4) for line in _lines(path) if line and line.group(2) == first]
        if hash_ not in noted[-1:]:
            _append(path, f"{at} {first} {number} {hash_} {kind}\n")
    except OSError as error:
        raise Unknown(
            f"{path}: the end of the history, {hash_}, could not be noted there"
            f" ({error.strerror or error}); what was recorded stands, and the next command that"
            " writes to the store notes it"
        ) from None


def _append(path: Path, line: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, line.encode())
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
    hashes = dict(connection.execute("SELECT number, hash FROM history"))
    path = heads_file(store)
    if not hashes:
        return
    if not path.is_file():
        yield (
            f"{path}: missing, so that nobody can say whether the end of the history was cut off;"
            " put it back, name a hash that was noted elsewhere with --head, or verify the rest"
            " with --without-heads"
        )
        return
    ours, gone = False, []
    for place, line in enumerate(_lines(path), 1):
        if line is None:
            yield f"{path}, line {place}: not a head that feeaudit noted"
        elif line.group(2) == hashes.get(1):
            ours = True
            if hashes.get(int(line.group(3))) != line.group(4):
                gone.append((place, line))
    for place, line in gone[:_MOST]:
        at, _, number, hash_, kind = line.groups()
        yield (
            f"{path}, line {place}: entry {number} ({kind}) was {hash_[:16]} when it was noted at"
            f" {at}, and the history does not hold it: it was cut off or written anew since"
        )
    if not ours:
        yield f"{path}: it knows no head of this history: that is new, or was written anew"
