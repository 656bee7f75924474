"""Problems are data: where something is wrong, what, and what would be right."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong with one place of one file."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class BookError(Exception):
    """The book cannot be used; every problem found in one pass is listed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Unknown(Exception):  # noqa: N818 - it names what the user asked for, not a fault
    """What the user named does not exist; says what does."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return a hint at the closest known words, or nothing."""
    known = {each.lower(): each for each in words}
    close = [known[each] for each in get_close_matches(word.lower(), list(known), n=3, cutoff=0.5)]
    return f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""


_SYSTEM_TROUBLES = {
    errno.ENOSPC: "the disk is full; make room and run again, nothing was lost",
    errno.EDQUOT: "the disk quota is used up; make room and run again, nothing was lost",
    errno.EROFS: "it is on read-only media",
    errno.EACCES: "this account may not read or write it; grant permission, or use another account",
    errno.EPERM: "this account may not change it; grant permission, or use another account",
}


def with_place(error: OSError) -> str:
    """Return which file or folder the system cannot use, and what to do about it."""
    return f"{error.filename or 'the output could not be written'}: {in_words(error)}"


def in_words(error: OSError) -> str:
    """Return what the system cannot do, and what to do about it."""
    return _SYSTEM_TROUBLES.get(error.errno or 0) or str(error.strerror or error)
