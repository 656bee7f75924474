"""What several commands share: where the book is, output formats, text tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

F = TypeVar("F", bound="Callable[..., Any]")


def book_option(function: F) -> F:
    """Let a command use another book than the shipped one."""
    return click.option(
        "--book",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        default=lambda: folder("schedules"),
        show_default="the shipped schedules",
        help="Folder that holds the schedules.",
    )(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """Let a command print in one of these formats, the first by default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print.",
    )


def echo_json(data: Any, file: Any = None) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False), file=file)


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
