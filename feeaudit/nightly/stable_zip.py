"""Zips that are the same bytes whenever and on whatever system they are packed."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_EPOCH_OF_ZIP: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3


def put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file to a zip; neither the clock nor the system it is made on leaves a mark in it."""
    entry = zipfile.ZipInfo(name, _EPOCH_OF_ZIP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = _UNIX
    archive.writestr(entry, content)


def zipped(book: Path) -> bytes:
    """Return the files of a book as a zip; the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(book.rglob("*.yaml")):
            put(archive, path.relative_to(book).as_posix(), path.read_bytes())
    return buffer.getvalue()
