"""Work side by side: columns are worked on outside the interpreter's lock, so threads share it.

Only for work on NumPy and Arrow columns that nobody else changes: pandas does not promise that a
frame may be read by several threads at once.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
Made = TypeVar("Made")


def processors() -> int:
    """Return how many processors the machine has."""
    return os.cpu_count() or 1


def side_by_side(make: Callable[[T], Made], each: Sequence[T], threads: int) -> Iterator[Made]:
    """Yield what is made of each, in their order, by so many threads."""
    if min(threads, len(each)) <= 1:
        yield from map(make, each)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(make, each)
