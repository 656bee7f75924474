"""The whole of a store inspected: its register, its files, and the pages that people look at."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from feeaudit.nightly.front_page import pages
from feeaudit.register.database import opened
from feeaudit.register.history import head as history_head
from feeaudit.register.integrity import verify
from feeaudit.register.recorded_files import unheard
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from feeaudit.register.store import Store


# Whoever records something closes the register within seconds; a night may take an hour.
_PATIENCE: Final = 30.0
_STEP: Final = 0.2


def store_problems(
    root: Path,
    head: str = "",
    *,
    heads: bool = True,
    progress: Callable[[str, float], None] = unheard,
) -> list[str]:
    """Return every problem of a store; all that can be said to it is as for ``verify``.

    Somebody may be at work on the store, who has written one thing and not yet the other. What is
    found then is looked at again when they are done; if that takes long, it is said.
    """
    store = open_store(root)
    deadline = time.monotonic() + _PATIENCE
    while True:
        began, disturbed = _end(store), _is_open(store)
        found = verify(root, head, heads=heads, progress=progress) or list(_pages(store))
        disturbed = disturbed or _is_open(store) or _end(store) != began
        if not found or not disturbed:
            return found
        while _is_open(store) and time.monotonic() < deadline:
            time.sleep(_STEP)
        if time.monotonic() >= deadline:
            busy = (
                f"{store.register}: another process is at work on it, and part of what follows may"
                " be what it has not finished. Verify again when it is done"
            )
            return [busy, *found]


def _end(store: Store) -> str:
    """Return the hash of the last entry."""
    with opened(store, whole=False) as connection:
        return history_head(connection)[1]


def _is_open(store: Store) -> bool:
    """Tell whether another process has the register open: the last to close it clears this away."""
    beside = store.register.with_name(f"{store.register.name}-wal")
    return beside.exists() and os.access(store.root, os.W_OK)


def _pages(store: Store) -> Iterator[str]:
    """Yield the front page and the summaries that are not what the register gives."""
    with opened(store) as connection:
        meant = pages(store, connection)
    for name, content in meant.items():
        path = store.root / name
        if path.is_symlink() or not path.is_file() or path.read_bytes() != content:
            yield (
                f"{path}: does not match the register. It was changed, a run was interrupted, or"
                f" another version of feeaudit wrote it; run feeaudit upgrade --store {store.root}"
                " to rewrite it"
            )
