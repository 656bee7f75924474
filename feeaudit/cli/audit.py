"""``feeaudit audit``: a log against the book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import (
    book_option,
    date_option,
    echo_plain,
    echo_rest_of,
    sources_option,
)
from feeaudit.cli.progress import shown_progress
from feeaudit.core.memory import nothing_collected, nothing_collected_again

if TYPE_CHECKING:
    from datetime import date, datetime

# Listed here so that --help needs no renderer; a test holds it to the renderers there are.
FORMATS = ("html", "pdf", "xlsx", "json", "csv", "sarif", "junit")
USUAL = FORMATS[:4]


def _named_cluster(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str:
    """Return the address; a script's unset variable must not mean this machine alone."""
    if value is not None and not value.strip():
        raise click.BadParameter("it is empty; give the address of a scheduler, or local")
    return (value or "").strip()


@click.command("audit")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the results; without one only the summary is printed.",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    default=USUAL,
    show_default=", ".join(USUAL),
    help="A file to write; repeat for several.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml.",
)
@sources_option(
    "Folder with the texts of the approved documents; reports then show the lines they cite."
)
@click.option(
    "--check", "checks", multiple=True, metavar="CHECK", help="Only this check; repeat for several."
)
@click.option(
    "--cardroom",
    "cardrooms",
    multiple=True,
    metavar="CARDROOM",
    help="Only this cardroom; repeat for several.",
)
@click.option(
    "--table", "tables", multiple=True, metavar="TABLE", help="Only this table; repeat for several."
)
@click.option(
    "--from",
    "start",
    type=click.DateTime(),
    metavar="TIME",
    help="Only hands from this time on, such as 2026-03-06T18:00:00.",
)
@click.option(
    "--to",
    "end",
    type=click.DateTime(),
    metavar="TIME",
    help="Only hands before this time.",
)
@click.option(
    "--as-if",
    "as_if",
    multiple=True,
    metavar="RULE",
    help="Apply a rule of the law packs regardless of its legal status; repeat for several.",
)
@click.option(
    "--allow-set-aside", is_flag=True, help="Audit the remaining rows if some had to be set aside."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many threads or processes to use.  [default: one for each processor]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=_named_cluster,
    help="Use a Dask cluster, such as tcp://10.0.0.5:8786; local starts one here.",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted audit where it stopped.")
@date_option
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    logs: tuple[str, ...],
    output: Path | None,
    formats: tuple[str, ...],
    config: Path | None,
    sources: Path | None,
    checks: tuple[str, ...],
    cardrooms: tuple[str, ...],
    tables: tuple[str, ...],
    start: datetime | None,
    end: datetime | None,
    as_if: tuple[str, ...],
    allow_set_aside: bool,
    jobs: int | None,
    cluster: str,
    resume: bool,
    date: date,
    book: Path,
) -> None:
    """Check logged table sessions against the approved schedules and rotation rules.

    LOG is a folder of CSV or Parquet files, a workbook, or a zip of these; several are
    combined. Or it is an archive (feeaudit archive), in a folder or at an address such as
    s3://bucket/archive. Every cell that cannot be used is listed with its file, row and column.

    Exits 0 when clean, 1 with violations, 2 when the log cannot be used, 3 when nothing could be
    tested.

    \b
    Examples:
      feeaudit audit night/ -o results/
      feeaudit audit night.xlsx --config feeaudit.toml -o results/
      feeaudit audit night/ --table T07 --check ROT-TURNS
      feeaudit audit archive/ --cardroom mortimers --from 2026-03-01 -o results/
      feeaudit audit archive/ -o results/ --cluster tcp://10.0.0.5:8786
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    # What is imported stays: looking through it for garbage again and again takes its time.
    with nothing_collected():
        from feeaudit.pipeline import BadLog, Request, audited  # noqa: PLC0415 - pandas is heavy
        from feeaudit.planned import as_log  # noqa: PLC0415

    request = Request(
        tuple(map(as_log, logs)),
        book,
        config,
        checks,
        tables,
        start,
        end,
        as_if,
        allow_set_aside,
        date.isoformat(),
        tuple(dict.fromkeys(formats)) if output else (),
        jobs or 0,
        sources,
        cardrooms,
        cluster,
        resume,
    )
    # Between the steps, too: each would look through all that the one before has made.
    with nothing_collected():
        try:
            with shown_progress() as progress:
                job = audited(request, progress, output, output)
        except BadLog as bad:
            echo_plain(str(bad), err=True)
            echo_rest_of(bad.faults, output)
            ctx.exit(2)
        if output is not None:
            job.write(output)
        echo_plain(job.text())
        if output is not None:
            click.echo(f"\nWritten to {output}: {', '.join(job.names())}")
        nothing_collected_again()
    ctx.exit(job.result.exit_code)
