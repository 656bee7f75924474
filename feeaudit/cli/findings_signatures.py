"""``feeaudit findings signatures``: who signed a gaming day, as a page and a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.store_options import day_option, store_option


@click.command("signatures")
@store_option()
@click.option("--cardroom", required=True, help="The cardroom.")
@day_option("--day", "The gaming day.", required=True)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for signatures.html and signatures.pdf.",
)
def command(store: Path, cardroom: str, day: str, output: Path) -> None:
    """Write who signed a gaming day: names, keys, times, open items, decisions and their reasons.

    The pages are an addendum to the day's report; the sealed report does not change.

    \b
    Example:
      feeaudit findings signatures --store store/ --cardroom mortimers --day 2026-03-06 -o signed/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.core.whole_files import replace_bytes  # noqa: PLC0415 - only when called
    from feeaudit.nightly.signatures import signature_files  # noqa: PLC0415 - templates are heavy
    from feeaudit.register.database import opened  # noqa: PLC0415
    from feeaudit.register.store import open_store  # noqa: PLC0415
    from feeaudit.register.store_voice import store_voice  # noqa: PLC0415

    place = open_store(store)
    with opened(place) as connection:
        files = signature_files(connection, cardroom, day, store_voice(place, connection))
    output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        replace_bytes(output / name, content)
        click.echo(f"Written: {output / name}")
