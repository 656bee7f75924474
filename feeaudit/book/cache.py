"""A cache of the read book, so that a question is answered without reading YAML again.

A cached cardroom is named after the digest of the very bytes it was read from and of the reader
itself, so a stale one is never looked at; it carries a digest of its own content, so a damaged one
is never believed. It is plain JSON. What decides about compliance (audit, lint, export, verify)
reads the YAML itself and never this.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from feeaudit import __version__
from feeaudit.book.catalogue import slug
from feeaudit.book.folders import cardroom_names, files_of
from feeaudit.book.model import Book, Cardroom

if TYPE_CHECKING:
    from collections.abc import Callable

_READER = (Path(__file__).parent, Path(__file__).parents[1] / "core")


def open_book(root: Path, cardroom: str = "", folder: Path | None = None) -> Book:
    """Return the book, or of it only the cardroom of that id, from the cache where it is fresh.

    A cardroom's printed name is not its id; then the whole book is opened to look it up.
    """
    names = cardroom_names(root)
    wanted = [slug(cardroom)] if slug(cardroom) in names else names
    place = folder or cache_folder()
    return Book(tuple(_open_cardroom(root, name, place) for name in wanted))


def _open_cardroom(root: Path, name: str, folder: Path) -> Cardroom:
    cached = folder / f"{name}-{_key(root, files_of(root, name))}.json"
    cardroom = _recall(cached)
    if cardroom is None:
        # The reader, and with it the YAML library, is imported only when it is needed.
        from feeaudit.book.load import read_book  # noqa: PLC0415

        cardroom = read_book(root, [name]).cardrooms[0]
        _remember(cached, cardroom)
    return cardroom


def cache_folder() -> Path:
    """Return where this user's caches belong."""
    given = os.environ.get("FEEAUDIT_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "feeaudit"


def _key(root: Path, files: list[Path]) -> str:
    digest = hashlib.sha256(f"{__version__} {_reader_digest(_READER)}".encode())
    for path in files:
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


@cache
def _reader_digest(folders: tuple[Path, ...]) -> str:
    """Return a digest of the reader's own source: a checkout changes without a new version."""
    sources = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()


def _recall(path: Path) -> Cardroom | None:
    try:
        seal, _, payload = path.read_bytes().partition(b"\n")
        if seal.decode("ascii") != hashlib.sha256(payload).hexdigest():
            return None
        cardroom: Cardroom = _record_decoder(Cardroom)(json.loads(payload))
    except (OSError, ValueError, TypeError, IndexError):
        return None
    return cardroom


def _remember(path: Path, cardroom: Cardroom) -> None:
    """Write the cache whole or not at all; a cache that cannot be written is no loss."""
    payload = json.dumps(_encoded(cardroom), separators=(",", ":")).encode()
    content = hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _forget_older(path, cardroom.cardroom)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def _forget_older(path: Path, cardroom: str) -> None:
    for old in path.parent.glob(f"{cardroom}-{'?' * 32}.json"):
        if old != path:
            old.unlink(missing_ok=True)


def _encoded(value: Any) -> Any:
    """Return a value of the model as JSON: a dataclass is the list of its fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return [_encoded(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple):
        return [_encoded(each) for each in value]
    if isinstance(value, date):
        return value.isoformat()
    return value


@cache
def _decoder(kind: Any) -> Callable[[Any], Any] | None:
    """Return how JSON becomes a value of that type again; None where it already is one."""
    if is_dataclass(kind):
        return _record_decoder(kind)
    arguments = get_args(kind)
    if type(None) in arguments:
        return _optional(_decoder(next(each for each in arguments if each is not type(None))))
    if get_origin(kind) is tuple:
        return _tuple_decoder(arguments)
    return date.fromisoformat if kind is date else None


def _optional(inner: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
    if inner is None:
        return None
    return lambda value: None if value is None else inner(value)


def _tuple_decoder(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    parts = [_decoder(each) for each in arguments if each is not Ellipsis]
    if Ellipsis not in arguments:
        return lambda values: tuple(_decoded(parts, values))
    part = parts[0]
    if part is None:
        return tuple
    return lambda values: tuple([part(value) for value in values])


def _record_decoder(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    decoders = [_decoder(hints[field.name]) for field in fields(kind)]
    if not any(decoders):
        return lambda values: kind(*values)
    return lambda values: kind(*_decoded(decoders, values))


def _decoded(parts: list[Callable[[Any], Any] | None], values: list[Any]) -> list[Any]:
    pairs = zip(parts, values, strict=True)
    return [value if part is None else part(value) for part, value in pairs]
