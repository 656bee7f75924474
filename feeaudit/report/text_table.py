"""Text tables, aligned for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows under a header, columns aligned; figures to the right."""
    cells = [list(header), *[list(row) for row in rows]]
    widths = [max(len(row[place]) for row in cells) for place in range(len(header))]
    right = [
        bool(rows) and all(_is_figure(row[place]) for row in rows) for place in range(len(header))
    ]
    lines = [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _is_figure(text: str) -> bool:
    return not text or text.replace(".", "", 1).isdigit()
