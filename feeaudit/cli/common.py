"""What several commands share: options that repeat, what people name, and how to print."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feeaudit.book.catalogue import find_cardroom
from feeaudit.core.plain_text import plain
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from feeaudit.book.model import Book, Cardroom
    from feeaudit.intake.log import Fault, Log

F = TypeVar("F", bound="Callable[..., Any]")


def day(value: str | date) -> date:
    """Return the day that a text means; anything else is answered with an example."""
    if isinstance(value, date):
        return value
    try:
        return datetime.strptime(value, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a day such as 2026-03-01") from None


def today() -> date:
    """Return today's date, by the clock of the person at the keyboard."""
    return date.today()  # noqa: DTZ011 - see above


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
        default=today,
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


def log_format_option(function: F) -> F:
    """Let a command write its log in one of the log's formats."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["csv", "parquet", "xlsx"]),
        default="csv",
        show_default=True,
        help="How to write the log.",
    )(function)


def sources_option(about: str) -> Callable[[F], F]:
    """Let a command read the documents' texts from a folder that the user has."""
    return click.option(
        "--sources", type=click.Path(path_type=Path, exists=True, file_okay=False), help=about
    )


def cardrooms_option(function: F) -> F:
    """Let a command keep to some cardrooms."""
    return click.option(
        "--cardroom", "cardrooms", multiple=True, help="Only this cardroom; repeat for more."
    )(function)


def cardrooms_argument(function: F) -> F:
    """Let a command be told the cardrooms it is about."""
    return click.argument("cardrooms", metavar="[CARDROOM]...", nargs=-1)(function)


def named_cardrooms(book: Book, names: Iterable[str]) -> list[Cardroom]:
    """Return the cardrooms that were named; all of the book where none was."""
    return [find_cardroom(book, name) for name in names] or list(book.cardrooms)


def counted_tables(log: Log) -> str:
    """Return how many records each table of a log has, such as ``8 hands, 18 wagers, 1 count``."""
    from feeaudit.report.phrases import counted  # noqa: PLC0415 - only when called

    tables = log.tables.items()
    return ", ".join(counted(table.num_rows, name.removesuffix("s")) for name, table in tables)


def echo_rest_of(faults: Sequence[Fault], output: Path | None) -> None:
    """Write every problem into a file beside the output where the screen shows the first only."""
    from feeaudit.core.whole_files import replace_bytes  # noqa: PLC0415 - only when called
    from feeaudit.intake.fault_groups import is_cut  # noqa: PLC0415

    if not is_cut(faults):
        return
    if output is None:
        click.echo("Use -o to list all of them in a file.", err=True)
        return
    whole = output.resolve()
    beside = whole.with_name(f"{whole.name}.problems.txt")
    replace_bytes(beside, "".join(f"{plain(str(fault))}\n" for fault in faults).encode())
    echo_plain(f"All of them, one per line: {output.parent / beside.name}", err=True)


def echo_json(data: Any) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def echo_plain(text: str, *, err: bool = False) -> None:
    """Print text that may hold words of a log; what a terminal would obey is spelled out."""
    click.echo("\n".join(map(plain, text.split("\n"))), err=err)
