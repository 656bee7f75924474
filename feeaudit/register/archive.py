"""The archive: whatever an audit rests on, kept under the digest of its content.

A file lies under its own SHA-256. A folder lies under that of the list of its files, a line each
with digest and name, as ``sha256sum`` prints it, in order.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from feeaudit.register.publications import publish_noted
from feeaudit.register.store_files import (
    digest_of_text,
    file_digest,
    files_in,
    is_system_file,
    private_folder,
    write_private,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from feeaudit.register.store import Store


def listing_digest(files: Iterable[tuple[str, str]]) -> str:
    """Return one digest over the files of a folder, given by name and digest."""
    return digest_of_text("".join(f"{digest}  {name}\n" for name, digest in sorted(files)))


def content_digest(thing: Path) -> str:
    """Return the digest of a file, or of a folder with all that is in it."""
    if not thing.is_dir():
        return file_digest(thing)
    return listing_digest(
        (path.relative_to(thing).as_posix(), file_digest(path)) for path in files_in(thing)
    )


def keep_file(store: Store, name: str, content: bytes) -> str:
    """Archive a small file (a profile, a configuration, a book) and return its digest."""
    digest = hashlib.sha256(content).hexdigest()
    if not store.archived(digest).is_dir():
        staged = private_folder(store.staging / f"keep-{digest[:16]}")
        write_private(staged / name, content)
        publish_noted(store, staged, store.archived(digest))
    return digest


def kept(store: Store, digest: str) -> Path | None:
    """Return the file or folder that is archived under a digest; None where it is not there.

    Where somebody put another thing beside it, its content says which of them is the archived one.
    """
    things = things_in(store.archived(digest))
    if len(things) > 1:
        things = [each for each in things if content_digest(each) == digest]
    return things[0] if things else None


def things_in(folder: Path) -> list[Path]:
    """Return what lies in a folder of the archive or the quarantine; there should be one thing."""
    if not folder.is_dir():
        return []
    # Somebody may have looked into the folder, and the system left its own file there.
    return [each for each in sorted(folder.iterdir()) if not is_system_file(each)]


def names_of_all(store: Store) -> dict[str, str]:
    """Return everything that lies in the archive: the name of each thing under its digest."""
    return {
        folder.name: things[0].name
        for folder in sorted(store.archive.glob("*/*"))
        if (things := things_in(folder))
    }
