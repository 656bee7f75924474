"""``feeaudit template``: a blank workbook for a log."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.common import book_option, cardrooms_option, named_cardrooms


@click.command("template")
@click.argument("path", metavar="BOOK.xlsx", type=click.Path(path_type=Path, dir_okay=False))
@cardrooms_option
@book_option
def command(path: Path, cardrooms: tuple[str, ...], book: Path) -> None:
    """Write BOOK.xlsx, a blank workbook with a sheet for each table of the log, ready to fill in.

    Cardrooms, games, options and wagers are drop-downs from the book; the filled workbook is a log
    and needs no profile.

    \b
    Example:
      feeaudit template night.xlsx --cardroom mortimers
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.cache import open_book  # noqa: PLC0415 - only when called
    from feeaudit.book.catalogue import schedules_of  # noqa: PLC0415
    from feeaudit.intake.template import TemplateChoices, write_template  # noqa: PLC0415

    if path.suffix.lower() != ".xlsx":
        raise click.UsageError(f"{path} is to be a workbook; name it like night.xlsx")
    if path.exists():
        raise click.UsageError(f"{path} exists; name a new file")
    whole = open_book(book)
    chosen = named_cardrooms(whole, cardrooms)
    games = {place.cardroom: tuple(game.game for game in place.games) for place in chosen}
    options = {
        (place.cardroom, game.game): tuple(
            dict.fromkeys(
                option.option
                for schedule in schedules_of(place, game)
                for option in schedule.options
            )
        )
        for place in chosen
        for game in place.games
    }
    wagers = sorted({w.wager for place in chosen for game in place.games for w in game.wagers})
    names = tuple(place.cardroom for place in chosen)
    write_template(path, TemplateChoices(names, games, options, tuple(wagers)))
    click.echo(f"Written: {path}")
