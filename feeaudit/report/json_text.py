"""JSON written as it comes: a long list never stands in memory, and each entry has its own line."""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.report.text_columns import bytes_of, replaced, rows_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

_OPENS: Final = ' "{}": ['
_CLOSES: Final = " ]"
_ENTRY: Final = json.JSONEncoder(ensure_ascii=False)
_FIRST: Final = b"\n  "
BETWEEN: Final = b",\n  "
# Bytes that JSON writes otherwise: quotes, backslashes and control characters.
_ESCAPED: Final = np.isin(np.arange(256), [*range(32), *b'"\\'])


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


def json_words(words: Sequence[str]) -> pa.Array:
    """Return texts as JSON; only those that hold something JSON writes otherwise are gone into."""
    texts = pa.array(words, pa.string())
    held, ends = bytes_of(texts)
    odd = rows_at(np.flatnonzero(_ESCAPED[held]), ends, len(texts))
    escaped = (encode_basestring(words[row])[1:-1] for row in np.flatnonzero(odd).tolist())
    return pc.binary_join_element_wise('"', replaced(texts, odd, escaped), '"', "")


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
