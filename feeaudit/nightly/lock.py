"""One run at a time: a lock that the operating system lets go of when its process dies."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST = 200


class Busy(Unknown):
    """Another run holds the store."""


@contextmanager
def held(path: Path, since: str) -> Iterator[None]:
    """Hold a lock for a while; raise Busy, saying who has it, where another process does."""
    # A link in its place would let the writing below reach another file.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unknown(f"{path} is a link; remove it, a store holds its files itself") from None
        raise
    try:
        try:
            _lock(handle)
        except OSError:
            raise Busy(f"{path.parent} is in use by {_holder(handle)}; nothing was done") from None
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"process {os.getpid()} on {socket.gethostname()} since {since}".encode())
        yield
    finally:
        # Closing lets go of the lock, as dying does. The file stays: removing it would let two in.
        os.close(handle)


def _holder(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, _MOST).decode("utf-8", "replace") or "another run"


if sys.platform == "win32":
    import msvcrt

    # Windows locks bytes against reading too, so the byte lies beyond what is written.
    _BEYOND = 1 << 30

    def _lock(handle: int) -> None:
        os.lseek(handle, _BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
