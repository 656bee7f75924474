"""Files of a store held against the register: none changed, none missing, none put there.

What people edit is theirs and not compared: store.toml, feeaudit.toml and profiles/. An audit rests
on the copies of them in the archive.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from feeaudit.register.archive import content_digest, things_in
from feeaudit.register.inputs import QUARANTINED, REASON
from feeaudit.register.store_files import contents_of, file_digest, is_system_file

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from feeaudit.register.store import Store


def unheard(_stage: str, _done: float) -> None:
    """Let nobody be told how far something is."""


# Folders whose contents are compared one by one, and staging/, of which nothing is believed.
_FOLDERS: Final = {"archive", "reports", "quarantine", "staging", "profiles"}
_FILES: Final = {
    *("register.sqlite", "register.sqlite-wal", "register.sqlite-shm"),
    *("index.html", "summary.json", "summary.txt", "store.toml", "feeaudit.toml", "lock"),
}


# These people edit, wherever they keep them.
_YOURS: Final = {"store.toml", "feeaudit.toml"}


def file_problems(
    store: Store, connection: sqlite3.Connection, progress: Callable[[str, float], None] = unheard
) -> Iterator[str]:
    """Yield every file of a store that is not as the register has it."""
    yield from _reports(store, connection, lambda share: progress("Reports", share / 2))
    yield from _archive(store, connection, lambda share: progress("Archive", 0.5 + share / 2))
    for part in (_quarantine, _beside):
        yield from part(store, connection)


def _reports(
    store: Store, connection: sqlite3.Connection, done: Callable[[float], None]
) -> Iterator[str]:
    sql = "SELECT number, cardroom, day, run, deleted FROM runs"
    folders, ever = {}, set()
    for number, *scope, deleted in connection.execute(sql).fetchall():
        folder = store.report(*scope)
        ever |= {folder.parent, folder.parent.parent}
        if not deleted:
            folders[number] = folder
    known = {path.relative_to(store.reports).as_posix() for path in folders.values()}
    meant = {
        (folders[run] / name).relative_to(store.reports).as_posix(): digest
        for run, name, digest in connection.execute("SELECT run, file, sha256 FROM run_files")
        if run in folders
    }
    there = _there(store.reports)
    for place, name in enumerate(names := sorted({*meant, *there})):
        done(place / len(names))
        if name not in there:
            yield f"{store.reports / name}: missing"
        elif name in meant:
            yield from _changed(there[name], meant[name], "changed since the run")
        elif "/".join(name.split("/")[:3]) in known:
            yield f"{there[name]}: not one of the run's files"
        elif not is_system_file(there[name]):
            yield f"{there[name]}: not produced by any run in the register"
    # Where reports were deleted, the folders of the day and the cardroom stay.
    for folder in _empty(store.reports, {*folders.values(), *ever}):
        what = "produced by any run in the register"
        if "/".join(folder.relative_to(store.reports).parts[:3]) in known:
            what = "one of the run's files"
        yield f"{folder}: not {what}"


def _empty(top: Path, known: AbstractSet[Path]) -> Iterator[Path]:
    """Yield the folders in a part of the store that hold nothing, but for those that are known."""
    for name, folders, files in sorted(os.walk(top)):
        folder = Path(name)
        if not folders and not files and folder != top and folder not in known:
            yield folder


def _there(folder: Path) -> dict[str, Path]:
    return contents_of(folder) if folder.is_dir() else {}


def _changed(path: Path, digest: str, what: str) -> Iterator[str]:
    """Yield that a file is not what was recorded of it, in these words."""
    if path.is_symlink() or not path.is_file():
        yield f"{path}: {what}: it is no longer a plain file"
    elif file_digest(path) != digest:
        yield f"{path}: {what}"


# Everything an audit rests on: a profile that was changed would read its input otherwise.
_ARCHIVED = """
SELECT digest, 'input', '' FROM inputs WHERE NOT deleted
UNION SELECT profile, 'profile', '' FROM inputs WHERE NOT deleted AND profile <> ''
UNION SELECT book_file, 'book', '' FROM runs WHERE book_file <> ''
UNION SELECT configuration_file, 'configuration', '' FROM runs WHERE configuration_file <> ''
UNION SELECT digest, '', name FROM kept
ORDER BY 1, 2
"""


def _archive(
    store: Store, connection: sqlite3.Connection, done: Callable[[float], None]
) -> Iterator[str]:
    kinds: dict[str, str] = {}
    names: dict[str, str] = {}
    for digest, kind, name in connection.execute(_ARCHIVED):
        kinds[digest] = kind or kinds.get(digest, "file")
        if name:
            names[digest] = name
    for place, (digest, kind) in enumerate(sorted(kinds.items())):
        done(place / len(kinds))
        folder = store.archived(digest)
        things = things_in(folder)
        if not things:
            yield f"{folder}: the {kind} is missing from the archive"
        else:
            yield from _kept(things, digest, names.get(digest, ""), f"the archived {kind}")
    folders = {store.archived(digest) for digest in kinds}
    # What was deleted leaves the folder that it shared.
    shared = {folder for folder in store.archive.glob("[0-9a-f][0-9a-f]") if folder.is_dir()}
    yield from _unknown(store.archive, folders, 2, "nothing on record belongs there", shared)


def _kept(things: list[Path], digest: str, name: str, what: str) -> Iterator[str]:
    """Yield that what lies under a digest is not the one thing that belongs there."""
    thing, *others = things
    if thing.parent.is_symlink():
        yield f"{thing.parent}: it is a link; a store holds its files itself"
    elif others:
        strange = [each.name for each in things if each.name != name]
        yield f"{thing.parent}: {strange[-1]} was placed next to {what}"
    elif name and thing.name != name:
        yield f"{thing}: {what} was renamed; it was {name}"
    elif _holds_links(thing) or content_digest(thing) != digest:
        yield f"{thing}: {what} was changed"


def _holds_links(thing: Path) -> bool:
    paths = contents_of(thing).values() if thing.is_dir() and not thing.is_symlink() else [thing]
    return any(path.is_symlink() or not path.is_file() for path in paths)


def _unknown(
    top: Path, folders: set[Path], depth: int, what: str, shared: AbstractSet[Path] = frozenset()
) -> Iterator[str]:
    """Yield what lies in a part of the store outside the folders that belong there.

    Of those that are ``shared`` nothing need be left.
    """
    told = set()
    for path in (*_there(top).values(), *_empty(top, shared)):
        folder = top.joinpath(*path.relative_to(top).parts[:depth])
        if folder not in folders and not is_system_file(path) and folder not in told:
            told.add(folder)
            yield f"{folder}: {what}"


def _quarantine(store: Store, connection: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT digest, kept_as, reason, reason_sha256 FROM arrivals
        WHERE outcome = ? AND NOT deleted ORDER BY number
    """
    # The same content may have been refused twice; the last reason is the one that lies there.
    meant = {row["digest"]: row for row in connection.execute(sql, (QUARANTINED,))}
    for digest, row in sorted(meant.items()):
        folder = store.quarantine / digest
        reason = folder / REASON
        things = [each for each in things_in(folder) if each != reason]
        if things:
            yield from _kept(things, digest, row["kept_as"], "the quarantined file")
        else:
            yield f"{folder}: the quarantined file is missing"
        if not reason.is_file():
            yield f"{reason}: missing"
        elif row["reason_sha256"]:
            yield from _changed(reason, row["reason_sha256"], "changed since it was written")
        elif row["reason"] not in reason.read_text(encoding="utf-8", errors="replace"):
            yield f"{reason}: does not state the recorded reason"
    folders = {store.quarantine / digest for digest in meant}
    yield from _unknown(store.quarantine, folders, 1, "nothing was quarantined there")


def _beside(store: Store, connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what lies in the folder of the store itself and is not part of it."""
    copies = dict(_copies(connection))
    with os.scandir(store.root) as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            folder = entry.is_dir(follow_symlinks=False)
            path = store.root / entry.name
            if entry.name in copies and not folder:
                yield from _changed(path, copies[entry.name], "changed since the upgrade")
            elif entry.name not in (_FOLDERS if folder else _FILES) and not is_system_file(path):
                yield f"{path}: not part of a store; keep it elsewhere"
            elif entry.is_symlink() and entry.name not in _YOURS:
                yield f"{path}: it is a link; a store holds its files itself"


def _copies(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield the copies that upgrades made of the register: the name of each and its digest."""
    for (text,) in connection.execute("SELECT entry FROM history WHERE kind = 'upgrade'"):
        entry = json.loads(text)
        if "copy" in entry:
            yield copy_name(entry["from_version"]), str(entry["copy"])


def copy_name(version: int) -> str:
    """Return what the copy of a register is called that an upgrade from a version leaves."""
    return f"register-version-{version}.sqlite"
