"""JSON written as it comes: a long list never stands in memory, and each entry has its own line."""

from __future__ import annotations

import json
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_OPENS: Final = ' "{}": ['
_CLOSES: Final = " ]"
_ENTRY: Final = json.JSONEncoder(ensure_ascii=False)
# Entries that are written at once.
_BATCH: Final = 1_000


class JsonText(str):
    """Text that is JSON already."""

    __slots__ = ()


def write_object(
    file: IO[bytes], head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]
) -> None:
    """Write an object: its head, then lists of which every entry stands on one line."""
    file.write(json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}").encode())
    for name, entries in lists.items():
        file.write(f',\n "{name}": ['.encode())
        mark = "\n  "
        lines = map(json_text, entries)
        while some := ",\n  ".join(islice(lines, _BATCH)):
            file.write(f"{mark}{some}".encode())
            mark = ",\n  "
        file.write(b"]" if mark == "\n  " else b"\n ]")
    file.write(b"\n}")


def json_text(entry: Any) -> str:
    """Return an entry as JSON on one line."""
    return entry if isinstance(entry, JsonText) else _ENTRY.encode(entry)


def entry_line(entry: Any) -> bytes:
    """Return an entry on a line of its own, as JSON Lines has it."""
    return f"{json_text(entry)}\n".encode()


def read_start(path: Path, name: str) -> tuple[dict[str, Any], list[Any]]:
    """Return the head of such an object and its first list, without reading what follows.

    A bad night's file is hundreds of megabytes, nearly all of it findings. Raise ValueError where
    the list is not the first, or the file is of another kind.
    """
    opens = _OPENS.format(name)
    head: list[str] = []
    entries: list[str] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith(opens):
                break
            if not line.startswith(" ") and head:
                raise ValueError(f"{path} does not begin with {name}")
            head.append(line)
        else:
            raise ValueError(f"{path} has no {name}")
        if line.rstrip() == opens:
            for each in file:
                if each.startswith(_CLOSES):
                    break
                entries.append(each.rstrip().removesuffix(","))
    return json.loads("".join(head).rstrip().removesuffix(",") + "}"), list(
        map(json.loads, entries)
    )
