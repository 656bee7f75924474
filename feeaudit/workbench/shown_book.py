"""The book as pages show it: read once, and again as soon as one of its files changes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from feeaudit.book.cache import open_book
from feeaudit.book.folders import cardroom_names, files_of
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

_State = tuple[tuple[str, int, int], ...]


def the_book() -> Book:
    """Return the book of the workbench."""
    root = workplace().book
    return _read(root, _state(root))


def _state(root: Path) -> _State:
    """Return what changes when somebody edits the book: every file's time and size."""
    files = dict.fromkeys(each for name in cardroom_names(root) for each in files_of(root, name))
    stats = ((path, path.stat()) for path in files)
    return tuple((path.name, stat.st_mtime_ns, stat.st_size) for path, stat in stats)


@lru_cache(maxsize=2)  # the present state, and the one before it while requests still run
def _read(root: Path, _state: _State) -> Book:
    return open_book(root)
