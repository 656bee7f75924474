"""JSON written as it comes: a long list never stands in memory, and each entry has its own line."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ENTRY: Final = json.JSONEncoder(ensure_ascii=False)


def write_object(
    file: IO[bytes], head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]
) -> None:
    """Write an object: its head, then lists of which every entry stands on one line."""
    file.write(json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}").encode())
    for name, entries in lists.items():
        file.write(f',\n "{name}": ['.encode())
        mark = "\n  "
        for entry in entries:
            file.write(f"{mark}{_ENTRY.encode(entry)}".encode())
            mark = ",\n  "
        file.write(b"]" if mark == "\n  " else b"\n ]")
    file.write(b"\n}")
