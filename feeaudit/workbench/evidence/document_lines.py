"""The printed lines of an approved document, where its text is at hand (``--sources``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.workbench.evidence.recent import Recent
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from pathlib import Path

_TEXTS: Final = Recent[tuple[str, ...]](8)
# So many lines around the one that is cited let a reader find it on the paper.
_AROUND: Final = 3
_LONGEST: Final = 220
_NUMBER: Final = re.compile(r"\d+")


class PrintedLine(NamedTuple):
    """One line of a document: its number, its text, and whether it is the one that is cited."""

    number: int
    text: str
    cited: bool


def printed_lines(document: str, lines: str) -> list[PrintedLine]:
    """Return the lines that a finding cites, with a few around them; none without the text.

    The name is compared with those of the folder's files: it never becomes a path itself.
    """
    sources = workplace().sources
    cited = [int(each) for each in _NUMBER.findall(lines)][:4]
    if sources is None or not cited:
        return []
    path = next((each for each in sorted(sources.iterdir()) if each.name == document), None)
    if path is None or not path.is_file():
        return []
    text = _TEXTS.value((path, path.stat().st_mtime_ns), lambda: _lines_of(path))
    wanted = sorted(
        {near for line in cited for near in range(line - _AROUND, line + _AROUND + 1)}
        & {*range(1, len(text) + 1)}
    )
    return [
        PrintedLine(number, text[number - 1][:_LONGEST], number in cited)
        for number in wanted
        if number in cited or text[number - 1].strip()
    ]


def _lines_of(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8", errors="replace").split("\n"))
