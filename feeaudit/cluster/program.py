"""What program a worker runs: one digest over its code, its shipped book and what it rests on."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import feeaudit
from feeaudit.resources import folder

# The libraries whose versions may show in a result.
_RESTS_ON: Final = ("numpy", "pandas", "pyarrow")


@cache
def program_digest() -> str:
    """Return the digest of the program that this process runs."""
    digest = hashlib.sha256()
    package = Path(feeaudit.__file__).parent
    for root, pattern in ((package, "*.py"), (folder("schedules"), "*.yaml")):
        for path in sorted(root.rglob(pattern)):
            # Read as text, so that a checkout with other line ends is the same program.
            content = path.read_text(encoding="utf-8").encode()
            digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    python = ".".join(platform.python_version_tuple()[:2])
    digest.update(" ".join([python, *(f"{each} {version(each)}" for each in _RESTS_ON)]).encode())
    return digest.hexdigest()
