"""JSON written as it comes: a long list never stands in memory, and each entry has its own line."""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_OPENS: Final = ' "{}": ['
_CLOSES: Final = " ]"
_ENTRY: Final = json.JSONEncoder(ensure_ascii=False)
_FIRST: Final = b"\n  "
BETWEEN: Final = b",\n  "


def write_object(
    file: IO[bytes], head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]
) -> None:
    """Write an object: its head, then lists of which every entry stands on one line.

    Bytes among the entries are entries in JSON already, ``BETWEEN`` one and the next.
    """
    file.write(json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}").encode())
    for name, entries in lists.items():
        file.write(f',\n "{name}": ['.encode())
        mark = _FIRST
        for entry in entries:
            file.write(mark)
            file.write(entry if isinstance(entry, bytes) else json_text(entry).encode())
            mark = BETWEEN
        file.write(b"]" if mark == _FIRST else b"\n ]")
    file.write(b"\n}")


def json_word(word: str) -> str:
    """Return a text as JSON."""
    return encode_basestring(word)


def json_text(entry: Any) -> str:
    """Return an entry as JSON on one line."""
    return _ENTRY.encode(entry)


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
