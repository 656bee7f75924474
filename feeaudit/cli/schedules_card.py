"""``feeaudit schedules card``: the fees of a cardroom as one page for a phone."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.book.cache import open_book
from feeaudit.book.catalogue import find_cardroom
from feeaudit.cli.common import book_option
from feeaudit.core.whole_files import replace_bytes


@click.command("card")
@click.argument("cardroom")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file.  [default: CARDROOM-card.html]",
)
@book_option
def command(cardroom: str, output: Path | None, book: Path) -> None:
    """Write the fees of a CARDROOM as one page for a phone, which needs no network.

    Every game with its options, fees, terms and rotation rule, a search over their names, and
    beside each schedule what its print leaves open. It prints as well.

    \b
    Examples:
      feeaudit schedules card mortimers
      feeaudit schedules card lucky-chances -o card.html
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.report.book_pages.fee_card import fee_card  # noqa: PLC0415 - jinja is heavy

    place = find_cardroom(open_book(book), cardroom)
    path = output or Path(f"{place.cardroom}-card.html")
    replace_bytes(path, fee_card(place))
    click.echo(f"Written to {path}")
