"""A finder of columns: which words of neighboring lines stand under one another.

Words know where they begin and end: characters in text that is laid out by spaces, points on a
page of a PDF. A column is a stretch that no word of the block crosses its edges; a word that
bridges two columns makes one of them, so wide headings are laid out word by word first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_GAP = re.compile(r"\S+(?: \S+)*")
_FIGURE = re.compile(r"\$\s?\.?\d|\b\d+(?:\.\d\d|\+)|\b\d+\s?[-\u2013]\s?\d+")
_FIGURE_ALONE = re.compile(r"\$?\s?\.?\d[\d,.]*(?:\s?(?:-|\u2013|to)\s?\$?\d[\d,.]*|\s?\+)?")
# Two spaces also follow a full stop, so a single line proves nothing: a table has neighbors.
_LEAST_ROWS = 2
_MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word or phrase and where it stands on its line."""

    left: float
    right: float
    text: str


def aligned_cells(raw: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """Return the cells of lines that are laid out by spaces, by line number."""
    found: dict[int, tuple[str, ...]] = {}
    for block in _blocks(raw):
        rows = {number: list(_phrases(raw[number])) for number in block}
        figures = [number for number in block if _FIGURE.search(raw[number])]
        wide = any(len(rows[number]) > _LEAST_ROWS for number in figures)
        if len(block) >= _LEAST_ROWS and (len(figures) >= _LEAST_ROWS or wide):
            cells = with_one_header(laid_out(list(rows.values()), gap=1.0))
            found.update(zip(rows, cells, strict=True))
    return found


def laid_out(
    rows: Sequence[Sequence[PlacedWord]], gap: float, edges: Sequence[float] = ()
) -> list[tuple[str, ...]]:
    """Return each row's cells: between the rules where there are some, else by its columns."""
    columns = list(pairwise(edges)) if len(edges) > _LEAST_ROWS else _columns(rows, gap)
    return [tuple(_texts(row, columns)) for row in rows]


def is_tabular(texts: Sequence[str]) -> bool:
    """Tell whether a line that is one phrase can be a row of the table around it."""
    return len(texts) == 1 and _FIGURE_ALONE.fullmatch(texts[0].strip()) is not None


def with_one_header(cells: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return rows whose header, where it is wrapped over lines, stands on the first of them."""
    header = 0
    while header < len(cells) and not any(map(_FIGURE.search, cells[header])):
        header += 1
    if not 1 < header < len(cells):
        return list(cells)
    merged = tuple(" ".join(filter(None, column)) for column in zip(*cells[:header], strict=True))
    blank = tuple("" for _ in merged)
    return [merged, *[blank] * (header - 1), *cells[header:]]


def unwrapped(cells: Sequence[tuple[str, ...]], begins: Sequence[bool]) -> list[tuple[str, ...]]:
    """Return rows whose cells, where they are wrapped over lines, stand on the first of them.

    Lines of which two print a whole figure in one column are rows of their own.
    """
    found = list(cells)
    starts = [place for place, first in enumerate(begins) if first]
    for start, end in zip(starts, [*starts[1:], len(cells)], strict=True):
        columns = list(zip(*cells[start:end], strict=True))
        figures = max(sum(map(_is_figure, column)) for column in columns)
        if end - start > 1 and figures <= 1:
            blank = tuple("" for _ in columns)
            merged = tuple(" ".join(filter(None, column)) for column in columns)
            found[start:end] = [merged, *[blank] * (end - start - 1)]
    return found


def _is_figure(text: str) -> bool:
    return _FIGURE_ALONE.fullmatch(text.strip()) is not None


def _blocks(raw: Mapping[int, str]) -> Iterator[list[int]]:
    """Yield runs of lines with gaps of two spaces or more; a blank line or two may part them."""
    block: list[int] = []
    for number, text in raw.items():
        gaps = re.search(r"\S {2,}\S", text.expandtabs()) is not None
        table_like = gaps and len(re.findall(r"[A-Za-z]{2,}", text)) <= _MOST_WORDS
        if table_like and (not block or number - block[-1] <= _LEAST_ROWS + 1):
            block.append(number)
            continue
        if block:
            yield block
        block = [number] if table_like else []
    if block:
        yield block


def _phrases(text: str) -> Iterator[PlacedWord]:
    for match in _GAP.finditer(text.expandtabs()):
        yield PlacedWord(match.start(), match.end(), match[0])


def _columns(rows: Sequence[Sequence[PlacedWord]], gap: float) -> list[tuple[float, float]]:
    """Return the stretches that words cover, merged where they overlap; headings join last."""
    figures = [word for row in rows for word in row if _FIGURE.search(word.text)]
    others = [word for row in rows for word in row if not _FIGURE.search(word.text)]
    columns = _merged((word.left, word.right) for word in figures)
    for word in sorted(others, key=lambda each: each.right - each.left):
        touched = [
            place for place in columns if place[0] < word.right + gap and word.left < place[1] + gap
        ]
        if len(touched) > 1:
            continue
        columns = _merged([*columns, (word.left, word.right)])
    return columns


def _merged(stretches: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for left, right in sorted(stretches):
        if merged and left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return merged


def _texts(row: Sequence[PlacedWord], columns: Sequence[tuple[float, float]]) -> Iterator[str]:
    """Yield the text of each column; a word goes where most of it lies."""
    placed: dict[int, list[str]] = {}
    for word in row:
        placed.setdefault(_nearest(word, columns), []).append(word.text)
    for index in range(len(columns)):
        yield " ".join(placed.get(index, ()))


def _nearest(word: PlacedWord, columns: Sequence[tuple[float, float]]) -> int:
    def shared(index: int) -> tuple[float, float]:
        left, right = columns[index]
        overlap = min(right, word.right) - max(left, word.left)
        return overlap, -abs((left + right) - (word.left + word.right))

    return max(range(len(columns)), key=shared)
