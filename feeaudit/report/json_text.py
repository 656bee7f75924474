"""JSON written as it comes: a long list never stands in memory, and each entry has its own line."""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

_OPENS: Final = ' "{}": ['
_CLOSES: Final = " ]"
_ENTRY: Final = json.JSONEncoder(ensure_ascii=False)
_FIRST: Final = b"\n  "
# A character that nobody types, and how JSON tells it.
_APART: Final = "\x1f"
_APART_TOLD: Final = encode_basestring(_APART)[1:-1]
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
            told = isinstance(entry, bytes | memoryview)
            file.write(entry if told else json_text(entry).encode())
            mark = BETWEEN
        file.write(b"]" if mark == _FIRST else b"\n ]")
    file.write(b"\n}")


def json_words(words: Sequence[str]) -> list[str]:
    """Return texts as JSON: told together and parted again, which is many times as fast."""
    told = encode_basestring(_APART.join(words))[1:-1].split(_APART_TOLD)
    if len(told) != len(words):
        # Some text holds what was put between, or is told as that would be; or there is none.
        return [*map(encode_basestring, words)]
    return [f'"{each}"' for each in told]


def json_text(entry: Any) -> str:
    """Return an entry as JSON on one line."""
    return str(entry) if type(entry) is int else _ENTRY.encode(entry)


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
