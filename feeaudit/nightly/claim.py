"""Taking an item: copied by hash into the staging folder, claimed, recorded, then removed.

The order matters. The copy is on the disk before anything is recorded, the item is out of the
inbox's sight before it is recorded, and it is removed only after. A run that dies in between leaves
either the item in the inbox or its claim, and the next run goes on from there.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.nightly.inbox import (
    CLAIM_DIGITS,
    CLAIMS,
    REMOVING,
    Item,
    RefusedItem,
    is_claim,
    signature,
)
from feeaudit.register.archive import listing_digest
from feeaudit.register.store_files import private_folder, safe_name, shown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from feeaudit.nightly.inbox import Signature

_BLOCK = 1024**2
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Staged:
    """A copy of an item in the staging folder: ``thing`` is the file or folder itself.

    ``names`` are the original names of files that had to be renamed.
    """

    folder: Path
    thing: Path
    digest: str
    bytes: int
    names: dict[str, str]
    signature: Signature


def staged(item: Item, folder: Path) -> Staged | None:
    """Copy an item into a folder of its own; None where it changed while it was being copied.

    The copy is not waited for: whoever records it makes sure first that it is on the disk.
    """
    before = signature(item)
    if not before:
        raise RefusedItem("an empty folder")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    thing = folder / safe_name(item.path.name)
    copies = [_copied(item, name, thing) for name, *_ in before]
    if signature(item) != before:
        return None
    named = {_inner(thing, copy.path): copy for copy in copies}
    single = item.path.is_file()
    listing = listing_digest((name, copy.digest) for name, copy in named.items())
    return Staged(
        folder=folder,
        thing=thing,
        digest=copies[0].digest if single else listing,
        bytes=sum(size for _, size, *_ in before),
        names={name: shown for name, copy in named.items() if (shown := copy.shown) != name},
        signature=before,
    )


@dataclass(frozen=True, slots=True)
class _Copy:
    path: Path
    digest: str
    shown: str


def _inner(thing: Path, path: Path) -> str:
    return path.relative_to(thing).as_posix() if path != thing else path.name


def _copied(item: Item, name: str, thing: Path) -> _Copy:
    inner = name.split("/")[1:]
    target = thing.joinpath(*map(safe_name, inner))
    digest = hashlib.sha256()
    source = os.open(item.path.joinpath(*inner), _READ)
    with os.fdopen(source, "rb") as reading:
        if not stat.S_ISREG(os.fstat(source).st_mode):
            raise RefusedItem(f"{shown_name(name)} is no longer a file")
        with os.fdopen(_made(target), "wb") as writing:
            while block := reading.read(_BLOCK):
                digest.update(block)
                writing.write(block)
    return _Copy(target, digest.hexdigest(), shown_name("/".join(inner) or name))


def _made(target: Path) -> int:
    """Make a file for a copy and return its handle; somebody may have aimed two names at one."""
    try:
        private_folder(target.parent)
        return os.open(target, _WRITE, 0o600)
    except FileExistsError:
        raise RefusedItem(
            "two files that differ only in odd characters of their names; rename one"
        ) from None


def claimed(item: Item, copy: Staged) -> Item | None:
    """Move an item out of sight within the inbox; None where it is no longer what was copied.

    Whoever records it makes sure first that its new place is on the disk.
    """
    if not item.claimed:
        folder = _claim_folder(item.path.parent / CLAIMS, copy.digest)
        target = folder / item.path.name
        try:
            item.path.rename(target)
        except OSError as error:
            raise RefusedItem(f"it cannot be moved out of the inbox ({error.strerror})") from None
        item = replace(item, path=target, claimed=True)
    return item if signature(item) == copy.signature else None


def _claim_folder(claims: Path, digest: str) -> Path:
    """Make a folder for one claim; another of the same content may still lie beside it."""
    if claims.is_symlink() or (claims.exists() and not claims.is_dir()):
        raise RefusedItem(f"{claims} is a link or a file; remove it, feeaudit needs the name")
    claims.mkdir(mode=0o700, exist_ok=True)
    for number in range(1, 1000):
        folder = claims / f"{digest[:CLAIM_DIGITS]}-{number}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            return folder
    raise RefusedItem(f"{claims} is full of claims that could not be removed; look into it")


def remove(item: Item, copy: Staged) -> None:
    """Remove a recorded item from the inbox; one that changed since stays and is looked at again.

    It goes out of the way at one stroke, so that no half of it is ever taken for an item.
    """
    if signature(item) != copy.signature:
        return
    claim = item.path.parent
    doomed = claim.with_name(claim.name + REMOVING)
    claim.rename(doomed)
    shutil.rmtree(doomed, ignore_errors=True)
    _tidied(doomed.parent)


def finish_removals(folders: Iterable[Path], recorded: Collection[str]) -> None:
    """Remove from the inbox's folders what an earlier run had recorded and begun to remove.

    What somebody else put there under such a name is not removed: it was never recorded.
    """
    known = {digest[:CLAIM_DIGITS] for digest in recorded}
    for folder in folders:
        claims = folder / CLAIMS
        if claims.is_symlink() or not claims.is_dir():
            continue
        for claim in sorted(claims.iterdir()):
            if claim.is_symlink() or not is_claim(claim.name):
                continue
            if claim.name.endswith(REMOVING):
                if claim.name[:CLAIM_DIGITS] not in known:
                    continue
                # What cannot be removed (read-only on Windows) must not stop the night.
                shutil.rmtree(claim, ignore_errors=True)
            else:
                # A run may die between making the folder of a claim and filling it.
                _tidied(claim)
        _tidied(claims)


def _tidied(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
