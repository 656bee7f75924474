"""Files put in their place at one stroke: whole, or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside its place first, then in its place; for its owner only.

    The folder is made where there is none. A device or a pipe is never replaced by a file.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "not a file, but a device or a pipe", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        write(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def replace_bytes(path: Path, content: bytes) -> None:
    """Put a file of that content in its place."""
    replace_file(path, lambda part: part.write_bytes(content))
