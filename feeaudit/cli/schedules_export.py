"""``feeaudit schedules export``: every fee cell as a row."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.book.export import as_csv, as_json, rows
from feeaudit.book.load import read_book
from feeaudit.cli.common import (
    book_option,
    cardrooms_argument,
    format_option,
    named_cardrooms,
)
from feeaudit.core.whole_files import replace_bytes


@click.command("export")
@cardrooms_argument
@book_option
@format_option("csv", "json")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    default="-",
    help="File to write; standard output by default.",
)
def command(cardrooms: tuple[str, ...], book: Path, format_: str, output: Path) -> None:
    """Print one row per fee cell: document, line, option, component, tier, fee.

    All cardrooms unless CARDROOM is given. A draft has a last column, `mark`: why a person
    has to look at the cell; blank where the draft is sure of it.

    \b
    Example:
      feeaudit schedules export mortimers -o mortimers.csv
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    chosen = named_cardrooms(read_book(book), cardrooms)
    draft = any(cardroom.draft for cardroom in chosen)
    cells = rows(chosen)
    text = as_json(cells, draft=draft) if format_ == "json" else as_csv(cells, draft=draft)
    if str(output) == "-":
        click.echo(text, nl=False)
    else:
        replace_bytes(output, text.encode())
