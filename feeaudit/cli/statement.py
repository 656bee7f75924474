"""``feeaudit statement``: what one provider or player owed and paid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import book_option, date_option, echo_plain
from feeaudit.cli.progress import shown_progress

if TYPE_CHECKING:
    from datetime import date, datetime


@click.command("statement")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--provider", metavar="NAME", help="A third-party provider and its people.")
@click.option("--player", metavar="NAME", help="One player, by name or badge.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder for statement.pdf and statement.xlsx.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml.",
)
@click.option(
    "--from", "start", type=click.DateTime(), metavar="TIME", help="Only hands from this time on."
)
@click.option(
    "--to", "end", type=click.DateTime(), metavar="TIME", help="Only hands before this time."
)
@click.option(
    "--allow-set-aside", is_flag=True, help="Use the remaining rows if some had to be set aside."
)
@date_option
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    logs: tuple[Path, ...],
    provider: str | None,
    player: str | None,
    output: Path,
    config: Path | None,
    start: datetime | None,
    end: datetime | None,
    allow_set_aside: bool,
    date: date,
    book: Path,
) -> None:
    """Write a statement of account: what a provider or player owed, paid and over-paid.

    Every fee is listed hand by hand with the line of the approved schedule that prices it. A
    statement and an audit of the same log use the same comparison, so they always agree.

    \b
    Examples:
      feeaudit statement night/ --provider "Two Rivers Banking" -o statement/
      feeaudit statement night/ --player B00001 -o statement/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.audit.fee_statements import Party  # noqa: PLC0415 - pandas is heavy
    from feeaudit.pipeline import BadLog, Request, stated  # noqa: PLC0415

    if (provider is None) == (player is None):
        raise click.UsageError("name one party: --provider NAME or --player NAME")
    party = Party("provider", provider) if provider else Party("player", player or "")
    request = Request(
        logs,
        book,
        config,
        start=start,
        end=end,
        allow_set_aside=allow_set_aside,
        date=date.isoformat(),
    )
    try:
        with shown_progress() as progress:
            finished = stated(request, party, progress)
    except BadLog as bad:
        echo_plain(str(bad), err=True)
        ctx.exit(2)
    finished.write(output)
    echo_plain(finished.text())
    click.echo(f"\nWritten to {output}: {', '.join(sorted(finished.files))}")
