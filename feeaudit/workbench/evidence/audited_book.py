"""The book that a run was audited by, so that a ladder is never drawn from another edition."""

from __future__ import annotations

import zipfile
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.archive import content_digest, kept
from feeaudit.report.basis import book_digest
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path


def audited_book(run: sqlite3.Row) -> Path:
    """Return the folder of a run's book: the one that is served, else the archived one.

    Raises Unknown where neither is the book that the run rests on.
    """
    place = workplace()
    if book_digest(place.book) == run["book"]:
        return place.book
    if place.results is not None:
        raise Unknown(
            "these results were made with another book; name it with feeaudit serve --book"
        )
    packed = kept(the_store(), run["book_file"]) if run["book_file"] else None
    if packed is None or content_digest(packed) != run["book_file"]:
        raise Unknown("the book of this audit is no longer in the archive as it was recorded")
    return _unpacked(packed, place.scratch / "books" / run["book_file"])


def _unpacked(packed: Path, folder: Path) -> Path:
    """Return the folder of an archived book, unpacked once and put in place whole."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = folder.parent / mkdtemp(dir=folder.parent)
        with zipfile.ZipFile(packed) as files:
            files.extractall(made)
        # Somebody may have looked at the same audit meanwhile; one copy is as good as the other.
        if not folder.is_dir():
            made.rename(folder)
    return folder
