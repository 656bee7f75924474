"""``feeaudit pack``: one zip of a store's audits, for whoever asks."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.store_options import day_option, store_option
from feeaudit.core.whole_files import replace_file


@click.command("pack")
@store_option()
@day_option("--from", "The first gaming day.", required=True)
@day_option("--to", "The last gaming day.", required=True)
@click.option("--cardroom", default="", help="Only this cardroom.")
@click.option("--inputs", is_flag=True, help="Include the logs themselves, not only their hashes.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The zip to write.",
)
def command(store: Path, cardroom: str, inputs: bool, output: Path, **days: str) -> None:
    """Build one zip with reports, findings, decisions, inputs' hashes, book and configuration.

    An index in plain language says what each part is and how to check it. The same store and days
    give the same bytes.

    \b
    Example:
      feeaudit pack --store store/ --from 2026-03-01 --to 2026-03-31 -o march.zip
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.nightly.pack import Wanted, pack  # noqa: PLC0415 - only when called
    from feeaudit.register.database import opened  # noqa: PLC0415
    from feeaudit.register.store import open_store  # noqa: PLC0415

    if days["from"] > days["to"]:
        raise click.UsageError(f"--from {days['from']} is after --to {days['to']}")
    wanted = Wanted(days["from"], days["to"], cardroom, inputs)
    place = open_store(store)
    counts: list[int] = []
    with opened(place) as connection:
        replace_file(output, lambda part: counts.append(pack(place, connection, wanted, part)))
    click.echo(f"Written: {output}, {counts[0]:,} files")
