"""``feeaudit letters``: letters to players who paid too much, and the list to pay from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import date_option, echo_plain
from feeaudit.cli.results import document_in, results_option
from feeaudit.core.whole_files import replace_bytes

if TYPE_CHECKING:
    from datetime import date


@click.command("letters")
@results_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder for letters.pdf and restitution.pdf.",
)
@click.option("--player", default="", metavar="NAME", help="Only the letter to this player.")
@click.option(
    "--letterhead",
    "lines",
    multiple=True,
    metavar="LINE",
    help="A line at the top of each letter; repeat for address and phone.",
)
@click.option("--contact", default="", metavar="TEXT", help="Who a player should contact.")
@click.option(
    "--wording",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Your own words, as a TOML file.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml, with its letterhead and contact under [site].",
)
@date_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    folder: Path,
    output: Path,
    player: str,
    lines: tuple[str, ...],
    contact: str,
    wording: Path | None,
    config: Path | None,
    date: date,
) -> None:
    """Write a letter to each player who paid too much, and the list to pay from.

    A letter lists each hand with its date, table, what was owed, taken and over, and the approved
    schedule; it names nobody else and promises nothing. Where the log does not name the player, no
    letter is written: restitution.pdf lists table, seat and time instead.

    \b
    Examples:
      feeaudit letters --in results/ -o letters/ --letterhead "Mortimer's Card Room"
      feeaudit letters --in results/ -o letters/ --config feeaudit.toml --player P000004
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.report.restitution_letters import (  # noqa: PLC0415 - pandas is heavy
        Letterhead,
        letters_pdf,
        list_pdf,
        read_wording,
        refunds_in,
    )
    from feeaudit.rules.configuration.reader import read_config  # noqa: PLC0415

    refunds = refunds_in(document_in(folder))
    site = read_config(config).site
    head = Letterhead(lines or site.letterhead, contact or site.contact, read_wording(wording))
    if not refunds.people and not refunds.unnamed:
        click.echo("Nothing was over-collected: there are no letters to write.")
        return
    files = {} if player else {"restitution.pdf": list_pdf(refunds, date)}
    if refunds.people or player:
        files["letters.pdf"] = letters_pdf(refunds, head, date, player)
    for name, content in files.items():
        replace_bytes(output / name, content)
    letters = 1 if player else len(refunds.people)
    click.echo(f"Letters: {letters:,}")
    if not player:
        click.echo(f"Fees of players the log does not name: {len(refunds.unnamed):,}")
        click.echo(f"Fees covered by a waiver, left out: {refunds.waived:,}")
    echo_plain(f"Written to {output}: {', '.join(sorted(files))}")
