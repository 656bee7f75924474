"""The whole of a store inspected: its register, its files, and the pages that people look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.nightly.front_page import pages
from feeaudit.register.database import opened
from feeaudit.register.integrity import verify
from feeaudit.register.recorded_files import unheard
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from feeaudit.register.store import Store


def store_problems(
    root: Path,
    head: str = "",
    *,
    heads: bool = True,
    progress: Callable[[str, float], None] = unheard,
) -> list[str]:
    """Return every problem of a store; all that can be said to it is as for ``verify``."""
    found = verify(root, head, heads=heads, progress=progress)
    return found or list(_pages(open_store(root)))


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
