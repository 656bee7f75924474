"""Text tables, aligned for a terminal and within its width."""

from __future__ import annotations

from textwrap import fill, wrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# A terminal of 80 columns; in the last one some terminals break the line.
WIDTH: Final = 79
_GAP: Final = 2


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], most: int = WIDTH) -> str:
    """Return rows under a header, columns aligned; figures to the right.

    Where the table is too wide, the widest columns of words take several lines. No word is broken,
    since ids are copied: what fits in no way is shown as a paragraph for each row.
    """
    cells = [list(header), *[list(row) for row in rows]]
    right = [
        bool(rows) and all(_is_figure(row[place]) for row in rows) for place in range(len(header))
    ]
    widths = _widths(cells, most)
    if _across(widths) > most:
        return "\n\n".join(_paragraph(header, row, most) for row in rows)
    ruler = "  ".join("-" * width for width in widths)
    body = [line for row in cells[1:] for line in _lines(row, widths, right)]
    return "\n".join([*_lines(cells[0], widths, right), ruler, *body])


def _across(widths: list[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _widths(cells: list[list[str]], most: int) -> list[int]:
    """Return how wide each column is: as wide as its longest cell, or less where room is short."""
    columns = [*zip(*cells, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    least = [max(map(_longest_word, column)) for column in columns]
    while _across(widths) > most:
        spare = [place for place, width in enumerate(widths) if width > least[place]]
        if not spare:
            break
        widths[max(spare, key=lambda place: widths[place])] -= 1
    return widths


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _lines(row: list[str], widths: list[int], right: list[bool]) -> list[str]:
    """Return the lines of a row: cells that are too long for their column take several."""
    wrapped = [
        wrap(cell, width, break_on_hyphens=False) if len(cell) > width else [cell]
        for cell, width in zip(row, widths, strict=True)
    ]
    return [
        "  ".join(
            text.rjust(width) if flush else text.ljust(width)
            for text, width, flush in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in (
            [each[number] if number < len(each) else "" for each in wrapped]
            for number in range(max(map(len, wrapped)))
        )
    ]


def _paragraph(header: Sequence[str], row: Sequence[str], most: int) -> str:
    """Return a row in words: what its first cell names, then every cell with its heading."""
    told = (
        f"{name.lower()} {cell}".strip() for name, cell in zip(header, row, strict=True) if cell
    )
    first, *rest = [row[0], *list(told)[bool(row[0]) :]]
    text = fill(
        "; ".join(rest),
        most,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(filter(None, (first, text)))


def _is_figure(text: str) -> bool:
    return not text or text.replace(",", "").replace(".", "", 1).isdigit()
