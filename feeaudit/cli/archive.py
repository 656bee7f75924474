"""``feeaudit archive``: logs added to an archive by cardroom and gaming day."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.common import book_option, echo_plain, echo_rest_of
from feeaudit.cli.progress import shown_progress


@click.command("archive")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="ARCHIVE",
    help="Folder or address (s3://, gs://, abfs://) of the archive; created if there is none.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml: when gaming days begin, and in which zone.",
)
@click.option("--replace", is_flag=True, help="Replace days that are already archived.")
@click.option(
    "--allow-set-aside",
    is_flag=True,
    help="Archive the remaining rows if some had to be set aside.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes to use.  [default: one for each processor]",
)
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    logs: tuple[Path, ...],
    output: str,
    config: Path | None,
    replace: bool,
    allow_set_aside: bool,
    jobs: int | None,
    book: Path,
) -> None:
    """Add logs to an archive: Parquet by cardroom and gaming day, read by feeaudit audit.

    The days of the logs are added whole or not at all; days that are already archived are refused
    unless --replace is given.

    \b
    Examples:
      feeaudit archive night/ -o archive/
      feeaudit archive 2026-03-*/ -o s3://records/cardrooms
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.pipeline import Archiving, BadLog, archived  # noqa: PLC0415 - pandas is heavy

    request = Archiving(logs, output, book, config, replace, allow_set_aside, jobs or 0)
    try:
        with shown_progress() as progress:
            told = archived(request, progress)
    except BadLog as bad:
        echo_plain(str(bad), err=True)
        echo_rest_of(bad.faults, None)
        ctx.exit(2)
    echo_plain(told)
