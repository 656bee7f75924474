"""Files of a store: private to their owner, on the disk before they are believed, whole or absent.

Names that come from outside are data: they are kept in the register as text, and only a plain form
of them ever becomes part of a path.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCK = 1024**2
_LONGEST_NAME = 80
# A night clears the staging folder when it begins and ends.
_TRIES = 3
_DOUBTFUL = re.compile(r"[^A-Za-z0-9._ -]")
# Windows keeps these names for devices, whatever their ending.
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
HAS_FOLDER_SYNC = os.name != "nt"


def private_folder(path: Path) -> Path:
    """Make a folder, and those above it, for its owner only; return it."""
    if not path.is_dir():
        # A drive that is not there is its own parent.
        if path.parent != path:
            private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
        sync_folder(path.parent)
    return path


def sync_folder(path: Path) -> None:
    """Make sure that the names in a folder are on the disk; Windows needs no such call."""
    if HAS_FOLDER_SYNC:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_private(path: Path, content: bytes) -> None:
    """Write a file for its owner only, and wait until it is on the disk."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_private(path: Path, content: bytes, staging: Path) -> None:
    """Put a file in its place at one stroke, made in the staging folder of the same disk.

    Others may do the same at once, or clear the staging folder; each has a part of its own.
    """
    for left in range(_TRIES, -1, -1):
        name = f"{path.name}-{os.getpid()}-{threading.get_ident()}.part"
        part = private_folder(staging) / name
        try:
            write_private(part, content)
            part.replace(path)
            break
        except FileNotFoundError:
            if not left:
                raise
    sync_folder(path.parent)


def publish(staged: Path, final: Path) -> None:
    """Put a finished folder in its place at one stroke."""
    sync_tree(staged)
    private_folder(final.parent)
    staged.rename(final)
    sync_folder(final.parent)


def sync_tree(folder: Path) -> None:
    """Make sure that the names of a folder and of the folders in it are on the disk."""
    for each in (folder, *folder.rglob("*")):
        if each.is_dir():
            sync_folder(each)


def sync_files(folder: Path) -> None:
    """Make sure that all files in a folder, and their names, are on the disk."""
    for path in files_in(folder):
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    sync_tree(folder)


def remove_tree(folder: Path, staging: Path) -> None:
    """Remove a folder of the store: out of sight at one stroke, then file by file."""
    if folder.parent != staging:
        aside = private_folder(staging) / f"removed-{digest_of_text(str(folder))[:16]}"
        shutil.rmtree(aside, ignore_errors=True)
        folder.rename(aside)
        sync_folder(folder.parent)
        folder = aside
    shutil.rmtree(folder)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def digest_of_text(text: str) -> str:
    """Return the SHA-256 of a text, whatever a file system let into it."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of the folders in it, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path


def contents_of(folder: Path) -> dict[str, Path]:
    """Return all that lies in a folder and in the folders in it, by name; links are not followed.

    A folder itself does not count, unless it is a link.
    """
    found: dict[str, Path] = {}
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                else:
                    found[path.relative_to(folder).as_posix()] = path
    return dict(sorted(found.items()))


# What a system leaves wherever somebody looks, and how such a file begins.
_SYSTEM_FILES = {
    ".ds_store": (b"\0\0\0\1Bud1",),
    "thumbs.db": (b"\xd0\xcf\x11\xe0",),
    "desktop.ini": (b"[", b"\xff\xfe[\0", b"\xef\xbb\xbf[", b"\r\n["),
}


def has_system_name(name: str) -> bool:
    """Tell whether a name is that of a file that a system leaves wherever somebody looks."""
    return name.lower() in _SYSTEM_FILES


def is_system_file(path: Path) -> bool:
    """Tell whether a file is one that a system leaves, by its name and by how it begins."""
    beginnings = _SYSTEM_FILES.get(path.name.lower())
    if beginnings is None or path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(8).startswith(beginnings)


def is_helper_file(name: str) -> bool:
    """Tell whether a name is that of a hidden file, or of one that another program left behind."""
    return name.startswith((".", "~$")) or name.lower() in {"thumbs.db", "desktop.ini"}


def safe_name(name: str) -> str:
    """Return a plain form of a name that any file system takes; different names stay different."""
    plain = _DOUBTFUL.sub("_", name).strip(". ")
    if plain == name and len(name) <= _LONGEST_NAME and not _DEVICES.fullmatch(name):
        return name
    ending = Path(plain).suffix[:10]
    stem = plain.removesuffix(ending)[: _LONGEST_NAME - 20].strip(". ")
    return f"{stem or 'file'}-{digest_of_text(name)[:8]}{ending}"


def shown_name(name: str) -> str:
    """Return a name as text that can be stored and printed: control characters are spelled out."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(each if each.isprintable() else _spelled(each) for each in text)


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
