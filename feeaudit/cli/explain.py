"""``feeaudit explain``: the why of one finding, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.book.cache import open_book
from feeaudit.book.printed_lines import PrintedLines, read_printed_lines
from feeaudit.cli.common import book_option, sources_option
from feeaudit.cli.finding_text import finding_text
from feeaudit.cli.results import meant, results_in, results_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("explain")
@click.argument("finding")
@results_option
@sources_option("Folder with the texts of the approved documents, to show the lines cited.")
@book_option
def command(finding: str, folder: Path, sources: Path | None, book: Path) -> None:
    """Explain one finding: what happened, what the schedule says, what to do next.

    FINDING is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit explain 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    found = results_in(folder, "findings")
    fact = meant(finding, found.known, "finding")
    printed = PrintedLines()
    if sources:
        printed = read_printed_lines(open_book(book, fact.get("cardroom") or ""), sources)
    click.echo(finding_text(fact, found.voice, printed=printed))
