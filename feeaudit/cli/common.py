"""What several commands share: where the book is, output formats, text tables."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feeaudit.cli.day import day
from feeaudit.cli.stores import plain
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Callable

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


def date_option(function: F) -> F:
    """Let a command be told the date that its reports show."""
    return click.option(
        "--date",
        type=day,
        default=lambda: datetime.now(tz=UTC).astimezone().date(),
        show_default="today",
        help="The date of the audit, as the reports show it, such as 2026-03-07.",
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


def echo_plain(text: str, *, err: bool = False) -> None:
    """Print text that may hold words of a log; what a terminal would obey is spelled out."""
    click.echo("\n".join(map(plain, text.split("\n"))), err=err)
