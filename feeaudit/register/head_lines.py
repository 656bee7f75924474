"""The lines of a file of heads: what each says, and a digest over those of one store.

A line says when a head was noted, the first entry's hash (which tells stores apart that share a
file), number, hash and kind of the last entry, and the SHA-256 of the register's file where that
was taken.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_LINE: Final = re.compile(
    r"(\S+) ([0-9a-f]{64}) ([0-9]{1,15}) ([0-9a-f]{64}) ([a-z-]+)(?: ([0-9a-f]{64}))?"
)


@dataclass(frozen=True, slots=True)
class HeadLine:
    """One head as it was noted; ``place`` is the number of its line in the file."""

    place: int
    at: str
    first: str
    number: int
    hash: str
    kind: str
    register: str = ""

    @property
    def vouched(self) -> str:
        """What of the line vouches for the history."""
        return f"{self.at} {self.first} {self.number} {self.hash} {self.kind}"


def head_lines(path: Path) -> Iterator[tuple[int, HeadLine | None]]:
    """Yield the lines of a file of heads, each with its number; None for one that is no head."""
    # A device or a pipe has no lines, and might never end.
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    for place, line in enumerate(text.splitlines(), 1):
        found = _LINE.fullmatch(line)
        if found is None:
            yield place, None
        else:
            at, first, number, hash_, kind, register = found.groups("")
            yield place, HeadLine(place, at, first, int(number), hash_, kind, register)


def heads_of(path: Path, first: str) -> list[HeadLine]:
    """Return the heads of one store, by the hash of its first entry."""
    return [line for _, line in head_lines(path) if line and line.first == first]


def lines_digest(lines: Iterable[HeadLine]) -> str:
    """Return a digest over all that vouches for a history in some lines, in their order."""
    told = "".join(f"{line.vouched}\n" for line in lines)
    return hashlib.sha256(told.encode()).hexdigest()
