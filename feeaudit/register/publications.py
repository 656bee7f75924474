"""Folders put in place before the register tells of them, and taken back where it never does.

A note of each lies in the staging folder until the night is over. What a note names and the
register does not was put there by a run that died, or came to nothing; nothing else is taken away.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from feeaudit.register.inputs import QUARANTINED
from feeaudit.register.store_files import (
    digest_of_text,
    private_folder,
    publish,
    remove_tree,
    safe_name,
    write_private,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from feeaudit.register.store import Store

_NOTES: Final = "published"


def publish_noted(store: Store, staged: Path, final: Path) -> None:
    """Put a finished folder in its place at one stroke, with a note that it is to be recorded."""
    note_publications(store, [final])
    publish(staged, final)


def note_publications(store: Store, finals: Sequence[Path]) -> None:
    """Note that these folders are about to be put in place, and to be recorded."""
    text = "".join(f"{final.relative_to(store.root).as_posix()}\n" for final in finals)
    notes = private_folder(store.staging / _NOTES)
    write_private(notes / digest_of_text(text)[:32], text.encode())


def withdraw_unrecorded(store: Store, connection: sqlite3.Connection) -> None:
    """Take back what was published and is not recorded."""
    notes = store.staging / _NOTES
    if not notes.is_dir():
        return
    recorded = _recorded(connection)
    lines = (
        line
        for note in sorted(notes.iterdir())
        for line in note.read_text(encoding="utf-8", errors="replace").splitlines()
    )
    for where in map(PurePosixPath, lines):
        folder = store.root / where
        # A note is only a note: it names a folder of these three and no other.
        known = where.parts[:1] in {("archive",), ("reports",), ("quarantine",)}
        if known and ".." not in where.parts and str(where) not in recorded and folder.is_dir():
            remove_tree(folder, store.staging)
            for parent in folder.parents[: len(where.parts) - 2]:
                # It holds other things, if any: then it stays.
                with suppress(OSError):
                    parent.rmdir()


def _recorded(connection: sqlite3.Connection) -> set[str]:
    """Return every folder of the archive, the reports and the quarantine that is recorded."""
    digests = connection.execute(
        "SELECT digest FROM kept UNION SELECT digest FROM inputs WHERE NOT deleted"
    )
    runs = connection.execute("SELECT cardroom, day, run FROM runs WHERE NOT deleted")
    set_aside = connection.execute(
        "SELECT digest FROM arrivals WHERE outcome = ? AND NOT deleted", (QUARANTINED,)
    )
    return {
        *(f"archive/{digest[:2]}/{digest}" for (digest,) in digests),
        *(f"reports/{safe_name(room)}/{day}/run-{run}" for room, day, run in runs),
        *(f"quarantine/{digest}" for (digest,) in set_aside),
    }
