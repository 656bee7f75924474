"""``feeaudit schedules export``: every fee cell as a row."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from feeaudit.book.export import as_csv, rows
from feeaudit.book.load import read_book
from feeaudit.cli.common import (
    book_option,
    cardrooms_argument,
    echo_json,
    format_option,
    named_cardrooms,
)

if TYPE_CHECKING:
    from pathlib import Path


@click.command("export")
@cardrooms_argument
@book_option
@format_option("csv", "json")
@click.option(
    "-o",
    "--output",
    type=click.File("w", encoding="utf-8", lazy=False),
    default="-",
    help="File to write; standard output by default.",
)
def command(cardrooms: tuple[str, ...], book: Path, format_: str, output: Any) -> None:
    """Print one row a fee cell: document, line, option, component, tier, fee.

    Every CARDROOM of the book where none is named.

    \b
    Example:
      feeaudit schedules export mortimers -o mortimers.csv
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    whole = read_book(book)
    chosen = named_cardrooms(whole, cardrooms)
    if format_ == "json":
        echo_json([asdict(row) for row in rows(chosen)], output)
    else:
        output.write(as_csv(rows(chosen)))
