"""``feeaudit audit``: a log against the book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import book_option

if TYPE_CHECKING:
    from datetime import datetime


@click.command("audit")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the results.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml.",
)
@click.option("--check", "checks", multiple=True, help="Only this check; repeat for several.")
@click.option("--table", "tables", multiple=True, help="Only this table; repeat for several.")
@click.option("--from", "start", type=click.DateTime(), help="Only hands from this moment on.")
@click.option("--to", "end", type=click.DateTime(), help="Only hands before this moment.")
@click.option(
    "--as-if",
    "as_if",
    multiple=True,
    metavar="RULE",
    help="Apply a law rule regardless of its status.",
)
@click.option(
    "--allow-set-aside", is_flag=True, help="Audit the rest where rows had to be set aside."
)
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    logs: tuple[Path, ...],
    output: Path | None,
    config: Path | None,
    checks: tuple[str, ...],
    tables: tuple[str, ...],
    start: datetime | None,
    end: datetime | None,
    as_if: tuple[str, ...],
    allow_set_aside: bool,
    book: Path,
) -> None:
    r"""Check logged table sessions against the approved schedules and rotation rules.

    LOG is a folder of CSV or Parquet files, a workbook, or a zip of these; several are put
    together. Exits 0 when clean, 1 with violations, 2 when the log cannot be used, 3 when nothing
    could be tested.

    \b
    Example:
      feeaudit audit night/ -o results/
    """
    from feeaudit.cli.audit_job import BadLog, audit_log, load_logs, local  # noqa: PLC0415
    from feeaudit.intake.narrow import narrowed  # noqa: PLC0415 - pandas and pyarrow are heavy

    try:
        log = load_logs(logs, config, allow_set_aside=allow_set_aside)
        part = narrowed(log, tables, *(local(each, log.zone) for each in (start, end)))
        job = audit_log(part, book, config, checks, as_if)
    except BadLog as bad:
        click.echo(str(bad), err=True)
        ctx.exit(2)
    if output is not None:
        job.write(output)
    click.echo(job.text())
    if output is not None:
        click.echo(f"\nWritten to {output}: {', '.join(sorted(job.files))}")
    ctx.exit(job.result.exit_code)
