"""``feeaudit schedules sign``: the fee notice that is posted at the table."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.book.cache import open_book
from feeaudit.book.catalogue import find_cardroom, find_game, slug
from feeaudit.cli.common import book_option
from feeaudit.core.whole_files import replace_bytes


@click.command("sign")
@click.argument("cardroom")
@click.argument("game")
@click.argument("option")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write; its ending says PDF or HTML.  [default: named after the option]",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["pdf", "html"]),
    help="What to make, whatever the ending.  [default: by the ending, else pdf]",
)
@click.option(
    "--schedule",
    default="",
    metavar="NAME@EDITION",
    help="The schedule and edition in force, if several are printed.",
)
@click.option(
    "--settled-by",
    default="",
    metavar="TEXT",
    help="What settled the points the schedule leaves open; the sign says so and is final.",
)
@book_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    cardroom: str,
    game: str,
    option: str,
    output: Path | None,
    format_: str | None,
    schedule: str,
    settled_by: str,
    book: Path,
) -> None:
    """Make the fee notice of an OPTION of a GAME at a CARDROOM, ready to print.

    It shows fees, limits, who pays and when.

    The sign shows the figures as the approved schedule prints them. If the print is unclear, the
    sign is marked as a draft and lists what is open; it is final once you say what settled it.

    \b
    Examples:
      feeaudit schedules sign mortimers "Pai Gow Poker" 1 -o sign.pdf
      feeaudit schedules sign lucky-lady ez-baccarat-panda-8 2 -o sign.html
      feeaudit schedules sign hawaiian-gardens hawaiian-blackjack 1 --schedule hawaiian-blackjack@3
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.report.sign.choice import choice  # noqa: PLC0415 - pandas and the
    from feeaudit.report.sign.content import sign_of  # noqa: PLC0415 - typesetter are heavy
    from feeaudit.report.sign.pages import as_html, as_pdf  # noqa: PLC0415

    place = find_cardroom(open_book(book), cardroom)
    played = find_game(place, game)
    found = choice(place, played, option, schedule)
    sign = sign_of(
        place, played, found.schedule, found.option, chosen=found.chosen, settled_by=settled_by
    )
    page = format_ == "html" or (format_ is None and _is_page(output))
    name = f"{place.cardroom}-{played.game}-{slug(option)}.{'html' if page else 'pdf'}"
    path = output or Path(name)
    content = as_html(sign) if page else as_pdf(sign)
    replace_bytes(path, content)
    click.echo(f"Written to {path}")
    if sign.draft:
        click.echo(
            "This sign is a draft: the approved schedule is unclear, and the sign says where.",
            err=True,
        )


def _is_page(output: Path | None) -> bool:
    return output is not None and output.suffix.lower() in {".html", ".htm"}
