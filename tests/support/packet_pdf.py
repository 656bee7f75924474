"""Packets of our own as PDFs, made by typst from known tables: ruled, unruled, over pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typst

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def write_pdf(
    path: Path, parts: Sequence[str | Sequence[Sequence[str]]], *, ruled: bool, width: str = "200mm"
) -> None:
    """Write a PDF of paragraphs and tables, in this order."""
    body = [f"#set page(width: {width}, height: 120mm, margin: 12mm)\n#set text(size: 9pt)\n"]
    for part in parts:
        if isinstance(part, str):
            body.append(f"{_escaped(part)}\n\n")
            continue
        columns = max(map(len, part))
        cells = ", ".join(
            f"[{_escaped(cell)}]" for row in part for cell in [*row, *[""] * (columns - len(row))]
        )
        stroke = "0.5pt" if ruled else "none"
        body.append(f"#table(columns: {columns}, stroke: {stroke}, {cells})\n\n")
    _compile(path, "".join(body))


def write_in_columns(path: Path, title: str, prose: Sequence[str], below: str) -> None:
    """Write a PDF of paragraphs in two columns, under a title and above a line of text."""
    paragraphs = "\n\n".join(map(_escaped, prose))
    columns = f"#block(height: 30mm, columns(2)[{paragraphs}])"
    head = "#set page(width: 200mm, height: 120mm, margin: 12mm)\n#set text(size: 9pt)\n"
    _compile(path, f"{head}{_escaped(title)}\n\n{columns}\n\n{_escaped(below)}\n")


def _compile(path: Path, body: str) -> None:
    source = path.with_suffix(".typ")
    source.write_text(body, encoding="utf-8")
    typst.compile(source, output=path)


def _escaped(text: str) -> str:
    return "".join(f"\\{each}" if each in "$#*_`@<>[]~/=-+'\"\\" else each for each in text)
