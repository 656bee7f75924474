"""Memory: one allocator for all columns, and no search for garbage where there is none."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


# Numbers of malloc.h, for the C library of most Linuxes.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_GLIBC: Final = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, 32 * 1024**2), (_TRIM_THRESHOLD, 1024**3))


def share_memory() -> None:
    """Let all columns take memory from one place; to be called before Arrow is loaded.

    By itself Arrow keeps memory of its own, the C library some for each thread, and both hand large
    pieces back to the system, only to ask for them again. Touching new memory took up to half the
    time of an audit in a new process, and what one let go of was of no use to the other.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        for option, value in _GLIBC if hasattr(library, "mallopt") else ():
            library.mallopt(option, value)


def give_back() -> None:
    """Hand memory that was let go of back to the system, between steps that use it differently.

    What reading a night leaves behind is in pieces that fit little of what checks ask for: kept, it
    made a quarter of the memory of an audit.
    """
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if hasattr(library, "malloc_trim"):
            library.malloc_trim(0)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Make objects that stay, without the collector looking through them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def nothing_collected_again() -> None:
    """Leave all that was made out of later searches, where the process is about to end."""
    gc.freeze()
